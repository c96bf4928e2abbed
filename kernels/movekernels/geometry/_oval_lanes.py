"""Separations of ellipses from ellipses and points, a block of pairs at a time.

A block holds up to `LANES` pairs, one to a lane, the numbers of lane ``k`` at
``k``, ``LANES + k``, ``2 * LANES + k`` and so on of one flat array: distances of
rows are constants, so the compiler needs no check that rows do not overlap.  The
work is cut into short loops over the lanes.  One long loop waits for its chain of
roots and divisions (1.6 times as long); of a short one the processor runs several
rounds at once.

In the frame of the first ellipse, whose support function is then
``h(u)^2 = aa ux^2 + bb uy^2``, the other's is ``xx ux^2 + 2 xy ux uy + yy uy^2``.
A direction u may have any length N > 0, so that it never needs scaling, and
each quantity below is N times that of the unit vector.

Begin with one step from d, the direction of the centres, of the fixed point
``u ~ (S1 / h1 + S2 / h2 + f)^-1 d`` that the best u satisfies (S the matrices of
the forms).  Two turns as in `movekernels.geometry.ellipse` follow.  A lane is
certified if what is still to gain, ``slope^2 / 2 (f + radii of curvature)``, is
small; one lane in a thousand of real ovals is not, and reads NaN.
"""

from __future__ import annotations

import math

import numpy as np

from movekernels._jit import allocating, kernel
from movekernels.arrays import Floats

LANES = 64
"""Pairs in a block."""
STEP = 8
"""Lanes are worked on in multiples of this, what numbers the spare ones hold."""
CERTIFIED = 1e-13
"""Twice the inches that may be missing from the separation of a certified lane."""
CLOSE = 1e-9
"""Nearer than this (inches), and overlapping, is left to the scalar kernels."""

X = 0
"""Centre of the second, or the point, in the frame of the first."""
Y = LANES
AA1 = 2 * LANES
"""Squared half-axes of the first."""
BB1 = 3 * LANES
AA2 = 4 * LANES
"""Squared half-axes of the second, and its heading in the frame of the first."""
BB2 = 5 * LANES
COS = 6 * LANES
SIN = 7 * LANES
_XX = 8 * LANES
_YY = 9 * LANES
_XY = 10 * LANES
_UX = 11 * LANES
_UY = 12 * LANES
FOUND = 13 * LANES
"""The separation, or NaN."""
RADIUS = 14 * LANES
"""Of the disc about the point."""
ROWS = 15


@allocating
def _oval_lanes() -> Floats:
    """Space for one block, every lane of it a pair that can be computed with."""
    return np.ones(ROWS * LANES)


@kernel
def _whole(count: int) -> int:
    """``count`` lanes and the spare ones that make up whole registers."""
    return min(LANES, (count + STEP - 1) // STEP * STEP)


@kernel
def _start_ovals(f: Floats, count: int) -> None:
    """Fill the forms of the second ellipses and the first directions."""
    for k in range(count):
        x = f[X + k]
        y = f[Y + k]
        aa1 = f[AA1 + k]
        bb1 = f[BB1 + k]
        aa2 = f[AA2 + k]
        bb2 = f[BB2 + k]
        c = f[COS + k]
        s = f[SIN + k]
        cc = c * c
        ss = s * s
        xx2 = aa2 * cc + bb2 * ss
        yy2 = aa2 * ss + bb2 * cc
        xy2 = (aa2 - bb2) * (c * s)
        f[_XX + k] = xx2
        f[_YY + k] = yy2
        f[_XY + k] = xy2
        px = x * x
        py = y * y
        d2 = px + py
        h1 = math.sqrt(aa1 * px + bb1 * py)
        h2 = math.sqrt(xx2 * px + yy2 * py + 2.0 * xy2 * (x * y))
        inverse = 1.0 / (h1 * h2 * d2)
        free = 1.0 - (h1 + h2) * (h1 * h2 * inverse)
        free = free if free > 0.0 else 0.0
        d2 *= inverse
        r1 = h2 * d2
        r2 = h1 * d2
        xx = aa1 * r1 + xx2 * r2 + free
        yy = bb1 * r1 + yy2 * r2 + free
        xy = xy2 * r2
        f[_UX + k] = yy * x - xy * y
        f[_UY + k] = xx * y - xy * x


@kernel
def _oval_slope(f: Floats, k: int) -> tuple[float, float, float, float]:
    """Separation seen along u, its slope, the radii of curvature, all times N; and N^2."""
    ux = f[_UX + k]
    uy = f[_UY + k]
    aa1 = f[AA1 + k]
    bb1 = f[BB1 + k]
    xx2 = f[_XX + k]
    yy2 = f[_YY + k]
    xy2 = f[_XY + k]
    xx = ux * ux
    yy = uy * uy
    xy = ux * uy
    nn = xx + yy
    h1 = math.sqrt(aa1 * xx + bb1 * yy)
    h2 = math.sqrt(xx2 * xx + yy2 * yy + 2.0 * xy2 * xy)
    inverse = 1.0 / (h1 * h2)
    r1 = h2 * inverse
    r2 = h1 * inverse
    level = ux * f[X + k] + uy * f[Y + k] - h1 - h2
    across = ux * f[Y + k] - uy * f[X + k]
    slope = across + (aa1 - bb1) * xy * r1 + ((xx2 - yy2) * xy + xy2 * (yy - xx)) * r2
    squares = (aa1 * bb1) * r1 * (r1 * r1) + (f[AA2 + k] * f[BB2 + k]) * r2 * (r2 * r2)
    return level, slope, nn * nn * squares, nn


@kernel
def _turn_ovals(f: Floats, count: int) -> None:
    """Turn each u to face from the centre of the osculating circles."""
    for k in range(count):
        level, slope, radii, _ = _oval_slope(f, k)
        ahead = (level if level > 0.0 else 0.0) + radii
        ux = f[_UX + k]
        uy = f[_UY + k]
        f[_UX + k] = ux * ahead - uy * slope
        f[_UY + k] = ux * slope + uy * ahead


@kernel
def _end_ovals(f: Floats, count: int) -> None:
    """Fill in the separations, NaN where they are not certain."""
    for k in range(count):
        level, slope, radii, nn = _oval_slope(f, k)
        shrink = 1.0 / math.sqrt(nn)
        sure = slope * slope * shrink <= CERTIFIED * (level + radii)
        level *= shrink
        f[FOUND + k] = level if sure & (level > CLOSE) else math.nan


@kernel
def _ovals(f: Floats, count: int) -> None:
    """Separations of the first ``count`` lanes of a block of pairs of ellipses.

    Rows `X`, `Y`, `AA1`, `BB1`, `AA2`, `BB2`, `COS` and `SIN` are given, with
    ``(X, Y) != 0``; `FOUND` is filled, NaN for pairs that overlap, nearly touch, or
    are not certified.
    """
    lanes = _whole(count)
    _start_ovals(f, lanes)
    _turn_ovals(f, lanes)
    _turn_ovals(f, lanes)
    _end_ovals(f, lanes)


@kernel
def _start_points(f: Floats, count: int) -> None:
    """Fill the first directions from an ellipse to a point."""
    for k in range(count):
        x = f[X + k]
        y = f[Y + k]
        aa = f[AA1 + k]
        bb = f[BB1 + k]
        px = x * x
        py = y * y
        d2 = px + py
        h = math.sqrt(aa * px + bb * py)
        inverse = 1.0 / (h * d2)
        free = 1.0 - h * (h * inverse)
        free = free if free > 0.0 else 0.0
        inverse *= d2
        f[_UX + k] = (bb * inverse + free) * x
        f[_UY + k] = (aa * inverse + free) * y


@kernel
def _point_slope(f: Floats, k: int) -> tuple[float, float, float, float]:
    """`_oval_slope` with a point for the second ellipse."""
    ux = f[_UX + k]
    uy = f[_UY + k]
    aa = f[AA1 + k]
    bb = f[BB1 + k]
    xx = ux * ux
    yy = uy * uy
    nn = xx + yy
    h = math.sqrt(aa * xx + bb * yy)
    r = 1.0 / h
    level = ux * f[X + k] + uy * f[Y + k] - h
    slope = ux * f[Y + k] - uy * f[X + k] + (aa - bb) * (ux * uy) * r
    return level, slope, nn * nn * ((aa * bb) * r * (r * r)), nn


@kernel
def _turn_points(f: Floats, count: int) -> None:
    """`_turn_ovals` with points for the second ellipses."""
    for k in range(count):
        level, slope, radii, _ = _point_slope(f, k)
        ahead = (level if level > 0.0 else 0.0) + radii
        ux = f[_UX + k]
        uy = f[_UY + k]
        f[_UX + k] = ux * ahead - uy * slope
        f[_UY + k] = ux * slope + uy * ahead


@kernel
def _end_points(f: Floats, count: int) -> None:
    """`_end_ovals` with discs for the second ellipses."""
    for k in range(count):
        level, slope, radii, nn = _point_slope(f, k)
        shrink = 1.0 / math.sqrt(nn)
        sure = slope * slope * shrink <= CERTIFIED * (level + radii)
        level *= shrink
        f[FOUND + k] = level - f[RADIUS + k] if sure & (level > CLOSE) else math.nan


@kernel
def _points(f: Floats, count: int) -> None:
    """Separations of discs from ellipses in the first ``count`` lanes of a block.

    Rows `X`, `Y`, `AA1`, `BB1` and `RADIUS` are given, with ``(X, Y) != 0``; `FOUND` is
    filled, NaN where the centre of the disc lies in the ellipse or almost on it, or
    the separation is not certified.
    """
    lanes = _whole(count)
    _start_points(f, lanes)
    _turn_points(f, lanes)
    _turn_points(f, lanes)
    _end_points(f, lanes)
