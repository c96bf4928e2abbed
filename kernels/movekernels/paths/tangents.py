"""Straight lines that touch one or two curves."""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.paths.curves import TAU, between, touch
from movekernels.paths.grown import Grown

NEWTON = 80
"""Bound for the steps to a tangent line; halving alone needs 52."""
STILL_TURN = 1e-12
"""Turns smaller than this end them: the next would be the square of it."""
DIRECTIONS = 128
"""Directions tried for the lines that touch two curves which cross."""
HALVINGS = 52
"""From one of them to the next, down to rounding."""
PINCHED = 1e-9
"""Two grown obstacles overlapping by this much still let a path touch both (inches)."""


@kernel
def _offset(
    grown: Grown,
    i: int,
    si: float,
    j: int,
    sj: float,
    dx: float,
    dy: float,
    mx: float,
    my: float,
) -> tuple[float, float]:
    """From the point of curve i to that of j whose normals are across: along m, and along m'."""
    ax, ay = touch(grown, i, si * mx, si * my)
    bx, by = touch(grown, j, sj * mx, sj * my)
    wx = dx + bx - ax
    wy = dy + by - ay
    return wx * mx + wy * my, wy * mx - wx * my


@kernel
def _guess(grown: Grown, i: int, si: float, j: int, sj: float, dx: float, dy: float) -> float:
    """Direction across the line that touches two discs as wide, across, as the curves."""
    d2 = dx * dx + dy * dy
    if d2 == 0.0:
        return 0.0
    d = math.sqrt(d2)
    nx = dy / d
    ny = -dx / d
    ax, ay = touch(grown, i, si * nx, si * ny)
    bx, by = touch(grown, j, sj * nx, sj * ny)
    q = (ax - bx) * nx + (ay - by) * ny
    length = math.sqrt(max(d2 - q * q, 0.0))
    return math.atan2(q * dx + length * dy, length * dx - q * dy) - 0.5 * math.pi


@kernel
def _tangent_oval(
    grown: Grown, i: int, si: float, j: int, sj: float, dx: float, dy: float
) -> tuple[bool, float, float, float]:
    """`tangent` where a curve is an ellipse.

    With m turning counter-clockwise, the part of the way between the touching points that
    lies along m has the part along the travel for its derivative: it must rise through 0.
    Let u lead from one curve to the other where they are closest: for curves gone round in
    the same sense that part is negative at -u and positive at u.  For opposite senses
    it is the gap at one of them.  So half a turn from or to u holds the root.
    """
    if i < 0:
        si = -sj
    if j < 0:
        sj = -si
    gap, ux, uy = between(grown, i, j, dx, dy)
    if si != sj and gap <= 0.0:
        if gap < -PINCHED or i < 0 or j < 0:
            return False, 0.0, 0.0, 0.0
        return True, si * ux, si * uy, 0.0
    high = math.atan2(uy, ux)
    low = high - math.pi
    if si < 0.0 < sj:
        low = high + math.pi
        high += TAU
    theta = _guess(grown, i, si, j, sj, dx, dy)
    theta += TAU * math.ceil((low - theta) / TAU)
    if theta >= high:
        theta = 0.5 * (low + high)
    mx = math.cos(theta)
    my = math.sin(theta)
    length = 0.0
    for _ in range(NEWTON):
        f, length = _offset(grown, i, si, j, sj, dx, dy, mx, my)
        if f > 0.0:
            high = theta
        else:
            low = theta
        step = f / length if length != 0.0 else math.inf
        if abs(step) < STILL_TURN or high - low < STILL_TURN:
            break
        after = theta - step
        if not low < after < high:
            after = 0.5 * (low + high)
        theta = after
        mx = math.cos(theta)
        my = math.sin(theta)
    # where one curve holds the other nothing rises through 0
    return abs(f) < PINCHED, mx, my, max(length, 0.0)


@kernel
def tangent(
    grown: Grown, i: int, si: float, xi: float, yi: float, j: int, sj: float, xj: float, yj: float
) -> tuple[bool, float, float, float]:
    """The straight line that leaves curve ``i`` and arrives on curve ``j``, touching both.

    Parameters
    ----------
    grown
        The curves.
    i, si, xi, yi
        Curve that is left, the sense in which it is gone round (1.0 or -1.0), and its
        centre; ``i`` may be `POINT`, then a path starts at (xi, yi).
    j, sj, xj, yj
        Curve that is met, likewise.  Of two that cross see `outer_tangent`.

    Returns
    -------
    found, mx, my, length
        Whether there is such a line; the unit vector to the right of the travel (the
        outward normal of a curve is that times its sense); the length between the
        touching points, inches.
    """
    dx = xj - xi
    dy = yj - yi
    if (i >= 0 and grown.long[i] > 0.0) or (j >= 0 and grown.long[j] > 0.0):
        return _tangent_oval(grown, i, si, j, sj, dx, dy)
    q = 0.0
    if i >= 0:
        q += si * grown.radius[i]
    if j >= 0:
        q -= sj * grown.radius[j]
    d2 = dx * dx + dy * dy
    rest = d2 - q * q
    if rest <= 0.0:
        # discs that overlap by rounding: the path goes from one to the other where they touch
        if si == sj or abs(q) - math.sqrt(d2) > PINCHED or i < 0 or j < 0:
            return False, 0.0, 0.0, 0.0
        rest = 0.0
    length = math.sqrt(rest)
    ux = length * dx - q * dy
    uy = length * dy + q * dx
    per = 1.0 / math.sqrt(ux * ux + uy * uy)
    return True, uy * per, -ux * per, length


@kernel
def crossing(grown: Grown, i: int, j: int) -> bool:
    """Whether two curves may have more than one line that leads from one to the other.

    Lines that touch both on the same side are those of what is left of the two when each is
    shrunk alike: one for each side if that is apart, or made of discs.
    """
    if grown.long[i] == 0.0 and grown.long[j] == 0.0:
        return False
    dx = grown.x[j] - grown.x[i]
    dy = grown.y[j] - grown.y[i]
    shrunk = 2.0 * min(grown.radius[i], grown.radius[j])
    far = grown.span[i] + grown.span[j] - shrunk
    if dx * dx + dy * dy >= far * far:
        return False
    return bool(between(grown, i, j, dx, dy)[0] + shrunk < 0.0)


@kernel
def outer_tangent(
    grown: Grown, i: int, j: int, sense: float, number: int
) -> tuple[bool, float, float, float]:
    """`tangent` of two curves that cross, gone round in the same sense: one of several.

    Parameters
    ----------
    grown, i, j, sense
        The curves, and the sense of both.
    number
        0 for the first, 1 for the second.

    Returns
    -------
    found, mx, my, length
        As `tangent`.

    Notes
    -----
    As there a root is wanted where the part of the way along m rises through 0.  Its slope is
    known: a maximum or a minimum between two directions that are tried is not missed.
    """
    dx = grown.x[j] - grown.x[i]
    dy = grown.y[j] - grown.y[i]
    step = TAU / DIRECTIONS
    found = 0
    f0, g0 = _offset(grown, i, sense, j, sense, dx, dy, 1.0, 0.0)
    for k in range(DIRECTIONS):
        low = k * step
        high = low + step
        f1, g1 = _offset(grown, i, sense, j, sense, dx, dy, math.cos(high), math.sin(high))
        rises = f0 < 0.0 <= f1
        if not rises and (f0 < 0.0) == (f1 < 0.0) and (g0 > 0.0) == (f0 < 0.0) != (g1 > 0.0):
            # an extremum between: does it lie beyond 0?
            peak = _between_zero(grown, i, j, sense, low, high, True)
            f = _offset(grown, i, sense, j, sense, dx, dy, math.cos(peak), math.sin(peak))[0]
            if (f < 0.0) != (f0 < 0.0):
                rises = True
                if f0 < 0.0:
                    high = peak
                else:
                    low = peak
        if rises:
            if found == number:
                theta = _between_zero(grown, i, j, sense, low, high, False)
                mx = math.cos(theta)
                my = math.sin(theta)
                length = _offset(grown, i, sense, j, sense, dx, dy, mx, my)[1]
                return True, mx, my, max(length, 0.0)
            found += 1
        f0 = f1
        g0 = g1
    return False, 0.0, 0.0, 0.0


@kernel
def _between_zero(
    grown: Grown, i: int, j: int, sense: float, low: float, high: float, slope: bool
) -> float:
    """Where between two directions `_offset` along m, or its slope, is 0, by halving."""
    dx = grown.x[j] - grown.x[i]
    dy = grown.y[j] - grown.y[i]
    f, g = _offset(grown, i, sense, j, sense, dx, dy, math.cos(low), math.sin(low))
    below = (g if slope else f) < 0.0
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        f, g = _offset(grown, i, sense, j, sense, dx, dy, math.cos(middle), math.sin(middle))
        if ((g if slope else f) < 0.0) == below:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)
