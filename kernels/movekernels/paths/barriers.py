"""Everything in the way of one class of movers, and the steps that stay clear of it (03.01).

A base that is not round moves by straight slides at a fixed heading and by turns in
place about its centre.  Headings are (cos, sin); a step is clear if the gap to each
obstacle stays at least what is asked for that obstacle, and the base on the table.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from movekernels._jit import allocating, kernel
from movekernels.arrays import CONTACT, POLYGON, Bodies, Floats, Ints, Shapes
from movekernels.geometry.gap import gap
from movekernels.geometry.shapes import edge_slack, support, turn_edge_slack
from movekernels.geometry.sweep import sweep_gap
from movekernels.geometry.turn import turn_gap

PRESS = CONTACT / 2
"""How deep a way may press into an obstacle: half of what the referee forgives (inches)."""
HALF_TURN = 1e-9
"""Turns this close to half a turn (radians) have no short way that is sure."""
ROUNDING = 1e-12
"""Share by which the screens stand back from where they would decide."""
ALIKE = 1e-12
"""Corners this close (inches) are the same corner."""
DIRECTIONS = 90
"""Directions in half a turn that are tried for the narrowest one of an outline."""

BLOCKED = 0
"""No turn leads there, neither way round."""
STILL = 1
"""The headings are the same: no turn."""
SHORT = 2
"""The short way is clear; for half a turn, both ways are."""
LEFT = 3
"""Only counter-clockwise, by way points: the long way, or one way of half a turn."""
RIGHT = 4
"""Only clockwise, by way points."""
TURN_POSES = 3
"""Most poses that a turn adds to a way."""


class Barriers(NamedTuple):
    """What bars one class of movers: one outline, one set of obstacles (axis ``o``)."""

    shapes: Shapes
    """Outlines of the mover and of the obstacles."""
    shape: int
    """Outline of the mover."""
    outline: Ints
    """Outline of each obstacle, shape (o,)."""
    x: Floats
    """Centre of each obstacle, inches, shape (o,)."""
    y: Floats
    """Likewise, shape (o,)."""
    cos: Floats
    """Heading of each obstacle, shape (o,)."""
    sin: Floats
    """Likewise, shape (o,)."""
    clear: Floats
    """Smallest gap to keep on the way, inches, shape (o,); mostly ``-PRESS``."""
    far: Floats
    """Square of the distance of centres from which on the discs around both keep it, (o,)."""
    near: Floats
    """Square of the distance below which not even the discs inside both do, (o,)."""
    outer: float
    """Radius of the disc around the mover, inches."""
    folded: bool
    """Whether the mover looks the same after half a turn."""
    axis_c: float
    """Direction across which the mover is narrowest, seen from its heading."""
    axis_s: float
    """Likewise, sine."""
    width: float
    """Table, inches."""
    height: float
    """Table, inches."""


@allocating
def build_barriers(
    shapes: Shapes,
    shape: int,
    bodies: Bodies,
    clear: Floats,
    x: float,
    y: float,
    reach: float,
    width: float,
    height: float,
) -> Barriers:
    """Pack what can bar a base whose centre stays within ``reach`` of a point.

    Parameters
    ----------
    shapes, shape
        Packed outlines, and the mover's.
    bodies
        What stands on the table; heights are ignored.
    clear
        Smallest gap the mover must keep from each on its way, -inf if it may pass;
        inches, shape (m,).
    x, y, reach
        Obstacles that a centre within ``reach`` inches of (x, y) cannot meet are left out.
    width, height
        The table is ``[0, width] x [0, height]``, inches.
    """
    outer = shapes.outer[shape]
    keep = np.zeros(clear.size, dtype=np.bool_)
    for j in range(clear.size):
        if clear[j] > -math.inf:
            apart = outer + shapes.outer[bodies.shape[j]] + clear[j]
            dx = bodies.x[j] - x
            dy = bodies.y[j] - y
            limit = max(apart, 0.0) + reach
            keep[j] = dx * dx + dy * dy <= limit * limit * (1.0 + ROUNDING)
    outline = bodies.shape[keep]
    need = clear[keep]
    far = np.maximum(need + outer + shapes.outer[outline], 0.0)
    near = np.maximum(need + shapes.inner[shape] + shapes.inner[outline], 0.0)
    axis_c, axis_s = _narrowest(shapes, shape)
    return Barriers(
        shapes, shape, outline, bodies.x[keep], bodies.y[keep], bodies.cos[keep],
        bodies.sin[keep], need, far * far * (1.0 + ROUNDING), near * near * (1.0 - ROUNDING),
        outer, _folds(shapes, shape), axis_c, axis_s, width, height,
    )  # fmt: skip


@kernel
def _folds(shapes: Shapes, k: int) -> bool:
    """Whether every corner of an outline has its opposite in one and the same part."""
    for p in range(shapes.part_first[k], shapes.part_first[k + 1]):
        if shapes.part_kind[p] != POLYGON:
            continue
        found = False
        for q in range(shapes.part_first[k], shapes.part_first[k + 1]):
            found = found or (shapes.part_kind[q] == POLYGON and _mirrors(shapes, p, q))
        if not found:
            return False
    return True


@kernel
def _mirrors(shapes: Shapes, p: int, q: int) -> bool:
    """Whether part ``q`` is part ``p`` after half a turn about the centre of the shape."""
    low, high = shapes.vertex_first[q], shapes.vertex_first[q + 1]
    if high - low != shapes.vertex_first[p + 1] - shapes.vertex_first[p]:
        return False
    for v in range(shapes.vertex_first[p], shapes.vertex_first[p + 1]):
        found = False
        for w in range(low, high):
            dx = shapes.vertex_x[v] + shapes.vertex_x[w]
            dy = shapes.vertex_y[v] + shapes.vertex_y[w]
            found = found or (abs(dx) <= ALIKE and abs(dy) <= ALIKE)
        if not found:
            return False
    return True


@kernel
def _narrowest(shapes: Shapes, k: int) -> tuple[float, float]:
    """Direction in an outline's own frame across which it is narrowest.

    A polygon is narrowest across one of its sides, so the line through any two
    corners is tried, besides evenly spread directions for parts that are round.
    """
    best_c, best_s = 1.0, 0.0
    best = support(shapes, k, 1.0, 0.0, 0.0, 1.0) + support(shapes, k, 1.0, 0.0, 0.0, -1.0)
    for i in range(1, DIRECTIONS):
        c, s = math.cos(math.pi * i / DIRECTIONS), math.sin(math.pi * i / DIRECTIONS)
        across = support(shapes, k, 1.0, 0.0, -s, c) + support(shapes, k, 1.0, 0.0, s, -c)
        if across < best - ALIKE:
            best, best_c, best_s = across, c, s
    low = shapes.vertex_first[shapes.part_first[k]]
    high = shapes.vertex_first[shapes.part_first[k + 1]]
    for v in range(low, high):
        for w in range(v + 1, high):
            c = shapes.vertex_x[w] - shapes.vertex_x[v]
            s = shapes.vertex_y[w] - shapes.vertex_y[v]
            length = math.sqrt(c * c + s * s)
            if length > ALIKE:
                c, s = c / length, s / length
                across = support(shapes, k, 1.0, 0.0, -s, c) + support(shapes, k, 1.0, 0.0, s, -c)
                if across < best - ALIKE:
                    best, best_c, best_s = across, c, s
    return best_c, best_s


@kernel
def stands(b: Barriers, x: float, y: float, c: float, s: float) -> bool:
    """Whether the mover may be at a pose on its way: clear of everything, on the table."""
    if not _on_table(b, x, y, c, s):
        return False
    for o in range(b.x.size):
        dx = b.x[o] - x
        dy = b.y[o] - y
        d2 = dx * dx + dy * dy
        if d2 < b.near[o]:
            return False
        if d2 < b.far[o]:
            apart = gap(
                b.shapes, b.shape, x, y, c, s, b.outline[o], b.x[o], b.y[o], b.cos[o], b.sin[o]
            )
            if apart < b.clear[o]:
                return False
    return True


@kernel
def _on_table(b: Barriers, x: float, y: float, c: float, s: float) -> bool:
    room = min(min(x, b.width - x), min(y, b.height - y))
    if room >= b.outer:
        return True
    return bool(edge_slack(b.shapes, b.shape, x, y, c, s, b.width, b.height) >= 0.0)


@kernel
def _screen(
    xs: Floats, ys: Floats, far: Floats, near: Floats, x: float, y: float, dx: float, dy: float
) -> int:
    """How many obstacles discs leave undecided in a slide, or -1 if they block it.

    Of all arrays only four are handed over: arguments are copied at every call.
    """
    length2 = dx * dx + dy * dy
    per = 1.0 / length2 if length2 > 0.0 else 0.0
    open_ = 0
    cut = 0
    for o in range(xs.size):
        px = xs[o] - x
        py = ys[o] - y
        t = (px * dx + py * dy) * per
        t = t if t > 0.0 else 0.0
        t = t if t < 1.0 else 1.0
        px -= t * dx
        py -= t * dy
        d2 = px * px + py * py
        open_ += d2 < far[o]
        cut += d2 < near[o]
    return -1 if cut > 0 else open_


@kernel
def slides(b: Barriers, x: float, y: float, c: float, s: float, dx: float, dy: float) -> bool:
    """Whether the mover slides from (x, y) by (dx, dy) at heading (c, s), clear all along."""
    left = _screen(b.x, b.y, b.far, b.near, x, y, dx, dy)
    if left < 0 or not (_on_table(b, x, y, c, s) and _on_table(b, x + dx, y + dy, c, s)):
        return False
    length2 = dx * dx + dy * dy
    per = 1.0 / length2 if length2 > 0.0 else 0.0
    o = 0
    while left > 0:
        px = b.x[o] - x
        py = b.y[o] - y
        t = min(max((px * dx + py * dy) * per, 0.0), 1.0)
        px -= t * dx
        py -= t * dy
        if px * px + py * py < b.far[o]:
            left -= 1
            lowest = sweep_gap(
                b.shapes, b.shape, x, y, c, s, dx, dy,
                b.outline[o], b.x[o], b.y[o], b.cos[o], b.sin[o],
            )  # fmt: skip
            if lowest < b.clear[o]:
                return False
        o += 1
    return True


@kernel
def turns(b: Barriers, x: float, y: float, c0: float, s0: float, c1: float, s1: float) -> bool:
    """Whether the mover turns in place from heading 0 to heading 1 the short way, clear.

    Of half a turn (to 1e-9) both ways must be clear: which one is the short one
    would hang on rounding.
    """
    cross = c0 * s1 - s0 * c1
    dot = c0 * c1 + s0 * s1
    if cross == 0.0 and dot > 0.0:
        return True
    if abs(cross) < HALF_TURN and dot < 0.0:
        return turns_so(b, x, y, c0, s0, c1, s1, True) and turns_so(b, x, y, c0, s0, c1, s1, False)
    return turns_so(b, x, y, c0, s0, c1, s1, cross > 0.0)


@kernel
def turns_so(
    b: Barriers, x: float, y: float, c0: float, s0: float, c1: float, s1: float, ccw: bool
) -> bool:
    """Whether the mover turns in place, counter-clockwise or clockwise as told, clear."""
    room = min(min(x, b.width - x), min(y, b.height - y))
    if room < b.outer:
        slack = turn_edge_slack(b.shapes, b.shape, x, y, c0, s0, c1, s1, ccw, b.width, b.height)
        if slack < 0.0:
            return False
    for o in range(b.x.size):
        dx = b.x[o] - x
        dy = b.y[o] - y
        d2 = dx * dx + dy * dy
        if d2 < b.near[o]:
            return False
        if d2 < b.far[o]:
            need = b.clear[o]
            lowest = turn_gap(
                b.shapes, b.shape, x, y, c0, s0, c1, s1, ccw,
                b.outline[o], b.x[o], b.y[o], b.cos[o], b.sin[o], -need,
            )  # fmt: skip
            if lowest < need:
                return False
    return True


@kernel
def turns_either(
    b: Barriers, x: float, y: float, c0: float, s0: float, c1: float, s1: float
) -> int:
    """Which way round the mover can turn in place from heading 0 to heading 1.

    Returns
    -------
    int
        `STILL`, `SHORT`, `LEFT`, `RIGHT` or `BLOCKED`.  `write_turn` makes poses of it
        of which each is a short turn from the one before.
    """
    if c0 == c1 and s0 == s1:
        return STILL
    cross = c0 * s1 - s0 * c1
    dot = c0 * c1 + s0 * s1
    left = cross > 0.0
    half = abs(cross) < HALF_TURN and dot < 0.0
    if turns_so(b, x, y, c0, s0, c1, s1, left):
        if half and not turns_so(b, x, y, c0, s0, c1, s1, not left):
            return LEFT if left else RIGHT
        return SHORT
    # next to no turn at all, the long way would be a full one, which a gap at both ends bars
    if (abs(cross) < HALF_TURN and dot > 0.0) or not turns_so(b, x, y, c0, s0, c1, s1, not left):
        return BLOCKED
    return RIGHT if left else LEFT


@kernel
def write_turn(out: Floats, n: int, c: float, s: float, way: int) -> int:
    """Add the poses of a turn from the last of ``n`` poses to heading (c, s).

    Parameters
    ----------
    out
        Poses (x, y, cos, sin), with room for `TURN_POSES` more; shape (p, 4+).
    n
        How many there are.
    c, s
        Heading to turn to.
    way
        As `turns_either` answers, not `BLOCKED`.

    Returns
    -------
    int
        How many poses there are now.
    """
    if way == STILL:
        return n
    c0, s0 = out[n - 1, 2], out[n - 1, 3]
    if way in (LEFT, RIGHT):
        turn = math.atan2(c0 * s - s0 * c, c0 * c + s0 * s)
        if way == LEFT and turn < 0.0:
            turn += 2.0 * math.pi
        if way == RIGHT and turn > 0.0:
            turn -= 2.0 * math.pi
        for third in range(1, 3):
            by_c, by_s = math.cos(turn * third / 3.0), math.sin(turn * third / 3.0)
            n = write_pose(
                out, n, out[n - 1, 0], out[n - 1, 1], c0 * by_c - s0 * by_s, s0 * by_c + c0 * by_s
            )
    return write_pose(out, n, out[n - 1, 0], out[n - 1, 1], c, s)


@kernel
def write_pose(out: Floats, n: int, x: float, y: float, c: float, s: float) -> int:
    """Put a pose into row ``n`` of ``out`` (p, 4+); returns ``n + 1``."""
    out[n, 0] = x
    out[n, 1] = y
    out[n, 2] = c
    out[n, 3] = s
    return n + 1
