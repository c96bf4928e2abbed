"""Coherency of 10-model units, one by one, against the slow twin."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from board_scenes import grown
from movekernels.arrays import Bodies, Shapes
from movekernels.checks import coherency as fast
from reference import coherency as slow
from shapes_data import build_bodies, build_shapes, oval_base, round_base

RULES = (2.0, 5.0, 9.0, 5.0, 1, True, 1e-6)


def seconds(call: Callable[[], object], repeats: int = 3) -> float:
    """Least time of a few calls."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def discs() -> tuple[Shapes, Bodies]:
    x, y = grown(1, 10, seed=3)
    pose = np.zeros(10, np.int64), x[0], y[0], np.ones(10), np.zeros(10), np.zeros(10)
    return build_shapes([round_base(32)]), Bodies(*pose)


def ovals() -> tuple[Shapes, Bodies]:
    rows = [(0, 3.5 * (i % 5), 2.5 * (i // 5), 20.0 * i, 0.0) for i in range(10)]
    return build_shapes([oval_base(75, 42)]), build_bodies(rows)


@pytest.mark.parametrize("build", [discs, ovals])
def test_coherent(benchmark: BenchmarkFixture, build: Callable[[], tuple[Shapes, Bodies]]) -> None:
    shapes, unit = build()
    rows, wanted = np.zeros(10, np.uint64), np.zeros(10, np.uint64)
    found = fast.coherent(shapes, unit, *RULES, rows)
    benchmark(fast.coherent, shapes, unit, *RULES, rows)
    assert found == slow.coherent(shapes, unit, *RULES, wanted)
    assert rows.tolist() == wanted.tolist()
    once = seconds(lambda: fast.coherent(shapes, unit, *RULES, rows), 200)
    twin = seconds(lambda: slow.coherent(shapes, unit, *RULES, wanted), 1)
    benchmark.extra_info["times_slow_twin"] = twin / once


def test_links(benchmark: BenchmarkFixture) -> None:
    shapes, unit = discs()
    rows, wanted = np.zeros(10, np.uint64), np.zeros(10, np.uint64)
    fast.links(shapes, unit, 2.0, 5.0, 1e-6, rows)
    benchmark(fast.links, shapes, unit, 2.0, 5.0, 1e-6, rows)
    slow.links(shapes, unit, 2.0, 5.0, 1e-6, wanted)
    assert rows.tolist() == wanted.tolist()


def test_groups(benchmark: BenchmarkFixture) -> None:
    shapes, unit = discs()
    rows, labels, wanted = np.zeros(10, np.uint64), np.zeros(10, np.int64), np.zeros(10, np.int64)
    fast.links(shapes, unit, 2.0, 5.0, 1e-6, rows)
    fast.groups(rows, labels)
    found = benchmark(fast.groups, rows, labels)
    assert found == slow.groups(rows, wanted)
    assert labels.tolist() == wanted.tolist()


def test_widest(benchmark: BenchmarkFixture) -> None:
    shapes, unit = discs()
    worst, highest = np.zeros(4), np.zeros(2, np.int64)
    fast.widest(shapes, unit, worst, highest)
    found = benchmark(fast.widest, shapes, unit, worst, highest)
    wanted = slow.widest(shapes, unit, np.zeros(4), np.zeros(2, np.int64))
    assert found == pytest.approx(wanted, abs=1e-12)
