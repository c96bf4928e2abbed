"""Ways of a base that is not round with one straight slide: turn, slide, turn (03.01)."""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.arrays import Floats
from movekernels.paths.barriers import (
    BLOCKED,
    TURN_POSES,
    Barriers,
    slides,
    turns_either,
    write_pose,
    write_turn,
)

STRAIGHT_POSES = 2 + 2 * TURN_POSES
"""Most poses of such a way."""


@kernel
def straight_way(
    b: Barriers,
    x0: float,
    y0: float,
    c0: float,
    s0: float,
    x1: float,
    y1: float,
    c1: float,
    s1: float,
    spread: int,
    out: Floats,
) -> int:
    """Poses of a turn, one straight slide and a turn from pose 0 to pose 1, all clear.

    The headings tried for the slide are, in this order: that at the start, that at the
    end, the base narrowest across the motion, broadest across it, then ``spread`` more,
    evenly spaced from the first.  All but the first two are tried with their opposites,
    the nearer to that at the start before the other.

    Parameters
    ----------
    b
        What bars the mover.
    x0, y0, c0, s0
        Where it starts: centre (inches) and heading.
    x1, y1, c1, s1
        Where it ends.
    spread
        How many more headings to try.
    out
        Filled with poses (x, y, cos, sin), from the start to the end; each step changes
        either the centre or the heading, the latter by a short turn.  At least
        `STRAIGHT_POSES` rows; shape (p, 4+).

    Returns
    -------
    int
        How many poses, or 0 if none of these ways is clear, which proves nothing.
    """
    n = _by(b, x0, y0, c0, s0, x1, y1, c1, s1, c0, s0, out)
    if n > 0:
        return n
    dx, dy = x1 - x0, y1 - y0
    length = math.sqrt(dx * dx + dy * dy)
    if length == 0.0:
        return 0
    if c0 != c1 or s0 != s1:
        n = _by(b, x0, y0, c0, s0, x1, y1, c1, s1, c1, s1, out)
        if n > 0:
            return n
    # at this heading the narrowest direction of the outline lies along the motion
    c = (dx * b.axis_c + dy * b.axis_s) / length
    s = (dy * b.axis_c - dx * b.axis_s) / length
    for _ in range(2):
        n = _both(b, x0, y0, c0, s0, x1, y1, c1, s1, c, s, out)
        if n > 0:
            return n
        c, s = -s, c
    for k in range(1, spread + 1):
        turn = math.pi * k / (spread + 1)
        n = _both(
            b, x0, y0, c0, s0, x1, y1, c1, s1,
            c0 * math.cos(turn) - s0 * math.sin(turn),
            s0 * math.cos(turn) + c0 * math.sin(turn), out,
        )  # fmt: skip
        if n > 0:
            return n
    return 0


@kernel
def _both(
    b: Barriers,
    x0: float,
    y0: float,
    c0: float,
    s0: float,
    x1: float,
    y1: float,
    c1: float,
    s1: float,
    c: float,
    s: float,
    out: Floats,
) -> int:
    """`_by` with a heading or its opposite, the nearer to that at the start first."""
    if c * c0 + s * s0 < 0.0:
        c, s = -c, -s
    if b.folded and not slides(b, x0, y0, c, s, x1 - x0, y1 - y0):
        return 0
    n = _by(b, x0, y0, c0, s0, x1, y1, c1, s1, c, s, out)
    return n if n > 0 else _by(b, x0, y0, c0, s0, x1, y1, c1, s1, -c, -s, out)


@kernel
def _by(
    b: Barriers,
    x0: float,
    y0: float,
    c0: float,
    s0: float,
    x1: float,
    y1: float,
    c1: float,
    s1: float,
    c: float,
    s: float,
    out: Floats,
) -> int:
    """Poses of the way that slides at heading (c, s), or 0 if it is not clear."""
    dx, dy = x1 - x0, y1 - y0
    if not slides(b, x0, y0, c, s, dx, dy):
        return 0
    before = turns_either(b, x0, y0, c0, s0, c, s)
    if before == BLOCKED:
        return 0
    after = turns_either(b, x1, y1, c, s, c1, s1)
    if after == BLOCKED:
        return 0
    n = write_turn(out, write_pose(out, 0, x0, y0, c0, s0), c, s, before)
    if dx != 0.0 or dy != 0.0:
        n = write_pose(out, n, x1, y1, c, s)
    return write_turn(out, n, c1, s1, after)
