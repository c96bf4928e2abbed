"""Overlap of two bases, and of a unit with itself, against the slow twin."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
from pytest_benchmark.fixture import BenchmarkFixture

from movekernels.arrays import LEVEL, TOLERANCE, Bodies
from movekernels.checks import overlap as fast
from reference import overlap as slow
from shapes_data import build_bodies, build_shapes, oval_base, round_base

SHAPES = build_shapes([round_base(32), oval_base(75, 42), oval_base(105, 70)])


def table(count: int, seed: int) -> Bodies:
    rng = np.random.default_rng(seed)
    columns = (
        rng.integers(0, 3, count),
        rng.uniform(0, 44, count),
        rng.uniform(0, 60, count),
        rng.uniform(0, 360, count),
        np.zeros(count),
    )
    return build_bodies(np.column_stack(columns))


def ratio(kernel: Callable[[], object], twin: Callable[[], object]) -> float:
    """Time of one call of the twin over the least time of a few calls of the kernel."""
    times = []
    for call in [twin] + [kernel] * 200:
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return times[0] / min(times[1:])


def test_self_overlaps(benchmark: BenchmarkFixture) -> None:
    unit = table(20, 3)
    first, wanted = np.zeros(20, np.int64), np.zeros(20, np.int64)
    fast.self_overlaps(SHAPES, unit, LEVEL, TOLERANCE, first)
    found = benchmark(fast.self_overlaps, SHAPES, unit, LEVEL, TOLERANCE, first)
    assert found == slow.self_overlaps(SHAPES, unit, LEVEL, TOLERANCE, wanted)
    assert first.tolist() == wanted.tolist()
    benchmark.extra_info["times_slow_twin"] = ratio(
        lambda: fast.self_overlaps(SHAPES, unit, LEVEL, TOLERANCE, first),
        lambda: slow.self_overlaps(SHAPES, unit, LEVEL, TOLERANCE, wanted),
    )


def test_overlapping(benchmark: BenchmarkFixture) -> None:
    pair = build_bodies([(1, 0.0, 0.0, 20.0, 0.0), (2, 3.0, 0.5, 70.0, 0.0)])
    fast.overlapping(SHAPES, pair, 0, pair, 1, LEVEL, TOLERANCE)
    found = benchmark(fast.overlapping, SHAPES, pair, 0, pair, 1, LEVEL, TOLERANCE)
    assert found == slow.overlapping(SHAPES, pair, 0, pair, 1, LEVEL, TOLERANCE)
    benchmark.extra_info["times_slow_twin"] = ratio(
        lambda: fast.overlapping(SHAPES, pair, 0, pair, 1, LEVEL, TOLERANCE),
        lambda: slow.overlapping(SHAPES, pair, 0, pair, 1, LEVEL, TOLERANCE),
    )
