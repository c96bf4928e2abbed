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


def nose(base: Base, pose: Pose) -> tuple[Point, Point] | None:
    """Return a tick along the heading, its inner and outer end; None for round bases."""
    if base.round is not None:
        return None
    x, y, facing, _ = pose
    c, s = math.cos(math.radians(facing)), math.sin(math.radians(facing))
    front = half_axes(base)[0]
    if base.hull is not None:
        front = _front_of(base.hull)
    inner = front - min(0.45 * front, 0.6)
    return (x + inner * c, y + inner * s), (x + front * c, y + front * s)


def _front_of(hull: tuple[Point, ...]) -> float:
    """Return where the outline last crosses the +x half-axis, or its extent if it does not."""
    crossings = [
        x0 - y0 * (x1 - x0) / (y1 - y0)
        for (x0, y0), (x1, y1) in zip(hull, hull[1:] + hull[:1], strict=True)
        if (y0 <= 0 < y1) or (y1 <= 0 < y0)
    ]
    front = max(crossings, default=0.0)
    return front if front > 0 else max(x for x, _ in hull)


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
