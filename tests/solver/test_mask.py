"""mask: which listed places take part in a legal end, held against all choices and the rules."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import msgspec
import numpy as np
import pytest

import movesolver
from fight_scenes import fight
from movesolver.errors import InputError
from movesolver.formats.scenario import loads
from movesolver.search.grid import Grid
from movesolver.search.joining import Joiner
from movesolver.table.scenario import Scenario
from scenes import crowded, open_table, scene

Places = dict[str, list[list[float]]]


def places_about(asked: Scenario, seed: int, each: int, spread: float) -> Places:
    """Places about the start of each model and a little further on."""
    rng = np.random.default_rng(seed)
    return {
        model.id: (np.array(model.at) + rng.normal(0.0, spread, (each, 2)) + (spread, 0)).tolist()
        for model in asked.mover.standing
        if model.at is not None
    }


def agrees(asked: Scenario, places: Places) -> int:
    """Hold a mask against all choices; return how many places are allowed."""
    found = movesolver.choices(asked, places, most=100_000)
    answer = movesolver.mask(asked, places, paths=False, seconds=60.0)
    assert answer.decided
    for i, (name, row) in enumerate(answer.allowed.items()):
        wanted = {choice[i] for choice in found}
        assert set(np.flatnonzero(row).tolist()) == wanted
        assert not answer.undecided[name].any()
    return sum(int(row.sum()) for row in answer.allowed.values())


@pytest.mark.compiled
@pytest.mark.parametrize("bases", ["round", "mixed"])
def test_a_mask_is_the_union_of_all_choices(bases: str) -> None:
    allowed = []
    for seed in range(5):
        asked = scene(seed, 4, enemies=4, friends=4, walls=3, bases=bases, spread=1.6)
        allowed.append(agrees(asked, places_about(asked, seed, 5, 1.2)))
    assert min(allowed) < 20
    assert sum(count > 0 for count in allowed) >= 3


@pytest.mark.compiled
def test_so_it_is_where_the_unit_as_a_whole_owes_something() -> None:
    allowed = 0
    for seed in (2, 3, 5, 8, 17, 18):
        asked = loads(json.dumps(fight(seed, "charge")))
        foe = next(unit for unit in asked.units if unit.side == "b")
        near = np.array(foe.models[0].at)
        rng = np.random.default_rng(seed)
        places = {m.id: (near + rng.normal(0, 2.0, (6, 2))).tolist() for m in asked.mover.standing}
        allowed += agrees(asked, places)
    assert allowed > 0


@pytest.mark.compiled
def test_every_allowed_place_has_a_witness_that_the_referee_accepts() -> None:
    asked = crowded(0, 10)
    places = places_about(asked, 0, 7, 1.0)
    answer = movesolver.mask(asked, places, seconds=60.0)
    assert answer.decided
    assert 0 < sum(int(row.sum()) for row in answer.allowed.values()) < 70
    for name, row in answer.allowed.items():
        for k, allowed in enumerate(row.tolist()):
            ends = answer.witness(name, k)
            if not allowed:
                assert ends is None
                continue
            assert ends is not None
            assert list(ends[name][:2]) == places[name][k]
            action = msgspec.structs.replace(asked.action, ends=ends)
            asked_back = msgspec.structs.replace(asked, action=action)
            assert movesolver.check_reach(movesolver.validate(asked_back)).legal


@pytest.mark.compiled
def test_places_out_of_reach_are_out_with_paths_alone() -> None:
    asked = scene(1, 3, enemies=0, friends=0, walls=0, move=2.0)
    start = {model.id: model.at or (0.0, 0.0) for model in asked.mover.standing}
    places = {name: [[at[0] + 1.5, at[1]], [at[0] + 2.5, at[1]]] for name, at in start.items()}
    near = movesolver.mask(asked, places)
    far = movesolver.mask(asked, places, paths=False)
    assert all(row.tolist() == [True, False] for row in near.allowed.values())
    assert all(row.tolist() == [True, True] for row in far.allowed.values())
    assert near.to_json()["decided"] is True
    assert json.loads(json.dumps(near.to_json()))["allowed"]["a0"] == [True, False]


@pytest.mark.compiled
def test_without_time_nothing_is_guessed() -> None:
    asked = crowded(0, 10)
    places = places_about(asked, 0, 12, 1.0)
    whole = movesolver.mask(asked, places, seconds=60.0)
    hasty = movesolver.mask(asked, places, seconds=0.0)
    assert not hasty.decided
    for name, row in whole.allowed.items():
        assert not hasty.allowed[name].any()
        assert (row <= hasty.undecided[name]).all()


def test_places_that_are_none_are_refused() -> None:
    asked = scene(0, 2, enemies=0, friends=0, walls=0)
    with pytest.raises(InputError, match=r"places\.\w+: wanted at least one place, got none"):
        movesolver.mask(asked, {})
    first, second = (model.id for model in asked.mover.models)
    good = {first: [[9.0, 9.0]], second: [[11.0, 9.0]]}
    wrong: list[tuple[Any, str]] = [
        (5, "places: wanted lists of places by model id"),
        (good | {"zz": [[9, 9]]}, r"places\.zz: wanted a model that moves or is set up"),
        (good | {first: 5}, r"places\.\w+: wanted a list of places"),
        (good | {first: [5]}, r"places\.\w+\[0\]: wanted \[x, y\]"),
        (good | {first: [["x", 9.0]]}, r"places\.\w+\[0\]\[0\]: wanted a number"),
    ]
    for places, message in wrong:
        with pytest.raises(InputError, match=message):
            movesolver.mask(asked, places)
    seconds: Any = "x"
    with pytest.raises(InputError, match="seconds: wanted zero or more seconds"):
        movesolver.mask(asked, good, seconds=seconds)


def test_witnesses_are_of_places_that_were_listed() -> None:
    asked = scene(0, 2, enemies=0, friends=0, walls=0)
    answer = movesolver.mask(asked, {model.id: [[9.0, 9.0]] for model in asked.mover.models})
    with pytest.raises(InputError, match="model: wanted one that places were listed for"):
        answer.witness("zz", 0)
    for place in (1, -1):
        with pytest.raises(InputError, match="place: wanted a number from 0 to 0"):
            answer.witness(asked.mover.models[0].id, place)


def test_a_formation_is_sought_until_all_is_tried_or_the_steps_are_spent() -> None:
    """Two models on a line of three places each, neighbours only at the far ends."""
    beside = np.zeros((6, 6), dtype=np.bool_)
    beside[2, 5] = beside[5, 2] = True
    none = np.zeros((6, 6), dtype=np.bool_)
    value = np.where(np.arange(6) // 3 == np.arange(2)[:, None], 0.0, -np.inf)
    grid = Grid(value, none, none, beside, 1, True)
    joiner = Joiner(grid, lambda _: True)
    assert joiner.formation([0b111, 0b111000], 0, 100) == ([2, 5], True)
    assert joiner.formation([0b011, 0b111000], 0, 100) == (None, True)
    assert joiner.formation([0b011, 0b111000], 0, 2) == (None, False)
    assert Joiner(grid, lambda _: False).formation([0b111, 0b111000], 0, 100) == (None, True)


@pytest.mark.parametrize("status", [{}, {"in_reserve": True}, {"embarked_in": "foes"}])
@pytest.mark.parametrize("move", ["normal", "return_models", "redeploy", "ingress", "disembark"])
def test_a_unit_without_models_to_move_is_refused_or_answered(
    move: str, status: dict[str, Any]
) -> None:
    asked = open_table(1, 3)
    foes = msgspec.structs.replace(asked.mover, id="foes", side="red")
    models = tuple(msgspec.structs.replace(m, slain=True) for m in foes.models)
    gone = msgspec.structs.replace(
        asked.mover, models=models, status=msgspec.structs.replace(asked.mover.status, **status)
    )
    action = msgspec.structs.replace(asked.action, move=move)
    asked = msgspec.structs.replace(asked, units=(gone, foes), action=action)
    if move != "return_models":
        for question in (movesolver.mask, movesolver.choices):
            with pytest.raises(InputError, match=r"action\.unit: wanted a unit (on|with)"):
                question(asked, {})
        answer = movesolver.mask_many([asked], [[12.0, 22.0]])
        assert answer.error.tolist() == [movesolver.Failure.BAD_INPUT]
        assert "action.unit" in answer.message(0)
    for other in (movesolver.solve, movesolver.propose, movesolver.snap):
        given: tuple[Any, ...] = (2,) if other is movesolver.propose else ()
        with contextlib.suppress(InputError):  # else an answer, whatever it is
            other(asked, *given, iterations=2)
    for name in (model.id for model in models):
        with contextlib.suppress(InputError):
            movesolver.snap(asked, {name: (12.0, 22.0)}, iterations=2)
