"""Small steps off the lattice: whole polishes in crowded scenes, and to a local best."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from geometry_scenes import least
from movekernels.arrays import Floats
from movekernels.search import polishing as fast
from movekernels.search.routing import SLIDE
from movekernels.search.values import SLOPE
from reference import polishing as slow
from reference import values
from scenes import crowded
from search_data import Tried, small, tried

SWEEPS = 40


def polisher(case: Tried) -> tuple[Callable[[], int], Floats, Floats]:
    """Return a call that polishes the start poses, the poses it leaves, and their points."""
    n = case.squad.member.size
    poses, points = case.squad.start.copy(), np.zeros(n)
    ways, steps = np.full(n, SLIDE), np.zeros(n + 1)
    links, trial = np.zeros((2, n), dtype=np.int64), np.zeros((n, 4))

    def run() -> int:
        poses[:, :], ways[:], steps[:] = case.squad.start, SLIDE, 0.3
        return fast.polish(
            case.ground, case.squad, case.terms, poses, ways, SWEEPS, steps, links, trial, points
        )

    return run, poses, points


@pytest.mark.parametrize("bases", ["round", "ovals"])
def test_polish(benchmark: BenchmarkFixture, bases: str) -> None:
    case = tried(crowded(1, 10, bases=bases))
    run, poses, points = polisher(case)
    run()
    sweeps = benchmark(run)
    before = values.worth_of_unit(
        case.ground.shapes, case.squad, case.terms, case.squad.start, SLOPE, np.zeros(10)
    )
    assert points.sum() > before
    assert slow.legal(case.ground, case.squad, poses)
    benchmark.extra_info["microseconds_a_sweep"] = least(run) / sweeps * 1e6


def test_polish_to_the_end(benchmark: BenchmarkFixture) -> None:
    """Three models; the twin looks once in eight directions, a sweep in sixteen."""
    case = small(1, 3)
    run, poses, _ = polisher(case)
    run()
    sweeps = benchmark(run)
    gain = list[float]()
    twin = least(
        lambda: gain.append(slow.polish(case.ground, case.squad, case.terms, poses, SLOPE)), 1
    )
    assert gain[0] < 0.02
    benchmark.extra_info["times_slow_twin"] = twin / (least(run) / sweeps)
