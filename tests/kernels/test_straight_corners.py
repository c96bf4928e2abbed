"""Polygons with corners that are none: the sides before and after go straight on."""

from __future__ import annotations

import math

import numpy as np
import pytest
from shapely import Point as ShapelyPoint
from shapely import Polygon, affinity

from movekernels.geometry.gap import gap
from shapes_data import build_shapes

# The corners of a 6 x 3 rectangle with points on its sides: exactly straight, and by rounding.
RECTANGLE = [
    [-3.0, -1.5], [-1.0, -1.5], [0.1, -1.5], [3.0, -1.5], [3.0, 0.3],
    [3.0, 1.5], [1.1, 1.5], [-2.9, 1.5], [-3.0, 1.5], [-3.0, -0.7],
]  # fmt: skip
TILT = 0.7


def tilted() -> list[list[float]]:
    c, s = math.cos(TILT), math.sin(TILT)
    return [[x * c - y * s, x * s + y * c] for x, y in RECTANGLE]


SHAPES = build_shapes(
    [
        ("polygon", RECTANGLE),
        ("polygon", tilted()),
        ("polygon", [[-1.0, -1.0], [0.5, -1.0], [1.0, -1.0], [0.0, 1.0], [-0.5, 0.0]]),
        ("ellipse", 75 / 50.8, 42 / 50.8),
        ("disc", 0.63),
    ]
)


def outline(k: int, x: float, y: float, angle: float) -> Polygon:
    if SHAPES.part_kind[k] == 0:
        return ShapelyPoint(x, y).buffer(SHAPES.part_a[k], quad_segs=512)
    if SHAPES.part_kind[k] == 1:
        disc = ShapelyPoint(0, 0).buffer(1.0, quad_segs=512)
        base = affinity.scale(disc, SHAPES.part_a[k], SHAPES.part_b[k])
    else:
        first, last = SHAPES.vertex_first[k], SHAPES.vertex_first[k + 1]
        base = Polygon(
            list(zip(SHAPES.vertex_x[first:last], SHAPES.vertex_y[first:last], strict=True))
        )
    turned = affinity.rotate(base, angle, origin=(0, 0), use_radians=True)
    return affinity.translate(turned, x, y)


@pytest.mark.parametrize("first", [0, 1, 2])
@pytest.mark.parametrize("second", [0, 1, 2, 3, 4])
def test_a_straight_corner_changes_no_gap(first: int, second: int) -> None:
    rng = np.random.default_rng(10 * first + second)
    apart = 0
    for _ in range(150):
        a, b = rng.uniform(-math.pi, math.pi, 2)
        x, y = rng.uniform(-9, 9, 2)
        found = gap(
            SHAPES, first, 0.0, 0.0, math.cos(a), math.sin(a),
            second, x, y, math.cos(b), math.sin(b),
        )  # fmt: skip
        true = outline(first, 0, 0, a).distance(outline(second, x, y, b))
        apart += true > 0
        # 2,048-gons inside the curved bases measure up to 1e-5 inches too much.
        assert max(found, 0.0) == pytest.approx(true, abs=2e-5 if second >= 3 else 1e-12)
    assert apart > 60
