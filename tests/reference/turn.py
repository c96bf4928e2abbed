"""Slow twin of `movekernels.geometry.turn`."""

from __future__ import annotations

import math

from movekernels.arrays import Bodies, Bools, Shapes
from reference.gap import gap
from reference.shapes import headings


def turn_gap(
    shapes: Shapes,
    i: int,
    x: float,
    y: float,
    c0: float,
    s0: float,
    c1: float,
    s1: float,
    ccw: bool,
    j: int,
    xj: float,
    yj: float,
    cj: float,
    sj: float,
    depth: float,
    count: int = 24,
) -> float:
    """The smallest gap at many headings on the way (never less than the true smallest)."""
    return min(
        gap(shapes, i, x, y, math.cos(t), math.sin(t), j, xj, yj, cj, sj)
        for t in headings(c0, s0, c1, s1, ccw, count)
    )


def turn_rows(
    shapes: Shapes,
    i: int,
    x: float,
    y: float,
    c0: float,
    s0: float,
    c1: float,
    s1: float,
    ccw: bool,
    obstacles: Bodies,
    mask: Bools,
    depth: float,
) -> list[int]:
    """All obstacles met, one by one."""
    return [
        j
        for j in range(mask.size)
        if mask[j]
        and turn_gap(
            shapes,
            i,
            x,
            y,
            c0,
            s0,
            c1,
            s1,
            ccw,
            int(obstacles.shape[j]),
            obstacles.x[j],
            obstacles.y[j],
            obstacles.cos[j],
            obstacles.sin[j],
            depth,
        )
        < -depth
    ]
