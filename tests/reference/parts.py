"""Slow twin of `movekernels.geometry.parts`."""

from __future__ import annotations

import math

from movekernels.arrays import Shapes
from reference.separation import clearance, widest


def part_gap(
    shapes: Shapes,
    p: int,
    cp: float,
    sp: float,
    q: int,
    cq: float,
    sq: float,
    dx: float,
    dy: float,
) -> tuple[float, float, float]:
    """The direction in which two convex parts are furthest apart, by trying them all."""
    one, other = math.atan2(sp, cp), math.atan2(sq, cq)
    best, angle = widest(lambda t: clearance(shapes, p, one, q, other, (dx, dy), t))
    return best, math.cos(angle), math.sin(angle)
