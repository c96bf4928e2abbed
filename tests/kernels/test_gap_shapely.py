"""Polygons against shapely, which is exact for them; ellipses against fine polygons."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely

from movekernels.geometry.gap import gap
from shapes_data import Outline, build_shapes, oval_base, rectangle, regular, round_base

HULLS: list[Outline] = [
    rectangle(180 / 25.4, 110 / 25.4),
    rectangle(4.0, 0.1),
    rectangle(0.02, 3.0),
    ("polygon", [[-1.0, -0.4], [1.5, -0.2], [-0.3, 1.1]]),
    ("polygon", [[0.2, 0.1], [4.0, 0.1], [4.0, 0.12]]),
    regular(64, 1.3),
    regular(7, 2.0),
]


def placed(outline: Outline, x: float, y: float, t: float) -> shapely.Polygon:
    c, s = math.cos(t), math.sin(t)
    return shapely.Polygon([(x + px * c - py * s, y + px * s + py * c) for px, py in outline[1]])


def poses(seed: int, count: int) -> list[tuple[float, float, float, float]]:
    """Offsets and headings; every third parallel, every ninth parallel and axis-aligned."""
    rng = np.random.default_rng(seed)
    made = []
    for k in range(count):
        x, y = rng.uniform(-5.0, 5.0, 2)
        t, u = rng.uniform(0.0, math.tau, 2)
        if k % 3 == 0:
            t = u = 0.0 if k % 9 == 0 else t
        made.append((x, y, t, u))
    return made


def pose(x: float, y: float, t: float) -> tuple[float, float, float, float]:
    return x, y, math.cos(t), math.sin(t)


@pytest.mark.parametrize("j", range(len(HULLS)))
@pytest.mark.parametrize("i", range(len(HULLS)))
def test_polygons(i: int, j: int) -> None:
    data = build_shapes(HULLS)
    for x, y, t, u in poses(10 * i + j, 60):
        value = gap(data, i, *pose(0.0, 0.0, t), j, *pose(x, y, u))
        exact = shapely.distance(placed(HULLS[i], 0.0, 0.0, t), placed(HULLS[j], x, y, u))
        assert max(value, 0.0) == pytest.approx(exact, abs=1e-12)
        assert (value > 0.0) == (exact > 0.0) or abs(value) < 1e-14


@pytest.mark.parametrize("j", range(len(HULLS)))
def test_discs_and_polygons(j: int) -> None:
    data = build_shapes([round_base(32), HULLS[j]])
    for x, y, _, u in poses(j, 200):
        value = gap(data, 0, *pose(0.0, 0.0, 0.0), 1, *pose(x, y, u))
        hull = placed(HULLS[j], x, y, u)
        centre = shapely.Point(0.0, 0.0)
        rim = shapely.distance(hull.exterior, centre)
        exact = (-rim if hull.contains(centre) else rim) - 32 / 50.8
        assert value == pytest.approx(exact, abs=1e-12)


@pytest.mark.parametrize("j", range(len(HULLS)))
def test_ellipses_and_polygons(j: int) -> None:
    # a polygon inscribed in the ellipse lies within a (1 - cos(step / 2)) of it
    outline = oval_base(170, 109)
    data = build_shapes([outline, HULLS[j]])
    step = math.tau / 2048
    ring = [[outline[1] * math.cos(k * step), outline[2] * math.sin(k * step)] for k in range(2048)]
    error = outline[1] * (1.0 - math.cos(step / 2))
    for x, y, t, u in poses(40 + j, 60):
        value = gap(data, 0, *pose(0.0, 0.0, t), 1, *pose(x, y, u))
        inscribed = placed(("polygon", ring), 0.0, 0.0, t)
        hull = placed(HULLS[j], x, y, u)
        distance = shapely.distance(inscribed, hull)
        assert max(value, 0.0) <= distance + 1e-12
        assert max(value, 0.0) >= distance - error - 1e-12
        if value < -error:
            assert inscribed.intersects(hull)


def test_a_union_is_as_near_as_its_nearest_part() -> None:
    cross: Outline = ("parts", [rectangle(4.0, 1.0), rectangle(1.0, 4.0)])
    data = build_shapes([cross, HULLS[3]])
    for x, y, t, u in poses(70, 100):
        arms = [placed(part, 0.0, 0.0, t) for part in cross[1]]
        exact = shapely.distance(shapely.union_all(arms), placed(HULLS[3], x, y, u))
        value = gap(data, 0, *pose(0.0, 0.0, t), 1, *pose(x, y, u))
        assert max(value, 0.0) == pytest.approx(exact, abs=1e-12)
