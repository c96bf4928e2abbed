"""Signed separation of any two convex parts."""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.arrays import DISC, ELLIPSE, POLYGON, Shapes
from movekernels.geometry.ellipse import ellipse_pair, point_ellipse
from movekernels.geometry.polygon import ellipse_polygon, point_polygon, polygon_pair


@kernel
def _disc_pair(r1: float, r2: float, dx: float, dy: float) -> tuple[float, float, float]:
    """Signed separation of two discs, and the direction between their centres."""
    distance = math.sqrt(dx * dx + dy * dy)
    if distance == 0.0:
        return -r1 - r2, 1.0, 0.0
    return distance - r1 - r2, dx / distance, dy / distance


@kernel
def _disc_any(
    shapes: Shapes, r: float, q: int, cq: float, sq: float, dx: float, dy: float
) -> tuple[float, float, float]:
    """Signed separation of a disc and an ellipse or polygon ``q`` that stands at (dx, dy)."""
    x = -dx * cq - dy * sq
    y = dx * sq - dy * cq
    if shapes.part_kind[q] == POLYGON:
        f, nx, ny = point_polygon(shapes, q, x, y)
    else:
        f, nx, ny = point_ellipse(shapes.part_a[q], shapes.part_b[q], x, y)
    return f - r, ny * sq - nx * cq, -nx * sq - ny * cq


@kernel
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
    """Signed separation of two posed convex parts.

    Parameters
    ----------
    shapes
        Packed outlines.
    p, cp, sp
        The first part and the heading (cosine, sine) of its shape.
    q, cq, sq
        The second.
    dx, dy
        Centre of the second shape minus centre of the first, inches.

    Returns
    -------
    separation, ux, uy
        Inches, and the unit direction from the first to the second at which it
        is attained.  The exact distance when positive.  When negative, the exact
        penetration depth if a disc is involved or both are polygons; with an
        ellipse against an ellipse or a polygon, exact down to minus the smallest
        radius of curvature and a lower bound below it.
    """
    kind_p = shapes.part_kind[p]
    kind_q = shapes.part_kind[q]
    if kind_p == DISC and kind_q == DISC:
        return _disc_pair(shapes.part_a[p], shapes.part_a[q], dx, dy)
    if kind_p == DISC:
        return _disc_any(shapes, shapes.part_a[p], q, cq, sq, dx, dy)
    if kind_q == DISC:
        f, ux, uy = _disc_any(shapes, shapes.part_a[q], p, cp, sp, -dx, -dy)
        return f, -ux, -uy
    if kind_p == ELLIPSE and kind_q == ELLIPSE:
        return ellipse_pair(
            dx,
            dy,
            shapes.part_a[p],
            shapes.part_b[p],
            cp,
            sp,
            shapes.part_a[q],
            shapes.part_b[q],
            cq,
            sq,
        )
    if kind_p == ELLIPSE:
        return ellipse_polygon(shapes, p, cp, sp, q, cq, sq, dx, dy)
    if kind_q == ELLIPSE:
        f, ux, uy = ellipse_polygon(shapes, q, cq, sq, p, cp, sp, -dx, -dy)
        return f, -ux, -uy
    return polygon_pair(shapes, p, cp, sp, q, cq, sq, dx, dy)
