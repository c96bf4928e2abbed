"""Arguments of the wrong kind: each of every public call on many boards, games and skirmishes."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

import msgspec
import numpy as np
import pytest

import movesolver
from batch_data import PLACES, many, small
from movesolver import Boards, Checked, Games, InputError, Match, StoredBoards, Workers, chunks_in
from movesolver.gym import DiscreteSkirmishEnv, Rewards, SkirmishEnv, SkirmishVectorEnv
from simulate_data import duel

ONE = small(1)
NO_FLAG: list[Any] = [None, 1, "yes", []]
NO_WHOLE = ["1", 1.5, True, -1, []]
NO_COUNT = [*NO_WHOLE, 0]
NO_AMOUNT = ["1", True, -1.0, np.nan, []]
NO_PATH = [5, b"x", ["x"], True]
NO_RULES = ["strict", {}, 3]
NO_BOARDS = [3, None, ONE[0], b"{}", {"a": ONE[0]}]
HANDS = {
    "threads": NO_WHOLE,
    "processes": NO_WHOLE,
    "executor": [3, "x", int],
    "chunk": NO_COUNT,
    "folder": NO_PATH,
    "progress": [1, "yes", []],
}
WORKERS = {**HANDS, "window": NO_COUNT, "gather": NO_FLAG}
SEARCH = {"seed": [*NO_WHOLE, None], "iterations": NO_WHOLE, "time_ms": NO_AMOUNT}
MANY = {"boards": NO_BOARDS, "rules": NO_RULES, "workers": WORKERS}
NO_POINTS = ["ab", 3, [["1", "2"]], [[True, False]], [[1.0], [1.0, 2.0]], [[1.0, None]]]
NO_ROWS = [*NO_POINTS, [1.0, 2.0]]
NO_SKIRMISH = {
    "units": [*NO_COUNT, 5, None],
    "rounds": [*NO_COUNT, None],
    "opponent": ["clever", 3, None, ["greedy"]],
    "rewards": [3.0, {}, "x"],
}
RENDER = {"render_mode": ["human", 3, ["svg"], True]}


@dataclass
class Call:
    """A call that is right, and for each of its arguments values that are not."""

    call: Callable[..., Any]
    right: Mapping[str, Any]
    wrong: Mapping[str, Any]
    places: Mapping[str, str]
    """What the place of an error is called where it is not the argument."""

    def values(self) -> Iterator[tuple[str, Any]]:
        for name, values in self.wrong.items():
            if isinstance(values, Mapping):
                yield from ((word, value) for word in values for value in values[word])
            else:
                yield from ((name, value) for value in values)


def call(
    what: Callable[..., Any],
    right: Mapping[str, Any],
    wrong: Mapping[str, Any],
    **places: str,
) -> Call:
    return Call(what, right, wrong, places)


@cache
def calls() -> dict[str, Call]:
    ms, boards = movesolver, many(2)
    checked = ms.check_many(boards, depth="ends")
    match = Match(board=duel(), games=1, rounds=1, policies=("random", "random"))
    games = ms.play_games(match)
    longer = ms.play_games(msgspec.structs.replace(match, rounds=2))
    one = {"boards": ONE}
    range_ = {"low": [*NO_WHOLE, 2], "high": [*NO_WHOLE, 3]}
    board = {"board": [*NO_WHOLE, 2]}
    env, wishing, both = DiscreteSkirmishEnv(), SkirmishEnv(), SkirmishVectorEnv(2)
    for each in (env, wishing, both):
        each.reset(seed=0)
    reset = {"seed": [*NO_WHOLE, "ab"], "options": [{"a": 1}, 3, []]}
    actions = ["x", -1, 99, 1.5, None, [0], True]
    return {
        "check_many": call(
            ms.check_many,
            one,
            {**MANY, "depth": ["deep", 3, None, ["move"]], "tolerance": NO_AMOUNT},
        ),
        "reach_many": call(
            ms.reach_many,
            one,
            {
                **MANY,
                "points": [*NO_POINTS, [[1.0, np.nan]], [[1.0, 2.0, 3.0]]],
                "step": [0.0, 3.0, "1", True, None],
                **dict.fromkeys(("ends", "areas", "passing", "mates"), NO_FLAG),
            },
        ),
        "solve_many": call(
            ms.solve_many,
            one,
            {
                **MANY,
                **SEARCH,
                "certify": ["some", 3, True],
                "gap": [*NO_AMOUNT, None],
                "proof_ms": [*NO_AMOUNT, None],
                "values": [[abs], abs, None, "ab"],
                "bound": [*NO_FLAG, "maybe"],
            },
        ),
        "propose_many": call(
            ms.propose_many,
            {**one, "k": 2},
            {**MANY, **SEARCH, "k": [*NO_COUNT, None], "apart": [-1.0, np.inf, "1", True]},
        ),
        "snap_many": call(
            ms.snap_many,
            one,
            {**MANY, **SEARCH, "wished": [*NO_ROWS, {"a": [1.0, 2.0]}, [{}, 3], [{}, {}]]},
        ),
        "mask_many": call(
            ms.mask_many,
            {**one, "places": PLACES},
            {
                **MANY,
                "places": [*NO_ROWS, None, {"a": PLACES}, [{}, None], [{}, {}]],
                "paths": [*NO_FLAG, "x"],
                "time_ms": [*NO_AMOUNT, None],
            },
        ),
        "Boards.of": call(Boards.of, {}, {"scenarios": [*NO_BOARDS, "{}"]}),
        "Boards.repeat": call(
            Boards.repeat,
            {"scenario": ONE[0], "count": 1},
            {"scenario": [3, None, "{}"], "count": [*NO_WHOLE, None]},
        ),
        "Boards.join": call(Boards.join, {}, {"parts": [3, boards.texts, [ONE[0]]]}),
        "Boards.load": call(Boards.load, {}, {"path": NO_PATH}),
        "Boards.save": call(boards.save, {}, {"path": NO_PATH}),
        "Boards.cut": call(boards.cut, {"low": 0, "high": 1}, range_),
        "Boards.scenario": call(boards.scenario, {"board": 0}, {**board, "rules": NO_RULES}),
        "Boards.with_ends": call(boards.with_ends, {}, {"poses": [*NO_ROWS, np.zeros((9, 4))]}),
        "StoredBoards": call(StoredBoards, {}, {"path": NO_PATH}),
        "chunks_in": call(
            chunks_in, {"path": ".", "kind": Checked}, {"path": NO_PATH, "kind": [3, Boards, None]}
        ),
        "seed_of": call(ms.seed_of, {"root": 0, "board": 0}, {"root": NO_WHOLE, "board": NO_WHOLE}),
        "Answers.save": call(checked.save, {}, {"path": NO_PATH}),
        "Answers.load": call(Checked.load, {}, {"path": NO_PATH}),
        "Answers.join": call(Checked.join, {}, {"parts": [3, [games], [boards], None]}),
        "Answers.cut": call(checked.cut, {"low": 0, "high": 1}, range_),
        "Answers.message": call(checked.message, {}, board),
        "play_games": call(ms.play_games, {"match": match}, {"match": [3, None, duel()], **HANDS}),
        "summarised": call(
            ms.summarised,
            {"games": games, "match": match},
            {"games": [3, checked, longer, Games.join([games, games])], "match": [3, None]},
        ),
        "build_board": call(
            ms.build_board,
            {"first": "foot", "second": "foot"},
            {
                "first": [3, None, "feet"],
                "second": [3, None, "feet"],
                "layout": [3, None],
            },
            first="first roster",
            second="second roster",
        ),
        "Match": call(
            match_of,
            {"board": duel()},
            {
                "board": [3, None, "x"],
                "policies": [3, None, ("greedy",), "ab", (3, "greedy"), ("greedy", "x")],
                "games": [*NO_COUNT, None],
                "rounds": [*NO_COUNT, 51, None],
                "phases": NO_COUNT,
                "seed": [*NO_WHOLE, None],
                "iterations": [*NO_WHOLE, None],
            },
        ),
        "SkirmishEnv": call(SkirmishEnv, {}, {**NO_SKIRMISH, **RENDER}),
        "DiscreteSkirmishEnv": call(DiscreteSkirmishEnv, {}, {**NO_SKIRMISH, **RENDER}),
        "SkirmishVectorEnv": call(
            SkirmishVectorEnv,
            {},
            {
                **NO_SKIRMISH,
                "num_envs": [*NO_COUNT, None],
                "discrete": NO_FLAG,
                "threads": NO_WHOLE,
            },
        ),
        "SkirmishEnv.reset": call(wishing.reset, {}, reset),
        "SkirmishEnv.step": call(wishing.step, {}, {"action": actions}),
        "DiscreteSkirmishEnv.step": call(env.step, {}, {"action": actions}),
        "SkirmishVectorEnv.reset": call(both.reset, {}, {**reset, "seed": [*reset["seed"], [1]]}),
        "SkirmishVectorEnv.step": call(both.step, {}, {"actions": [*actions, [0, -1], [0, 0, 0]]}),
        "Rewards": call(
            Rewards,
            {},
            {one.name: ["1", None, True, np.nan, np.inf] for one in fields(Rewards)},
        ),
    }


def match_of(
    board: Any,
    policies: Any = ("random", "random"),
    games: Any = 1,
    rounds: Any = 1,
    phases: Any = None,
    seed: Any = 0,
    iterations: Any = 10,
) -> None:
    """Play a match of these fields."""
    given = (board, policies, games, rounds, phases, seed, iterations)
    movesolver.play_games(Match(*given))


@pytest.mark.parametrize("name", calls())
def test_no_argument_of_the_wrong_kind_gets_past_the_door(name: str) -> None:
    asked = calls()[name]
    for argument, value in asked.values():
        with pytest.raises(InputError) as refused:
            asked.call(**{**asked.right, argument: value})
        place = asked.places.get(argument, argument)
        assert refused.value.place.partition("[")[0].partition(".")[0] == place, (argument, value)
        assert str(refused.value).count("\n") == 0


@pytest.mark.parametrize("name", calls())
def test_every_argument_is_tried(name: str) -> None:
    asked = calls()[name]
    assert set(asked.wrong) == set(inspect.signature(asked.call).parameters)


def test_all_that_is_said_of_the_work_is_tried() -> None:
    assert set(WORKERS) == set(Workers.__annotations__)
    assert tuple(inspect.signature(match_of).parameters) == Match.__struct_fields__


def test_numbers_of_numpy_are_numbers() -> None:
    plain = movesolver.solve_many(ONE, seed=3, iterations=9, threads=1, chunk=1, bound=True)
    one, nine = np.int64(1), np.int32(9)
    numpy: dict[str, Any] = {"threads": one, "chunk": one, "bound": np.True_}
    answer = movesolver.solve_many(ONE, seed=int(np.int64(3)), iterations=int(nine), **numpy)
    assert answer.ends.tolist() == plain.ends.tolist()
