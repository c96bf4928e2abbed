"""Turns in place past other bases and walls, proved clear or called blocked.

Nothing is sampled.  At a heading, let u be the direction that separates the
turning part A from the obstacle B.  As A turns, u goes on separating them for as
long as ``hA(u) <= u.d - hB(-u) + depth``, and hA(u) at every heading is known: a
vertex circles the centre, and so, in effect, does the tip of an ellipse.  The next
heading to look at is the first at which that fails.  Near a graze each step covers
a fixed share of what is left, where steps of gap / speed would crawl.
"""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.arrays import DISC, ELLIPSE, Bodies, Bools, Shapes
from movekernels.geometry.angles import SAME_HEADING, _progress, _turn_between, _turned
from movekernels.geometry.parts import part_gap
from movekernels.geometry.shapes import part_support

EVALUATIONS = 2000
"""Headings looked at before a turn counts as blocked; real cases need tens."""
STALL = 1e-12
"""Inches of room below which a turn counts as blocked; far above rounding."""


@kernel
def _room(
    wx: float, wy: float, ux: float, uy: float, limit: float, side: float
) -> tuple[float, float]:
    """Turn of the unit vector w, in the given sense, until ``w.u`` reaches ``limit``.

    As (cosine, sine); ``w.u <= limit`` holds at the start, ``limit`` is in [-1, 1].
    """
    across = side * math.sqrt((1.0 - limit) * (1.0 + limit))
    tx = limit * ux + across * uy
    ty = limit * uy - across * ux
    return wx * tx + wy * ty, side * (wx * ty - wy * tx)


@kernel
def _part_room(
    shapes: Shapes,
    p: int,
    c: float,
    s: float,
    ux: float,
    uy: float,
    reach: float,
    side: float,
) -> tuple[float, float, bool]:
    """Turn of part ``p`` until its support in direction u grows to ``reach``.

    As (cosine, sine), and whether there is such a heading at all.
    """
    room_c = 1.0
    room_s = 0.0
    least = math.inf
    if shapes.part_kind[p] == ELLIPSE:
        a = shapes.part_a[p]
        b = shapes.part_b[p]
        if reach < a:
            # hA(u)^2 = b^2 + (a^2 - b^2) (tip.u)^2, for the tip and its opposite
            square = (reach - b) * (reach + b) / ((a - b) * (a + b))
            limit = math.sqrt(min(max(square, 0.0), 1.0))
            for tip in (-1.0, 1.0):
                turn_c, turn_s = _room(tip * c, tip * s, ux, uy, limit, side)
                rank = _progress(turn_c, turn_s)
                if rank < least:
                    least = rank
                    room_c = turn_c
                    room_s = turn_s
        return room_c, room_s, least < math.inf
    for v in range(shapes.vertex_first[p], shapes.vertex_first[p + 1]):
        vx = shapes.vertex_x[v]
        vy = shapes.vertex_y[v]
        radius = math.sqrt(vx * vx + vy * vy)
        if reach < radius:
            wx = (vx * c - vy * s) / radius
            wy = (vx * s + vy * c) / radius
            turn_c, turn_s = _room(wx, wy, ux, uy, max(reach / radius, -1.0), side)
            rank = _progress(turn_c, turn_s)
            if rank < least:
                least = rank
                room_c = turn_c
                room_s = turn_s
    return room_c, room_s, least < math.inf


@kernel
def _part_turn(
    shapes: Shapes,
    p: int,
    c0: float,
    s0: float,
    c1: float,
    s1: float,
    ccw: bool,
    q: int,
    cq: float,
    sq: float,
    dx: float,
    dy: float,
    depth: float,
) -> float:
    """`turn_gap` of one pair of parts, at (dx, dy) from each other."""
    found, ux, uy = part_gap(shapes, p, c0, s0, q, cq, sq, dx, dy)
    if shapes.part_kind[p] == DISC:
        return found
    side = 1.0 if ccw else -1.0
    left_c, left_s = _turn_between(c0, s0, c1, s1, ccw)
    c = c0
    s = s0
    f = found
    for _ in range(EVALUATIONS):
        if f + depth < STALL:
            break
        reach = part_support(shapes, p, c, s, ux, uy)[0] + f + depth
        turn_c, turn_s, bound = _part_room(shapes, p, c, s, ux, uy, reach, side)
        # what is left must not be rounded below nothing: it would pass for a full turn
        if not bound or _progress(turn_c, turn_s) >= _progress(left_c, left_s) - SAME_HEADING:
            last = part_gap(shapes, p, c1, s1, q, cq, sq, dx, dy)[0]
            return min(found, last)
        c, s = _turned(c, s, turn_c, side * turn_s)
        left_c, left_s = _turned(left_c, left_s, turn_c, -turn_s)
        f, ux, uy = part_gap(shapes, p, c, s, q, cq, sq, dx, dy)
        found = min(found, f)
    return min(found, -depth - STALL)


@kernel
def turn_gap(
    shapes: Shapes,
    i: int,
    x: float,
    y: float,
    c0: float,
    s0: float,
    c1: float,
    s1: float,
    ccw: bool,
    j: int,
    xj: float,
    yj: float,
    cj: float,
    sj: float,
    depth: float,
) -> float:
    """Whether a shape can turn about its centre without cutting into another.

    Parameters
    ----------
    shapes
        Packed outlines.
    i, x, y
        The turning shape and its centre, inches.
    c0, s0, c1, s1
        Its headings (cosine, sine) before and after.
    ccw
        Turn counter-clockwise if true, else clockwise; less than one full turn.
        Equal headings (to 1e-12) are no turn.
    j, xj, yj, cj, sj
        The other shape.
    depth
        Overlap that still counts as touching, inches; above 0 if grazing is to pass.

    Returns
    -------
    float
        Inches.  ``-depth`` or more: the gap is proved to stay at ``-depth`` or
        more through the whole turn, and this is the smallest one met on the way
        (both ends included).  Less than ``-depth``: blocked, or so close to it
        (some 1e-12) that there is no telling.  Never falsely clear.
    """
    dx = xj - x
    dy = yj - y
    best = math.inf
    for p in range(shapes.part_first[i], shapes.part_first[i + 1]):
        for q in range(shapes.part_first[j], shapes.part_first[j + 1]):
            f = _part_turn(shapes, p, c0, s0, c1, s1, ccw, q, cj, sj, dx, dy, depth)
            if f < -depth:
                return f
            best = min(best, f)
    return best


@kernel
def turn_rows(
    shapes: Shapes,
    i: int,
    x: float,
    y: float,
    c0: float,
    s0: float,
    c1: float,
    s1: float,
    ccw: bool,
    obstacles: Bodies,
    mask: Bools,
    depth: float,
) -> int:
    """Some obstacle that a turn in place cuts deeper than ``depth``, as `turn_gap` has it.

    Parameters
    ----------
    shapes
        Packed outlines.
    i, x, y
        The turning shape and its centre, inches.
    c0, s0, c1, s1, ccw
        The turn, as in `turn_gap`.
    obstacles
        What stands on the table; heights are ignored.
    mask
        Which of them block; shape (m,).
    depth
        Overlap that still counts as touching, inches.

    Returns
    -------
    int
        Index into ``obstacles``, or -1 if the turn is clear.
    """
    outer = shapes.outer[i] - depth
    inner = shapes.inner[i] - depth
    for j in range(mask.size):
        if not mask[j]:
            continue
        wx = obstacles.x[j] - x
        wy = obstacles.y[j] - y
        square = wx * wx + wy * wy
        k = obstacles.shape[j]
        reach = outer + shapes.outer[k]
        if square >= reach * reach:
            continue
        reach = inner + shapes.inner[k]
        if reach > 0.0 and square < reach * reach:
            return j
        if (
            turn_gap(
                shapes,
                i,
                x,
                y,
                c0,
                s0,
                c1,
                s1,
                ccw,
                k,
                obstacles.x[j],
                obstacles.y[j],
                obstacles.cos[j],
                obstacles.sin[j],
                depth,
            )
            < -depth
        ):
            return j
    return -1
