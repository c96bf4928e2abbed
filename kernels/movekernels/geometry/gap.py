"""Gap."""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Floats, Shapes


@kernel
def gap(
    shapes: Shapes,
    i: int,
    xi: float,
    yi: float,
    ci: float,
    si: float,
    j: int,
    xj: float,
    yj: float,
    cj: float,
    sj: float,
) -> float:
    """Gap."""
    dx = xj - xi
    dy = yj - yi
    return math.sqrt(dx * dx + dy * dy) - shapes.outer[i] - shapes.outer[j]


@kernel
def gap_rows(shapes: Shapes, bodies_a: Bodies, bodies_b: Bodies, out: Floats) -> None:
    """Gap rows."""
    for a in range(bodies_a.x.size):
        for b in range(bodies_b.x.size):
            out[a, b] = gap(
                shapes,
                bodies_a.shape[a],
                bodies_a.x[a],
                bodies_a.y[a],
                bodies_a.cos[a],
                bodies_a.sin[a],
                bodies_b.shape[b],
                bodies_b.x[b],
                bodies_b.y[b],
                bodies_b.cos[b],
                bodies_b.sin[b],
            )
