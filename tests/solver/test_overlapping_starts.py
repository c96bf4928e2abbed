"""Bases that overlap before the move: told in the answer, whatever it is."""

from __future__ import annotations

import json

import pytest

import movesolver

RADIUS = 32 / 25.4 / 2


def board(
    second: list[float], foe: list[float], move: str = "normal", keyword: str = "INFANTRY"
) -> movesolver.Scenario:
    def unit(name: str, side: str, *at: list[float]) -> dict[str, object]:
        models = [{"id": f"{name}{k}", "base": {"round": 32}, "at": p} for k, p in enumerate(at, 1)]
        return {"id": name, "side": side, "move": 6, "models": models, "keywords": [keyword]}

    units = [unit("a", "x", [10, 10], second), unit("f", "y", foe)]
    action = {"unit": "a", "move": move, "goal": [{"near": [20, 20]}]}
    document = {"movesolver": 1, "table": {"width": 44, "height": 30}, "units": units}
    return movesolver.loads(json.dumps({**document, "action": action}))


@pytest.mark.compiled
def test_mates_that_overlap_are_told_beside_the_answer() -> None:
    result = movesolver.solve(board([10.5, 10], [30, 10]))
    assert result.solved
    assert list(result.reasons) == ["START"]
    assert "a1 and a2" in result.reasons["START"]
    assert movesolver.solve(board([12, 10], [30, 10])).reasons == {}


@pytest.mark.compiled
def test_an_enemy_that_is_overlapped_is_told_where_nothing_was_found() -> None:
    result = movesolver.solve(board([11.5, 10], [10, 10.6], "fall_back"))
    assert not result.solved
    assert "a1 and f1" in result.reasons["START"]


@pytest.mark.compiled
def test_what_rules_an_end_out_by_proof_stands_alone() -> None:
    result = movesolver.solve(board([11.5, 10], [10, 10.6]))
    assert result.status == "INFEASIBLE"
    assert list(result.reasons) == ["NOT_ELIGIBLE"]


@pytest.mark.compiled
def test_contact_with_rounding_is_no_overlap() -> None:
    touching = [10 + 2 * RADIUS - 1e-4, 10]
    assert movesolver.solve(board(touching, [30, 10])).reasons == {}


@pytest.mark.compiled
def test_many_boards_and_wishes_tell_it_too() -> None:
    scenario = board([10.5, 10], [30, 10])
    answer = movesolver.solve_many([scenario], iterations=20)
    assert movesolver.batch.answers.named(answer.reasons[0]) == ("START",)
    assert "START" in movesolver.snap(scenario, {"a1": [12, 12]}).reasons
    (move, *_) = movesolver.propose(scenario, 1).moves
    assert "START" in move.reasons
