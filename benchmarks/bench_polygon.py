"""Convex polygons against points and each other: shapely is the rival."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from pytest_benchmark.fixture import BenchmarkFixture

from geometry_scenes import COUNT, KINDS, SHAPES, record, strewn
from movekernels._jit import kernel
from movekernels.arrays import Bodies, Floats
from movekernels.geometry.polygon import point_polygon, polygon_pair
from reference import polygon as slow

XS, YS = SHAPES.vertex_x, SHAPES.vertex_y
SPANS = {
    name: (int(SHAPES.vertex_first[k]), int(SHAPES.vertex_first[k + 1]))
    for name, k in KINDS.items()
}


@kernel
def points(xs: Floats, ys: Floats, p0: int, p1: int, x: Floats, y: Floats, out: Floats) -> None:
    for k in range(out.size):
        out[k] = point_polygon(xs, ys, p0, p1, x[k], y[k])[0]


@kernel
def pairs(
    xs: Floats, ys: Floats, p0: int, p1: int, q0: int, q1: int,
    one: Bodies, two: Bodies, out: Floats,
) -> None:  # fmt: skip
    for k in range(out.size):
        dx, dy = two.x[k] - one.x[k], two.y[k] - one.y[k]
        out[k] = polygon_pair(
            xs, ys, p0, p1, one.cos[k], one.sin[k], q0, q1, two.cos[k], two.sin[k], dx, dy
        )[0]


def outlines(kind: str, bodies: Bodies) -> np.ndarray:
    p0, p1 = SPANS[kind]
    c, s = bodies.cos[:, None], bodies.sin[:, None]
    x = bodies.x[:, None] + XS[p0:p1] * c - YS[p0:p1] * s
    y = bodies.y[:, None] + XS[p0:p1] * s + YS[p0:p1] * c
    return np.asarray(shapely.polygons(np.stack([x, y], axis=-1)))


@pytest.mark.parametrize("kind", ["hull", "ring"])
def test_point_polygon(benchmark: BenchmarkFixture, kind: str) -> None:
    x, y = np.random.default_rng(0).uniform(-6.0, 6.0, (2, COUNT))
    out = np.empty(COUNT)
    hull = shapely.Polygon(np.column_stack([XS, YS])[slice(*SPANS[kind])])
    spots = shapely.points(x, y)
    record(
        benchmark,
        lambda: points(XS, YS, *SPANS[kind], x, y, out),
        lambda k: slow.point_polygon(XS, YS, *SPANS[kind], x[k], y[k]),
        shapely=lambda: shapely.distance(hull, spots),
    )
    np.testing.assert_allclose(np.maximum(out, 0.0), shapely.distance(hull, spots), atol=1e-12)


@pytest.mark.parametrize(("kind", "other"), [("hull", "hull"), ("hull", "wall"), ("ring", "ring")])
def test_polygon_pair(benchmark: BenchmarkFixture, kind: str, other: str) -> None:
    one, two = strewn(kind, 2), strewn(other, 3)
    out = np.empty(COUNT)
    first, second = outlines(kind, one), outlines(other, two)

    def twin(k: int) -> float:
        ahead = (*SPANS[kind], one.cos[k], one.sin[k])
        behind = (*SPANS[other], two.cos[k], two.sin[k])
        dx, dy = two.x[k] - one.x[k], two.y[k] - one.y[k]
        return slow.polygon_pair(XS, YS, *ahead, *behind, dx, dy)

    record(
        benchmark,
        lambda: pairs(XS, YS, *SPANS[kind], *SPANS[other], one, two, out),
        twin,
        shapely=lambda: shapely.distance(first, second),
    )
    np.testing.assert_allclose(np.maximum(out, 0.0), shapely.distance(first, second), atol=1e-12)
