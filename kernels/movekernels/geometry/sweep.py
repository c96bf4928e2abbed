"""Straight slides past other bases and walls, exact: nothing is sampled.

A shape that slides by a vector covers its Minkowski sum with a segment, which is
convex part by part.  Its support function is that of the shape at the start or at
the end, whichever is larger, so the separation from an obstacle is

    max over unit u of  min(f0(u), f1(u)),    f1(u) = f0(u) - u.slide

with f0 and f1 the functions of `movekernels.geometry.ellipse` at both ends: the
gap at the start, the gap at the end, or f at a right angle to the slide.
"""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.arrays import DISC, POLYGON, Bodies, Bools, Shapes
from movekernels.geometry.parts import part_gap
from movekernels.geometry.shapes import part_support
from movekernels.geometry.sweep_ellipse import ellipse_sweep

STILL = 1e-30
"""Square of the length of a slide up to which it is none: 1e-15 inches."""
MARGIN = 1e-3
"""Inches to a graze below which a hit is left to the gaps at the ends of the slide."""
STEPS = 100
"""Bound for the Newton steps to a contact; grazing halves the rest each time."""
ARRIVED = 1e-10
"""Inches of travel below which a step to the contact is the last."""


@kernel
def _polygon_sweep(
    shapes: Shapes,
    p: int,
    cp: float,
    sp: float,
    q: int,
    cq: float,
    sq: float,
    px: float,
    py: float,
    dx: float,
    dy: float,
) -> float:
    """`_part_sweep` where one part or both are polygons.

    In the plane of centre differences part ``p`` is added to ``q``, and the slide is a
    segment.  Of that convex sum the points w and v are furthest to both sides across
    the slide.  If the line of the slide passes beside the sum, the nearer of them tells
    whether the segment is nearest to it or to which end to go.  Otherwise the line
    crosses the way from w to v, which is a hit, or beyond an end, which then is nearest.
    Where that is closer than `MARGIN` to a graze, the gaps at the ends give its depth.
    """
    length2 = dx * dx + dy * dy
    length = math.sqrt(length2)
    nx = -dy / length
    ny = dx / length
    side = nx * px + ny * py
    reach_p, ax, ay = part_support(shapes, p, cp, sp, nx, ny)
    reach_q, bx, by = part_support(shapes, q, cq, sq, -nx, -ny)
    left = side - reach_p - reach_q
    at_left = (px + bx - ax) * dx + (py + by - ay) * dy
    reach_p, ax, ay = part_support(shapes, p, cp, sp, -nx, -ny)
    reach_q, bx, by = part_support(shapes, q, cq, sq, nx, ny)
    right = -side - reach_p - reach_q
    at_right = (px + bx - ax) * dx + (py + by - ay) * dy
    best = max(left, right)
    if best > 0.0:
        at = at_left if left > 0.0 else at_right
        if 0.0 <= at <= length2:
            return best
    else:
        at = at_left + (at_right - at_left) * left / (left + right)
        margin = MARGIN * length
        if best < -MARGIN and margin < at < length2 - margin:
            return best
    late = at > 0.5 * length2
    for _ in range(2):
        x = px - dx if late else px
        y = py - dy if late else py
        f, ux, uy = part_gap(shapes, p, cp, sp, q, cq, sq, x, y)
        push = ux * dx + uy * dy
        outward = push if late else -push
        if outward >= 0.0:
            return f
        best = max(best, f + outward)
        if f < -MARGIN:
            return best
        late = not late
    return best


@kernel
def _part_sweep(
    shapes: Shapes,
    p: int,
    cp: float,
    sp: float,
    q: int,
    cq: float,
    sq: float,
    px: float,
    py: float,
    dx: float,
    dy: float,
) -> float:
    """Signed separation of part ``p`` sliding by (dx, dy) from a part ``q`` at (px, py)."""
    length2 = dx * dx + dy * dy
    if length2 <= STILL:
        return part_gap(shapes, p, cp, sp, q, cq, sq, px, py)[0]
    kind_p = shapes.part_kind[p]
    kind_q = shapes.part_kind[q]
    if kind_p == DISC and kind_q == DISC:
        # as in `movekernels.geometry.sweep_past`, to the last digit
        t: float = min(max((px * dx + py * dy) * (1.0 / length2), 0.0), 1.0)
        wx = px - t * dx
        wy = py - t * dy
        return math.sqrt(wx * wx + wy * wy) - float(shapes.part_a[p] + shapes.part_a[q])
    if kind_p != POLYGON and kind_q != POLYGON:
        return ellipse_sweep(
            px,
            py,
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
        )[0]
    return _polygon_sweep(shapes, p, cp, sp, q, cq, sq, px, py, dx, dy)


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
    """Smallest gap while a shape slides straight past another at a fixed heading.

    Parameters
    ----------
    shapes
        Packed outlines.
    i, xi, yi, ci, si
        The moving shape, its centre at the start (inches), its heading.
    dx, dy
        The slide, inches; (0, 0) gives `gap`.
    j, xj, yj, cj, sj
        The shape passed.

    Returns
    -------
    float
        Inches.  Positive: exact.  Negative: they overlap at some moment of the
        slide (deeper than rounding), the start and the end included; the
        magnitude is at least the depth by which the swept area reaches into the
        other, and exact for a shallow graze: 1e-4 inches for bases in use, if the
        slide does not meet the side of a polygon at less than 6 degrees.
    """
    px = xj - xi
    py = yj - yi
    best = math.inf
    for p in range(shapes.part_first[i], shapes.part_first[i + 1]):
        for q in range(shapes.part_first[j], shapes.part_first[j + 1]):
            best = min(best, _part_sweep(shapes, p, ci, si, q, cj, sj, px, py, dx, dy))
    return best


@kernel
def _disc_contact(px: float, py: float, dx: float, dy: float, reach: float) -> float:
    """Fraction of a slide at which a centre comes to ``reach`` of one at (px, py), as it does.

    Reckoned from the distance still to go, so that it keeps its digits near contact.
    """
    along = px * dx + py * dy
    distance = math.sqrt(px * px + py * py)
    if distance <= reach or along <= 0.0:
        return 0.0
    cross = px * dy - py * dx
    chord = max(reach * reach * (dx * dx + dy * dy) - cross * cross, 0.0)
    return min((distance - reach) * (distance + reach) / (along + math.sqrt(chord)), 1.0)


@kernel
def _part_contact(
    shapes: Shapes,
    p: int,
    cp: float,
    sp: float,
    q: int,
    cq: float,
    sq: float,
    px: float,
    py: float,
    dx: float,
    dy: float,
    depth: float,
) -> float:
    """Fraction of the slide at which two parts come closer than ``-depth``, or 2.

    The separation is convex along a line (a maximum of linear functions), so each
    tangent, of slope -u.slide, reaches ``-depth`` no later than the curve: Newton
    from the start, or from where the discs around both meet, never overshoots.
    """
    if _part_sweep(shapes, p, cp, sp, q, cq, sq, px, py, dx, dy) >= -depth:
        return 2.0
    reach = shapes.part_a[p] + shapes.part_a[q] - depth
    t = _disc_contact(px, py, dx, dy, reach)
    if shapes.part_kind[p] == DISC and shapes.part_kind[q] == DISC:
        return t
    length = math.sqrt(dx * dx + dy * dy)
    for _ in range(STEPS):
        f, ux, uy = part_gap(shapes, p, cp, sp, q, cq, sq, px - t * dx, py - t * dy)
        push = ux * dx + uy * dy
        if f <= -depth or push <= 0.0:
            break
        step = (f + depth) / push
        t += step
        if step * length <= ARRIVED:
            break
    return min(t, 1.0)


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
    """Fraction of a straight slide at which the gap first falls below ``-depth``.

    Parameters
    ----------
    shapes
        Packed outlines.
    i, xi, yi, ci, si
        The moving shape, its centre at the start (inches), its heading.
    dx, dy
        The slide, inches.
    j, xj, yj, cj, sj
        The shape in the way.
    depth
        Overlap that still counts as touching, inches, 0 or more.

    Returns
    -------
    float
        In [0, 1], within 1e-7 inches of travel before the contact; 0 if the
        shapes overlap at the start; 2 if `sweep_gap` never falls below
        ``-depth``.  A shape that starts touching and slides away or along has no
        contact; one that pushes in has it at once.
    """
    px = xj - xi
    py = yj - yi
    best = 2.0
    for p in range(shapes.part_first[i], shapes.part_first[i + 1]):
        for q in range(shapes.part_first[j], shapes.part_first[j + 1]):
            t = _part_contact(shapes, p, ci, si, q, cj, sj, px, py, dx, dy, depth)
            best = min(best, t)
    return best


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
    """Some obstacle that a straight slide cuts deeper than ``depth``.

    Parameters
    ----------
    shapes
        Packed outlines.
    i, xi, yi, ci, si
        The moving shape, its centre at the start (inches), its heading.
    dx, dy
        The slide, inches.
    obstacles
        What stands on the table; heights are ignored.
    mask
        Which of them block; shape (m,).
    depth
        Overlap that still counts as touching, inches, 0 or more.

    Returns
    -------
    int
        Index into ``obstacles``, or -1 if the slide is clear.
    """
    length2 = dx * dx + dy * dy
    inverse = 1.0 / length2 if length2 > 0.0 else 0.0
    outer = shapes.outer[i] - depth
    inner = shapes.inner[i] - depth
    for j in range(mask.size):
        if not mask[j]:
            continue
        wx = obstacles.x[j] - xi
        wy = obstacles.y[j] - yi
        t = min(max((wx * dx + wy * dy) * inverse, 0.0), 1.0)
        wx -= t * dx
        wy -= t * dy
        square = wx * wx + wy * wy
        k = obstacles.shape[j]
        # bounding discs reject, inscribed discs accept; for two discs one of both does
        reach = outer + shapes.outer[k]
        if square >= reach * reach:
            continue
        reach = inner + shapes.inner[k]
        if reach > 0.0 and square < reach * reach:
            return j
        if (
            sweep_gap(
                shapes,
                i,
                xi,
                yi,
                ci,
                si,
                dx,
                dy,
                k,
                obstacles.x[j],
                obstacles.y[j],
                obstacles.cos[j],
                obstacles.sin[j],
            )
            < -depth
        ):
            return j
    return -1
