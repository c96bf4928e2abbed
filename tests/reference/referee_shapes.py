"""Bases, their slides and turns, as shapely sees them, for the slow referee.

A base is a core (point, segment or polygon) and the radius of a disc around it, so
discs are exact.  Ellipses are polygons whose error is carried along.  Questions are
answered yes, no, or None where the error does not let one say.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import shapely
from shapely import LineString, MultiPoint, Point, Polygon
from shapely.affinity import affine_transform
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

Json = dict[str, Any]
Pose = tuple[float, float, float, float]
Answer = bool | None

CORNERS = 128
"""Corners of the polygon that stands for an ellipse."""
ROUNDING = 1e-8
"""Inches below which arithmetic on coordinates of a table is not trusted."""
TURN_STEPS = 400


def any_of(answers: list[Answer]) -> Answer:
    """True if one is, None if one might be."""
    if True in answers:
        return True
    return None if None in answers else False


class Body(NamedTuple):
    """What a base covers: all within ``radius`` of ``core``, to within ``error`` inches."""

    core: BaseGeometry
    radius: float
    error: float


class Outline(NamedTuple):
    """A base about its own centre."""

    body: Body
    reach: float
    corners: tuple[tuple[float, float], ...]
    """Corners of a polygon; none for discs and ellipses."""
    axes: tuple[float, float]
    """Half length and half width of a disc or an ellipse."""


def outline_of(base: Json) -> Outline:
    """Read a base as the scenario file gives it."""
    if "round" in base:
        r = base["round"] / 25.4 / 2
        return Outline(Body(Point(0, 0), r, 0.0), r, (), (r, r))
    if "oval" in base:
        a, b = (size / 25.4 / 2 for size in base["oval"])
        # Halfway between the inscribed and the circumscribed polygon.
        scale = (1 + 1 / math.cos(math.pi / CORNERS)) / 2
        turns = [2 * math.pi * k / CORNERS for k in range(CORNERS)]
        ring = [(a * scale * math.cos(t), b * scale * math.sin(t)) for t in turns]
        return Outline(Body(Polygon(ring), 0.0, a * (scale - 1) * 1.01), a, (), (a, b))
    if "rectangle" in base:
        a, b = (size / 25.4 / 2 for size in base["rectangle"])
        corners = [(-a, -b), (a, -b), (a, b), (-a, b)]
    else:
        corners = [(float(x), float(y)) for x, y in base["hull"]]
    reach = max(math.hypot(x, y) for x, y in corners)
    return Outline(Body(Polygon(corners), 0.0, 0.0), reach, tuple(corners), (0.0, 0.0))


def placed(outline: Outline, x: float, y: float, facing: float) -> Body:
    """The base at a place on the table; facing in degrees."""
    core, radius, error = outline.body
    if isinstance(core, Point):
        return Body(Point(x, y), radius, error)
    c, s = math.cos(math.radians(facing)), math.sin(math.radians(facing))
    return Body(affine_transform(core, (c, -s, s, c, x, y)), radius, error)


def slid(outline: Outline, start: Pose, end: Pose) -> Body:
    """All that a base passes over in a straight slide."""
    first, last = placed(outline, *start[:3]), placed(outline, *end[:2], start[2])
    if isinstance(first.core, Point):
        return first._replace(core=LineString([start[:2], end[:2]]))
    a, b = (list(shapely.get_coordinates(body.core)) for body in (first, last))
    if not outline.corners or _is_convex(outline):
        return first._replace(core=MultiPoint([*a, *b]).convex_hull)
    sides = [MultiPoint([a[k], a[k + 1], b[k], b[k + 1]]).convex_hull for k in range(len(a) - 1)]
    areas = [side for side in sides if isinstance(side, Polygon)]
    return first._replace(core=unary_union([first.core, last.core, *areas]))


def _is_convex(outline: Outline) -> bool:
    polygon = outline.body.core
    return bool(polygon.convex_hull.area - polygon.area < 1e-12)


def gap(one: Body, two: Body) -> float:
    """Distance edge to edge; zero or negative where they overlap (then not a distance)."""
    return float(shapely.distance(one.core, two.core)) - one.radius - two.radius


def within(one: Body, two: Body, distance: float, tolerance: float) -> Answer:
    """Whether the gap is at most ``distance`` (01.04.01), which is more than nothing."""
    margin = distance + tolerance - gap(one, two)
    if abs(margin) <= one.error + two.error + 1e-10:
        return None
    return margin > 0


def overlap(one: Body, two: Body, allowed: float = 0.0) -> Answer:
    """Whether they overlap by more than ``allowed`` inches, which is next to nothing."""
    between = gap(one, two)
    doubt = one.error + two.error + ROUNDING + allowed
    if between > doubt:
        return False
    if one.radius + two.radius > 0:
        return True if between < -doubt else None
    if between > 0:
        return None
    eroded = two.core.buffer(-2 * doubt, join_style="mitre")
    return True if not eroded.is_empty and eroded.intersects(one.core) else None


def turn_of(start: float, end: float) -> float:
    """The short way in radians; half a turn goes counter-clockwise."""
    degrees = (end - start) % 360.0
    return math.radians(degrees if degrees <= 180.0 else degrees - 360.0)


def turn_overlaps(outline: Outline, start: Pose, end: Pose, other: Body) -> Answer:
    """Whether a turn in place cuts ``other``, by steps too short to jump over it."""
    if isinstance(outline.body.core, Point):
        return overlap(placed(outline, *start[:3]), other)
    if Point(start[:2]).distance(other.core) - other.radius > outline.reach + 1e-3:
        return False
    total = turn_of(start[2], end[2])
    doubt = 1e-5 + outline.body.error + other.error
    done, unsure = 0.0, False
    for _ in range(TURN_STEPS):
        here = placed(outline, *start[:2], start[2] + math.degrees(math.copysign(done, total)))
        found = overlap(here, other)
        if found:
            return True
        unsure |= found is None
        if done >= abs(total):
            return None if unsure else False
        free = gap(here, other)
        unsure |= free <= 2 * doubt
        # No part of the base moves more than reach times the angle.
        done = min(abs(total), done + max(free - doubt, 4 * doubt) / outline.reach)
    return None


def _holds(low: float, high: float, angle: float, period: float) -> bool:
    """Whether the interval holds the angle, up to whole periods."""
    return low + (angle - low) % period <= high


def support(outline: Outline, low: float, high: float, direction: float) -> float:
    """Farthest reach towards a direction while the facing runs from low to high, radians."""
    if outline.corners:
        best = -math.inf
        for x, y in outline.corners:
            length, angle = math.hypot(x, y), math.atan2(y, x)
            if _holds(low, high, direction - angle, 2 * math.pi):
                best = max(best, length)
            best = max(best, *(length * math.cos(angle + t - direction) for t in (low, high)))
        return best
    a, b = outline.axes
    if _holds(low, high, direction, math.pi):
        return a
    return max(
        math.hypot(a * math.cos(t - direction), b * math.sin(t - direction)) for t in (low, high)
    )


def off_table(outline: Outline, pose: Pose, turn: float, width: float, height: float) -> float:
    """How far the base reaches over the table's edge during a turn in place; negative inside."""
    begin = math.radians(pose[2])
    low, high = min(begin, begin + turn), max(begin, begin + turn)
    x, y = pose[:2]
    return max(
        support(outline, low, high, 0.0) + x - width,
        support(outline, low, high, math.pi / 2) + y - height,
        support(outline, low, high, math.pi) - x,
        support(outline, low, high, -math.pi / 2) - y,
    )


def sticks_out(body: Body, surface: BaseGeometry, tolerance: float) -> Answer:
    """Whether part of a base is off a surface by more than the tolerance."""
    doubt = body.error + ROUNDING
    if body.radius > 0:
        if not surface.covers(body.core):
            return True
        margin = surface.boundary.distance(body.core) - body.radius + tolerance
        return None if abs(margin) <= ROUNDING else margin < 0
    wide = surface.buffer(tolerance + 2 * doubt, join_style="mitre")
    if not wide.covers(body.core):
        return True
    narrow = surface.buffer(tolerance / 2 - doubt, join_style="mitre")
    return False if narrow.covers(body.core) else None
