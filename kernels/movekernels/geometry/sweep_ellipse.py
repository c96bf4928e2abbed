"""An ellipse or disc sliding straight past another, for less than the price of a gap.

With f0 and f1 the separations along a direction u at both ends of the slide (see
`movekernels.geometry.sweep`), the largest value of g = min(f0, f1) is wanted.  It has
a kink across the slide: that is the largest value, or tells at which end it is.
"""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.geometry.ellipse import ROUNDING, ellipse_pair

STEPS = 8
"""Unguarded steps; four do unless an ellipse is very thin."""
DEEP = 0.99
"""Inscribed discs at less than this part of the sum of their radii: no graze."""


@kernel
def _facing(
    x: float,
    y: float,
    a1: float,
    b1: float,
    a2: float,
    b2: float,
    c: float,
    s: float,
    shallow: float,
) -> tuple[float, float, float]:
    """Separation, and its direction, of an ellipse at 0, 0 from another, their centres apart.

    The second stands at (x, y) with heading (c, s) in the frame of the first.  Where
    `ellipse_pair` takes Newton's steps, these are Halley's, which allow for the change
    of the radii of curvature, and without a bracket: a maximum above ``-shallow``, the
    smallest radii, is the only one.  If none is found soon, `ellipse_pair` answers.
    """
    aa1, bb1, aa2, bb2 = a1 * a1, b1 * b1, a2 * a2, b2 * b2
    k1, k2 = aa1 - bb1, aa2 - bb2
    g1, g2 = aa1 * bb1, aa2 * bb2
    per = 1.0 / math.sqrt(x * x + y * y)
    ux, uy = x * per, y * per
    for _ in range(STEPS):
        p = ux * c + uy * s
        q = uy * c - ux * s
        h1 = math.sqrt(aa1 * ux * ux + bb1 * uy * uy)
        h2 = math.sqrt(aa2 * p * p + bb2 * q * q)
        per1 = 1.0 / h1
        per2 = 1.0 / h2
        f = ux * x + uy * y - h1 - h2
        tilt1 = k1 * ux * uy * per1
        tilt2 = k2 * p * q * per2
        slope = ux * y - uy * x + tilt1 + tilt2
        curve1 = g1 * per1 * per1 * per1
        curve2 = g2 * per2 * per2 * per2
        radius = f + curve1 + curve2
        if slope * slope <= ROUNDING * radius and f > -shallow:
            return f, ux, uy
        # tan(turn) = slope / (radius + half the radii's growth on the way), times radius
        along = radius * radius + 1.5 * slope * (curve1 * tilt1 * per1 + curve2 * tilt2 * per2)
        if radius <= 0.0 or along <= 0.0:
            break
        across = slope * radius
        per = 1.0 / math.sqrt(along * along + across * across)
        vx = (ux * along - uy * across) * per
        uy = (uy * along + ux * across) * per
        ux = vx
    return ellipse_pair(x, y, a1, b1, 1.0, 0.0, a2, b2, c, s)


@kernel
def ellipse_sweep(
    px: float,
    py: float,
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
    """Signed separation of an ellipse from the area that another covers as it slides.

    Parameters
    ----------
    px, py
        Centre of the second minus centre of the first at the start, inches.
    dx, dy
        The slide of the first, inches; not (0, 0).
    a1, b1, c1, s1
        Half-axes ``a1 >= b1 > 0`` and heading (cosine, sine) of the first; a disc has
        two equal ones.
    a2, b2, c2, s2
        Those of the second.

    Returns
    -------
    separation, ux, uy
        Inches, and a unit direction along which the second lies that far from the
        covered area.  Exact when positive.  When negative exact down to minus
        ``b1 + b2`` times 1 % or ``(b1^2 / a1 + b2^2 / a2) / (a1 + a2)``, whichever is
        less; below that a lower bound.

    Notes
    -----
    In the plane of centre differences the slide is a segment, and the first ellipse
    is added to the second, symmetric about (px, py).  Let w be the point of that sum
    furthest across the slide.

    If the line of the slide passes beside the sum, w facing the segment is nearest to
    it; otherwise the end beyond which w lies decides.  For g, concave once extended to
    all vectors, homogeneous of degree 1, slopes toward its largest value from any
    direction where it is positive.  Both ellipses may first shrink by their smallest
    radii of curvature: that leaves convex sets, and no slope changes.

    If the line cuts deeper than these, it crosses the way from w to the centre inside
    the sum.  A segment there is a hit; otherwise the end toward it is nearest.
    """
    # everything in the frame of the first
    x = px * c1 + py * s1
    y = py * c1 - px * s1
    ex = dx * c1 + dy * s1
    ey = dy * c1 - dx * s1
    c = c1 * c2 + s1 * s2
    s = c1 * s2 - s1 * c2
    aa1, bb1, aa2, bb2 = a1 * a1, b1 * b1, a2 * a2, b2 * b2
    square = ex * ex + ey * ey
    length = math.sqrt(square)
    # the normal of the slide on the side of the second; turned back, the slide
    nx = -ey / length
    ny = ex / length
    side = nx * x + ny * y
    back = length
    if side < 0.0:
        nx = -nx
        ny = -ny
        side = -side
        back = -length
    p = nx * c + ny * s
    q = ny * c - nx * s
    h1 = math.sqrt(aa1 * nx * nx + bb1 * ny * ny)
    h2 = math.sqrt(aa2 * p * p + bb2 * q * q)
    reach = h1 + h2
    lateral = side - reach
    # products with the slide, of the point of the sum that matters; w is ``lean`` back
    lean = back * ((aa1 - bb1) * nx * ny / h1 + (aa2 - bb2) * p * q / h2)
    shallow = bb1 / a1 + bb2 / a2
    if lateral <= -shallow:
        lean *= side / reach
    at = x * ex + y * ey - lean
    late = at > square
    if late:
        x -= ex
        y -= ey
    deep = DEEP * (b1 + b2)
    if 0.0 <= at <= square or x * x + y * y < deep * deep:
        return lateral, nx * c1 - ny * s1, nx * s1 + ny * c1
    f, ux, uy = _facing(x, y, a1, b1, a2, b2, c, s, shallow)
    push = ux * ex + uy * ey
    f += min(push, 0.0) if late else -max(push, 0.0)
    if f < lateral:  # level but for rounding, and u is on the wrong side of the kink
        f, ux, uy = lateral, nx, ny
    return f, ux * c1 - uy * s1, ux * s1 + uy * c1
