"""Slow twin of `movekernels.geometry.mixed`."""

from __future__ import annotations

import math

from movekernels.arrays import Floats
from reference.polygon import corners, placed
from reference.separation import widest


def ellipse_polygon(
    a: float,
    b: float,
    cp: float,
    sp: float,
    xs: Floats,
    ys: Floats,
    first: int,
    last: int,
    cq: float,
    sq: float,
    dx: float,
    dy: float,
) -> tuple[float, float, float]:
    """The direction in which an ellipse and a polygon are furthest apart, by trying them all."""
    polygon = placed(corners(xs, ys, first, last), cq, sq, dx, dy)
    heading = math.atan2(sp, cp)

    def along(angle: float) -> float:
        half = math.hypot(a * math.cos(angle - heading), b * math.sin(angle - heading))
        return min(x * math.cos(angle) + y * math.sin(angle) for x, y in polygon) - half

    best, angle = widest(along, 720)
    return best, math.cos(angle), math.sin(angle)
