"""Slow twin of `movekernels.geometry.shapes`."""

from __future__ import annotations

import math

from movekernels.arrays import Shapes
from reference.gap import parts_of
from reference.separation import reach


def part_support(
    shapes: Shapes, p: int, c: float, s: float, ux: float, uy: float
) -> tuple[float, float, float]:
    """Furthest point of a part along a direction."""
    return reach(shapes, p, math.atan2(s, c), math.atan2(uy, ux))


def support(shapes: Shapes, k: int, c: float, s: float, ux: float, uy: float) -> float:
    """Furthest any part reaches along a direction."""
    return max(part_support(shapes, p, c, s, ux, uy)[0] for p in parts_of(shapes, k))


def edge_slack(
    shapes: Shapes, k: int, x: float, y: float, c: float, s: float, width: float, height: float
) -> float:
    """A base must lie within the battlefield (03.01): distance of its extremes to the edges."""
    return min(
        x - support(shapes, k, c, s, -1.0, 0.0),
        width - x - support(shapes, k, c, s, 1.0, 0.0),
        y - support(shapes, k, c, s, 0.0, -1.0),
        height - y - support(shapes, k, c, s, 0.0, 1.0),
    )


def headings(c0: float, s0: float, c1: float, s1: float, ccw: bool, count: int) -> list[float]:
    """Angles passed in a turn, both ends included."""
    start = math.atan2(s0, c0)
    turn = (math.atan2(s1, c1) - start) % math.tau
    if min(turn, math.tau - turn) < 1e-12:
        turn = 0.0
    elif not ccw:
        turn -= math.tau
    return [start + turn * k / count for k in range(count + 1)]


def turn_edge_slack(
    shapes: Shapes,
    k: int,
    x: float,
    y: float,
    c0: float,
    s0: float,
    c1: float,
    s1: float,
    ccw: bool,
    width: float,
    height: float,
    count: int = 3000,
) -> float:
    """The worst of many headings on the way."""
    return min(
        edge_slack(shapes, k, x, y, math.cos(t), math.sin(t), width, height)
        for t in headings(c0, s0, c1, s1, ccw, count)
    )
