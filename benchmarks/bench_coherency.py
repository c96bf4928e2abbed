"""Coherency of 10-model units: one by one, and a batch against csgraph and the slow twin."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import connected_components

from movekernels.arrays import Bodies, Floats, Shapes
from movekernels.checks import coherency as fast
from reference import coherency as slow
from shapes_data import build_bodies, build_shapes, oval_base, round_base

LIMITS = (2.0, 5.0, 9.0, 1e-6)
RULES = (2.0, 5.0, 9.0, 5.0, 1, True, 1e-6)
RADIUS = 16 / 25.4


def grown(b: int, n: int, seed: int = 0) -> tuple[Floats, Floats, Floats]:
    """Units of ``n`` bases, each placed 0 to 2.08 inches from one placed before."""
    rng = np.random.default_rng(seed)
    x, y = np.empty((b, n)), np.empty((b, n))
    x[:, 0], y[:, 0] = rng.uniform(0, 60, b), rng.uniform(0, 44, b)
    for i in range(1, n):
        mate = rng.integers(0, i, b)
        distance = 2 * RADIUS + rng.uniform(0, 2.08, b)
        angle = rng.uniform(0, 2 * np.pi, b)
        x[:, i] = x[np.arange(b), mate] + distance * np.cos(angle)
        y[:, i] = y[np.arange(b), mate] + distance * np.sin(angle)
    return x, y, np.zeros((b, n))


def seconds(call: Callable[[], object], repeats: int = 3) -> float:
    """Least time of a few calls."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def by_csgraph(x: Floats, y: Floats) -> list[bool]:
    """Coherent or not, with NumPy distances and the sparse graph routines."""
    found = []
    for px, py in zip(x, y, strict=True):
        gap = np.hypot(px[:, None] - px, py[:, None] - py) - 2 * RADIUS
        parts, _ = connected_components(csr_matrix(gap <= 2.0 + 1e-6), directed=False)
        found.append(bool(parts == 1 and gap.max() <= 9.0 + 1e-6))
    return found


@pytest.mark.parametrize("n", [5, 10, 20])
def test_coherent_discs(benchmark: BenchmarkFixture, n: int) -> None:
    b, sample = 65_536, 500
    x, y, z = grown(b, n)
    r = np.full(n, RADIUS)
    out = np.zeros(b, np.uint8)
    fast.coherent_discs(x, y, z, r, *LIMITS, out)

    fast.coherent_discs(x, y, z, r, *LIMITS, out)
    benchmark(fast.coherent_discs, x, y, z, r, *LIMITS, out)

    few = slice(0, sample)
    wanted = np.zeros(sample, np.uint8)
    graph = seconds(lambda: by_csgraph(x[few], y[few])) / sample
    twin = seconds(lambda: slow.coherent_discs(x[few], y[few], z[few], r, *LIMITS, wanted), 1)
    assert out[few].tolist() == wanted.tolist()
    assert (out[few] == 0).tolist() == by_csgraph(x[few], y[few])
    each = seconds(lambda: fast.coherent_discs(x, y, z, r, *LIMITS, out), 10) / b
    benchmark.extra_info["ns_per_unit"] = each * 1e9
    benchmark.extra_info["times_csgraph"] = graph / each
    benchmark.extra_info["times_slow_twin"] = twin / sample / each
    assert graph / each >= 100


def test_coherent_discs_few(benchmark: BenchmarkFixture) -> None:
    """Too few units for a block: judged one by one."""
    b = fast.FEW - 1
    x, y, z = grown(b, 10)
    r = np.full(10, RADIUS)
    out, wanted = np.zeros(b, np.uint8), np.zeros(b, np.uint8)
    fast.coherent_discs(x, y, z, r, *LIMITS, out)
    benchmark(fast.coherent_discs, x, y, z, r, *LIMITS, out)
    slow.coherent_discs(x, y, z, r, *LIMITS, wanted)
    assert out.tolist() == wanted.tolist()


def discs() -> tuple[Shapes, Bodies]:
    x, y, z = grown(1, 10, 3)
    pose = np.zeros(10, np.int64), x[0], y[0], np.ones(10), np.zeros(10), z[0]
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
