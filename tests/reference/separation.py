"""The separation of convex outlines, straight from its definition."""

from __future__ import annotations

import math
from collections.abc import Callable

from movekernels.arrays import DISC, ELLIPSE, Shapes

GOLDEN = (math.sqrt(5.0) - 1.0) / 2.0


def widest(function: Callable[[float], float], scan: int = 240) -> tuple[float, float]:
    """Largest value of a function of an angle: a scan, then a search about its peaks."""
    step = 2.0 * math.pi / scan
    values = [function(k * step) for k in range(scan)]
    best, where = -math.inf, 0.0
    peaks = [k for k in range(scan) if values[k] >= max(values[k - 1], values[(k + 1) % scan])]
    for k in sorted(peaks, key=lambda k: -values[k])[:2]:
        angle = section(lambda t: -function(t), (k - 1) * step, (k + 1) * step)
        if function(angle) > best:
            best, where = function(angle), angle
    return best, where


def section(function: Callable[[float], float], low: float, high: float) -> float:
    """Where a function with one minimum on an interval takes it (golden section)."""
    left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    at_left, at_right = function(left), function(right)
    for _ in range(48):
        if at_left <= at_right:
            high, right, at_right = right, left, at_left
            left = high - GOLDEN * (high - low)
            at_left = function(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + GOLDEN * (high - low)
            at_right = function(right)
    return (low + high) / 2.0


def reach(shapes: Shapes, part: int, heading: float, angle: float) -> tuple[float, float, float]:
    """Support value and point of a part, in a direction given by its angle."""
    turn = angle - heading
    a, b = float(shapes.part_a[part]), float(shapes.part_b[part])
    if shapes.part_kind[part] == DISC:
        x, y = a * math.cos(turn), a * math.sin(turn)
    elif shapes.part_kind[part] == ELLIPSE:
        # the point a cos t, b sin t whose tangent lies across the direction
        t = math.atan2(b * math.sin(turn), a * math.cos(turn))
        x, y = a * math.cos(t), b * math.sin(t)
    else:
        corners = range(int(shapes.vertex_first[part]), int(shapes.vertex_first[part + 1]))
        x, y = max(
            ((float(shapes.vertex_x[v]), float(shapes.vertex_y[v])) for v in corners),
            key=lambda point: point[0] * math.cos(turn) + point[1] * math.sin(turn),
        )
    return (
        x * math.cos(turn) + y * math.sin(turn),
        x * math.cos(heading) - y * math.sin(heading),
        x * math.sin(heading) + y * math.cos(heading),
    )


def clearance(
    shapes: Shapes,
    p: int,
    heading_p: float,
    q: int,
    heading_q: float,
    offset: tuple[float, float],
    angle: float,
) -> float:
    """How far apart two parts are as seen along one direction."""
    along = offset[0] * math.cos(angle) + offset[1] * math.sin(angle)
    ahead = reach(shapes, p, heading_p, angle)[0]
    behind = reach(shapes, q, heading_q, angle + math.pi)[0]
    return along - ahead - behind
