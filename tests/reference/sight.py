"""Slow twin of `movekernels.paths.sight`: the definition, one obstacle after the other."""

from __future__ import annotations

import math
from functools import partial

from shapely import LineString, Point

from movekernels.arrays import Floats
from movekernels.paths.grown import SLACK, Grown
from reference.curves import depth_of
from reference.grown import on_table
from reference.separation import section


def point_free(grown: Grown, x: float, y: float) -> bool:
    """On the table and in nothing."""
    inside = any(depth_of(grown, j, x, y)[0] < -SLACK for j in range(grown.x.size))
    return on_table(grown, x, y) and not inside and sides_free(grown, x, y)


def _side(grown: Grown, e: int) -> tuple[tuple[float, float], tuple[float, float]]:
    start = float(grown.x0[e]), float(grown.y0[e])
    return start, (float(grown.x1[e]), float(grown.y1[e]))


def sides_free(grown: Grown, x: float, y: float) -> bool:
    """Beside no side, and the sides do not wind round the point."""
    turned = 0.0
    for e in range(grown.berth.size):
        (x0, y0), (x1, y1) = _side(grown, e)
        ex, ey, wx, wy = x1 - x0, y1 - y0, x - x0, y - y0
        beside = 0.0 < wx * ex + wy * ey < ex * ex + ey * ey
        line = LineString([(x0, y0), (x1, y1)])
        if beside and line.distance(Point(x, y)) < float(grown.berth[e]) - SLACK:
            return False
        turned += math.atan2(wy * (x1 - x) - wx * (y1 - y), -wx * (x1 - x) - wy * (y1 - y))
    return abs(turned) < math.pi


def free_rows(grown: Grown, px: Floats, py: Floats) -> list[bool]:
    """One by one."""
    return [point_free(grown, x, y) for x, y in zip(px.tolist(), py.tolist(), strict=True)]


def segment_clear(
    grown: Grown, x: float, y: float, x1: float, y1: float, skip: int, also: int
) -> bool:
    """Depth along a segment has one minimum; sides must not be crossed."""

    def depth(j: int, t: float) -> float:
        return depth_of(grown, j, x + t * (x1 - x), y + t * (y1 - y))[0]

    for j in range(grown.x.size):
        if j in (skip, also):
            continue
        at = section(partial(depth, j), 0.0, 1.0)
        if min(depth(j, 0.0), depth(j, at), depth(j, 1.0)) < -SLACK:
            return False
    way = LineString([(x, y), (x1, y1)])
    return not any(way.crosses(LineString(_side(grown, e))) for e in range(grown.berth.size))


def sight_rows(grown: Grown, x: float, y: float, px: Floats, py: Floats) -> list[bool]:
    """One by one: is the segment clear?"""
    points = zip(px.tolist(), py.tolist(), strict=True)
    return [segment_clear(grown, x, y, *point, -1, -1) for point in points]
