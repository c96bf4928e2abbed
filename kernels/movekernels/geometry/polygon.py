"""Signed separation of convex polygons from points, ellipses and each other.

The separation is the largest value of ``f(u) = u.d - hA(u) - hB(-u)`` (see
`movekernels.geometry.ellipse`), attained at an edge normal or inside the normal
cone of a vertex.  Every value returned is f at an explicit u: never more than
the separation.
"""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.arrays import Shapes
from movekernels.geometry.ellipse import point_ellipse

IN_CONE = 1e-14
"""Radians by which a direction may lean out of the normal cone of a vertex."""


@kernel
def point_polygon(shapes: Shapes, p: int, x: float, y: float) -> tuple[float, float, float]:
    """Signed distance of a point to a convex polygon in the polygon's own frame.

    Parameters
    ----------
    shapes
        Packed outlines.
    p
        A polygon part.
    x, y
        The point, relative to the centre of the shape at heading 0, inches.

    Returns
    -------
    distance, nx, ny
        Inches, exact, negative inside; and the unit vector along which it is
        measured, from the polygon toward the point.
    """
    first = shapes.vertex_first[p]
    last = shapes.vertex_first[p + 1]
    jx = shapes.vertex_x[last - 1]
    jy = shapes.vertex_y[last - 1]
    plane = -math.inf
    nx = 1.0
    ny = 0.0
    near = math.inf
    foot_x = 0.0
    foot_y = 0.0
    for v in range(first, last):
        kx = shapes.vertex_x[v]
        ky = shapes.vertex_y[v]
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
def _edges_and_vertices(
    shapes: Shapes, p: int, q: int, c: float, s: float, x: float, y: float
) -> tuple[float, float, float, float, float, float]:
    """Planes through the edges of polygon ``p``, and feet and corners of ``q`` near it.

    Polygon q stands at (x, y) with heading (c, s) in p's frame.  Returns the
    best plane separation with its normal, then the smallest squared distance
    between a vertex of q and an edge of p, with its vector from p to q: never less
    than that of the polygons, whichever side the vertex is on.
    """
    first = shapes.vertex_first[p]
    last = shapes.vertex_first[p + 1]
    jx = shapes.vertex_x[last - 1]
    jy = shapes.vertex_y[last - 1]
    plane = -math.inf
    nx = 1.0
    ny = 0.0
    near = math.inf
    foot_x = 0.0
    foot_y = 0.0
    for v in range(first, last):
        kx = shapes.vertex_x[v]
        ky = shapes.vertex_y[v]
        ex = kx - jx
        ey = ky - jy
        square = ex * ex + ey * ey
        inverse = 1.0 / square
        ox = x - jx
        oy = y - jy
        low = math.inf
        for w in range(shapes.vertex_first[q], shapes.vertex_first[q + 1]):
            vx = shapes.vertex_x[w]
            vy = shapes.vertex_y[w]
            wx = ox + vx * c - vy * s
            wy = oy + vx * s + vy * c
            height = wx * ey - wy * ex
            if height < low:
                low = height
            t = min(max((wx * ex + wy * ey) * inverse, 0.0), 1.0)
            wx -= t * ex
            wy -= t * ey
            gap2 = wx * wx + wy * wy
            if gap2 < near:
                near = gap2
                foot_x = wx
                foot_y = wy
        length = math.sqrt(square)
        low /= length
        if low > plane:
            plane = low
            nx = ey / length
            ny = -ex / length
        jx = kx
        jy = ky
    return plane, nx, ny, near, foot_x, foot_y


@kernel
def polygon_pair(
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
    """Signed separation of two posed convex polygons.

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
        Inches, exact (positive: the distance; negative: minus the penetration
        depth), and the unit direction from the first to the second at which it
        is attained.

    Notes
    -----
    Separating axes: the edges of both give the depth, and the sign.  Apart, the
    nearest points are a vertex and a point of an edge that faces it.
    """
    c = cp * cq + sp * sq
    s = cp * sq - sp * cq
    plane, nx, ny, near, foot_x, foot_y = _edges_and_vertices(
        shapes, p, q, c, s, dx * cp + dy * sp, dy * cp - dx * sp
    )
    ux = nx * cp - ny * sp
    uy = nx * sp + ny * cp
    wx = foot_x * cp - foot_y * sp
    wy = foot_x * sp + foot_y * cp
    other, nx, ny, reverse, foot_x, foot_y = _edges_and_vertices(
        shapes, q, p, c, -s, -dx * cq - dy * sq, dx * sq - dy * cq
    )
    if other > plane:
        plane = other
        ux = ny * sq - nx * cq
        uy = -nx * sq - ny * cq
    if plane <= 0.0:
        return plane, ux, uy
    if reverse < near:
        near = reverse
        wx = foot_y * sq - foot_x * cq
        wy = -foot_x * sq - foot_y * cq
    distance = math.sqrt(near)
    if distance <= plane:
        return plane, ux, uy
    return distance, wx / distance, wy / distance


@kernel
def _corner_ellipse(
    shapes: Shapes, q: int, v: int, c: float, s: float, x: float, y: float, a: float, b: float
) -> tuple[float, float, float]:
    """Separation of vertex ``v`` of polygon ``q`` from an ellipse, if it counts.

    In the frame of the ellipse, where the polygon stands at (x, y) with heading
    (c, s).  The value is f at the normal returned only if the whole polygon lies
    beyond the vertex as that normal looks; otherwise it is minus infinity.
    """
    first = shapes.vertex_first[q]
    last = shapes.vertex_first[q + 1]
    before = v - 1 if v > first else last - 1
    after = v + 1 if v + 1 < last else first
    vx = shapes.vertex_x[v]
    vy = shapes.vertex_y[v]
    f, nx, ny = point_ellipse(a, b, x + vx * c - vy * s, y + vx * s + vy * c)
    lx = nx * c + ny * s
    ly = ny * c - nx * s
    ex = shapes.vertex_x[before] - vx
    ey = shapes.vertex_y[before] - vy
    fx = shapes.vertex_x[after] - vx
    fy = shapes.vertex_y[after] - vy
    if lx * ex + ly * ey < -IN_CONE * (abs(ex) + abs(ey)):
        return -math.inf, nx, ny
    if lx * fx + ly * fy < -IN_CONE * (abs(fx) + abs(fy)):
        return -math.inf, nx, ny
    return f, nx, ny


@kernel
def ellipse_polygon(
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
    """Signed separation of a posed ellipse and a posed convex polygon.

    Parameters
    ----------
    shapes
        Packed outlines.
    p, cp, sp
        The ellipse and the heading (cosine, sine) of its shape.
    q, cq, sq
        The polygon.
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
    a = shapes.part_a[p]
    b = shapes.part_b[p]
    aa = a * a
    bb = b * b
    c = cp * cq + sp * sq
    s = cp * sq - sp * cq
    x = dx * cp + dy * sp
    y = dy * cp - dx * sp
    first = shapes.vertex_first[q]
    last = shapes.vertex_first[q + 1]
    j = last - 1
    jx = x + shapes.vertex_x[j] * c - shapes.vertex_y[j] * s
    jy = y + shapes.vertex_x[j] * s + shapes.vertex_y[j] * c
    best = -math.inf
    ux = 1.0
    uy = 0.0
    corner = -1
    for k in range(first, last):
        vx = shapes.vertex_x[k]
        vy = shapes.vertex_y[k]
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
            f, nx, ny = _corner_ellipse(shapes, q, k, c, s, x, y, a, b)
            if f > best:
                best = f
                ux = nx
                uy = ny
    elif corner >= 0:
        f, nx, ny = _corner_ellipse(shapes, q, corner, c, s, x, y, a, b)
        if f > best:
            best = f
            ux = nx
            uy = ny
    return best, ux * cp - uy * sp, ux * sp + uy * cp
