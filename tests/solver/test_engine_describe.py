"""What a client is told to show a question: moves, maxima, who holds whom, what a move is worth."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import movesolver as ms
from engine_data import ROOT, Message, charging, squad
from movesolver.engine.describing import describe
from movesolver.rules import rules_of
from movesolver.search.worth import worth_of
from movesolver.table.scenario import Scenario

SCENES = sorted((ROOT / "benchmarks" / "scenes").glob("*.jsonl"))


def scene(document: Message) -> Scenario:
    return ms.loads(json.dumps(document))


def told_of(document: Message) -> Any:
    return describe(scene(document))


def test_the_moves_are_those_of_the_game() -> None:
    told = told_of(squad())
    assert (told["game"], told["version"]) == ("wh40k11", "V963_2026_10_01")
    assert set(told["types"]) == set(rules_of().moves)
    assert told["types"]["charge"]["roll"] == [2, 12]
    assert told["types"]["charge"]["targets"] == "enemies"
    assert told["types"]["normal"]["roll"] is None
    assert told["types"]["fall_back"]["modes"] == ["ordered_retreat", "desperate_escape"]
    assert [name for name in told["types"] if told["types"][name]["sets_up"]] == [
        name for name, move in rules_of().moves.items() if move.set_up is not None
    ]
    assert told["engagement"] == 2
    other = told_of(squad(move="run") | {"rules": {"game": "voidsiege"}})
    assert set(other["types"]) == set(rules_of("voidsiege").moves)
    assert other["engagement"] == 1


def test_how_far_models_may_move() -> None:
    document = squad(move="advance", roll=4)
    document["units"][0]["models"][1]["move"] = 5
    told = told_of(document)
    assert told["maximum"] == {"a1": 10, "a2": 9, "a3": 10, "captain": 10}
    assert told["lacks"] is None


def test_a_number_that_is_wanting_is_named() -> None:
    told = told_of(charging())
    assert told["maximum"] == {}
    assert "action.roll: wanted a roll of 2 to 12" in told["lacks"]
    assert told["types"]["charge"]["roll"] == [2, 12]
    assert told["worth"] is None


def test_links_are_where_the_action_leaves_the_models() -> None:
    told = told_of(squad())
    assert ["a1", "a2"] in told["links"]
    # 32 mm bases whose centres are 4 inches apart leave 2.74 between them.
    away = told_of(squad(ends={"a1": [10, 14, 0, 0]}))
    assert not any("a1" in pair for pair in away["links"])
    assert ["a2", "a3"] in away["links"]


@pytest.mark.compiled
def test_worth_of_a_move_by_hand() -> None:
    goal: list[Any] = [{"near": [10, 30]}, {"travel": True, "weight": 0.5}]
    stays = squad(goal=goal, paths={})
    assert worth_of(scene(stays)) == 0
    # Two inches towards the point and one back: one inch closer for three of path.
    path = [[10, 21.2, 0, 0], [10, 23.2, 0, 0], [10, 22.2, 0, 0]]
    assert worth_of(scene(squad(goal=goal, paths={"a3": path}))) == pytest.approx(1 - 1.5)
    assert worth_of(scene(squad(goal=goal, ends={"a3": path[1]}))) == pytest.approx(2 - 1)
    # It is not asked whether the move is legal.
    far = {"a3": [[10, 21.2, 0, 0], [10, 30, 0, 0]]}
    assert worth_of(scene(squad(goal=goal, paths=far))) == pytest.approx(8.8 - 4.4)
    assert worth_of(scene(squad(goal=[], paths=far))) is None
    assert describe(scene(squad(goal=goal)))["worth"] is None
    assert describe(scene(stays))["worth"] == 0


@pytest.mark.compiled
def test_worth_where_models_are_wanting() -> None:
    document = json.loads(
        (ROOT / "solver/movesolver/engine/page/static/examples/arrival.json").read_text()
    )
    document["action"]["ends"] = {"f1": [22, 15, 0, 0]}
    assert worth_of(scene(document)) is None


@pytest.mark.compiled
@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_worth_is_what_solve_counts(path: Path) -> None:
    """On drawn scenes of every kind of move and goal."""
    for line in path.read_text().splitlines()[:2]:
        result = ms.solve(ms.loads(line), seed=0, iterations=10, bound=False)
        if result.moved is not None and result.moved.action.goal:
            assert worth_of(result.moved) == pytest.approx(result.objective, abs=1e-9)
