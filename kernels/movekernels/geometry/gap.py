"""Signed edge-to-edge gap of two posed bases."""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Floats, Shapes
from movekernels.geometry.parts import part_gap


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
    """Horizontal gap between the closest edges of two bases (section 01.04).

    Parameters
    ----------
    shapes
        Packed outlines.
    i, xi, yi, ci, si
        First shape, its centre (inches) and its heading (cosine, sine).
    j, xj, yj, cj, sj
        Second shape likewise.

    Returns
    -------
    float
        Inches.  Positive: the exact distance.  Zero: the bases touch.  Negative:
        they overlap, and one inside the other overlaps too; the magnitude is then
        the depth, the shortest translation that parts them, when a disc or two
        polygons are concerned; for an ellipse with an ellipse or a polygon it is
        the depth while that is small (see `ellipse_pair` and `ellipse_polygon`),
        and at least the depth beyond.  For unions it is the depth of their deepest
        pair of convex parts.
    """
    dx = xj - xi
    dy = yj - yi
    best = math.inf
    for p in range(shapes.part_first[i], shapes.part_first[i + 1]):
        for q in range(shapes.part_first[j], shapes.part_first[j + 1]):
            best = min(best, part_gap(shapes, p, ci, si, q, cj, sj, dx, dy)[0])
    return best


@kernel
def gap_rows(shapes: Shapes, bodies_a: Bodies, bodies_b: Bodies, out: Floats) -> None:
    """Gap of every body of one group to every body of another.

    Parameters
    ----------
    shapes
        Packed outlines.
    bodies_a, bodies_b
        The two groups; heights are ignored.
    out
        Filled with `gap`, inches; shape (n, m).
    """
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
