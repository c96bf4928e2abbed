"""Gaps of posed bases, one pair and whole matrices."""

from __future__ import annotations

import math

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from geometry_scenes import COUNT, SHAPES, least, pose, record, strewn
from movekernels.arrays import Bodies
from movekernels.geometry.gap import gap, gap_rows
from reference import gap as slow
from shapes_data import build_bodies


def first(bodies: Bodies, count: int) -> Bodies:
    return build_bodies(
        (*pose(bodies, k)[:3], math.degrees(math.atan2(bodies.sin[k], bodies.cos[k])), 0.0)
        for k in range(count)
    )


@pytest.mark.parametrize(("kind", "other"), [("disc", "disc"), ("oval", "oval"), ("hull", "oval")])
def test_gap_rows(benchmark: BenchmarkFixture, kind: str, other: str) -> None:
    one, two = first(strewn(kind, 2), 1), strewn(other, 3)
    out = np.empty((1, COUNT))
    record(
        benchmark,
        lambda: gap_rows(SHAPES, one, two, out),
        lambda k: slow.gap(SHAPES, *pose(one, 0), *pose(two, k)),
    )
    few = first(two, 8)
    twin = slow.gap_rows(SHAPES, one, few)
    np.testing.assert_allclose(np.maximum(out[:, :8], 0.0), np.maximum(twin, 0.0), atol=1e-9)


def test_gap(benchmark: BenchmarkFixture) -> None:
    one, two = strewn("oval", 2), strewn("oval", 4)
    pair = (*pose(one, 0), *pose(two, 0))
    value = benchmark(gap, SHAPES, *pair)
    assert value == pytest.approx(slow.gap(SHAPES, *pair), abs=1e-9)
    # from Python the call itself costs more than the answer
    benchmark.extra_info["times_slow_twin"] = least(lambda: slow.gap(SHAPES, *pair), 1) / least(
        lambda: gap(SHAPES, *pair), 50
    )
