"""Slow twin of `movekernels.geometry.sweep_ellipse`."""

from __future__ import annotations

import math

from reference.separation import widest


def ellipse_sweep(
    px: float,
    py: float,
    dx: float,
    dy: float,
    a1: float,
    b1: float,
    c1: float,
    s1: float,
    a2: float,
    b2: float,
    c2: float,
    s2: float,
) -> tuple[float, float, float]:
    """The direction in which the covered area and the second are furthest apart, of all."""

    def extent(a: float, b: float, c: float, s: float, ux: float, uy: float) -> float:
        # the point a cos t, b sin t that lies furthest along the direction
        along, across = ux * c + uy * s, uy * c - ux * s
        t = math.atan2(b * across, a * along)
        return a * math.cos(t) * along + b * math.sin(t) * across

    def apart(angle: float) -> float:
        ux, uy = math.cos(angle), math.sin(angle)
        ahead = max(0.0, ux * dx + uy * dy) + extent(a1, b1, c1, s1, ux, uy)
        return ux * px + uy * py - ahead - extent(a2, b2, c2, s2, -ux, -uy)

    best, angle = widest(apart)
    return best, math.cos(angle), math.sin(angle)
