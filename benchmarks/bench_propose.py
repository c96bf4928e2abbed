"""Several moves at once: what `propose` costs in solves, and how good and different they are."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from movesolver import Proposals, check, propose, solve
from scenes import crowded

SEEDS = range(4)
ROUNDS = 3


def spent(run: Callable[[], object]) -> float:
    """Return the least processor time of a few calls, seconds."""
    times = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        run()
        times.append(time.process_time() - begun)
    return min(times)


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
    ratios = [
        spent(lambda q=q: propose(q, k)) / spent(lambda q=q: solve(q))  # type: ignore[misc]
        for q in questions
    ]
    info = benchmark.extra_info
    info["solves"] = statistics.median(ratios)
    info["wanted"] = k / 4
    info["moves"] = statistics.median(len(one.moves) for one in found)
    pairs = list(zip(found, alone, strict=True))
    info["best_of_solve"] = statistics.median(
        (one.moves[0].objective or 0.0) / (result.objective or 1.0) for one, result in pairs
    )
    info["nearest_in_apart"] = min(one.nearest / one.apart for one in found)
