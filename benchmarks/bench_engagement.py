"""Engagement of 10 models with 100 enemies, against NumPy broadcasting and the slow twin."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from board_data import space_for
from movekernels.arrays import Bodies, Shapes
from movekernels.checks import engagement as fast
from reference import engagement as slow
from shapes_data import Outline, build_bodies, build_shapes, oval_base, round_base

LIMITS = (2.0, 5.0, 1e-6)
ROUND = [round_base(25), round_base(32), round_base(40)]
MIXED = [round_base(32), oval_base(75, 42), oval_base(105, 70)]


def seconds(call: Callable[[], object], repeats: int) -> float:
    """Least time of a few calls."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def crowd(outlines: list[Outline], n: int, m: int) -> tuple[Shapes, Bodies, Bodies]:
    """A unit in a clump, 3 to 20 inches from enemies strewn over half of the table."""
    rng = np.random.default_rng(0)
    heading = rng.uniform(0, 360, n + m)
    shape = rng.integers(0, 3, n + m)
    x = np.concatenate([rng.normal(50, 1.5, n), rng.uniform(0, 42, m)])
    y = np.concatenate([rng.normal(22, 1.5, n), rng.uniform(0, 44, m)])
    rows = np.column_stack([shape, x, y, heading, np.zeros(n + m)])
    return build_shapes(outlines), build_bodies(rows[:n]), build_bodies(rows[n:])


@pytest.mark.parametrize("outlines", [ROUND, MIXED], ids=["round", "mixed"])
def test_engagement(benchmark: BenchmarkFixture, outlines: list[Outline]) -> None:
    shapes, unit, enemies = crowd(outlines, 10, 100)
    nearest, index = np.zeros(10), np.zeros(10, np.int64)
    wanted, others = np.zeros(10), np.zeros(10, np.int64)

    def kernel() -> int:
        return fast.engagement(shapes, unit, enemies, *LIMITS, space_for(enemies), nearest, index)

    count = kernel()
    benchmark(kernel)
    start = time.perf_counter()
    assert count == slow.engagement(
        shapes, unit, enemies, *LIMITS, space_for(enemies), wanted, others
    )
    twin = time.perf_counter() - start
    assert nearest == pytest.approx(wanted, abs=1e-12)
    assert index.tolist() == others.tolist()
    benchmark.extra_info["times_slow_twin"] = twin / seconds(kernel, 200)


def test_engagement_broadcast(benchmark: BenchmarkFixture) -> None:
    """Round bases, where broadcasting can give the same answer."""
    shapes, unit, enemies = crowd(ROUND, 10, 100)
    nearest, index = np.zeros(10), np.zeros(10, np.int64)
    r, q = shapes.outer[unit.shape], shapes.outer[enemies.shape]

    def kernel() -> int:
        return fast.engagement(shapes, unit, enemies, *LIMITS, space_for(enemies), nearest, index)

    def broadcast() -> tuple[object, object]:
        across = np.sqrt((unit.x[:, None] - enemies.x) ** 2 + (unit.y[:, None] - enemies.y) ** 2)
        gaps = across - r[:, None] - q
        gaps[np.abs(unit.z[:, None] - enemies.z) > 5.0 + 1e-6] = np.inf
        closest = gaps.argmin(axis=1)
        return closest, gaps[np.arange(10), closest]

    kernel()
    benchmark(kernel)
    closest, gaps = broadcast()
    assert index.tolist() == np.asarray(closest).tolist()
    assert nearest == pytest.approx(gaps, abs=1e-12)
    benchmark.extra_info["times_numpy"] = seconds(broadcast, 200) / seconds(kernel, 200)


@pytest.mark.parametrize("outlines", [ROUND, MIXED], ids=["round", "mixed"])
def test_engaged_any(benchmark: BenchmarkFixture, outlines: list[Outline]) -> None:
    shapes, unit, enemies = crowd(outlines, 10, 100)
    found = fast.engaged_any(shapes, unit, enemies, *LIMITS)
    benchmark(fast.engaged_any, shapes, unit, enemies, *LIMITS)
    start = time.perf_counter()
    assert found == slow.engaged_any(shapes, unit, enemies, *LIMITS)
    twin = time.perf_counter() - start
    once = seconds(lambda: fast.engaged_any(shapes, unit, enemies, *LIMITS), 200)
    benchmark.extra_info["times_slow_twin"] = twin / once
