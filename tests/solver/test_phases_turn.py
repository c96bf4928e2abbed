"""The end of a turn: coherency, reserves, aircraft, and whose turn comes next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import pytest

from movesolver import (
    ChargePhase,
    Dice,
    Event,
    FightMoves,
    InputError,
    MovementPhase,
    RefusedError,
    Scenario,
    end_of_turn,
    incoherent,
)
from movesolver.phases.state import PhaseState
from phases_data import away, shifts, squad, table
from situations import model, unit

State = TypeVar("State", bound=PhaseState)


@dataclass(frozen=True)
class Taken:
    removed: tuple[str, ...]


def torn() -> Scenario:
    return table(
        unit("alpha", "a", model("a1", (10, 10)), model("a2", (11.5, 10)), model("a3", (20, 10))),
        unit("foe", "b", model("f1", (40, 40)), model("f2", (50, 40))),
    )


def test_incoherent_units_of_both_sides_are_listed() -> None:
    wrong = incoherent(torn())
    assert set(wrong) == {"alpha", "foe"}
    assert {finding.rule for found in wrong.values() for finding in found} == {"03.03"}


def test_the_smallest_loss_is_taken_where_nobody_chooses() -> None:
    new, event = end_of_turn(torn())
    assert event.removed[0] == "a3"
    assert len(event.removed) == 2
    assert not incoherent(new)


def test_a_remover_chooses() -> None:
    asked = []

    def remover(scenario: Scenario, *, unit: str) -> Taken:
        asked.append((scenario.action.unit, unit))
        return Taken({"alpha": ("a3",), "foe": ("f1",)}[unit])

    new, event = end_of_turn(torn(), remover=remover)
    assert asked == [("alpha", "alpha"), ("foe", "foe")]
    assert event.removed == ("a3", "f1")
    assert not incoherent(new)
    assert new.active_side == "b"
    assert new.round == 2


@pytest.mark.parametrize("names", [(), ("f1",), ("a1",)])
def test_a_remover_that_does_not_do_its_work(names: tuple[str, ...]) -> None:
    with pytest.raises(InputError, match="remover"):
        end_of_turn(torn(), remover=lambda scenario, *, unit: Taken(names))


def reserves(round_: int) -> Scenario:
    return table(
        squad("alpha", "a", 10, 12, status={"moved": "advance", "barred": ["charge"]}),
        unit("truck", "a", model("t1", (44, 12), 60), status={"capacity": 5}),
        away("crew", "a", status={"embarked_in": "truck"}),
        away("late", "a", status={"in_reserve": True}),
        away("hauler", "b", 1, status={"in_reserve": True, "capacity": 5}),
        away("cargo", "b", status={"embarked_in": "hauler"}),
        away("back", "b", status={"in_reserve": True, "repositioned": True}),
        unit("jet", "b", model("j1", (30, 30), 60), keywords=["VEHICLE", "AIRCRAFT"]),
        round=round_,
    )


def test_reserves_that_never_came() -> None:
    for last, round_ in ((False, 3), (True, 2)):
        assert end_of_turn(reserves(round_), last=last)[1].destroyed == ()
    new, event = end_of_turn(reserves(3), last=True)
    assert event.destroyed == ("late", "hauler", "cargo")
    assert event.returned == ("jet",)
    assert new.round == 4
    assert new.unit("jet").status.in_reserve
    assert new.unit("alpha").status.moved is None
    assert new.unit("alpha").status.barred == ()
    ended, event = end_of_turn(reserves(5), last=True, final=True)
    assert event.destroyed == ("late", "hauler", "cargo", "back", "jet")
    assert ended.round == 5


def test_the_next_turn_begins() -> None:
    new, _ = end_of_turn(reserves(2))
    phase = MovementPhase.start(new)
    assert phase.side == "b"
    assert "back" in phase.unselected()
    assert phase.option("back", "ingress").allowed


def turn(seed: int, *, files: bool) -> tuple[Scenario, list[Event]]:
    """A whole turn from a seed, each state written to text and read back if ``files``."""
    events: list[Event] = []

    def kept(step: tuple[State, Event]) -> State:
        state, event = step
        events.append(event)
        return type(state).loads(state.dumps()) if files else state

    scene = table(
        squad("alpha", "a", 20, 14, 1),
        squad("bravo", "a", 5, 5, 1),
        squad("foe", "b", 20, 21.26, 1),
    )
    movement = MovementPhase.start(scene, Dice(seed))
    if seed % 3 == 0:
        movement = kept(movement.roll("bravo", "advance"))
        with pytest.raises(RefusedError, match="makes it first"):
            movement.finish()
        movement = kept(movement.take("bravo", "advance", paths={}))
    movement = kept(movement.hazards("foe"))
    movement = kept(movement.finish())
    charge = ChargePhase.after(movement)
    charge = kept(charge.roll("alpha", "charge"))
    if sum(charge.rolls[-1].dice) >= 6:
        paths = shifts(charge.scenario, "alpha", 0, 6)
        charge = kept(charge.take("alpha", "charge", targets=["foe"], paths=paths))
    fight = FightMoves.after(kept(charge.finish()))
    while fight.step != "over":
        for name in fight.fighters()[:1]:
            fight = kept(fight.fought(name))
            break
        else:
            fight = kept(fight.finish())
    return end_of_turn(fight.scenario)[0], events


@pytest.mark.parametrize("seed", range(4))
def test_a_turn_replays_from_its_seed_and_through_files(seed: int) -> None:
    once = turn(seed, files=False)
    assert once == turn(seed, files=False)
    assert once == turn(seed, files=True)
    fought = [event.unit for event in once[1] if event.did == "fought"]
    made = any(event.did == "charge" for event in once[1])
    assert fought == (["alpha", "foe"] if made else [])
