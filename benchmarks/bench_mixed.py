"""Ellipses against convex polygons."""

from __future__ import annotations

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from geometry_scenes import COUNT, KINDS, SHAPES, record, strewn
from movekernels._jit import kernel
from movekernels.arrays import Bodies, Floats
from movekernels.geometry.mixed import ellipse_polygon
from reference import mixed as slow

A, B = float(SHAPES.part_a[1]), float(SHAPES.part_b[1])


@kernel
def pairs(
    a: float, b: float, xs: Floats, ys: Floats, q0: int, q1: int,
    one: Bodies, two: Bodies, out: Floats,
) -> None:  # fmt: skip
    for k in range(out.size):
        dx, dy = two.x[k] - one.x[k], two.y[k] - one.y[k]
        out[k] = ellipse_polygon(
            a, b, one.cos[k], one.sin[k], xs, ys, q0, q1, two.cos[k], two.sin[k], dx, dy
        )[0]


@pytest.mark.parametrize("kind", ["hull", "wall", "ring"])
def test_ellipse_polygon(benchmark: BenchmarkFixture, kind: str) -> None:
    one, two = strewn("oval", 2), strewn(kind, 3)
    out = np.empty(COUNT)
    xs, ys = SHAPES.vertex_x, SHAPES.vertex_y
    q0, q1 = (int(v) for v in SHAPES.vertex_first[KINDS[kind] : KINDS[kind] + 2])

    def twin(k: int) -> float:
        dx, dy = two.x[k] - one.x[k], two.y[k] - one.y[k]
        ends = (A, B, one.cos[k], one.sin[k], xs, ys, q0, q1, two.cos[k], two.sin[k])
        return slow.ellipse_polygon(*ends, dx, dy)[0]

    record(benchmark, lambda: pairs(A, B, xs, ys, q0, q1, one, two, out), twin)
    for k in range(10):
        assert max(out[k], 0.0) == pytest.approx(max(twin(k), 0.0), abs=1e-9)
