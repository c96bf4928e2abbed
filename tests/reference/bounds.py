"""Gap of two bases by searching all directions, and "within" by that gap (01.04)."""

from __future__ import annotations

import math
from collections.abc import Callable

from movekernels.arrays import DISC, ELLIPSE, Bodies, Shapes

DIRECTIONS = 90
GOLDEN = (math.sqrt(5) - 1) / 2


def body_gap(shapes: Shapes, a: Bodies, i: int, b: Bodies, j: int) -> float:
    """Closest point to closest point; unions: the nearest pair of parts."""
    return min(
        part_distance(shapes, p, a, i, q, b, j)
        for p in parts_of(shapes, a, i)
        for q in parts_of(shapes, b, j)
    )


def within(shapes: Shapes, a: Bodies, i: int, b: Bodies, j: int, limit: float) -> bool:
    """Within X is a distance not greater than X (01.04.01)."""
    return body_gap(shapes, a, i, b, j) <= limit


def parts_of(shapes: Shapes, bodies: Bodies, i: int) -> range:
    k = int(bodies.shape[i])
    return range(int(shapes.part_first[k]), int(shapes.part_first[k + 1]))


def part_distance(shapes: Shapes, p: int, a: Bodies, i: int, q: int, b: Bodies, j: int) -> float:
    """Largest width of a strip that parts the two, over every direction of the strip.

    For convex parts that is their distance, and minus the shortest way apart
    where they overlap.
    """
    here = (float(a.x[i]), float(a.y[i]))
    there = (float(b.x[j]), float(b.y[j]))
    if shapes.part_kind[p] == DISC and shapes.part_kind[q] == DISC:
        return math.dist(here, there) - float(shapes.part_a[p]) - float(shapes.part_a[q])
    first, second = reach(shapes, p, a, i), reach(shapes, q, b, j)
    dx, dy = there[0] - here[0], there[1] - here[1]

    def strip(angle: float) -> float:
        ux, uy = math.cos(angle), math.sin(angle)
        return dx * ux + dy * uy - first(ux, uy) - second(-ux, -uy)

    angles = sorted(
        [2 * math.pi * k / DIRECTIONS for k in range(DIRECTIONS)]
        + edge_normals(shapes, p, a, i, 0.0)
        + edge_normals(shapes, q, b, j, math.pi)
    )
    angles = [angles[-1] - 2 * math.pi, *angles, angles[0] + 2 * math.pi]
    widths = [strip(angle) for angle in angles]
    return max(
        climb(strip, angles[k - 1], angles[k + 1])
        for k in range(1, len(angles) - 1)
        if widths[k] >= widths[k - 1] and widths[k] >= widths[k + 1]
    )


def reach(shapes: Shapes, p: int, bodies: Bodies, i: int) -> Callable[[float, float], float]:
    """How far part ``p`` of a posed body reaches from its centre in a unit direction."""
    c, s = float(bodies.cos[i]), float(bodies.sin[i])
    a, b = float(shapes.part_a[p]), float(shapes.part_b[p])
    if shapes.part_kind[p] == DISC:
        return lambda ux, uy: a
    if shapes.part_kind[p] == ELLIPSE:
        return lambda ux, uy: math.hypot(a * (ux * c + uy * s), b * (uy * c - ux * s))
    posed = [(vx * c - vy * s, vx * s + vy * c) for vx, vy in corners(shapes, p)]
    return lambda ux, uy: max(vx * ux + vy * uy for vx, vy in posed)


def corners(shapes: Shapes, p: int) -> list[tuple[float, float]]:
    own = slice(int(shapes.vertex_first[p]), int(shapes.vertex_first[p + 1]))
    return list(zip(shapes.vertex_x[own].tolist(), shapes.vertex_y[own].tolist(), strict=True))


def edge_normals(shapes: Shapes, p: int, bodies: Bodies, i: int, turn: float) -> list[float]:
    """Outward directions of a polygon's edges, turned, from 0 to 2 pi; none for other parts."""
    heading = math.atan2(float(bodies.sin[i]), float(bodies.cos[i]))
    points = corners(shapes, p)
    return [
        (math.atan2(x0 - x1, y1 - y0) + heading + turn) % (2 * math.pi)
        for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1], strict=True)
    ]


def climb(f: Callable[[float], float], low: float, high: float) -> float:
    """Largest value of ``f``, which has one peak between ``low`` and ``high``: golden section."""
    left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    at_left, at_right = f(left), f(right)
    while high - low > 1e-13:
        if at_left < at_right:
            low, left, at_left = left, right, at_right
            right = low + GOLDEN * (high - low)
            at_right = f(right)
        else:
            high, right, at_right = right, left, at_left
            left = high - GOLDEN * (high - low)
            at_left = f(left)
    return max(at_left, at_right)
