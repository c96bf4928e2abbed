"""Charges, and the moves of the Fight phase with who fights when."""

from __future__ import annotations

import json
from typing import Any

import pytest

from movesolver import ChargePhase, Dice, FightMoves, InputError, MovementPhase, Scenario
from phases_data import away, sections, shifts, squad, table
from situations import model, unit


def duel(**more: Any) -> Scenario:
    """``alpha`` is 6 inches from ``foe``, ``bravo`` far from everybody, ``guard`` behind foe."""
    return table(
        squad("alpha", "a", 20, 14, 1),
        squad("bravo", "a", 2, 2, 1),
        squad("foe", "b", 20, 21.26, 1),
        squad("guard", "b", 30, 21.26, 1),
        phase="charge",
        **more,
    )


def charged(dice: Dice, dy: float = 6.0) -> ChargePhase:
    scene = duel()
    rolled, _ = ChargePhase.start(scene, dice).roll("alpha", "charge")
    new, event = rolled.take(
        "alpha", "charge", targets=["foe"], paths=shifts(scene, "alpha", 0, dy)
    )
    assert event.did == "charge"
    return new


def test_declare_roll_charge() -> None:
    phase = ChargePhase.start(duel(), Dice(given=(4, 3, 2, 2)))
    (option,) = [o for o in phase.options("alpha") if (o.move, o.mode) == ("charge", None)]
    assert option.allowed
    assert option.rolls
    paths = shifts(phase.scenario, "alpha", 0, 6)
    assert sections(lambda: phase.take("alpha", "charge", targets=["foe"], paths=paths)) == {
        "11.02"
    }
    rolled, event = phase.roll("alpha", "charge")
    assert event.dice == (4, 3)
    assert "11.02" in sections(lambda: phase.roll("bravo", "charge"))
    assert sections(lambda: phase.roll("foe", "charge")) == {"11.02"}
    assert "11.04" in sections(
        lambda: rolled.take("alpha", "charge", targets=["guard"], paths=paths)
    )
    assert sections(lambda: rolled.roll("alpha", "charge")) == {"11.04"}
    new, _ = rolled.take("alpha", "charge", targets=["foe"], paths=paths)
    status = new.unit("alpha").status
    assert status.charged
    assert status.moved == "charge"
    assert "11.02" in sections(lambda: new.roll("alpha", "charge"))


def test_a_charge_not_made_lapses_with_the_next() -> None:
    scene = table(
        squad("alpha", "a", 20, 14, 1),
        squad("bravo", "a", 26, 14, 1),
        squad("foe", "b", 23, 21.26, 1),
    )
    one, _ = ChargePhase.start(scene, Dice(given=(1, 1, 4, 3))).roll("alpha", "charge")
    two, _ = one.roll("bravo", "charge")
    assert "11.02" in sections(lambda: two.take("alpha", "charge", targets=["foe"]))
    assert "11.02" in sections(lambda: two.roll("alpha", "charge"))
    over, _ = two.finish()
    assert "11.02" in sections(lambda: over.take("bravo", "charge", targets=["foe"]))


def test_a_modified_maximum() -> None:
    """A roll that something changes: the caller says what it comes to (A45)."""
    scene = duel()
    phase = ChargePhase.start(scene, Dice(given=(1, 1)))
    paths = shifts(scene, "alpha", 0, 6)
    assert sections(
        lambda: phase.take("alpha", "charge", targets=["foe"], paths=paths, max_distance=7)
    ) == {"11.02"}
    rolled, _ = phase.roll("alpha", "charge")
    more, _ = rolled.take("alpha", "charge", targets=["foe"], paths=paths, max_distance=7)
    assert more.unit("alpha").status.charged


def test_heroic_intervention() -> None:
    phase = charged(Dice(given=(4, 3, 6, 5)))
    paths = shifts(phase.scenario, "guard", -7.9, -0.66)
    early = {"15.11"}
    assert sections(lambda: phase.roll("guard", "charge", mode="leap_to_defend")) == early
    over, _ = phase.finish()
    assert over.ended()
    assert sections(lambda: over.roll("bravo", "charge", mode="leap_to_defend")) >= {"15.11"}
    rolled, event = over.roll("guard", "charge", mode="into_the_fray")
    assert event.dice == (6, 5)
    # 6" at most of what was rolled, and to a target within 6".
    far = shifts(phase.scenario, "guard", -6.2, 0)
    assert sections(lambda: rolled.take("guard", "charge", mode="into_the_fray",
                                        targets=["alpha"], paths=far))  # fmt: skip
    leap, _ = over.roll("guard", "charge", mode="leap_to_defend")
    new, event = leap.take("guard", "charge", targets=["alpha"], paths=paths)
    assert event.mode == "leap_to_defend"
    assert new.unit("guard").status.charged


def test_the_lock_of_an_ingress_ends_here() -> None:
    scene = duel(
        units=[
            squad("alpha", "a", 20, 14, status={"moved": "ingress", "selected_this_phase": True}),
            squad("foe", "b", 20, 24),
        ]
    )
    locked = MovementPhase.start(scene, fresh=False).option("alpha", "surge", max_distance=5)
    assert {finding.rule for finding in locked.refusals} == {"20.04"}
    free = ChargePhase.start(scene).option("alpha", "surge", max_distance=5)
    assert free.allowed
    assert free.by_leave


def test_phases_follow_each_other() -> None:
    scene = duel()
    movement = MovementPhase.start(scene, Dice(3))
    with pytest.raises(ValueError, match="finish"):
        ChargePhase.after(movement)
    charge = ChargePhase.after(movement.finish()[0])
    assert charge.dice == Dice(3)
    assert not charge.unit("alpha").status.selected_this_phase
    fight = FightMoves.after(charge.finish()[0])
    assert fight.acting == "a"
    assert sections(lambda: fight.take("alpha", "remain_stationary")) == {"09.04"}
    assert sections(lambda: charge.take("alpha", "remain_stationary")) == {"09.04"}


def fight() -> FightMoves:
    return FightMoves.after(charged(Dice(given=(4, 3))).finish()[0])


def test_piling_in() -> None:
    phase = fight()
    assert phase.step == "pile_in"
    stay: dict[str, list[list[float]]] = {}
    assert "12.03" in sections(lambda: phase.take("foe", "pile_in", paths=stay))
    assert "12.03" in sections(lambda: phase.take("bravo", "pile_in", paths=stay))
    assert sections(lambda: phase.take("alpha", "consolidate", paths=stay)) >= {"12.08"}
    now, event = phase.take("alpha", "pile_in", paths=stay)
    assert event.did == "pile_in"
    assert "12.03" in sections(lambda: now.take("alpha", "pile_in", paths=stay))
    now, _ = now.finish()
    assert now.acting == "b"
    now, _ = now.take("foe", "pile_in", paths=stay)
    assert sections(lambda: now.fought("foe")) == {"12.01"}
    now, _ = now.finish()
    assert (now.step, now.acting) == ("fight", "a")
    assert now.engaged_first == ("alpha", "foe")
    assert now.unit("foe").status.eligible_to_fight
    assert not now.unit("guard").status.eligible_to_fight


def test_who_fights_when() -> None:
    now = fight().finish()[0].finish()[0]
    assert now.fighters() == ("alpha",)  # it charged
    assert sections(now.finish) == {"12.01"}
    assert sections(now.skip) == {"12.01"}
    assert sections(lambda: now.fought("foe")) == {"12.01"}
    assert sections(lambda: now.fought("guard")) == {"12.01"}
    now, _ = now.fought("alpha")
    assert now.fighters() == ("foe",)
    assert sections(lambda: now.fought("alpha")) == {"12.01"}
    now, _ = now.fought("foe")
    assert now.fighters() == ()
    now, _ = now.finish()
    assert now.step == "consolidate"
    assert sections(now.skip) == {"12.01"}


def test_overrun() -> None:
    """A unit that charged and whose foe is gone piles in once more, and then fights."""
    now = fight().finish()[0].finish()[0]
    assert "12.06" in sections(lambda: now.take("alpha", "pile_in", mode="overrun"))
    now, _ = now.lose("foe", ["foe1"])
    near, _ = now.take(
        "guard", "normal", max_distance=6, paths=shifts(now.scenario, "guard", -5, 2)
    )
    paths = shifts(near.scenario, "alpha", 2.43, 1.583)
    new, event = near.take("alpha", "pile_in", mode="overrun", targets=["guard"], paths=paths)
    assert event.mode == "overrun"
    assert new.unit("guard").status.eligible_to_fight  # it became engaged
    assert new.fighters() == ("alpha",)
    assert sections(new.skip) >= {"12.06"}
    assert sections(new.finish) >= {"12.06"}
    assert "12.06" in sections(lambda: new.take("alpha", "pile_in", mode="overrun"))
    new, _ = new.fought("alpha")
    assert new.fighters() == ("guard",)


def test_passing_when_everybody_is_far_away() -> None:
    now = fight().finish()[0].finish()[0]
    now, _ = now.lose("foe", ["foe1"])
    assert now.fighters() == ("alpha",)
    passed, event = now.skip()
    assert event.did == "pass"
    assert passed.acting == "b"
    assert passed.finish()[0].step == "consolidate"


def test_a_consolidation_forces_fights() -> None:
    scene = duel(
        units=[
            squad("alpha", "a", 20, 14, 1, status={"charged": True}),
            squad("foe", "b", 20, 18.2, 1),
            squad("guard", "b", 30, 21.26, 1),
        ]
    )
    now = FightMoves.start(scene).finish()[0].finish()[0]
    now, _ = now.fought("alpha")
    now, _ = now.finish()
    assert (now.step, now.acting) == ("consolidate", "a")
    options = {(o.move, o.mode): o.allowed for o in now.options("alpha")}
    assert options["consolidate", "engaging"]
    assert not options["consolidate", "ongoing"]
    new, event = now.take("alpha", "consolidate", paths=shifts(scene, "alpha", 0, 2.9))
    assert event.mode == "engaging"
    assert event.forced == ("foe",)
    assert new.fighters() == ("foe",)
    assert sections(new.finish) == {"12.08"}
    assert "12.08" in sections(lambda: new.take("alpha", "consolidate"))
    done, _ = new.fought("foe")
    assert done.forced == ()
    assert FightMoves.from_json(json.loads(new.dumps())) == new
    done, _ = done.finish()
    assert done.acting == "b"
    done, event = done.take("foe", "consolidate", paths={})  # it was selected to fight
    assert event.mode == "ongoing"
    done, _ = done.finish()
    assert done.ended()
    assert done.step == "over"
    gone, _ = new.lose("foe", ["foe1"])
    assert gone.fighters() == ()
    assert gone.finish()[0].acting == "b"


def test_three_sides_and_unknown_units() -> None:
    scene = table(
        squad("alpha", "a", 5, 5), squad("beta", "b", 20, 20), squad("gamma", "c", 40, 40)
    )
    now = FightMoves.start(scene)
    order = []
    for _ in range(3):
        order.append(now.acting)
        now, _ = now.finish()
    assert order == ["a", "b", "c"]
    assert now.step == "fight"
    with pytest.raises(InputError):
        now.fought("delta")


def test_a_lone_model_and_reserves_do_not_fight() -> None:
    scene = table(
        unit("alpha", "a", model("a1", (10, 10))),
        away("late", "a", status={"in_reserve": True}),
        squad("foe", "b", 40, 40),
    )
    now = FightMoves.start(scene).finish()[0].finish()[0]
    assert now.fighters() == ()
    assert sections(lambda: now.fought("late")) == {"12.01"}
    assert now.finish()[0].step == "consolidate"
