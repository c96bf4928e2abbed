"""Slack to the table edge of 100 bases, against the slow twin."""

from __future__ import annotations

import time

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from movekernels.checks import edge as fast
from reference import edge as slow
from shapes_data import build_shapes, random_bodies, real_bases


def test_edge_slacks(benchmark: BenchmarkFixture) -> None:
    outlines = real_bases()
    shapes = build_shapes(outlines)
    unit = random_bodies(np.random.default_rng(0), 100, len(outlines))
    out, wanted = np.zeros(100), np.zeros(100)
    fast.edge_slacks(shapes, unit, 44.0, 60.0, out)
    found = benchmark(fast.edge_slacks, shapes, unit, 44.0, 60.0, out)
    times = []
    for _ in range(200):
        start = time.perf_counter()
        fast.edge_slacks(shapes, unit, 44.0, 60.0, out)
        times.append(time.perf_counter() - start)
    start = time.perf_counter()
    smallest = slow.edge_slacks(shapes, unit, 44.0, 60.0, wanted)
    benchmark.extra_info["times_slow_twin"] = (time.perf_counter() - start) / min(times)
    assert out == pytest.approx(wanted, abs=1e-12)
    assert found == pytest.approx(smallest, abs=1e-12)
