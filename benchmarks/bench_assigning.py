"""Formations on lattices of touching bases, and the assignment they are found by."""

from __future__ import annotations

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from scipy.optimize import linear_sum_assignment

from geometry_scenes import least
from movekernels.search import assigning as fast
from movekernels.search.ground import MARGIN
from reference import assigning as slow
from scenes import crowded
from search_data import tried


@pytest.mark.parametrize("models", [4, 10, 30])
def test_assign(benchmark: BenchmarkFixture, models: int) -> None:
    """Against all permutations where these are few, and against scipy."""
    size = 8 if models == 4 else 3 * models + 12
    value = np.random.default_rng(0).uniform(0, 5, (models, size))
    place = np.zeros(models, np.int64)
    assert fast.assign(value, place)
    assert benchmark(lambda: fast.assign(value, place))
    points = float(value[np.arange(models), place].sum())
    spent = least(lambda: fast.assign(value, place))
    rows, columns = linear_sum_assignment(value, maximize=True)
    assert points == pytest.approx(float(value[rows, columns].sum()))
    scipy = least(lambda: linear_sum_assignment(value, maximize=True))
    benchmark.extra_info["times_scipy"] = scipy / spent
    if models == 4:
        assert points == pytest.approx(slow.assign(value))
        benchmark.extra_info["times_slow_twin"] = least(lambda: slow.assign(value), 1) / spent


@pytest.mark.parametrize("models", [10, 30])
def test_best_phase(benchmark: BenchmarkFixture, models: int) -> None:
    case = tried(crowded(1, models))
    centres = np.repeat(np.array(case.goal.points), 6, axis=0)
    poses, ways = np.empty((models, 4)), np.zeros(models, np.int64)
    draws = np.random.default_rng(0).random(18)

    def run() -> float:
        return fast.best_phase(case.ground, case.squad, case.terms, centres, draws, poses, ways)

    points = run()
    assert benchmark(run) == points
    wide = 2 * float(case.squad.outer.max()) + MARGIN
    assert points == -np.inf or slow.best_phase(poses, wide)
    benchmark.extra_info["microseconds_a_lattice"] = least(run) / len(centres) * 1e6
