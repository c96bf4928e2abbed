"""Ways of a base that is not round along a line of straight pieces, turning at its corners.

The line is where the centre goes, mostly the shortest path of the disc inside the
base.  Which heading to take on which piece is a small dynamic programme.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from movekernels._jit import allocating, kernel
from movekernels.arrays import Floats, Ints
from movekernels.paths.barriers import (
    BLOCKED,
    Barriers,
    slides,
    turns_either,
    write_pose,
    write_turn,
)

START = 0
"""Column of the heading at the start."""
END = 1
"""Column of the heading at the end; two for each leg follow: along it, and opposite."""
WINDOW = 8
"""Headings tried on a leg: of the start, of the end, and of the legs before, on and after."""
UNREACHED = -1
"""Nothing leads to this corner with this heading."""
SLID = -2
"""The base came by sliding with it."""
ALL_ALONG = -1
"""No leg of the line is in the way."""


class Following(NamedTuple):
    """Scratch for lines of at most ``l`` points."""

    heading: Floats
    """Headings that are tried, shape (2l, 2)."""
    came: Ints
    """How each corner was reached with each: turned from which, or `SLID`, shape (l, 2l)."""
    on: Ints
    """Heading on each leg of the way found, shape (l,)."""


@allocating
def build_following(most: int) -> Following:
    """Scratch for lines of at most ``most`` points."""
    return Following(
        np.empty((2 * most, 2)), np.empty((most, 2 * most), np.int64), np.empty(most, np.int64)
    )


@kernel
def follow(
    b: Barriers,
    space: Following,
    line: Floats,
    points: int,
    c0: float,
    s0: float,
    c1: float,
    s1: float,
    out: Floats,
) -> tuple[int, int]:
    """Poses of a clear way along a line, from one heading to another.

    On each leg the base keeps one heading: that of the start, that of the end, or one
    that puts its narrowest direction along this leg or a leg beside it, or the opposite.
    At the corners it turns, either way round.  If any choice of these is clear, one is
    found.

    Parameters
    ----------
    b
        What bars the mover.
    space
        From `build_following`, for as many points or more.
    line
        Where the centre goes, inches, the start first; shape (l, 2+).
    points
        How many points the line has, at least one.
    c0, s0, c1, s1
        Heading at the start and at the end.
    out
        Filled with poses (x, y, cos, sin) as by `straight_way`; at least four rows a point.

    Returns
    -------
    count, leg
        How many poses, and `ALL_ALONG`; or 0, and the first leg that nothing leads past:
        its index, or ``points - 1`` where only the turn at the end is barred.
    """
    _lay(b, space, line, points, c0, s0, c1, s1)
    space.came[:points, : 2 * points] = UNREACHED
    space.came[0, START] = SLID
    for i in range(points - 1):
        if not _pass_leg(b, space, line, points, i):
            return 0, i
    last = points - 1
    at = _turned_from(b, space, points, last, line[last, 0], line[last, 1], END)
    if at == UNREACHED:
        return 0, last
    h = at
    for i in range(last - 1, -1, -1):
        space.on[i] = h
        if space.came[i, h] != SLID:
            h = space.came[i, h]
    n = write_pose(out, 0, line[0, 0], line[0, 1], c0, s0)
    for i in range(last):
        n = _write_turn_to(b, space, n, space.on[i], out)
        if line[i + 1, 0] != out[n - 1, 0] or line[i + 1, 1] != out[n - 1, 1]:
            c, s = out[n - 1, 2], out[n - 1, 3]
            n = write_pose(out, n, line[i + 1, 0], line[i + 1, 1], c, s)
    return _write_turn_to(b, space, n, END, out), ALL_ALONG


@kernel
def _lay(
    b: Barriers,
    space: Following,
    line: Floats,
    points: int,
    c0: float,
    s0: float,
    c1: float,
    s1: float,
) -> None:
    """Fill in the headings that are tried."""
    space.heading[START, 0] = c0
    space.heading[START, 1] = s0
    space.heading[END, 0] = c1
    space.heading[END, 1] = s1
    for i in range(points - 1):
        dx = line[i + 1, 0] - line[i, 0]
        dy = line[i + 1, 1] - line[i, 1]
        length = math.sqrt(dx * dx + dy * dy)
        c, s = c0, s0
        if length > 0.0:
            c = (dx * b.axis_c + dy * b.axis_s) / length
            s = (dy * b.axis_c - dx * b.axis_s) / length
        space.heading[2 * i + 2, 0] = c
        space.heading[2 * i + 2, 1] = s
        space.heading[2 * i + 3, 0] = -c
        space.heading[2 * i + 3, 1] = -s


@kernel
def _column(points: int, leg: int, k: int) -> int:
    """Heading ``k`` of the `WINDOW` of a leg, or -1 where there is no such leg."""
    if k < 2:
        return k
    h = 2 * leg + k - 2
    return h if 2 <= h < 2 * points else -1


@kernel
def _pass_leg(b: Barriers, space: Following, line: Floats, points: int, i: int) -> bool:
    """Mark the headings that lead along leg ``i``; whether there are any."""
    x, y = line[i, 0], line[i, 1]
    dx, dy = line[i + 1, 0] - x, line[i + 1, 1] - y
    found = False
    for k in range(WINDOW):
        h = _column(points, i, k)
        if h < 0 or not slides(b, x, y, space.heading[h, 0], space.heading[h, 1], dx, dy):
            continue
        at = _turned_from(b, space, points, i, x, y, h)
        if at != UNREACHED:
            if at != h:
                space.came[i, h] = at
            space.came[i + 1, h] = SLID
            found = True
    return found


@kernel
def _turned_from(
    b: Barriers, space: Following, points: int, i: int, x: float, y: float, h: int
) -> int:
    """Heading with which the base comes to corner ``i`` and can turn to ``h`` there.

    One turn is enough: two in a row sweep what one of both ways round sweeps.
    """
    if space.came[i, h] == SLID:
        return h
    for k in range(WINDOW):
        at = _column(points, max(i - 1, 0), k)
        if at >= 0 and space.came[i, at] == SLID:
            way = turns_either(
                b, x, y, space.heading[at, 0], space.heading[at, 1],
                space.heading[h, 0], space.heading[h, 1],
            )  # fmt: skip
            if way != BLOCKED:
                return at
    return UNREACHED


@kernel
def _write_turn_to(b: Barriers, space: Following, n: int, h: int, out: Floats) -> int:
    """Add the turn from the last pose to heading ``h``."""
    c, s = space.heading[h, 0], space.heading[h, 1]
    way = turns_either(b, out[n - 1, 0], out[n - 1, 1], out[n - 1, 2], out[n - 1, 3], c, s)
    return write_turn(out, n, c, s, way)
