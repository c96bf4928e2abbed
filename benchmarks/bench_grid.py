"""Proofs on the grid, how many in two seconds, against trying all and HiGHS alone; masks."""

from __future__ import annotations

import itertools
import statistics
import time
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from grid_data import searcher_among
from movekernels.arrays import Floats, Ints
from movekernels.search.ground import BARRED
from movesolver import mask
from movesolver.search.budget import budget_of
from movesolver.search.grid import Grid, grid_of, reported_values
from movesolver.search.grid_cuts import Cutter
from movesolver.search.grid_program import Program
from movesolver.search.grid_proof import GridProof, certify_grid
from movesolver.search.improve import Searcher
from scenes import crowded

T = TypeVar("T")
SEEDS = range(8)
ALLOWED = 2.0
"""A proof counts if it takes so many seconds of the processor ..."""
PATIENCE = 20.0
"""... and is given up after so many on the clock."""
COMBINATIONS = 4096


def searched(seed: int, models: int) -> Searcher:
    """A crowded scene after the usual search."""
    searcher = searcher_among(
        crowded(seed, models), lambda spots, _: np.ones(spots.x.size, dtype=np.bool_)
    )
    for _ in searcher.run(budget_of(models, None, None), np.inf):
        pass
    return searcher


def proved(searcher: Searcher) -> tuple[GridProof, float]:
    """A proof and the processor's seconds."""
    begun = time.process_time()
    proof = certify_grid(searcher, seconds=PATIENCE)
    return proof, time.process_time() - begun


def once(benchmark: BenchmarkFixture, run: Callable[[], T]) -> T:
    """Time one run and return what it does."""
    timed: Any = benchmark.pedantic
    found: T = timed(run, rounds=1)
    return found


def whole_grid(searcher: Searcher) -> Grid:
    return grid_of(searcher, reported_values(searcher), range(searcher.spots.x.size))[0]


@pytest.mark.parametrize("models", [5, 10, 20])
def test_proofs_in_two_seconds(benchmark: BenchmarkFixture, models: int) -> None:
    """Near goals among 20 enemies, 40 friends and walls."""
    searchers = [searched(seed, models) for seed in SEEDS]
    proved(searchers[0])
    found = once(benchmark, lambda: [proved(one) for one in searchers])
    times = [spent for _, spent in found]
    done = [proof.proved and spent <= ALLOWED for proof, spent in found]
    benchmark.extra_info["proved_percent"] = 100 * sum(done) / len(done)
    benchmark.extra_info["median_ms"] = statistics.median(times) * 1000
    benchmark.extra_info["worst_ms"] = max(times) * 1000
    gaps = [(proof.bound - proof.value) / abs(proof.bound) for proof, _ in found]
    benchmark.extra_info["worst_gap_percent"] = 100 * max(gaps)


@pytest.mark.parametrize("models", [5, 10])
def test_against_trying_the_best_spots_of_each(benchmark: BenchmarkFixture, models: int) -> None:
    """The product of the best spots of each model, 4,096 combinations at most."""
    searchers = [searched(seed, models) for seed in SEEDS]
    found = once(benchmark, lambda: [proved(one) for one in searchers])
    begun = time.process_time()
    tried = [_exhausted(whole_grid(one)) for one in searchers]
    spent = (time.process_time() - begun) / len(searchers)
    benchmark.extra_info["times_trying"] = spent / statistics.fmean(t for _, t in found)
    benchmark.extra_info["tried_found_percent"] = 100 * statistics.fmean(
        value > BARRED for value in tried
    )
    benchmark.extra_info["tried_was_best_percent"] = 100 * statistics.fmean(
        value >= proof.value - 1e-6 for value, (proof, _) in zip(tried, found, strict=True)
    )


def _exhausted(grid: Grid) -> float:
    each = int(COMBINATIONS ** (1 / grid.models) + 1e-9)
    best = np.argsort(-grid.value, axis=1)[:, :each]
    found = BARRED
    for choice in itertools.product(range(each), repeat=grid.models):
        place: Ints = best[np.arange(grid.models), choice]
        value = grid.total(place)
        if value > found and grid.holds(place):
            found = value
    return found


@pytest.mark.parametrize("models", [5, 10])
def test_against_highs_alone(benchmark: BenchmarkFixture, models: int) -> None:
    """The same program with every pair of model and spot whole and nothing fixed."""
    searchers = [searched(seed, models) for seed in range(4)]
    found = once(benchmark, lambda: [proved(one) for one in searchers])
    alone = [_alone(whole_grid(one)) for one in searchers]
    benchmark.extra_info["times_highs_alone"] = statistics.median(
        a / b for (_, a), (_, b) in zip(alone, found, strict=True)
    )
    benchmark.extra_info["alone_proved_percent"] = 100 * statistics.fmean(
        value is not None for value, _ in alone
    )
    for (value, _), (proof, _) in zip(alone, found, strict=True):
        assert value is None or not proof.proved or abs(value - proof.value) <= 1e-4


def _alone(grid: Grid) -> tuple[float | None, float]:
    """What HiGHS finds best with all x whole, cuts added as they are broken; and seconds."""
    begun, end = time.process_time(), time.perf_counter() + PATIENCE
    program, cutter = Program(grid, whole_pairs=True), Cutter(grid)
    value: Floats = grid.value
    while time.perf_counter() < end:
        found = program.whole(value > BARRED, end - time.perf_counter())
        if found.place is None:
            break
        cuts = cutter.cuts(found.place)
        if not cuts:
            sure = found.bound <= grid.total(found.place) + 1e-4
            return (grid.total(found.place) if sure else None), time.process_time() - begun
        program.cuts += cuts
    return None, time.process_time() - begun


@pytest.mark.parametrize("models", [10, 20])
def test_masks(benchmark: BenchmarkFixture, models: int) -> None:
    """Thirty places for each model, paths included."""
    asked = [crowded(seed, models) for seed in range(4)]
    rng = np.random.default_rng(0)
    places = [
        {
            model.id: (np.array(model.at or (0.0, 0.0)) + rng.normal(0.8, 1.5, (30, 2))).tolist()
            for model in one.mover.standing
        }
        for one in asked
    ]
    mask(asked[0], places[0])
    times = []

    def run() -> None:
        for one, listed in zip(asked, places, strict=True):
            begun = time.process_time()
            assert mask(one, listed, seconds=PATIENCE).decided
            times.append((time.process_time() - begun) * 1000)

    run()
    once(benchmark, run)
    benchmark.extra_info["median_cpu_ms"] = statistics.median(times)
    benchmark.extra_info["worst_cpu_ms"] = max(times)
