"""Slow twin of `movekernels.geometry.polygon`."""

from __future__ import annotations

import math
from collections.abc import Iterator

from movekernels.arrays import Floats

Point = tuple[float, float]


def corners(xs: Floats, ys: Floats, first: int, last: int) -> list[Point]:
    return [(float(xs[v]), float(ys[v])) for v in range(first, last)]


def placed(points: list[Point], c: float, s: float, x: float, y: float) -> list[Point]:
    return [(x + px * c - py * s, y + px * s + py * c) for px, py in points]


def sides(points: list[Point]) -> Iterator[tuple[Point, Point]]:
    yield from zip(points, points[1:] + points[:1], strict=True)


def to_segment(point: Point, start: Point, end: Point) -> float:
    ex, ey = end[0] - start[0], end[1] - start[1]
    t = ((point[0] - start[0]) * ex + (point[1] - start[1]) * ey) / (ex * ex + ey * ey)
    t = min(1.0, max(0.0, t))
    return math.dist(point, (start[0] + t * ex, start[1] + t * ey))


def depth(one: list[Point], other: list[Point]) -> float:
    """Largest amount by which a side of ``one`` leaves all of ``other`` outside."""
    best = -math.inf
    for (x0, y0), (x1, y1) in sides(one):
        length = math.dist((x0, y0), (x1, y1))
        nx, ny = (y1 - y0) / length, (x0 - x1) / length
        best = max(best, min((x - x0) * nx + (y - y0) * ny for x, y in other))
    return best


def point_polygon(xs: Floats, ys: Floats, first: int, last: int, x: float, y: float) -> float:
    """Distance to the nearest side, negative if the point is inside all of them."""
    polygon = corners(xs, ys, first, last)
    nearest = min(to_segment((x, y), *side) for side in sides(polygon))
    return nearest if depth(polygon, [(x, y)]) > 0.0 else -nearest


def polygon_pair(
    xs: Floats,
    ys: Floats,
    p0: int,
    p1: int,
    cp: float,
    sp: float,
    q0: int,
    q1: int,
    cq: float,
    sq: float,
    dx: float,
    dy: float,
) -> float:
    """Nearest corner and side, either way; if no side divides them, how far the best is from it."""
    one = placed(corners(xs, ys, p0, p1), cp, sp, 0.0, 0.0)
    other = placed(corners(xs, ys, q0, q1), cq, sq, dx, dy)
    overlap = max(depth(one, other), depth(other, one))
    if overlap <= 0.0:
        return overlap
    return min(
        min(to_segment(corner, *side) for corner in other for side in sides(one)),
        min(to_segment(corner, *side) for corner in one for side in sides(other)),
    )
