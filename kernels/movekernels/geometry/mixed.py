"""Signed separation of an ellipse and a convex polygon.

As in `movekernels.geometry.ellipse`, the largest value of f(u), each value returned
being f at an explicit u: never more than the separation.
"""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.arrays import Floats
from movekernels.geometry.ellipse import point_ellipse

IN_CONE = 1e-14
"""Radians by which a direction may lean out of the normal cone of a vertex."""


@kernel
def _corner_ellipse(
    xs: Floats,
    ys: Floats,
    first: int,
    last: int,
    v: int,
    c: float,
    s: float,
    x: float,
    y: float,
    a: float,
    b: float,
) -> tuple[float, float, float]:
    """Separation of vertex ``v`` of a polygon from an ellipse, if it counts.

    In the frame of the ellipse, where the polygon stands at (x, y) with heading
    (c, s).  The value is f at the normal returned only if the whole polygon lies
    beyond the vertex as that normal looks; otherwise it is minus infinity.
    """
    before = v - 1 if v > first else last - 1
    after = v + 1 if v + 1 < last else first
    vx = xs[v]
    vy = ys[v]
    f, nx, ny = point_ellipse(a, b, x + vx * c - vy * s, y + vx * s + vy * c)
    lx = nx * c + ny * s
    ly = ny * c - nx * s
    ex = xs[before] - vx
    ey = ys[before] - vy
    fx = xs[after] - vx
    fy = ys[after] - vy
    if lx * ex + ly * ey < -IN_CONE * (abs(ex) + abs(ey)):
        return -math.inf, nx, ny
    if lx * fx + ly * fy < -IN_CONE * (abs(fx) + abs(fy)):
        return -math.inf, nx, ny
    return f, nx, ny


@kernel
def ellipse_polygon(
    a: float,
    b: float,
    cp: float,
    sp: float,
    xs: Floats,
    ys: Floats,
    first: int,
    last: int,
    cq: float,
    sq: float,
    dx: float,
    dy: float,
) -> tuple[float, float, float]:
    """Signed separation of a posed ellipse and a posed convex polygon.

    Parameters
    ----------
    a, b, cp, sp
        Half-axes of the ellipse, ``a >= b > 0``, inches, and its heading (cosine,
        sine).
    xs, ys
        Vertices of all polygons, counter-clockwise, inches; shape (v,).
    first, last, cq, sq
        This one is ``first:last`` of them, at this heading.
    dx, dy
        Centre of the polygon's shape minus centre of the ellipse, inches.

    Returns
    -------
    separation, ux, uy
        Inches, and the unit direction from the ellipse to the polygon at which
        it is attained.  Exact when positive, and down to minus the smallest
        radius of curvature (``b^2 / a``); below that a lower bound.

    Notes
    -----
    While f exceeds minus the smallest radius of curvature it has one maximum, and
    its slope points there.  So if the best edge normal reaches that far, the
    support point of the ellipse tells all: beside the edge, the normal is the
    maximum; beyond an end, the maximum is in the cone of that vertex.  If no edge
    normal does (a corner points at the ellipse, or it lies deep), try every vertex.
    """
    aa = a * a
    bb = b * b
    c = cp * cq + sp * sq
    s = cp * sq - sp * cq
    x = dx * cp + dy * sp
    y = dy * cp - dx * sp
    j = last - 1
    jx = x + xs[j] * c - ys[j] * s
    jy = y + xs[j] * s + ys[j] * c
    best = -math.inf
    ux = 1.0
    uy = 0.0
    corner = -1
    for k in range(first, last):
        vx = xs[k]
        vy = ys[k]
        kx = x + vx * c - vy * s
        ky = y + vx * s + vy * c
        ex = kx - jx
        ey = ky - jy
        # the plane of edge j-k: its inward normal (-ey, ex) and h are as long as the edge
        h = math.sqrt(aa * ey * ey + bb * ex * ex)
        length = math.sqrt(ex * ex + ey * ey)
        f = (jy * ex - jx * ey - h) / length
        if f > best:
            best = f
            ux = -ey / length
            uy = ex / length
            along = (bb - aa) * ex * ey / h
            corner = -1
            if along < jx * ex + jy * ey:
                corner = j
            elif along > kx * ex + ky * ey:
                corner = k
        j = k
        jx = kx
        jy = ky
    if best <= -bb / a:
        for k in range(first, last):
            f, nx, ny = _corner_ellipse(xs, ys, first, last, k, c, s, x, y, a, b)
            if f > best:
                best = f
                ux = nx
                uy = ny
    elif corner >= 0:
        f, nx, ny = _corner_ellipse(xs, ys, first, last, corner, c, s, x, y, a, b)
        if f == -math.inf:
            # Behind a straight corner the side goes on: its end is another vertex.
            for k in range(first, last):
                f, nx, ny = _corner_ellipse(xs, ys, first, last, k, c, s, x, y, a, b)
                if f > best:
                    best = f
                    ux = nx
                    uy = ny
        elif f > best:
            best = f
            ux = nx
            uy = ny
    return best, ux * cp - uy * sp, ux * sp + uy * cp
