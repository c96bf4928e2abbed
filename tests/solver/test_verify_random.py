"""Random tiny boards: true certificates of an independent maker, and lies below a legal end."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

import movesolver
from movesolver import Scenario, verify
from scenes_mixed import anything
from verify_data import best_met, produced, random_board, straight

SEEDS = range(6)
STEP = 0.35
"""Of the lattices on which the best legal end is looked for, inches."""


def drawn(seed: int) -> tuple[Scenario, dict[str, Any]]:
    scenario = random_board(np.random.default_rng(seed))
    return scenario, produced(scenario)


def lowered(cert: dict[str, Any], by: float, rng: np.random.Generator) -> dict[str, Any]:
    """Return a certificate whose bound is lower, and its parts with it at random."""
    lie = copy.deepcopy(cert)
    lie["bound"] -= by
    node = lie["proof"]
    share = rng.dirichlet(np.ones(len(node["models"]))) * by
    for name, part in zip(node["models"], share.tolist(), strict=True):
        node["models"][name] -= part
    return lie


def spoiled(cert: dict[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    """Return a certificate with a disc moved, widened, or its price lowered but not its sum's."""
    lie = copy.deepcopy(cert)
    discs = lie["proof"]["discs"]
    if discs:
        disc = discs[int(rng.integers(len(discs)))]
        disc[int(rng.integers(4))] *= float(rng.uniform(0.5, 1.5))
    return lie


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_true_is_accepted_and_what_a_legal_end_beats_is_not(seed: int) -> None:
    scenario, cert = drawn(seed)
    answer = verify(cert, scenario)
    assert answer.valid, answer.faults
    assert answer.bound == pytest.approx(cert["bound"], abs=1e-7)
    best, ends = best_met(scenario, STEP)
    assert movesolver.check(straight(scenario, ends)).legal
    assert best <= cert["bound"]
    rng = np.random.default_rng(seed)
    for below in (1e-5, 1e-3, 0.05):
        lie = lowered(cert, cert["bound"] - best + below, rng)
        assert not verify(lie, scenario).valid
    for _ in range(6):
        lie = spoiled(lowered(cert, (cert["bound"] - best) * float(rng.uniform()), rng), rng)
        assert not verify(lie, scenario).valid or lie["bound"] >= best


@pytest.mark.parametrize("seed", SEEDS[:2])
def test_as_far_as_it_can_be_lowered_no_legal_end_is_better(seed: int) -> None:
    scenario, cert = drawn(seed)
    best, _ = best_met(scenario, STEP)
    low, high = 0.0, cert["bound"] - best + 0.1
    rng = np.random.default_rng(seed)
    for _ in range(8):
        middle = (low + high) / 2
        if verify(lowered(cert, middle, rng), scenario, most=300_000).valid:
            low = middle
        else:
            high = middle
    assert low > 0.0
    assert cert["bound"] - low >= best


@pytest.mark.parametrize("seed", SEEDS[:2])
def test_what_solve_finds_is_below_what_is_shown(seed: int) -> None:
    scenario, cert = drawn(seed)
    result = movesolver.solve(scenario, seed=seed)
    shown = verify(cert, scenario).bound
    assert shown is not None
    assert result.objective is not None
    assert result.objective <= shown


@pytest.mark.compiled
def test_what_solve_hands_out_is_verified() -> None:
    """Bounds of models alone too, which have nothing to spare but what is added for that."""
    kinds = set()
    for seed in range(10):
        scenario = anything(seed)
        result = movesolver.solve(scenario, iterations=20)
        answer = verify(result.certificate, result.moved or scenario)
        assert answer.valid, (seed, answer.faults)
        kinds.add(result.certificate["proof"]["kind"])
    assert {"alone", "prices"} <= kinds


def test_places_of_what_refutes_are_places_in_reach() -> None:
    scenario, cert = drawn(3)
    lie = lowered(cert, 1.0, np.random.default_rng(0))
    answer = verify(lie, scenario)
    assert not answer.valid
    assert any(" at (" in fault for fault in answer.faults)
    x, y = map(float, answer.faults[0].split("at (")[1].split(")")[0].split(",")[:2])
    start = next(m.at for m in scenario.mover.models if m.id in answer.faults[0].split()[1])
    assert start is not None
    assert np.hypot(x - start[0], y - start[1]) <= (scenario.mover.move or 0) + 1e-5
