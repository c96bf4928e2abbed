"""Ellipses against points and each other: shapely's 128-gons are the rival."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from pytest_benchmark.fixture import BenchmarkFixture

from geometry_scenes import COUNT, SHAPES, record, strewn
from movekernels._jit import kernel
from movekernels.arrays import Bodies, Floats
from movekernels.geometry.ellipse import ellipse_pair, point_ellipse
from reference import ellipse as slow

A, B = float(SHAPES.part_a[1]), float(SHAPES.part_b[1])


@kernel
def points(a: float, b: float, x: Floats, y: Floats, out: Floats) -> None:
    for k in range(out.size):
        out[k] = point_ellipse(a, b, x[k], y[k])[0]


@kernel
def pairs(a: float, b: float, one: Bodies, two: Bodies, out: Floats) -> None:
    for k in range(out.size):
        out[k] = ellipse_pair(
            two.x[k] - one.x[k],
            two.y[k] - one.y[k],
            a,
            b,
            one.cos[k],
            one.sin[k],
            a,
            b,
            two.cos[k],
            two.sin[k],
        )[0]


def outlines(bodies: Bodies) -> np.ndarray:
    """128 corners on each ellipse."""
    t = np.arange(128) * (2 * np.pi / 128)
    along, across = A * np.cos(t), B * np.sin(t)
    c, s = bodies.cos[:, None], bodies.sin[:, None]
    x = bodies.x[:, None] + along * c - across * s
    y = bodies.y[:, None] + along * s + across * c
    return np.asarray(shapely.polygons(np.stack([x, y], axis=-1)))


def test_point_ellipse(benchmark: BenchmarkFixture) -> None:
    x, y = np.random.default_rng(0).uniform(-6.0, 6.0, (2, COUNT))
    out = np.empty(COUNT)
    hull = outlines(strewn("oval", 1))[:1]
    spots = shapely.points(x, y)
    record(
        benchmark,
        lambda: points(A, B, x, y, out),
        lambda k: slow.point_ellipse(A, B, x[k], y[k]),
        shapely_128=lambda: shapely.distance(hull, spots),
    )
    for k in range(10):
        assert out[k] == pytest.approx(slow.point_ellipse(A, B, x[k], y[k])[0], abs=1e-9)


def test_ellipse_pair(benchmark: BenchmarkFixture) -> None:
    one, two = strewn("oval", 2), strewn("oval", 3)
    out = np.empty(COUNT)
    first, second = outlines(one), outlines(two)

    def twin(k: int) -> float:
        offset = (two.x[k] - one.x[k], two.y[k] - one.y[k])
        ends = (A, B, one.cos[k], one.sin[k], A, B, two.cos[k], two.sin[k])
        return slow.ellipse_pair(*offset, *ends)[0]

    record(
        benchmark,
        lambda: pairs(A, B, one, two, out),
        twin,
        shapely_128=lambda: shapely.distance(first, second),
    )
    rough = shapely.distance(first, second)
    # inscribed polygons read too much, by up to a (1 - cos(step / 2)) at each end
    assert np.all(np.maximum(out, 0.0) <= rough + 1e-12)
    assert np.all(np.maximum(out, 0.0) >= rough - 2 * A * (1 - np.cos(np.pi / 128)) - 1e-12)
