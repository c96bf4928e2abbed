"""Rounds of prices, and how low bounds come on crowded tables."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from movekernels.search import prices as fast
from movesolver import solve
from movesolver.search.certify import certify_all
from movesolver.search.peaks import price_bound
from price_data import some_squares
from reference import prices as slow
from scenes import crowded
from search_data import tried

SEEDS = range(6)


def test_rounds(rate: Callable[..., None]) -> None:
    squares, discs, answer = some_squares(np.random.default_rng(1))
    picks = np.empty((1, squares.group.size, 2), dtype=np.int64)
    rounds = 20

    def run() -> None:
        discs.price[:] = 0.0
        fast.descend(squares, discs, answer, -50.0, rounds, 1.0, picks)

    def twin() -> None:
        discs.price[:] = 0.0
        slow.descend(squares, discs, answer, -50.0, 2, 1.0)

    rate(run, rounds, twin, 2)


@pytest.mark.parametrize("models", [5, 10, 20, 30])
def test_bound_by_prices(benchmark: BenchmarkFixture, models: int) -> None:
    """How far above the answer, and how long it takes beside the search."""
    gaps, parts = list[float](), list[float]()
    cases = []
    for seed in SEEDS:
        solve(crowded(seed, models))
        begun = time.process_time()
        found = solve(crowded(seed, models))
        cases.append((tried(crowded(seed, models)), found, time.process_time() - begun))

    def run() -> None:
        for case, found, whole in cases:
            assert found.objective is not None
            begun = time.process_time()
            bound = price_bound(case.position, case.arena, case.goal, found.objective)
            parts.append((time.process_time() - begun) / whole)
            gaps.append(100.0 * (bound.value - found.objective) / abs(found.objective))

    benchmark(run)
    benchmark.extra_info["gap_percent"] = statistics.median(gaps)
    benchmark.extra_info["worst_percent"] = max(gaps)
    benchmark.extra_info["part_of_solve"] = statistics.median(parts)


@pytest.mark.parametrize("models", [5, 10, 20])
def test_certified(benchmark: BenchmarkFixture, models: int) -> None:
    """What is left of the gap after two seconds."""
    gaps = list[float]()
    cases = [(tried(crowded(seed, models)), solve(crowded(seed, models))) for seed in SEEDS]

    def run() -> None:
        for case, found in cases:
            assert found.objective is not None
            bound = certify_all(case.position, case.arena, case.goal, found.objective)
            gaps.append(100.0 * (bound.value - found.objective) / abs(found.objective))

    benchmark(run)
    benchmark.extra_info["gap_percent"] = statistics.median(gaps)
    benchmark.extra_info["worst_percent"] = max(gaps)


def test_parts_of_a_round(rate: Callable[..., None]) -> None:
    squares, discs, answer = some_squares(np.random.default_rng(1))
    width = np.empty(8, dtype=np.int64)

    def run() -> None:
        fast.widths(0.63, 0.1, width)
        fast.spread_prices(discs, fast.list_prices(discs))
        fast.respond(squares, discs, answer)
        discs.held[:] = 0.0
        fast.count_models(squares, discs, answer)

    def twin() -> None:
        slow.widths(0.63, 0.1, width)
        slow.list_prices(discs)
        slow.spread_prices(discs)
        slow.respond(squares, discs, answer)
        slow.count_models(squares, discs, answer)

    rate(run, 1, twin, 1)
