"""Sweep."""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Bools, Shapes


@kernel
def sweep_gap(
    shapes: Shapes,
    i: int,
    xi: float,
    yi: float,
    ci: float,
    si: float,
    dx: float,
    dy: float,
    j: int,
    xj: float,
    yj: float,
    cj: float,
    sj: float,
) -> float:
    """Sweep gap."""
    px = xj - xi
    py = yj - yi
    length = dx * dx + dy * dy
    t = min(max((px * dx + py * dy) / length, 0.0), 1.0) if length > 0.0 else 0.0
    px -= t * dx
    py -= t * dy
    return math.sqrt(px * px + py * py) - shapes.outer[i] - shapes.outer[j]


@kernel
def first_contact(
    shapes: Shapes,
    i: int,
    xi: float,
    yi: float,
    ci: float,
    si: float,
    dx: float,
    dy: float,
    j: int,
    xj: float,
    yj: float,
    cj: float,
    sj: float,
    depth: float,
) -> float:
    """First contact."""
    px = xj - xi
    py = yj - yi
    r = shapes.outer[i] + shapes.outer[j] - depth
    b = px * dx + py * dy
    length = dx * dx + dy * dy
    c = px * px + py * py - r * r
    if c < 0.0:
        return 0.0
    disc = b * b - length * c
    if b <= 0.0 or disc <= 0.0:
        return 2.0
    t = c / (b + math.sqrt(disc))
    return t if t < 1.0 else 2.0


@kernel
def sweep_rows(
    shapes: Shapes,
    i: int,
    xi: float,
    yi: float,
    ci: float,
    si: float,
    dx: float,
    dy: float,
    obstacles: Bodies,
    mask: Bools,
    depth: float,
) -> int:
    """Sweep rows."""
    for j in range(mask.size):
        if (
            mask[j]
            and sweep_gap(
                shapes,
                i,
                xi,
                yi,
                ci,
                si,
                dx,
                dy,
                obstacles.shape[j],
                obstacles.x[j],
                obstacles.y[j],
                obstacles.cos[j],
                obstacles.sin[j],
            )
            < -depth
        ):
            return j
    return -1
