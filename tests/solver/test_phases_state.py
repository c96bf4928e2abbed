"""States as values: dice, sharing, equality, hashes, and JSON that comes back exactly."""

from __future__ import annotations

import copy
import json
import pickle
from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from movesolver import (
    ChargePhase,
    CommandRound,
    Dice,
    FightMoves,
    InputError,
    MovementPhase,
    RefusedError,
    RulesChoice,
    UnsupportedError,
)
from phases_data import army, sections, shifts

SCENE = army()
UNITS = [unit.id for unit in SCENE.units]
Step = tuple[str, str, float]


def played(steps: list[Step], seed: int = 1) -> list[MovementPhase]:
    """The states of a phase; steps that are refused leave no trace."""
    states = [MovementPhase.start(SCENE, Dice(seed))]
    for name, move, dy in steps:
        now = states[-1]
        before = now.dumps()
        try:
            if move == "roll":
                now, _ = now.roll(name, "advance")
            elif move == "hazards":
                now, _ = now.hazards(name)
            elif move == "lose":
                left = [model.id for model in now.unit(name).models if not model.slain]
                now, _ = now.lose(name, left[:1])
            elif move == "finish":
                now, _ = now.finish()
            else:
                now, _ = now.take(name, move, paths=shifts(now.scenario, name, 0, dy))
        except RefusedError:
            assert states[-1].dumps() == before
            continue
        except InputError:
            continue
        states.append(now)
    return states


STEPS = st.lists(
    st.tuples(
        st.sampled_from(UNITS),
        st.sampled_from(
            ["normal", "advance", "fall_back", "remain_stationary", "roll", "hazards", "lose",
             "finish"]
        ),
        st.sampled_from([-5.0, -1.0, 0.0, 2.5]),
    ),
    max_size=6,
)  # fmt: skip


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(STEPS)
def test_play_write_read_play_on(steps: list[Step]) -> None:
    states = played(steps)
    assert states == played(steps)  # the same seed gives the same game
    for state in states:
        again = MovementPhase.loads(state.dumps())
        assert again == state
        assert hash(again) == hash(state)
        assert again.dumps() == state.dumps()
        assert MovementPhase.from_json(json.loads(json.dumps(state.to_json()))) == state
    name = steps[0][0] if steps else "alpha"
    assert again.options(name) == states[-1].options(name)
    assert len(set(states)) == len({state.dumps() for state in states})


def test_other_seeds_give_other_games() -> None:
    rolls = {played([("alpha", "roll", 0)], seed)[-1].rolls[0].dice for seed in range(40)}
    assert rolls == {(k,) for k in range(1, 7)}


def test_what_does_not_change_is_shared() -> None:
    phase = MovementPhase.start(SCENE)
    new, _ = phase.take("alpha", "remain_stationary")
    assert new.scenario.terrain is phase.scenario.terrain
    changed = [
        one.id
        for one, other in zip(phase.scenario.units, new.scenario.units, strict=True)
        if one is not other
    ]
    assert changed == ["alpha"]
    assert new.unit("alpha").models is not phase.unit("alpha").models
    pairs = zip(new.unit("alpha").models, phase.unit("alpha").models, strict=True)
    assert all(mine is other for mine, other in pairs)
    moved, _ = phase.take("alpha", "normal", paths={"alpha1": [[10, 12, 0, 0], [10, 11, 0, 0]]})
    pairs = zip(moved.unit("alpha").models, phase.unit("alpha").models, strict=True)
    assert [mine is other for mine, other in pairs] == [False, True, True]
    assert phase.unit("alpha").models[0].at == (10.0, 12.0)
    assert copy.copy(phase) == phase
    assert pickle.loads(pickle.dumps(phase)) == phase


def test_states_of_different_phases_differ() -> None:
    kinds: tuple[Any, ...] = (MovementPhase, ChargePhase, FightMoves)
    states = {kind.start(SCENE, Dice(1)) for kind in kinds}
    assert len(states) == 3
    for state in states:
        assert type(state).loads(state.dumps()) == state


@pytest.mark.parametrize(
    ("spoil", "place"),
    [
        (lambda t: t.pop("movesolver"), "movesolver"),
        (lambda t: t.update(phase="charge"), "phase"),
        (lambda t: t.update(speed=3), "speed"),
        (lambda t: t.update(last="nobody"), "last"),
        (lambda t: t.update(arrived=["nobody"]), r"arrived\[0\]"),
        (lambda t: t["dice"].update(seed=-1), r"dice\.seed"),
        (lambda t: t["dice"].update(given=[0]), r"dice\.given\[0\]"),
        (lambda t: t.update(rolls=[{"unit": "nobody", "move": "advance"}]), r"rolls\[0\]\.unit"),
        (lambda t: t.update(owed=[{"unit": "alpha", "kind": "tea"}]), r"owed\[0\]\.kind"),
        (lambda t: t["scenario"].update(active_side="z"), r"scenario\.active_side"),
        (lambda t: t["scenario"].update(phase="fight"), r"scenario\.phase"),
        (
            lambda t: t["scenario"]["units"][0]["models"][0].update(at=[-9, 0]),
            r"scenario\.units\[0\]\.models\[0\]\.at",
        ),
        (
            lambda t: t["scenario"]["units"][0].update(move=float("nan")),
            r"scenario\.units\[0\]\.move",
        ),
    ],
)
def test_reading_names_the_place(spoil: Any, place: str) -> None:
    tree: Any = json.loads(MovementPhase.start(SCENE, Dice(1)).dumps())
    spoil(tree)
    with pytest.raises(InputError, match=f"^{place}: "):
        MovementPhase.from_json(tree)


def test_each_phase_is_of_one_game() -> None:
    other = msgspec.structs.replace(SCENE, rules=RulesChoice("wh40k10"))
    with pytest.raises(UnsupportedError, match="MovementPhase is for wh40k11 only"):
        MovementPhase.start(other)
    with pytest.raises(UnsupportedError, match="CommandRound is for voidsiege only"):
        CommandRound.start(SCENE)
    tree: Any = json.loads(MovementPhase.start(SCENE).dumps())
    tree["scenario"]["rules"] = {"game": "wh40k10"}
    with pytest.raises(InputError, match=r"^scenario\.rules\.game: "):
        MovementPhase.from_json(tree)


def test_reading_other_phases_names_the_place() -> None:
    fight = json.loads(FightMoves.start(SCENE).dumps())
    spoiled: list[tuple[Any, dict[str, Any], str]] = [
        (FightMoves, {"acting": "z"}, "acting"),
        (FightMoves, {"acting": ""}, "acting"),
        (FightMoves, {"passed": ["z"]}, r"passed\[0\]"),
        (FightMoves, {"forced": ["nobody"]}, r"forced\[0\]"),
        (FightMoves, {"step": "lunch"}, "step"),
    ]
    for kind, changes, place in spoiled:
        with pytest.raises(InputError, match=f"^{place}: "):
            kind.from_json({**fight, **changes})


@pytest.mark.parametrize("text", ["", "[]", "{", b"\xff"])
def test_reading_nonsense(text: str | bytes) -> None:
    with pytest.raises(InputError):
        MovementPhase.loads(text)


@pytest.mark.parametrize(
    ("more", "place"),
    [
        ({"paths": {"alpha1": [[10, 12]]}}, r"paths\.alpha1\[0\]"),
        ({"paths": {"alpha1": [[11, 12, 0, 0]]}}, r"action\.paths\.alpha1"),
        ({"paths": {"nobody": [[11, 12, 0, 0]]}}, r"action\.paths\.nobody"),
        ({"ends": {"alpha1": "here"}}, r"ends\.alpha1"),
        ({"targets": ["nobody"]}, r"action\.targets"),
        ({"max_distance": -1}, "max_distance"),
    ],
)
def test_wrong_questions_name_the_place(more: dict[str, Any], place: str) -> None:
    phase = MovementPhase.start(SCENE)
    with pytest.raises(InputError, match=place):
        phase.take("alpha", "normal", **more)
    with pytest.raises(InputError, match="did you mean normal"):
        phase.take("alpha", "normla")
    assert sections(lambda: phase.take("brawl", "fall_back", mode="sideways")) >= {"09.07"}


def test_dice_are_fair_and_counted() -> None:
    results, rest = Dice(seed=9).roll(60_000)
    assert rest == Dice(seed=9, drawn=60_000)
    counts = Counter(results)
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    assert sum((counts[k] - 10_000) ** 2 / 10_000 for k in counts) < 20.5  # chi-squared, 0.1 %
    one, source = Dice(seed=9).roll(2)
    assert (*one, *source.roll(3)[0]) == results[:5]


def test_given_dice_come_first() -> None:
    results, rest = Dice(seed=9, given=(6, 1)).roll(3)
    assert results == (6, 1, *Dice(seed=9).roll(1)[0])
    assert rest == Dice(seed=9, drawn=1)
    assert Dice().with_given(3).with_given(4, 5).roll(2) == ((3, 4), Dice(given=(5,)))
    with pytest.raises(InputError, match=r"dice\.given\[0\]"):
        Dice(given=(7,)).roll(1)
    with pytest.raises(InputError, match="1 more results"):
        Dice(given=(1,)).roll(2)
