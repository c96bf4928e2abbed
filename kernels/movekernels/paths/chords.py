"""From a shortest path to straight moves: arcs become chords that stay outside them.

The tangent lines at a few angles of an arc meet outside the curve: their meeting points
are the corners of a path that touches it and never cuts in.
"""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.arrays import Floats, Ints
from movekernels.paths.curves import POINT, between, depth_of, touch, turn_of
from movekernels.paths.grown import Grown
from movekernels.paths.sight import NOBODY, point_free, segment_clear
from movekernels.paths.spread import TIE, Tree
from movekernels.paths.tangents import tangent

WIDEST = 0.5
"""No chord turns by more, radians."""
MOST_CHORDS = 4096
"""Chords of one arc; enough for a path 1e-7 inches too long at any base in use."""
PINCH = 1e-3
"""A gap this much wider than the base is one to squeeze through, inches."""
STILL = 1e-9
"""Turns that differ by no more are one, radians."""
NO_ROOM = -1
"""The array for the corners is too short."""
BLOCKED = -2
"""No chords are clear: the path squeezes through where it bends."""


@kernel
def _turned(sense: float, m0x: float, m0y: float, m1x: float, m1y: float) -> float:
    """Turn of a path round a curve between two directions, in its sense, radians."""
    turn = turn_of(sense * (math.atan2(m1y, m1x) - math.atan2(m0y, m0x)))
    return 0.0 if turn > 2.0 * math.pi - TIE else turn


@kernel
def _corner(
    grown: Grown, j: int, n0x: float, n0y: float, n1x: float, n1y: float
) -> tuple[float, float]:
    """Where the tangent lines with two outward normals of curve ``j`` meet."""
    ax, ay = touch(grown, j, n0x, n0y)
    bx, by = touch(grown, j, n1x, n1y)
    cross = n0x * n1y - n0y * n1x
    if abs(cross) < 1e-12:
        return grown.x[j] + 0.5 * (ax + bx), grown.y[j] + 0.5 * (ay + by)
    on = ((bx - ax) * n1x + (by - ay) * n1y) / cross
    return grown.x[j] + ax - on * n0y, grown.y[j] + ay + on * n0x


@kernel
def _sooner(past: float, best: float, turn: float) -> float:
    """The turn, brought to a whole one, if it lies between two, else the larger of them."""
    turn = turn_of(turn)
    return turn if past + STILL < turn < best - STILL else best


@kernel
def _next_pinch(
    grown: Grown, j: int, sense: float, angle: float, past: float, turn: float
) -> float:
    """The first turn from ``angle`` on, beyond ``past``, where curve ``j`` passes a pinch.

    ``turn`` if there is none before.  Chords must touch the curve there: anywhere else they
    stand out from it.
    """
    best = turn
    for i in range(grown.x.size):
        dx = grown.x[i] - grown.x[j]
        dy = grown.y[i] - grown.y[j]
        far = grown.span[i] + grown.span[j] + PINCH
        if i != j and dx * dx + dy * dy < far * far:
            gap, ux, uy = between(grown, j, i, dx, dy)
            if abs(gap) < PINCH:
                best = _sooner(past, best, sense * (math.atan2(uy, ux) - angle))
    for e in range(grown.berth.size):
        ex = grown.x1[e] - grown.x0[e]
        ey = grown.y1[e] - grown.y0[e]
        length = math.sqrt(ex * ex + ey * ey)
        wx = grown.x[j] - grown.x0[e]
        wy = grown.y[j] - grown.y0[e]
        across = (wx * ey - wy * ex) / length
        side = -1.0 if across > 0.0 else 1.0
        nx = side * ey / length
        ny = -side * ex / length
        px, py = touch(grown, j, nx, ny)
        gap = abs(across) - grown.berth[e] - (px * nx + py * ny)
        on = (wx + px) * ex + (wy + py) * ey
        if abs(gap) < PINCH and 0.0 < on < length * length:
            best = _sooner(past, best, sense * (math.atan2(ny, nx) - angle))
    for quarter in range(4):
        at = 0.5 * math.pi * quarter
        nx = math.cos(at)
        ny = math.sin(at)
        px, py = touch(grown, j, nx, ny)
        x = grown.x[j] + px
        y = grown.y[j] + py
        if quarter == 0:
            gap = grown.width - x
        elif quarter == 1:
            gap = grown.height - y
        else:
            gap = x if quarter == 2 else y
        if abs(gap - grown.inset) < PINCH:
            best = _sooner(past, best, sense * (at - angle))
    return best


@kernel
def arcs_of(
    grown: Grown, tree: Tree, arrival: int, px: float, py: float, chain: Ints, bends: Floats
) -> int:
    """List the arcs of the path to a point that comes by an arrival, first to last.

    Parameters
    ----------
    grown, tree, arrival, px, py
        What `movekernels.paths.distance.distance` found.
    chain
        Filled with the oriented curves, shape (most,).
    bends
        Filled with the right of the travel where the path meets each and where it leaves
        it, shape (most, 4).

    Returns
    -------
    int
        How many arcs, or `NO_ROOM`.
    """
    count = 0
    t = arrival
    while t >= 0:
        count += 1
        t = tree.before[t]
    if count > chain.size:
        return NO_ROOM
    q = tree.curve[arrival]
    j = q >> 1
    sense = 1.0 - 2.0 * (q & 1)
    found, mx, my, _ = tangent(grown, j, sense, grown.x[j], grown.y[j], POINT, 1.0, px, py)
    if not found:
        _, nx, ny = depth_of(grown, j, px, py)
        mx, my = sense * nx, sense * ny
    t = arrival
    for a in range(count - 1, -1, -1):
        chain[a] = tree.curve[t]
        bends[a, 0] = tree.right[t, 0]
        bends[a, 1] = tree.right[t, 1]
        bends[a, 2] = mx
        bends[a, 3] = my
        mx = tree.right[t, 0]
        my = tree.right[t, 1]
        t = tree.before[t]
    return count


@kernel
def _all_clear(grown: Grown, points: Floats, n: int) -> bool:
    """Whether straight moves between the first ``n`` points are clear; the first is free."""
    for v in range(1, n):
        x = points[v, 0]
        y = points[v, 1]
        if not point_free(grown, x, y) or not segment_clear(
            grown, points[v - 1, 0], points[v - 1, 1], x, y, NOBODY, NOBODY
        ):
            return False
    return True


@kernel
def chords(
    grown: Grown,
    x: float,
    y: float,
    px: float,
    py: float,
    chain: Ints,
    bends: Floats,
    count: int,
    extra: float,
    out: Floats,
) -> int:
    """Straight moves along a path with arcs.

    Parameters
    ----------
    grown
        The obstacles.
    x, y, px, py
        Where the path starts and ends.
    chain, bends, count
        Its arcs, see `arcs_of`.
    extra
        How much longer than the path the moves may be, inches, above 0.
    out
        Filled with the points of the path, shape (most, 2).

    Returns
    -------
    int
        How many points, both ends included; `NO_ROOM` or `BLOCKED`.
    """
    finer = 1.0
    share = extra / max(count, 1)
    while True:
        n = 1
        out[0, 0] = x
        out[0, 1] = y
        finest = True
        for a in range(count):
            j = chain[a] >> 1
            sense = 1.0 - 2.0 * (chain[a] & 1)
            turn = _turned(sense, bends[a, 0], bends[a, 1], bends[a, 2], bends[a, 3])
            bend = grown.radius[j]
            if grown.long[j] > 0.0:
                bend += grown.long[j] * grown.long[j] / grown.short[j]
            # a corner that turns by w is bend w^3 / 12 longer than its arc, and a little
            steps = max(turn / WIDEST, math.sqrt(bend * turn * turn * turn / (11.0 * share)))
            steps = max(min(steps * finer, float(MOST_CHORDS)), 1.0)
            finest = finest and (steps == float(MOST_CHORDS) or turn == 0.0)
            angle = math.atan2(sense * bends[a, 1], sense * bends[a, 0])
            n0x = sense * bends[a, 0]
            n0y = sense * bends[a, 1]
            past = 0.0
            while True:
                until = _next_pinch(grown, j, sense, angle, past, turn)
                pieces = 1
                if turn > 0.0:
                    pieces = max(math.ceil(steps * (until - past) / turn - STILL), 1)
                if n + pieces + 1 > out.shape[0]:
                    return NO_ROOM
                for piece in range(1, pieces + 1):
                    if piece == pieces and until == turn:
                        n1x = sense * bends[a, 2]
                        n1y = sense * bends[a, 3]
                    else:
                        at = angle + sense * (past + (until - past) * piece / pieces)
                        n1x = math.cos(at)
                        n1y = math.sin(at)
                    out[n, 0], out[n, 1] = _corner(grown, j, n0x, n0y, n1x, n1y)
                    n += 1
                    n0x = n1x
                    n0y = n1y
                if until == turn:
                    break
                past = until
        out[n, 0] = px
        out[n, 1] = py
        n += 1
        if _all_clear(grown, out, n):
            return n
        if finest:
            return BLOCKED
        finer *= 2.0
