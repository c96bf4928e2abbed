"""Signed separation of convex polygons from points and from each other.

The separation is the largest value of ``f(u) = u.d - hA(u) - hB(-u)`` (see
`movekernels.geometry.ellipse`), attained at an edge normal or inside the normal
cone of a vertex.  Every value returned is f at an explicit u: never more than
the separation.
"""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.arrays import Floats

STRAY = 1e-13
"""Inches by which a lower and an upper bound of a distance may differ by rounding."""


@kernel
def point_polygon(
    xs: Floats, ys: Floats, first: int, last: int, x: float, y: float
) -> tuple[float, float, float]:
    """Signed distance of a point to a convex polygon in the polygon's own frame.

    Parameters
    ----------
    xs, ys
        Vertices of all polygons, counter-clockwise, inches; shape (v,).
    first, last
        This one is ``first:last`` of them.
    x, y
        The point, relative to the centre of the shape at heading 0, inches.

    Returns
    -------
    distance, nx, ny
        Inches, exact, negative inside; and the unit vector along which it is
        measured, from the polygon toward the point.
    """
    jx = xs[last - 1]
    jy = ys[last - 1]
    plane = -math.inf
    nx = 1.0
    ny = 0.0
    near = math.inf
    foot_x = 0.0
    foot_y = 0.0
    for v in range(first, last):
        kx = xs[v]
        ky = ys[v]
        ex = kx - jx
        ey = ky - jy
        wx = x - jx
        wy = y - jy
        square = ex * ex + ey * ey
        length = math.sqrt(square)
        height = (wx * ey - wy * ex) / length
        if height > plane:
            plane = height
            nx = ey / length
            ny = -ex / length
        t = min(max((wx * ex + wy * ey) / square, 0.0), 1.0)
        wx -= t * ex
        wy -= t * ey
        gap2 = wx * wx + wy * wy
        if gap2 < near:
            near = gap2
            foot_x = wx
            foot_y = wy
        jx = kx
        jy = ky
    distance = math.sqrt(near)
    if plane <= 0.0 or distance <= plane:
        return plane, nx, ny
    return distance, foot_x / distance, foot_y / distance


@kernel
def _best_edge(
    xs: Floats,
    ys: Floats,
    p0: int,
    p1: int,
    q0: int,
    q1: int,
    c: float,
    s: float,
    x: float,
    y: float,
) -> tuple[float, int]:
    """Edge of polygon ``p`` whose plane leaves polygon ``q`` furthest outside.

    Polygon q stands at (x, y) with heading (c, s) in p's frame.  Returns the
    signed separation by that plane and the vertex the edge ends at.
    """
    jx = xs[p1 - 1]
    jy = ys[p1 - 1]
    plane = -math.inf
    edge = p0
    for k in range(p0, p1):
        kx = xs[k]
        ky = ys[k]
        nx = ky - jy
        ny = jx - kx
        # the outward normal in q's own frame, so that vertices stay put
        mx = nx * c + ny * s
        my = ny * c - nx * s
        low = math.inf
        for w in range(q0, q1):
            reach = mx * xs[w] + my * ys[w]
            if reach < low:
                low = reach
        low = (low + nx * (x - jx) + ny * (y - jy)) / math.sqrt(nx * nx + ny * ny)
        if low > plane:
            plane = low
            edge = k
        jx = kx
        jy = ky
    return plane, edge


@kernel
def _extremes(
    xs: Floats,
    ys: Floats,
    p0: int,
    p1: int,
    q0: int,
    q1: int,
    c: float,
    s: float,
    ux: float,
    uy: float,
) -> tuple[float, int]:
    """Lowest vertex of ``q`` minus highest of ``p`` along u, q's centre left out; and the former.

    In p's frame, where q has heading (c, s).
    """
    high = -math.inf
    for v in range(p0, p1):
        high = max(high, ux * xs[v] + uy * ys[v])
    mx = ux * c + uy * s
    my = uy * c - ux * s
    low = math.inf
    lowest = q0
    for w in range(q0, q1):
        reach = mx * xs[w] + my * ys[w]
        if reach < low:
            low = reach
            lowest = w
    return low - high, lowest


@kernel
def _apart(
    xs: Floats,
    ys: Floats,
    p0: int,
    p1: int,
    q0: int,
    q1: int,
    c: float,
    s: float,
    x: float,
    y: float,
    plane: float,
    edge: int,
) -> tuple[float, float, float]:
    """Separation of two polygons, given that ``_best_edge`` of all edges is one of p's.

    The nearest vertex of q faces the edge, and the plane decides; or it lies
    beyond an end, and the corner there and that vertex are the nearest points.
    With q's side parallel to the edge, either end of that side may be taken for
    the nearest vertex, so its neighbours are looked at too.
    """
    before = edge - 1 if edge > p0 else p1 - 1
    jx = xs[before]
    jy = ys[before]
    kx = xs[edge]
    ky = ys[edge]
    ex = kx - jx
    ey = ky - jy
    length = math.sqrt(ex * ex + ey * ey)
    ux = ey / length
    uy = -ex / length
    if plane <= 0.0:
        return plane, ux, uy
    lowest = _extremes(xs, ys, p0, p1, q0, q1, c, s, ux, uy)[1]
    vx = xs[lowest]
    vy = ys[lowest]
    along = (x + vx * c - vy * s) * ex + (y + vx * s + vy * c) * ey
    if along < jx * ex + jy * ey:
        kx = jx
        ky = jy
    elif along <= kx * ex + ky * ey:
        return plane, ux, uy
    near = math.inf
    foot_x = 0.0
    foot_y = 0.0
    for offset in range(-1, 2):
        w = lowest + offset
        if w < q0:
            w = q1 - 1
        elif w == q1:
            w = q0
        vx = xs[w]
        vy = ys[w]
        wx = x + vx * c - vy * s - kx
        wy = y + vx * s + vy * c - ky
        if wx * wx + wy * wy < near:
            near = wx * wx + wy * wy
            foot_x = wx
            foot_y = wy
    if near == 0.0:
        return plane, ux, uy  # the corners coincide: there is no direction between them
    distance = math.sqrt(near)
    foot_x /= distance
    foot_y /= distance
    f = _extremes(xs, ys, p0, p1, q0, q1, c, s, foot_x, foot_y)[0] + x * foot_x + y * foot_y
    if f < distance - STRAY:
        # The two are not the nearest points: a straight corner hides the end of a side.
        foot_x, foot_y = _nearest_points(xs, ys, p0, p1, q0, q1, c, s, x, y)
        f = _extremes(xs, ys, p0, p1, q0, q1, c, s, foot_x, foot_y)[0] + x * foot_x + y * foot_y
    if f > plane:
        return f, foot_x, foot_y
    return plane, ux, uy


@kernel
def _nearest_points(
    xs: Floats,
    ys: Floats,
    p0: int,
    p1: int,
    q0: int,
    q1: int,
    c: float,
    s: float,
    x: float,
    y: float,
) -> tuple[float, float]:
    """Unit direction between the nearest points of two polygons apart, in p's frame.

    Every vertex against every side: slow, for what `_apart` does not settle.
    """
    near = math.inf
    foot_x = 1.0
    foot_y = 0.0
    i = p1 - 1
    for k in range(p0, p1):
        j = q1 - 1
        for w in range(q0, q1):
            # a vertex of q against the side i-k of p, then one of p against the side j-w of q
            vx = x + xs[w] * c - ys[w] * s
            vy = y + xs[w] * s + ys[w] * c
            jx = x + xs[j] * c - ys[j] * s
            jy = y + xs[j] * s + ys[j] * c
            ex = xs[k] - xs[i]
            ey = ys[k] - ys[i]
            t = ((vx - xs[i]) * ex + (vy - ys[i]) * ey) / (ex * ex + ey * ey)
            t = min(max(t, 0.0), 1.0)
            wx = vx - xs[i] - t * ex
            wy = vy - ys[i] - t * ey
            if wx * wx + wy * wy < near:
                near = wx * wx + wy * wy
                foot_x = wx
                foot_y = wy
            ex = vx - jx
            ey = vy - jy
            t = ((xs[k] - jx) * ex + (ys[k] - jy) * ey) / (ex * ex + ey * ey)
            t = min(max(t, 0.0), 1.0)
            wx = jx + t * ex - xs[k]
            wy = jy + t * ey - ys[k]
            if wx * wx + wy * wy < near:
                near = wx * wx + wy * wy
                foot_x = wx
                foot_y = wy
            j = w
        i = k
    distance = math.sqrt(near)
    if distance == 0.0:
        return 1.0, 0.0  # they touch: any direction bounds the separation from below
    return foot_x / distance, foot_y / distance


@kernel
def polygon_pair(
    xs: Floats,
    ys: Floats,
    p0: int,
    p1: int,
    cp: float,
    sp: float,
    q0: int,
    q1: int,
    cq: float,
    sq: float,
    dx: float,
    dy: float,
) -> tuple[float, float, float]:
    """Signed separation of two posed convex polygons.

    Parameters
    ----------
    xs, ys
        Vertices of all polygons, counter-clockwise, inches; shape (v,).
    p0, p1, cp, sp
        The first polygon is ``p0:p1`` of them, at this heading (cosine, sine).
    q0, q1, cq, sq
        The second likewise.
    dx, dy
        Centre of the second shape minus centre of the first, inches.

    Returns
    -------
    separation, ux, uy
        Inches, exact (positive: the distance; negative: minus the penetration
        depth), and the unit direction from the first to the second at which it
        is attained.

    Notes
    -----
    Separating axes: the edge normals of both give the depth, and the sign.  When
    apart, f has one maximum, at the best normal or in the next cone its slope
    points to, which belongs to a pair of corners.
    """
    c = cp * cq + sp * sq
    s = cp * sq - sp * cq
    px = dx * cp + dy * sp
    py = dy * cp - dx * sp
    qx = -dx * cq - dy * sq
    qy = dx * sq - dy * cq
    plane, edge = _best_edge(xs, ys, p0, p1, q0, q1, c, s, px, py)
    other, other_edge = _best_edge(xs, ys, q0, q1, p0, p1, c, -s, qx, qy)
    if other > plane:
        f, ux, uy = _apart(xs, ys, q0, q1, p0, p1, c, -s, qx, qy, other, other_edge)
        return f, uy * sq - ux * cq, -ux * sq - uy * cq
    f, ux, uy = _apart(xs, ys, p0, p1, q0, q1, c, s, px, py, plane, edge)
    return f, ux * cp - uy * sp, ux * sp + uy * cp
