"""Formations rebuilt from spots where bases touch."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from geometry_scenes import least
from movekernels.arrays import Floats
from movekernels.search import rebuilding
from movekernels.search.routing import SLIDE
from reference import rebuilding as slow_rebuilding
from reference.polishing import legal
from scenes import crowded
from search_data import Tried, small, tried


def rebuilder(case: Tried, iterations: int) -> tuple[Callable[[], float], Floats]:
    n = case.squad.member.size
    aims, draws = np.array(case.goal.points), np.random.default_rng(0).random(4096)
    poses, ways = case.squad.start.copy(), np.full(n, SLIDE)

    def run() -> float:
        poses[:, :], ways[:] = case.squad.start, SLIDE
        return rebuilding.rebuild(
            case.ground, case.squad, case.terms, aims, poses, ways, draws, iterations, 0.5, 8, 0.05
        )

    return run, poses


@pytest.mark.parametrize("models", [10, 30])
def test_rebuild(benchmark: BenchmarkFixture, models: int) -> None:
    """The unit as it stands, once with so many iterations and once without any."""
    case = tried(crowded(1, models))
    run, poses = rebuilder(case, 400)
    points = run()
    assert benchmark(run) == points
    assert legal(case.ground, case.squad, poses)
    spent, idle = least(run), least(rebuilder(case, 0)[0])
    benchmark.extra_info["microseconds_an_iteration"] = (spent - idle) / 400 * 1e6
    benchmark.extra_info["microseconds_without_any"] = idle * 1e6


def test_rebuild_against_moving_one_model(benchmark: BenchmarkFixture) -> None:
    case = small(1, 3)
    run, poses = rebuilder(case, 300)
    run()
    points = benchmark(run)
    wanted, aims = list[float](), np.array(case.goal.points)

    def twin() -> None:
        wanted.append(
            slow_rebuilding.rebuild(case.ground, case.squad, case.terms, aims, case.squad.start)
        )

    spent = least(twin, 1)
    assert points >= wanted[0] - 1e-6
    assert legal(case.ground, case.squad, poses)
    benchmark.extra_info["times_slow_twin"] = spent / least(run)
