"""Signed separation of ellipses from points and from each other.

For convex A and B with centres ``d`` apart and support functions hA, hB,

    separation = max over unit u of  f(u) = u.d - hA(u) - hB(-u),

positive: the exact distance; negative: minus the penetration depth.  Each kernel
returns f at an explicit u, hence never more than the separation: an overlap can
not be taken for a gap, whatever the iteration did.

With u turning, f' is the part of the vector between the support points that lies
along the turn, and f'' = -(f + the radii of curvature at both support points).
"""

from __future__ import annotations

import math

from movekernels._jit import kernel

ITERATIONS = 60
"""No case needs as many; a bound for the loops."""
TURN_ITERATIONS = 100
"""Includes the halvings that very thin ellipses need."""
ROUNDING = 1e-15
"""Inches of separation still to gain when an iteration may stop."""


@kernel
def point_ellipse(a: float, b: float, x: float, y: float) -> tuple[float, float, float]:
    """Signed distance of a point to an ellipse about the origin, axes along x and y.

    Parameters
    ----------
    a, b
        Half-axes, ``a >= b > 0``, inches.
    x, y
        The point.

    Returns
    -------
    distance, nx, ny
        Inches, negative inside; and the outward unit normal of the ellipse at
        its point nearest to (x, y).

    Notes
    -----
    Eberly, *Distance from a Point to an Ellipse* (Geometric Tools): the nearest
    point is (a^2 x / (t + c), b^2 y / t), t the largest root of
    ``(a x / (t + c))^2 + (b y / t)^2 = 1``, here written with ``c = a^2 - b^2`` so
    that t keeps its digits near the centre.  The left side is convex and falls,
    and is at least 1 at ``max(b y, a x - c)``: Newton from there is monotone.
    """
    px = abs(x)
    py = abs(y)
    c = (a - b) * (a + b)
    ax = a * px
    by = b * py
    if by == 0.0:
        if ax >= c:
            return px - a, math.copysign(1.0, x), 0.0
        # on the long axis between the centres of curvature of its ends: two feet
        t = ax / c
        nx = b * t
        ny = a * math.sqrt((1.0 - t) * (1.0 + t))
        foot_x = a * t - px
        foot_y = b * math.sqrt((1.0 - t) * (1.0 + t))
        norm = math.sqrt(nx * nx + ny * ny)
        return (
            -math.sqrt(foot_x * foot_x + foot_y * foot_y),
            math.copysign(nx / norm, x),
            math.copysign(ny / norm, y),
        )
    t = max(by, ax - c)
    for _ in range(ITERATIONS):
        inv_p = 1.0 / (t + c)
        inv_q = 1.0 / t
        p = ax * inv_p
        q = by * inv_q
        p *= p
        q *= q
        step = 0.5 * (p + q - 1.0) / (p * inv_p + q * inv_q)
        if step <= 0.0:
            break
        t += step
        if step <= 1e-11 * t:
            break  # the next step would be the square of this one
    nx = px / (t + c)
    ny = py / t
    norm = math.sqrt(nx * nx + ny * ny)
    return (t - b * b) * norm, math.copysign(nx / norm, x), math.copysign(ny / norm, y)


@kernel
def ellipse_pair(
    dx: float,
    dy: float,
    a1: float,
    b1: float,
    c1: float,
    s1: float,
    a2: float,
    b2: float,
    c2: float,
    s2: float,
) -> tuple[float, float, float]:
    """Signed separation of two posed ellipses.

    Parameters
    ----------
    dx, dy
        Centre of the second minus centre of the first, inches.
    a1, b1, c1, s1
        Half-axes ``a1 >= b1 > 0`` and heading (cosine, sine) of the first.
    a2, b2, c2, s2
        Those of the second.

    Returns
    -------
    separation, ux, uy
        Inches, and the unit direction from the first to the second at which it
        is attained.  Exact when positive, and for overlaps of at most
        ``0.01 (b1 + b2)`` that are less deep than the sum of the smallest radii of
        curvature (``b^2 / a``); otherwise a lower bound, so never less overlap than
        there is.

    Notes
    -----
    Start at ``u = d / |d|``: the best u lies within a quarter turn, on the side
    f' points to.  Each step turns u to face from the centre of the osculating
    circles, tan(step) = f' / (f + radii), which is Newton's step to second
    order; the bracket is halved when that fails to shrink it.
    """
    distance = math.sqrt(dx * dx + dy * dy)
    if distance == 0.0:
        # concentric: across the first is as good a direction as any
        ux = -s1
        uy = c1
    else:
        ux = dx / distance
        uy = dy / distance
    aa1 = a1 * a1
    bb1 = b1 * b1
    aa2 = a2 * a2
    bb2 = b2 * b2
    # inscribed discs far into each other: the exact depth is of no use to anyone
    deep = distance < 0.99 * (b1 + b2)
    low_x = uy
    low_y = -ux
    high_x = -uy
    high_y = ux
    f = 0.0
    width = 2.0
    stalled = 0
    for _ in range(TURN_ITERATIONS):
        p1 = ux * c1 + uy * s1
        q1 = uy * c1 - ux * s1
        p2 = ux * c2 + uy * s2
        q2 = uy * c2 - ux * s2
        hh1 = aa1 * p1 * p1 + bb1 * q1 * q1
        hh2 = aa2 * p2 * p2 + bb2 * q2 * q2
        h1 = math.sqrt(hh1)
        h2 = math.sqrt(hh2)
        f = ux * dx + uy * dy - h1 - h2
        if deep:
            break
        slope = ux * dy - uy * dx + (aa1 - bb1) * p1 * q1 / h1 + (aa2 - bb2) * p2 * q2 / h2
        radius = f + aa1 * bb1 / (hh1 * h1) + aa2 * bb2 / (hh2 * h2)
        if slope * slope <= ROUNDING * radius:
            break
        if slope > 0.0:
            low_x = ux
            low_y = uy
        else:
            high_x = ux
            high_y = uy
        narrow = 1.0 - (low_x * high_x + low_y * high_y)
        if narrow <= 0.3 * width:
            width = narrow
            stalled = 0
        else:
            stalled += 1
        if radius > 0.0 and stalled < 4:
            norm = math.sqrt(radius * radius + slope * slope)
            vx = (ux * radius - uy * slope) / norm
            vy = (uy * radius + ux * slope) / norm
            if low_x * vy - low_y * vx > 0.0 and vx * high_y - vy * high_x > 0.0:
                ux = vx
                uy = vy
                continue
        stalled = 0
        width = narrow
        vx = low_x + high_x
        vy = low_y + high_y
        norm = math.sqrt(vx * vx + vy * vy)
        if low_x * high_y - low_y * high_x < 1e-16:
            break  # the bracket, a quarter turn after the first step, has closed
        ux = vx / norm
        uy = vy / norm
    return f, ux, uy
