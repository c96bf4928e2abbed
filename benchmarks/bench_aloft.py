"""Slides above the ground: what is met on the way, and last slides from many places."""

from __future__ import annotations

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from aloft_data import MOVERS, beside, scratch, strewn
from geometry_scenes import COUNT, record
from movekernels.arrays import Floats
from movekernels.paths.aloft import held_slides, last_slides, met_stretches
from reference import aloft as slow


@pytest.mark.parametrize("mover", MOVERS)
def test_met_stretches(benchmark: BenchmarkFixture, mover: str) -> None:
    b = beside(MOVERS[mover], strewn(np.random.default_rng(1), COUNT, 12.0), -0.5)
    out = np.empty((b.last - b.first, COUNT, 2))
    few = beside(MOVERS[mover], strewn(np.random.default_rng(1), 2, 4.0), -0.5)
    record(
        benchmark,
        lambda: met_stretches(b, -5.0, 0.0, 10.0, 1.0, out),
        lambda k: slow.met_stretches(few, -5.0, 0.0, 10.0, 1.0 + k),
        2,
    )
    assert np.all((out[..., 0] <= out[..., 1]) | (out[..., 0] > 1.0))


@pytest.mark.parametrize("mover", MOVERS)
def test_held_slides(benchmark: BenchmarkFixture, mover: str) -> None:
    rng = np.random.default_rng(2)
    bars = beside(MOVERS[mover], strewn(rng, 40, 12.0), 1e-9)
    holds = beside(MOVERS[mover], strewn(rng, 80, 8.0), -0.5)
    x, y = (np.ascontiguousarray(c) for c in rng.uniform(-8.0, 8.0, (COUNT, 2)).T)
    out, space = np.empty(COUNT, dtype=np.bool_), scratch(holds)
    benchmark(held_slides, bars, holds, True, 0.0, 0.0, x, y, space, out)
    loose = np.empty(COUNT, dtype=np.bool_)
    held_slides(bars, holds, False, 0.0, 0.0, x, y, space, loose)
    assert np.all(loose | ~out)


def test_last_slides(benchmark: BenchmarkFixture) -> None:
    rng = np.random.default_rng(3)
    bars = beside(0, strewn(rng, 40, 12.0), 1e-9)
    holds = beside(0, strewn(rng, 80, 8.0), -0.5)
    starts, ends = rng.uniform(-8.0, 8.0, (100, 2)), rng.uniform(-8.0, 8.0, (COUNT, 2))
    sx, sy = (np.ascontiguousarray(column) for column in starts.T)
    ex, ey = (np.ascontiguousarray(column) for column in ends.T)
    spent, space = rng.uniform(0.0, 6.0, 100), scratch(holds)
    tried, via = np.empty(100, dtype=np.bool_), np.full(COUNT, -1)

    def run() -> Floats:
        lengths = np.full(COUNT, 12.0)
        last_slides(bars, holds, True, sx, sy, spent, ex, ey, space, tried, lengths, via)
        return lengths

    lengths = benchmark(run)
    assert np.all((lengths < 12.0) == (via >= 0))
