"""Several moves at once: what `propose` costs in solves, and how good and different they are."""

from __future__ import annotations

import statistics
import time
from functools import partial

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from geometry_scenes import least
from movesolver import Proposals, check, propose, solve
from scenes import crowded

SEEDS = range(4)
spent = partial(least, repeats=3, clock=time.process_time)


def legal(found: Proposals) -> bool:
    """Whether every move is legal by a referee that forgives nothing."""
    return all(m.moved is not None and check(m.moved, tolerance=0.0).legal for m in found.moves)


@pytest.mark.parametrize("k", [4, 8, 16])
@pytest.mark.parametrize("models", [5, 10, 20])
def test_propose_against_solves(benchmark: BenchmarkFixture, models: int, k: int) -> None:
    """Among 20 enemies, 40 friends and walls; wanted is the time of k / 4 solves."""
    questions = [crowded(seed, models) for seed in SEEDS]
    found = [propose(question, k) for question in questions]  # compiles
    alone = [solve(question) for question in questions]
    assert all(map(legal, found))
    benchmark(lambda: propose(questions[0], k))
    ratios = [spent(partial(propose, q, k)) / spent(partial(solve, q)) for q in questions]
    info = benchmark.extra_info
    info["solves"] = statistics.median(ratios)
    info["wanted"] = k / 4
    info["moves"] = statistics.median(len(one.moves) for one in found)
    pairs = list(zip(found, alone, strict=True))
    info["best_of_solve"] = statistics.median(
        (one.moves[0].objective or 0.0) / (result.objective or 1.0) for one, result in pairs
    )
    info["nearest_in_apart"] = min(one.nearest / one.apart for one in found)
