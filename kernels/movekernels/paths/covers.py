"""Which angles of a curve other grown obstacles cover, and those off the table.

Circles, sides and the edge of the table have formulas.  Where an ellipse is one of the two
the distance of the curve from the other obstacle is followed round the curve.
"""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.arrays import Floats
from movekernels.paths.curves import TAU, depth_of, touch, turn_of
from movekernels.paths.grown import SLACK, Grown

SHORTEST = 1e-9
"""No step round a curve is shorter (inches): what lies between is flatter than rounding."""
HALVINGS = 80
"""Bound for the steps to where a curve crosses a line; halving alone needs 52."""
ARRIVED = 1e-14
"""Turns smaller than this end them."""
AXIS = 1e-9
"""A normal turned from an axis of an ellipse by no more is on it, radians."""


@kernel
def _cover(covers: Floats, n: int, low: float, turn: float) -> int:
    """Add a cover from an angle on; return how many there are, also where there is no room."""
    if n < covers.shape[0]:
        low = turn_of(low)
        covers[n, 0] = low
        covers[n, 1] = low + turn
    return n + 1


@kernel
def cover_all(grown: Grown, j: int, covers: Floats) -> int:
    """Fill in which angles of curve ``j`` lie in other obstacles or off the table.

    Parameters
    ----------
    grown, j
        The obstacles and the curve.
    covers
        Filled with the angles where each cover begins, in [0, 2 pi), and where it ends;
        shape (c, 2).

    Returns
    -------
    int
        How many covers there are; only the first ``c`` are filled in.
    """
    n = 0
    for i in range(grown.x.size):
        if i == j:
            continue
        dx = grown.x[i] - grown.x[j]
        dy = grown.y[i] - grown.y[j]
        reach = grown.span[j] + grown.span[i]
        if dx * dx + dy * dy > reach * reach:
            continue
        if grown.long[j] > 0.0 or grown.long[i] > 0.0:
            n = _by_march(grown, j, i, covers, n)
        else:
            n = _by_circle(grown, j, i, covers, n)
    for e in range(grown.berth.size):
        if not _beyond(grown, j, e):
            n = _by_side(grown, j, e, covers, n)
    n = _by_edge(grown, j, 1.0, 0.0, grown.width - grown.inset - grown.x[j], covers, n)
    n = _by_edge(grown, j, -1.0, 0.0, grown.x[j] - grown.inset, covers, n)
    n = _by_edge(grown, j, 0.0, 1.0, grown.height - grown.inset - grown.y[j], covers, n)
    return _by_edge(grown, j, 0.0, -1.0, grown.y[j] - grown.inset, covers, n)


@kernel
def _by_circle(grown: Grown, j: int, i: int, covers: Floats, n: int) -> int:
    """Add what circle ``i`` covers of circle ``j``."""
    dx = grown.x[i] - grown.x[j]
    dy = grown.y[i] - grown.y[j]
    r = grown.radius[j]
    other = grown.radius[i] - SLACK
    d2 = dx * dx + dy * dy
    d = math.sqrt(d2)
    if d >= r + other or d <= r - other:
        return n
    if d <= other - r:
        return _cover(covers, n, 0.0, TAU)
    half = math.acos(min(max((d2 + (r - other) * (r + other)) / (2.0 * d * r), -1.0), 1.0))
    return _cover(covers, n, math.atan2(dy, dx) - half, 2.0 * half)


@kernel
def _beyond(grown: Grown, j: int, e: int) -> bool:
    """Whether side ``e``, grown, lies off the disc around curve ``j``."""
    ex = grown.x1[e] - grown.x0[e]
    ey = grown.y1[e] - grown.y0[e]
    wx = grown.x[j] - grown.x0[e]
    wy = grown.y[j] - grown.y0[e]
    length2 = ex * ex + ey * ey
    t = min(max((wx * ex + wy * ey) / length2, 0.0), 1.0)
    wx -= t * ex
    wy -= t * ey
    reach = grown.span[j] + grown.berth[e]
    return bool(wx * wx + wy * wy > reach * reach)


@kernel
def _across(grown: Grown, j: int, nx: float, ny: float, c: float, sense: float) -> float:
    """How far to turn from (nx, ny) until the point of ellipse curve ``j`` lies c along it."""
    low = 0.0
    high = math.pi
    turn = 0.5 * math.pi
    for _ in range(HALVINGS):
        cosine = math.cos(turn)
        sine = math.sin(turn)
        mx = nx * cosine - sense * ny * sine
        my = ny * cosine + sense * nx * sine
        px, py = touch(grown, j, mx, my)
        f = px * nx + py * ny - c
        if f > 0.0:
            low = turn
        else:
            high = turn
        slope = sine * _bend(grown, j, mx, my)
        step = f / slope if slope > 0.0 else math.inf
        if abs(step) < ARRIVED or high - low < ARRIVED:
            break
        after = turn + step
        if not low < after < high:
            after = 0.5 * (low + high)
        turn = after
    return turn


@kernel
def _bend(grown: Grown, j: int, mx: float, my: float) -> float:
    """Radius of curvature of curve ``j`` where its normal is (mx, my)."""
    a = grown.long[j]
    if a == 0.0:
        return float(grown.radius[j])
    b = grown.short[j]
    along = mx * grown.cos[j] + my * grown.sin[j]
    across = my * grown.cos[j] - mx * grown.sin[j]
    norm2 = a * a * along * along + b * b * across * across
    return float(grown.radius[j] + (a * b) * (a * b) / (norm2 * math.sqrt(norm2)))


@kernel
def _turns(grown: Grown, j: int, nx: float, ny: float, c: float) -> tuple[float, float]:
    """How far to turn from (nx, ny), to the right and to the left, to lie c along it.

    Between the two curve ``j`` lies beyond c.  (0, 0) if it nowhere does, (pi, pi) if
    everywhere.
    """
    px, py = touch(grown, j, nx, ny)
    if c >= px * nx + py * ny:
        return 0.0, 0.0
    if c <= -(px * nx + py * ny):
        return math.pi, math.pi
    if grown.long[j] == 0.0:
        half = math.acos(min(max(c / grown.radius[j], -1.0), 1.0))
        return half, half
    return _across(grown, j, nx, ny, c, -1.0), _across(grown, j, nx, ny, c, 1.0)


@kernel
def _by_edge(grown: Grown, j: int, nx: float, ny: float, c: float, covers: Floats, n: int) -> int:
    """Add what of curve ``j`` lies off the table in a direction, its edge ``c`` away."""
    if c >= grown.span[j]:
        return n
    right, left = _turns(grown, j, nx, ny, c + SLACK)
    if left == 0.0:
        return n
    return _cover(covers, n, math.atan2(ny, nx) - right, right + left)


@kernel
def _in_box(grown: Grown, j: int, e: int, angle: float) -> bool:
    """Whether the point of curve ``j`` at an angle lies beside side ``e``, within its berth."""
    x, y = touch(grown, j, math.cos(angle), math.sin(angle))
    wx = x + grown.x[j] - grown.x0[e]
    wy = y + grown.y[j] - grown.y0[e]
    ex = grown.x1[e] - grown.x0[e]
    ey = grown.y1[e] - grown.y0[e]
    length2 = ex * ex + ey * ey
    along = wx * ex + wy * ey
    across = wx * ey - wy * ex
    far = grown.berth[e] - SLACK
    return bool(0.0 < along < length2 and across * across < far * far * length2)


@kernel
def _by_side(grown: Grown, j: int, e: int, covers: Floats, n: int) -> int:
    """Add what of curve ``j`` lies beside side ``e``, within its berth.

    That area is a box: its four lines cut the curve at eight angles at most, and between
    neighbours the curve is in it or not throughout.  The corners have curves of their own.
    """
    ex = grown.x1[e] - grown.x0[e]
    ey = grown.y1[e] - grown.y0[e]
    length = math.sqrt(ex * ex + ey * ey)
    tx = ex / length
    ty = ey / length
    wx = grown.x0[e] - grown.x[j]
    wy = grown.y0[e] - grown.y[j]
    across = wx * ty - wy * tx
    along = wx * tx + wy * ty
    far = grown.berth[e] - SLACK
    middle = math.atan2(ty, tx)
    # turns off the right (normal to the side) and off its direction, two angles each
    r0, l0 = _turns(grown, j, ty, -tx, across + far)
    r1, l1 = _turns(grown, j, ty, -tx, across - far)
    r2, l2 = _turns(grown, j, tx, ty, along)
    r3, l3 = _turns(grown, j, tx, ty, along + length)
    normal = middle - 0.5 * math.pi
    at = normal - math.pi
    end = at + TAU
    while at < end:
        # the next of the eight angles; none of them leaves the rest of the turn
        after = end
        after = _sooner(at, after, normal - r0, normal + l0)
        after = _sooner(at, after, normal - r1, normal + l1)
        after = _sooner(at, after, middle - r2, middle + l2)
        after = _sooner(at, after, middle - r3, middle + l3)
        turn = after - at
        if _in_box(grown, j, e, at + 0.38 * turn) or _in_box(grown, j, e, at + 0.6 * turn):
            n = _cover(covers, n, at, turn)
        at = after
    return n


@kernel
def _sooner(at: float, best: float, one: float, two: float) -> float:
    """Smallest of ``best`` and two angles, each brought to less than a turn beyond ``at``."""
    one -= TAU * math.floor((one - at) / TAU)
    two -= TAU * math.floor((two - at) / TAU)
    if at < one < best:
        best = one
    if at < two < best:
        best = two
    return best


@kernel
def _by_march(grown: Grown, j: int, i: int, covers: Floats, n: int) -> int:
    """Add what curve ``i`` covers of curve ``j``, one of them the parallel of an ellipse.

    Let f be how far the point of ``j`` lies outside ``i``, with its slope by the length of
    the curve.  That slope is 1 at most, and changes no faster than ``most``, the sum of the
    largest curvatures of both, while f stays above three quarters of what ``i`` is grown by.
    So a step can be told that f cannot reach 0 on; steps to a crossing are Newton's in the
    end, and a graze is passed in few.
    """
    ri = grown.radius[i]
    rj = grown.radius[j]
    core_i = grown.short[i] * grown.short[i] / grown.long[i] if grown.long[i] > 0.0 else 0.0
    core_j = grown.short[j] * grown.short[j] / grown.long[j] if grown.long[j] > 0.0 else 0.0
    most = 1.0 / (0.25 * ri + core_i) + 1.0 / (rj + core_j)
    angle = 0.0
    start = 0.0
    covered = False
    while angle < TAU:
        mx = math.cos(angle)
        my = math.sin(angle)
        px, py = touch(grown, j, mx, my)
        f, nx, ny = depth_of(grown, i, grown.x[j] + px, grown.y[j] + py)
        f += SLACK
        if (f < 0.0) != covered:
            if covered:
                n = _cover(covers, n, start, angle - start)
            covered = not covered
            start = angle
        slope = ny * mx - nx * my
        if covered:
            f = -f
            slope = -slope
        if covered and f > 0.5 * ri:
            step = f
        else:
            step = (slope + math.sqrt(slope * slope + 2.0 * most * f)) / most
            step = max(min(step, 0.25 * ri), f)
        angle += _turn_by(grown, j, angle, mx, my, max(step, SHORTEST))
    if covered:
        n = _cover(covers, n, start, TAU - start)
    return n


@kernel
def _turn_by(grown: Grown, j: int, angle: float, mx: float, my: float, step: float) -> float:
    """A turn from ``angle`` that goes no more than ``step`` along curve ``j``, and near it.

    The radius of curvature rises or falls throughout each quarter of an ellipse.
    """
    here = _bend(grown, j, mx, my)
    turn = step / here
    if grown.long[j] == 0.0:
        return turn
    # no farther than to the next end of an axis
    along = mx * grown.cos[j] + my * grown.sin[j]
    across = my * grown.cos[j] - mx * grown.sin[j]
    left = math.atan2(abs(along), abs(across))
    if along * across <= 0.0:
        left = 0.5 * math.pi - left
    turn = min(turn, left if left > AXIS else left + 0.5 * math.pi)
    while turn * _bend(grown, j, math.cos(angle + turn), math.sin(angle + turn)) > step:
        turn *= 0.5
    return turn
