"""Straight sight: is a point free, is the segment between two free points clear?

All loops run over every obstacle without an exit, so that they run in SIMD.
"""

from __future__ import annotations

from movekernels._jit import kernel
from movekernels.arrays import Floats, Ints
from movekernels.geometry.sweep_ellipse import ellipse_sweep
from movekernels.paths.curves import depth_of
from movekernels.paths.grown import SLACK, Grown, on_table

NOBODY = -1
"""In place of a curve not to look at."""
CUT = 1 << 20
"""What counts where something certainly bars; 1 is an ellipse that only may."""
INSIDE = 0.99
"""Square of a distance from the middle of a unit disc: inside, not by rounding."""
WOUND = 1 << 40
"""What a side counts that goes round a point: inside a polygon one is left over."""


@kernel
def point_free(grown: Grown, x: float, y: float) -> bool:
    """Whether a centre may be at (x, y): on the table, in no grown obstacle; touching is free."""
    if not on_table(grown, x, y):
        return False
    inside = 0
    for j in range(grown.x.size):
        dx = x - grown.x[j]
        dy = y - grown.y[j]
        far = grown.span[j] - SLACK
        inside += dx * dx + dy * dy < far * far
    if inside > 0:
        for j in range(grown.x.size):
            dx = x - grown.x[j]
            dy = y - grown.y[j]
            far = grown.span[j] - SLACK
            if dx * dx + dy * dy < far * far and (
                grown.long[j] == 0.0 or depth_of(grown, j, x, y)[0] < -SLACK
            ):
                return False
    return sides_free(grown, x, y)


@kernel
def sides_free(grown: Grown, x: float, y: float) -> bool:
    """Whether a point lies in no polygon and beside no side of one, closer than its berth."""
    barred = 0
    for e in range(grown.berth.size):
        ex = grown.x1[e] - grown.x0[e]
        ey = grown.y1[e] - grown.y0[e]
        wx = x - grown.x0[e]
        wy = y - grown.y0[e]
        left = ex * wy - ey * wx
        along = wx * ex + wy * ey
        length2 = ex * ex + ey * ey
        far = grown.berth[e] - SLACK
        beside = (along > 0.0) & (along < length2) & (left * left < far * far * length2)
        up = (wy >= 0.0) & (y < grown.y1[e]) & (left > 0.0)
        down = (wy < 0.0) & (y >= grown.y1[e]) & (left < 0.0)
        barred += CUT * beside + WOUND * up - WOUND * down
    return bool(barred == 0)


@kernel
def free_rows(grown: Grown, px: Floats, py: Floats, barred: Ints) -> None:
    """Tell of many points whether a centre may be there, as `point_free`.

    Parameters
    ----------
    grown
        The obstacles.
    px, py
        Points, shape (s,).
    barred
        Filled: 0 where the point is free, above 0 and below `CUT` where only ellipses
        decide, else something else; shape (s,).
    """
    low = grown.inset - SLACK
    wide = grown.width - low
    high = grown.height - low
    for i in range(barred.size):
        x = px[i]
        y = py[i]
        barred[i] = CUT * ((x < low) | (x > wide) | (y < low) | (y > high))
    for j in range(grown.x.size):
        outer = grown.span[j] - SLACK
        outer *= outer
        inner = grown.radius[j] + grown.short[j] - SLACK
        inner = max(inner, 0.0) * inner
        for i in range(barred.size):
            dx = px[i] - grown.x[j]
            dy = py[i] - grown.y[j]
            d2 = dx * dx + dy * dy
            barred[i] += (d2 < outer) + (CUT - 1) * (d2 < inner)
    for e in range(grown.berth.size):
        x0 = grown.x0[e]
        y0 = grown.y0[e]
        y1 = grown.y1[e]
        ex = grown.x1[e] - x0
        ey = y1 - y0
        length2 = ex * ex + ey * ey
        far = grown.berth[e] - SLACK
        far *= far * length2
        for i in range(barred.size):
            wx = px[i] - x0
            wy = py[i] - y0
            left = ex * wy - ey * wx
            along = wx * ex + wy * ey
            beside = (along > 0.0) & (along < length2) & (left * left < far)
            up = (wy >= 0.0) & (py[i] < y1) & (left > 0.0)
            down = (wy < 0.0) & (py[i] >= y1) & (left < 0.0)
            barred[i] += CUT * beside + WOUND * up - WOUND * down


@kernel
def _oval_cuts(grown: Grown, j: int, x: float, y: float, dx: float, dy: float) -> bool:
    """Whether the segment from (x, y) by (dx, dy) enters the parallel curve of an ellipse."""
    if dx * dx + dy * dy == 0.0:
        return bool(depth_of(grown, j, x, y)[0] < -SLACK)
    r = grown.radius[j]
    a = grown.long[j]
    b = grown.short[j]
    c = grown.cos[j]
    s = grown.sin[j]
    wx = grown.x[j] - x
    wy = grown.y[j] - y
    # squeezed to a unit disc: a segment through the ellipse itself is soon told
    px = (wx * c + wy * s) / a
    py = (wy * c - wx * s) / b
    qx = (dx * c + dy * s) / a
    qy = (dy * c - dx * s) / b
    t = min(max((px * qx + py * qy) / (qx * qx + qy * qy), 0.0), 1.0)
    px -= t * qx
    py -= t * qy
    if px * px + py * py < INSIDE:
        return True
    gap = ellipse_sweep(wx, wy, dx, dy, r, r, 1.0, 0.0, a, b, c, s)[0]
    return bool(gap < -SLACK)


@kernel
def _crossed(grown: Grown, x: float, y: float, dx: float, dy: float) -> bool:
    """Whether the segment from (x, y) by (dx, dy) properly crosses a side.

    Between two free points that, or cutting a corner, is the only way to come too close.
    """
    crossed = 0
    for e in range(grown.berth.size):
        x0 = grown.x0[e] - x
        y0 = grown.y0[e] - y
        x1 = grown.x1[e] - x
        y1 = grown.y1[e] - y
        ex = x1 - x0
        ey = y1 - y0
        apart = (dx * y0 - dy * x0 > 0.0) != (dx * y1 - dy * x1 > 0.0)
        here = ey * x0 - ex * y0 > 0.0
        there = ex * (dy - y0) - ey * (dx - x0) > 0.0
        crossed += apart & (here != there)
    return bool(crossed > 0)


@kernel
def segment_clear(
    grown: Grown, x: float, y: float, x1: float, y1: float, skip: int, also: int
) -> bool:
    """Whether the segment between two free points enters no obstacle, save two curves."""
    dx = x1 - x
    dy = y1 - y
    d2 = dx * dx + dy * dy
    per = 1.0 / d2 if d2 > 0.0 else 0.0
    close = 0
    for j in range(grown.x.size):
        wx = grown.x[j] - x
        wy = grown.y[j] - y
        t = (wx * dx + wy * dy) * per
        t = t if t > 0.0 else 0.0
        t = t if t < 1.0 else 1.0
        ax = wx - t * dx
        ay = wy - t * dy
        far = grown.span[j] - SLACK
        close += (ax * ax + ay * ay < far * far) & (j != skip) & (j != also)
    if close > 0:
        for j in range(grown.x.size):
            if j in (skip, also):
                continue
            wx = grown.x[j] - x
            wy = grown.y[j] - y
            t = min(max((wx * dx + wy * dy) * per, 0.0), 1.0)
            ax = wx - t * dx
            ay = wy - t * dy
            far = grown.span[j] - SLACK
            if ax * ax + ay * ay < far * far and (
                grown.long[j] == 0.0 or _oval_cuts(grown, j, x, y, dx, dy)
            ):
                return False
    return not _crossed(grown, x, y, dx, dy)


@kernel
def sight_rows(grown: Grown, x: float, y: float, px: Floats, py: Floats, blocked: Ints) -> None:
    """Count what stands between a free point (x, y) and each of many others, in SIMD.

    Parameters
    ----------
    grown
        The obstacles.
    x, y
        Where one stands.
    px, py
        Free points, shape (s,).
    blocked
        Filled: 0 where the segment is clear, below `CUT` where only the ellipses
        around it decide, `CUT` or more where it is cut; shape (s,).
    """
    blocked[:] = 0
    for j in range(grown.x.size):
        wx = grown.x[j] - x
        wy = grown.y[j] - y
        outer = grown.span[j] - SLACK
        outer *= outer
        inner = grown.radius[j] + grown.short[j] - SLACK
        inner = max(inner, 0.0) * inner
        # both ends are free: what bars lies beside the segment, not beyond it
        if grown.long[j] == 0.0:
            for i in range(blocked.size):
                dx = px[i] - x
                dy = py[i] - y
                d2 = dx * dx + dy * dy
                on = wx * dx + wy * dy
                aside = wx * dy - wy * dx
                blocked[i] += CUT * ((on > 0.0) & (on < d2) & (aside * aside < outer * d2))
        else:
            for i in range(blocked.size):
                dx = px[i] - x
                dy = py[i] - y
                d2 = dx * dx + dy * dy
                t = (wx * dx + wy * dy) / (d2 + 1e-300)
                t = t if t > 0.0 else 0.0
                t = t if t < 1.0 else 1.0
                ax = wx - t * dx
                ay = wy - t * dy
                a2 = ax * ax + ay * ay
                blocked[i] += (a2 < outer) + (CUT - 1) * (a2 < inner)
    for e in range(grown.berth.size):
        x0 = grown.x0[e] - x
        y0 = grown.y0[e] - y
        x1 = grown.x1[e] - x
        y1 = grown.y1[e] - y
        ex = x1 - x0
        ey = y1 - y0
        here = ey * x0 - ex * y0 > 0.0
        for i in range(blocked.size):
            dx = px[i] - x
            dy = py[i] - y
            apart = (dx * y0 - dy * x0 > 0.0) != (dx * y1 - dy * x1 > 0.0)
            there = ex * (dy - y0) - ey * (dx - x0) > 0.0
            blocked[i] += CUT * (apart & (here != there))
