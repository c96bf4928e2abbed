"""Signed separation of any two convex parts."""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.arrays import DISC, ELLIPSE, POLYGON, Shapes
from movekernels.geometry.ellipse import ellipse_pair, point_ellipse
from movekernels.geometry.mixed import ellipse_polygon
from movekernels.geometry.polygon import point_polygon, polygon_pair


@kernel
def _disc_pair(r1: float, r2: float, dx: float, dy: float) -> tuple[float, float, float]:
    """Signed separation of two discs, and the direction between their centres."""
    distance = math.sqrt(dx * dx + dy * dy)
    if distance == 0.0:
        return -r1 - r2, 1.0, 0.0
    return distance - r1 - r2, dx / distance, dy / distance


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
        ellipse against an ellipse or a polygon, exact while it is small (see
        `ellipse_pair` and `ellipse_polygon`) and a lower bound beyond.
    """
    kind_p = shapes.part_kind[p]
    kind_q = shapes.part_kind[q]
    if kind_p == DISC and kind_q == DISC:
        return _disc_pair(shapes.part_a[p], shapes.part_a[q], dx, dy)
    if kind_p == DISC:
        x = -dx * cq - dy * sq
        y = dx * sq - dy * cq
        if kind_q == POLYGON:
            f, nx, ny = point_polygon(
                shapes.vertex_x,
                shapes.vertex_y,
                shapes.vertex_first[q],
                shapes.vertex_first[q + 1],
                x,
                y,
            )
        else:
            f, nx, ny = point_ellipse(shapes.part_a[q], shapes.part_b[q], x, y)
        return f - shapes.part_a[p], ny * sq - nx * cq, -nx * sq - ny * cq
    if kind_q == DISC:
        x = dx * cp + dy * sp
        y = dy * cp - dx * sp
        if kind_p == POLYGON:
            f, nx, ny = point_polygon(
                shapes.vertex_x,
                shapes.vertex_y,
                shapes.vertex_first[p],
                shapes.vertex_first[p + 1],
                x,
                y,
            )
        else:
            f, nx, ny = point_ellipse(shapes.part_a[p], shapes.part_b[p], x, y)
        return f - shapes.part_a[q], nx * cp - ny * sp, nx * sp + ny * cp
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
        return ellipse_polygon(
            shapes.part_a[p],
            shapes.part_b[p],
            cp,
            sp,
            shapes.vertex_x,
            shapes.vertex_y,
            shapes.vertex_first[q],
            shapes.vertex_first[q + 1],
            cq,
            sq,
            dx,
            dy,
        )
    if kind_q == ELLIPSE:
        f, ux, uy = ellipse_polygon(
            shapes.part_a[q],
            shapes.part_b[q],
            cq,
            sq,
            shapes.vertex_x,
            shapes.vertex_y,
            shapes.vertex_first[p],
            shapes.vertex_first[p + 1],
            cp,
            sp,
            -dx,
            -dy,
        )
        return f, -ux, -uy
    return polygon_pair(
        shapes.vertex_x,
        shapes.vertex_y,
        shapes.vertex_first[p],
        shapes.vertex_first[p + 1],
        cp,
        sp,
        shapes.vertex_first[q],
        shapes.vertex_first[q + 1],
        cq,
        sq,
        dx,
        dy,
    )
