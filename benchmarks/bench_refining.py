"""Ruin and recreate off the lattice: the rate when crowded, and against moving one model."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from geometry_scenes import least
from movekernels.arrays import Floats
from movekernels.search import refining as fast
from movekernels.search import values
from movekernels.search.routing import SLIDE
from movesolver.search.improve import Searcher
from reference import refining as slow
from reference.polishing import legal
from scenes import crowded
from search_data import Tried, small, tried

ITERATIONS = 40


def refiner(case: Tried, value: Floats, searcher: Searcher) -> tuple[Callable[[], float], Floats]:
    """Return a call that refines the start poses, and the poses it leaves."""
    n, size = value.shape
    table, known = np.zeros((size, size), np.int16), np.zeros(size, np.bool_)
    poses, ways = case.squad.start.copy(), np.full(n, SLIDE)
    draws = np.random.default_rng(0).random(4096)

    def run() -> float:
        poses[:, :], ways[:] = case.squad.start, SLIDE
        return fast.refine(
            case.ground, case.squad, case.terms, searcher.spots, value,
            searcher.ways, table, known, np.zeros(size, np.int16), poses, ways, draws,
            ITERATIONS, 0.2, 6,
        )  # fmt: skip

    return run, poses


@pytest.mark.parametrize("bases", ["round", "ovals"])
def test_refine(benchmark: BenchmarkFixture, bases: str) -> None:
    case = tried(crowded(1, 10, bases=bases))
    searcher = Searcher(case.position, case.arena, case.goal, 0)
    run, poses = refiner(case, searcher.value, searcher)
    points = run()
    assert benchmark(run) == points
    assert legal(case.ground, case.squad, poses)
    benchmark.extra_info["microseconds_an_iteration"] = least(run) / ITERATIONS * 1e6


def test_refine_against_moving_one_model(benchmark: BenchmarkFixture) -> None:
    """The twin tries every spot for each model alone, once."""
    case = small(1, 3)
    searcher = Searcher(case.position, case.arena, case.goal, 0)
    value = np.full(searcher.value.shape, -np.inf)
    some = slice(None, None, max(1, value.shape[1] // 25))
    value[:, some] = searcher.value[:, some]
    run, poses = refiner(case, value, searcher)
    start, points = case.squad.start, np.zeros(3)
    shapes, squad = case.ground.shapes, case.squad
    before = values.worth_of_unit(shapes, squad, case.terms, start, values.SLOPE, points)
    run()
    found = benchmark(run)
    wanted = list[float]()
    spots = searcher.spots

    def twin() -> None:
        wanted.append(slow.refine(case.ground, squad, spots, value, start, points))

    spent = least(twin, 1)
    assert found >= wanted[0] - 1e-9 >= before - 1e-9
    assert legal(case.ground, squad, poses)
    benchmark.extra_info["times_slow_twin"] = spent / least(run)
