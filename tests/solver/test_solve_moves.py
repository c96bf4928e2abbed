"""solve for charges, fights, surges and set-ups: legal without a tolerance, or said why not."""

from __future__ import annotations

import json

import pytest

import movesolver
from fight_scenes import arrival, fight
from movesolver.formats.scenario import loads
from movesolver.search.answer import PROVED
from movesolver.search.result import Status

FIGHTS = ("charge", "pile_in", "consolidate", "surge")
ARRIVALS = ("disembark", "emergency_disembark", "ingress", "deep_strike", "set_up")
SEEDS = 12


def asked(move: str, seed: int) -> movesolver.Scenario:
    scene = fight if move in FIGHTS else arrival
    return loads(json.dumps(scene(seed, move)))


@pytest.mark.compiled
@pytest.mark.parametrize("move", FIGHTS + ARRIVALS)
def test_answers_are_legal_with_and_without_a_tolerance(move: str) -> None:
    solved = 0
    for seed in range(SEEDS):
        question = asked(move, seed)
        result = movesolver.solve(question, seed=seed)
        if not result.solved:
            assert result.reasons, (move, seed)
            continue
        solved += 1
        assert result.moved is not None
        for tolerance in (None, 0.0):
            verdict = movesolver.check(result.moved, tolerance=tolerance)
            assert verdict.legal, (move, seed, tolerance, verdict.explain())
        assert result.objective is not None
        assert result.bound is not None
        assert result.objective <= result.bound + 1e-9
        if result.status == Status.OPTIMAL:
            assert result.bound - result.objective <= (PROVED + 2e-9) * len(result.ends)
    assert solved >= SEEDS // 3, move


@pytest.mark.compiled
@pytest.mark.parametrize("move", ["charge", "disembark"])
def test_the_same_seed_gives_the_same_answer(move: str) -> None:
    for seed in range(3):
        first, second = (movesolver.solve(asked(move, seed), seed=7) for _ in range(2))
        assert first.ends == second.ends
        assert first.objective == second.objective


@pytest.mark.compiled
def test_a_mate_sent_to_do_its_duty_does_it() -> None:
    """What solve returns owes nothing: `check` finds no duty undone (11.04)."""
    owing = 0
    for seed in range(SEEDS):
        result = movesolver.solve(asked("charge", 100 + seed), seed=seed)
        if result.moved is not None:
            owing += movesolver.Code.DUTY in movesolver.check(result.moved).codes
    assert owing == 0
