"""Slow twin of `movekernels.geometry.sweep`."""

from __future__ import annotations

import math
from collections.abc import Callable

from movekernels.arrays import Bodies, Bools, Shapes
from reference.gap import parts_of
from reference.parts import part_gap
from reference.separation import section


def closest(gap_at: Callable[[float], float]) -> float:
    """Fraction of a slide at which two convex parts are closest.

    Their signed separation is convex along a line, so it has one minimum.
    """
    inside = section(gap_at, 0.0, 1.0)
    return min((0.0, 1.0, inside), key=gap_at)


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
    """Smallest gap over all moments of a straight move (03.01: no part may pass through)."""
    best = math.inf
    for p in parts_of(shapes, i):
        for q in parts_of(shapes, j):

            def gap_at(t: float, p: int = p, q: int = q) -> float:
                x, y = xj - xi - t * dx, yj - yi - t * dy
                return part_gap(shapes, p, ci, si, q, cj, sj, x, y)[0]

            best = min(best, gap_at(closest(gap_at)))
    return best


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
    """Halve the way to the closest moment until the contact is found; 2 if there is none."""
    best = 2.0
    for p in parts_of(shapes, i):
        for q in parts_of(shapes, j):

            def gap_at(t: float, p: int = p, q: int = q) -> float:
                x, y = xj - xi - t * dx, yj - yi - t * dy
                return part_gap(shapes, p, ci, si, q, cj, sj, x, y)[0]

            high = closest(gap_at)
            if gap_at(high) >= -depth:
                continue
            low = 0.0
            for _ in range(50):
                middle = (low + high) / 2.0
                if gap_at(middle) < -depth:
                    high = middle
                else:
                    low = middle
            best = min(best, high if gap_at(0.0) >= -depth else 0.0)
    return best


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
) -> list[int]:
    """All obstacles cut, one by one."""
    return [
        j
        for j in range(mask.size)
        if mask[j]
        and sweep_gap(
            shapes,
            i,
            xi,
            yi,
            ci,
            si,
            dx,
            dy,
            int(obstacles.shape[j]),
            obstacles.x[j],
            obstacles.y[j],
            obstacles.cos[j],
            obstacles.sin[j],
        )
        < -depth
    ]
