"""The Movement phase, move by move, and what it refuses."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from movesolver import Code, Dice, GoalTerm, InputError, MovementPhase, RefusedError, solve
from phases_data import army, away, row, sections, shifts, squad, table
from situations import model, unit

CASES = Path(__file__).parent.parent / "cases" / "phase.json"


@pytest.fixture(scope="module")
def phase() -> MovementPhase:
    return MovementPhase.start(army(), Dice(seed=5))


def allowed(phase: MovementPhase, name: str, **more: Any) -> set[tuple[str, str | None]]:
    options = phase.options(name, **more)
    return {(one.move, one.mode) for one in options if one.allowed and not one.by_leave}


def test_what_each_unit_may_do(phase: MovementPhase) -> None:
    stay = ("remain_stationary", None)
    assert allowed(phase, "alpha") == {stay, ("normal", None), ("advance", None)}
    assert allowed(phase, "brawl") == {
        stay, ("fall_back", "ordered_retreat"), ("fall_back", "desperate_escape"),
    }  # fmt: skip
    assert {("disembark", "tactical"), ("disembark", "combat")} < allowed(phase, "crew")
    assert ("disembark", "rapid") not in allowed(phase, "crew")
    assert allowed(phase, "late") == {stay, ("ingress", None)}
    assert allowed(phase, "drop") == {stay, ("ingress", None), ("deep_strike", None)}
    assert allowed(phase, "foe") == set()


def test_every_refusal_names_its_section(phase: MovementPhase) -> None:
    for one in phase.scenario.units:
        for option in phase.options(one.id):
            assert option.allowed == (not option.refusals)
            assert all(finding.rule and finding.text for finding in option.refusals)
            assert json.dumps(option.to_json())


def test_options_share_their_packing(phase: MovementPhase) -> None:
    for name in ("alpha", "brawl", "crew", "late"):
        listed = phase.options(name)
        alone = (phase.option(name, o.move, mode=o.mode, targets=o.targets) for o in listed)
        assert tuple(alone) == listed


def test_options_are_what_take_says(phase: MovementPhase) -> None:
    for name in ("alpha", "brawl", "foe"):
        for option in phase.options(name):
            if option.allowed or option.rolls or option.move == "embark":
                continue
            found = sections(partial(phase.take, name, option.move, mode=option.mode))
            assert {finding.rule for finding in option.refusals} <= found


def test_a_whole_phase(phase: MovementPhase) -> None:
    now, event = phase.take("alpha", "normal", paths=shifts(phase.scenario, "alpha", 0, 6))
    assert now.unit("alpha").status.moved == "normal"
    assert event.did == "normal"
    now, event = now.roll("bravo", "advance")
    (roll,) = event.dice
    assert sections(lambda: now.take("truck", "remain_stationary")) == {"09.06"}
    assert sections(lambda: now.take("bravo", "normal")) == {"09.06"}
    assert sections(lambda: now.take("bravo", "remain_stationary")) == {"09.06"}
    far = shifts(phase.scenario, "bravo", 0, 6 + roll + 0.1)
    with pytest.raises(RefusedError) as refused:
        now.take("bravo", "advance", paths=far)
    assert refused.value.verdict.codes == (Code.TOO_FAR,)
    now, _ = now.take("bravo", "advance", paths=shifts(phase.scenario, "bravo", 0, -3))
    assert now.unit("bravo").status.barred == ("action", "charge", "shoot")
    now, event = now.take("brawl", "fall_back", paths=shifts(phase.scenario, "brawl", 0, -5))
    assert event.mode == "ordered_retreat"
    # Tactical: out of a transport that waits, then at once a normal or an advance move.
    now, event = now.take("crew", "disembark", ends=row("crew", 44, 8.6))
    assert event.mode == "tactical"
    assert now.unit("crew").status.must_select == ("normal", "advance")
    assert sections(lambda: now.take("truck", "remain_stationary")) == {"18.04"}
    assert sections(lambda: now.take("crew", "remain_stationary")) == {"18.04"}
    assert sections(now.finish) == {"18.04"}
    assert not now.ended()
    now, _ = now.take("crew", "normal", paths=shifts(now.scenario, "crew", 0, -2))
    assert now.unit("crew").status.must_select == ()
    assert "18.02" in sections(lambda: now.take("crew", "embark", targets=["truck"]))
    # Rapid: out of one that has moved.
    now, _ = now.take("wagon", "normal", paths=shifts(now.scenario, "wagon", 0, 4))
    now, event = now.take("scouts", "disembark", ends=row("scouts", 54, 12.6))
    assert event.mode == "rapid"
    assert "charge" in now.unit("scouts").status.barred
    now, _ = now.take("late", "ingress", ends=row("late", 3, 3))
    assert now.unit("late").on_table
    now, _ = now.take("drop", "deep_strike", ends=row("drop", 10, 30))
    assert not now.unit("drop").status.in_reserve
    assert now.unselected() == ("truck",)
    assert not now.ended()
    assert sections(lambda: now.take("sneaks", "ingress", ends=row("sneaks", 57, 30))) == {"15.07"}
    now, event = now.finish()
    assert event.stationary == ("truck",)
    assert now.ended()
    assert sections(lambda: now.take("truck", "normal")) >= {"09.02"}
    now, event = now.take("sneaks", "ingress", ends=row("sneaks", 57, 30))
    assert now.unit("sneaks").status.moved == "ingress"
    assert not now.unit("sneaks").status.selected_this_phase


def test_embarking_takes_a_unit_off_the_table() -> None:
    scene = table(
        squad("alpha", "a", 10, 12),
        unit("truck", "a", model("t1", (12, 20), {"oval": [120, 92]}), keywords=["TRANSPORT"],
             move=10, status={"capacity": 3}),
        squad("foe", "b", 40, 40),
    )  # fmt: skip
    phase = MovementPhase.start(scene, Dice(1))
    assert "18.02" in sections(lambda: phase.take("alpha", "embark", targets=["truck"]))
    near, _ = phase.take("alpha", "normal", paths=shifts(scene, "alpha", 0, 4))
    (option,) = [one for one in near.options("alpha") if one.move == "embark"]
    assert option.allowed
    assert option.targets == ("truck",)
    aboard, event = near.take("alpha", "embark", targets=["truck"])
    assert event.did == "embark"
    assert aboard.unit("alpha").status.embarked_in == "truck"
    assert not aboard.unit("alpha").on_table
    assert sections(lambda: aboard.take("alpha", "disembark", mode="combat")) >= {"18.04"}
    assert sections(lambda: aboard.lose("truck", ["t1"])) == {"18.05"}
    out, event = aboard.take("alpha", "emergency_disembark", ends=row("alpha", 11, 24, 2))
    assert event.lost == ("alpha3",)
    assert event.hazard_rolls == 3
    assert out.unit("alpha").status.battle_shocked
    assert out.lose("truck", ["t1"])[0].unit("truck").standing == ()


def test_dice_after_a_desperate_escape() -> None:
    (case,) = json.loads(CASES.read_text())
    scene = army()
    phase = MovementPhase.start(scene, Dice(given=(1, 2, 3, 3, 3)))
    paths = shifts(scene, "brawl", 0, -5)
    new, event = phase.take("brawl", "fall_back", mode="desperate_escape", paths=paths)
    assert case["expect"]["battle_shock_roll"] is event.battle_shock_roll
    assert event.hazards == (1, 2, 3)
    assert event.mortal_wounds == 2
    assert [(one.kind, one.amount) for one in new.owed] == [
        ("mortal_wounds", 2),
        ("battle_shock", 1),
    ]
    new = new.settle("brawl", "mortal_wounds")
    shocked, event = new.battle_shock("brawl", 7)
    assert event.shocked
    assert shocked.owed == ()
    assert shocked.unit("brawl").status.battle_shocked
    # The same with the dice before the move, and Leadership at hand.
    rolled, event = phase.roll("brawl", "fall_back", mode="desperate_escape")
    assert event.hazards == (1, 2, 3)
    assert sections(lambda: rolled.take("brawl", "fall_back", mode="ordered_retreat")) >= {"09.07"}
    done, event = rolled.take("brawl", "fall_back", paths=paths, leadership=6)
    assert event.hazards == ()
    assert event.shock_dice == (3, 3)
    assert not done.unit("brawl").status.battle_shocked


def test_heavy_units_take_three_wounds_each() -> None:
    scene = table(
        unit("beast", "a", model("b1", (10, 10), 60), keywords=["MONSTER"], move=8),
        squad("foe", "b", 10, 13),
    )
    phase = MovementPhase.start(scene, Dice(given=(2,)))
    assert phase.hazards("beast")[1].mortal_wounds == 3


def test_the_skies_come_before_the_roll() -> None:
    scene = table(
        squad("birds", "a", 10, 12, keywords=["INFANTRY", "FLY"]),
        squad("walkers", "a", 30, 12),
        squad("foe", "b", 40, 40),
    )
    phase = MovementPhase.start(scene, Dice(given=(4, 4)))
    assert sections(lambda: phase.take("walkers", "normal", skies=True)) == {"21.03"}
    rolled, _ = phase.roll("birds", "advance")
    assert sections(lambda: rolled.take("birds", "advance", skies=True)) == {"21.03"}
    flying, _ = phase.roll("birds", "advance", skies=True)
    assert "09.06" in sections(
        lambda: flying.take("birds", "advance", paths=shifts(scene, "birds", 0, 8.5))
    )
    landed, _ = flying.take("birds", "advance", paths=shifts(scene, "birds", 0, 8))
    assert not landed.unit("birds").status.fly_declared


def test_moves_that_other_rules_grant(phase: MovementPhase) -> None:
    paths = shifts(phase.scenario, "rear", 0, -4)
    assert sections(lambda: phase.take("rear", "normal", paths=paths)) == {"09.02"}
    new, _ = phase.take("rear", "normal", paths=paths, max_distance=4)
    assert not new.unit("rear").status.selected_this_phase
    again = shifts(new.scenario, "rear", 0, -4)
    assert "09.05.01" in sections(lambda: new.take("rear", "normal", paths=again, max_distance=4))
    _, event = phase.roll("rear", "surge", dice=(1, 6))
    assert len(event.dice) == 1
    with pytest.raises(InputError, match="dice"):
        phase.roll("rear", "surge")
    away_, _ = phase.reposition("alpha")
    assert away_.unit("alpha").status.repositioned
    assert sections(lambda: away_.reposition("alpha")) == {"20.02"}


def test_an_answer_of_the_search(phase: MovementPhase) -> None:
    question = phase.question("alpha", "normal", goal=[GoalTerm(near=(30.0, 12.0))])
    result = solve(question, iterations=50)
    new, event = phase.apply(result)
    assert event.did == "normal"
    at = {one.id: one.at for one in new.unit("alpha").models}
    assert at == {name: pose[:2] for name, pose in result.ends.items()}
    with pytest.raises(InputError, match=r"result\.scenario\.units"):
        new.apply(result)
    back, event = phase.apply(solve(phase.question("brawl", "fall_back"), iterations=50))
    assert event.mode == "ordered_retreat"
    assert back.unit("brawl").status.moved == "fall_back"
    assert sections(lambda: phase.question("alpha", "advance")) == {"09.06"}
    stay, _ = phase.take("alpha", "remain_stationary")
    assert sections(lambda: stay.take("alpha", "remain_stationary")) == {"09.02"}


def test_an_answer_that_used_a_roll(phase: MovementPhase) -> None:
    rolled, event = phase.roll("alpha", "advance")
    question = rolled.question("alpha", "advance", goal=[GoalTerm(near=(10.0, 40.0))])
    assert question.action.roll == sum(event.dice)
    result = solve(question, iterations=20)
    assert max(result.lengths.values()) > 6
    new, _ = rolled.apply(result)
    assert new.unit("alpha").status.moved == "advance"
    assert not new.rolls[0].open
    assert sections(lambda: phase.apply(result)) == {"09.06"}
    with pytest.raises(InputError, match="legal end"):
        phase.apply(replace(result, objective=None))


def test_a_rolled_move_that_must_fail_ends_in_standing_still() -> None:
    scene = table(
        unit("torn", "a", model("t1", (10, 10)), model("t2", (30, 10))),
        squad("foe", "b", 40, 40),
    )
    phase, _ = MovementPhase.start(scene, Dice(3)).roll("torn", "advance")
    assert "03.03" in sections(lambda: phase.take("torn", "advance"))
    done, _ = phase.take("torn", "remain_stationary")
    assert done.ended()


def test_reserves_and_aircraft() -> None:
    scene = table(
        squad("alpha", "a", 10, 12),
        squad("foe", "b", 40, 40),
        away("jet", "b", 1, keywords=["VEHICLE", "AIRCRAFT"], status={"in_reserve": True}),
        away("late", "b", 1, status={"in_reserve": True}),
        round=1,
    )
    done, _ = MovementPhase.start(scene).finish()
    assert "15.07" in sections(lambda: done.take("jet", "ingress", ends=row("jet", 57, 30, 1)))
    assert sections(lambda: done.take("late", "ingress", ends=row("late", 57, 30, 1))) >= {"20.04"}
    with pytest.raises(InputError, match="a seed"):
        MovementPhase.start(scene).roll("alpha", "advance")
    with pytest.raises(InputError, match="did you mean alpha"):
        MovementPhase.start(scene).take("alhpa", "normal")
    with pytest.raises(InputError, match="side"):
        MovementPhase.start(scene, side="c")
    dead, _ = MovementPhase.start(scene).lose("alpha", ["alpha1", "alpha2", "alpha3"])
    assert dead.ended()
    assert sections(lambda: dead.take("alpha", "normal")) == {"01.02"}
    with pytest.raises(InputError, match=r"models\[0\]"):
        dead.lose("alpha", ["alpha1"])
