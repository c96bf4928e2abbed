"""Wall lines with a thickness, turned into outlines."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from movesolver.table.fields import Point, Polygon

THIN = 0.1
"""Thickness of a wall whose thickness the data leaves out, inches."""


def strips(line: Sequence[Point], thickness: float | None) -> list[Polygon]:
    """Return the outlines of a wall along ``line``, half its thickness on each side.

    An open line gives one convex quadrilateral a segment, mitred where two meet,
    so that their union is the line's offset with flat ends; a closed line gives
    the solid block inside its outer edge.

    Parameters
    ----------
    line
        Corners, inches, shape (v, 2).
    thickness
        Inches; None for a thin wall.
    """
    half = (thickness or THIN) / 2
    points = [p for i, p in enumerate(line) if i == 0 or p != line[i - 1]]
    if points[0] == points[-1]:
        return [block(points[:-1], half)]
    normals = [_normal(a, b) for a, b in itertools.pairwise(points)]
    last = len(normals) - 1
    quads: list[Polygon] = []
    for i, normal in enumerate(normals):
        start = _mitre(normals[i - 1], normal) if i > 0 else normal
        end = _mitre(normal, normals[i + 1]) if i < last else normal
        a, b = points[i], points[i + 1]
        quads.append(
            (
                _shift(a, start, -half),
                _shift(b, end, -half),
                _shift(b, end, half),
                _shift(a, start, half),
            )
        )
    return quads


def block(outline: Sequence[Point], margin: float) -> Polygon:
    """Return the outline grown by ``margin`` inches with sharp corners."""
    if margin == 0.0:
        return tuple(outline)
    from shapely import Polygon as ShapelyPolygon

    grown = ShapelyPolygon(outline).buffer(margin, join_style="mitre")
    assert isinstance(grown, ShapelyPolygon), "growing one polygon gives one polygon"
    return tuple((round(x, 6), round(y, 6)) for x, y in grown.exterior.coords[:-1])


def _normal(a: Point, b: Point) -> Point:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.sqrt(dx * dx + dy * dy)
    return (-dy / length, dx / length)


def _mitre(before: Point, after: Point) -> Point:
    """Return the offset, in half thicknesses, of the corner between two segments."""
    cosine = before[0] * after[0] + before[1] * after[1]
    # A corner sharper than 60 degrees would make a spike longer than the wall is thick.
    if cosine < -0.5:
        return after
    scale = 1.0 / (1.0 + cosine)
    return ((before[0] + after[0]) * scale, (before[1] + after[1]) * scale)


def _shift(point: Point, direction: Point, by: float) -> Point:
    return (round(point[0] + by * direction[0], 6), round(point[1] + by * direction[1], 6))
