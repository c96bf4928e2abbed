"""Slow twin of `movekernels.geometry.ellipse`."""

from __future__ import annotations

import math

from reference.separation import section, widest


def point_ellipse(a: float, b: float, x: float, y: float) -> tuple[float, float, float]:
    """The nearest of all points (a cos t, b sin t)."""

    def distance(t: float) -> float:
        return math.dist((x, y), (a * math.cos(t), b * math.sin(t)))

    step = math.tau / 720
    nearest = min(range(720), key=lambda k: distance(k * step))
    t = section(distance, (nearest - 1) * step, (nearest + 1) * step)
    nx, ny = math.cos(t) / a, math.sin(t) / b
    inside = (x / a) ** 2 + (y / b) ** 2 < 1.0
    length = math.hypot(nx, ny)
    return (-distance(t) if inside else distance(t)), nx / length, ny / length


def ellipse_pair(
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
    """The direction in which two ellipses are furthest apart, by trying them all."""
    heading_1, heading_2 = math.atan2(s1, c1), math.atan2(s2, c2)

    def along(angle: float) -> float:
        half_1 = math.hypot(a1 * math.cos(angle - heading_1), b1 * math.sin(angle - heading_1))
        half_2 = math.hypot(a2 * math.cos(angle - heading_2), b2 * math.sin(angle - heading_2))
        return dx * math.cos(angle) + dy * math.sin(angle) - half_1 - half_2

    best, angle = widest(along, 720)
    return best, math.cos(angle), math.sin(angle)
