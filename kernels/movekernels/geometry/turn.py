"""Turn."""

from __future__ import annotations

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Bools, Shapes
from movekernels.geometry.gap import gap


@kernel
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
) -> float:
    """Turn gap."""
    return gap(shapes, i, x, y, c0, s0, j, xj, yj, cj, sj)


@kernel
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
) -> int:
    """Turn rows."""
    for j in range(mask.size):
        if (
            mask[j]
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
                obstacles.shape[j],
                obstacles.x[j],
                obstacles.y[j],
                obstacles.cos[j],
                obstacles.sin[j],
                depth,
            )
            < -depth
        ):
            return j
    return -1
