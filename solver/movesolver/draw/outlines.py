"""Base outlines as SVG shapes, to scale, and as polygons where areas are merged."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from movesolver.draw.markup import Attribute, element, number, polyline
from movesolver.table.bases import Base
from movesolver.table.fields import Point
from movesolver.table.measures import inches
from movesolver.table.scenario import Pose

if TYPE_CHECKING:
    from shapely import Polygon as ShapelyPolygon


_ELLIPSE_CORNERS = 96


def half_axes(base: Base) -> Point:
    """Return half the length and half the width, inches; a hull gives its half extents."""
    if base.round is not None:
        return inches(base.round) / 2, inches(base.round) / 2
    if base.oval is not None:
        return inches(base.oval[0]) / 2, inches(base.oval[1]) / 2
    if base.rectangle is not None:
        return inches(base.rectangle[0]) / 2, inches(base.rectangle[1]) / 2
    xs, ys = zip(*(base.hull or ()), strict=True)
    return (max(xs) - min(xs)) / 2, (max(ys) - min(ys)) / 2


def size_words(base: Base) -> str:
    """Return the size as printed on the box, or the extents of a hull in inches."""
    if base.round is not None:
        return f"{base.round:g} mm"
    if base.oval is not None:
        return f"{base.oval[0]:g}x{base.oval[1]:g} mm oval"
    if base.rectangle is not None:
        return f"{base.rectangle[0]:g}x{base.rectangle[1]:g} mm"
    length, width = half_axes(base)
    return f'{2 * length:.3g}x{2 * width:.3g}" hull'


def corners(base: Base, pose: Pose) -> list[Point]:
    """Return the corners of a rectangle or hull on the table, inches; none for curved bases."""
    if base.rectangle is not None:
        a, b = half_axes(base)
        own: tuple[Point, ...] = ((a, b), (-a, b), (-a, -b), (a, -b))
    else:
        own = base.hull or ()
    x, y, facing, _ = pose
    c, s = math.cos(math.radians(facing)), math.sin(math.radians(facing))
    return [(x + c * u - s * v, y + s * u + c * v) for u, v in own]


def drawn(base: Base, pose: Pose, **attributes: Attribute) -> str:
    """Return the outline as one element in table coordinates (inches, y up)."""
    x, y, facing, _ = pose
    a, b = half_axes(base)
    if base.round is not None:
        return element("circle", cx=x, cy=y, r=a, **attributes)
    if base.oval is not None:
        # In the flipped group a positive turn is counter-clockwise to the eye.
        turn = f"rotate({number(facing)} {number(x)} {number(y)})"
        return element("ellipse", cx=x, cy=y, rx=a, ry=b, transform=turn, **attributes)
    return element("path", d=polyline(corners(base, pose), close=True), **attributes)


def area(base: Base, pose: Pose, margin: float = 0.0) -> ShapelyPolygon:
    """Return the base, grown by ``margin`` inches, as a polygon fine enough for the eye."""
    from shapely import Point as ShapelyPoint
    from shapely import Polygon as ShapelyPolygon

    x, y, facing, _ = pose
    if base.round is not None:
        return ShapelyPoint(x, y).buffer(inches(base.round) / 2 + margin, quad_segs=24)
    if base.oval is not None:
        a, b = half_axes(base)
        c, s = math.cos(math.radians(facing)), math.sin(math.radians(facing))
        angles = (2 * math.pi * k / _ELLIPSE_CORNERS for k in range(_ELLIPSE_CORNERS))
        own = [(a * math.cos(t), b * math.sin(t)) for t in angles]
        shape = ShapelyPolygon([(x + c * u - s * v, y + s * u + c * v) for u, v in own])
    else:
        shape = ShapelyPolygon(corners(base, pose))
    return shape.buffer(margin, quad_segs=24) if margin else shape


def extent(base: Base, pose: Pose) -> tuple[float, float, float, float]:
    """Return a box around the base: least x and y, greatest x and y; loose around ovals."""
    if base.round is not None or base.oval is not None:
        (x, y), r = pose[:2], half_axes(base)[0]
        return x - r, y - r, x + r, y + r
    xs, ys = zip(*corners(base, pose), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def nose(base: Base, pose: Pose) -> tuple[Point, Point] | None:
    """Return a tick along the heading, its inner and outer end; None for round bases."""
    if base.round is not None:
        return None
    (x, y), _ = room(base, pose)
    c, s = math.cos(math.radians(pose[2])), math.sin(math.radians(pose[2]))
    front = half_axes(base)[0]
    if base.hull is not None:
        front = _way_out((x, y), (c, s), corners(base, pose))
    inner = front - min(0.45 * front, 0.6)
    return (x + inner * c, y + inner * s), (x + front * c, y + front * s)


def _way_out(start: Point, heading: Point, outline: list[Point]) -> float:
    """Return how far a point inside an outline can go along a heading before it leaves."""
    c, s = heading
    # Along and across the heading, seen from the start.
    seen = [
        ((x - start[0]) * c + (y - start[1]) * s, (y - start[1]) * c - (x - start[0]) * s)
        for x, y in outline
    ]
    crossings = (
        u0 - v0 * (u1 - u0) / (v1 - v0)
        for (u0, v0), (u1, v1) in zip(seen, seen[1:] + seen[:1], strict=True)
        if (v0 <= 0 < v1) or (v1 <= 0 < v0)
    )
    return min((u for u in crossings if u > 0), default=0.0)


def room(base: Base, pose: Pose) -> tuple[Point, float]:
    """Return where a label stands on the base and the radius it has there, inches."""
    x, y, _, _ = pose
    if base.hull is None:
        return (x, y), half_axes(base)[1]
    from shapely import Point as ShapelyPoint

    shape = area(base, pose)
    spot = ShapelyPoint(x, y)
    if not shape.contains(spot):
        spot = shape.representative_point()
    return (spot.x, spot.y), float(shape.exterior.distance(spot))
