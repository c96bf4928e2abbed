"""Ways made shorter: poses skipped, and corners pulled in, as far as that stays clear."""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.arrays import Floats
from movekernels.paths.barriers import Barriers, slides, turns, write_pose
from movekernels.paths.straight import straight_way

SAVED = 1e-9
"""Inches that a change must save to be worth a pose."""
HALVINGS = 5
"""How often a step of a corner is halved until it is clear."""


@kernel
def way_length(way: Floats, n: int) -> float:
    """Length of the slides of a way of ``n`` poses, inches; turns are free (03.01)."""
    total = 0.0
    for i in range(1, n):
        dx = way[i, 0] - way[i - 1, 0]
        dy = way[i, 1] - way[i - 1, 1]
        total += math.sqrt(dx * dx + dy * dy)
    return total


@kernel
def shorten(b: Barriers, way: Floats, n: int, spread: int, part: Floats) -> int:
    """Skip poses of a clear way where `straight_way` leads past them, in place.

    Parameters
    ----------
    b
        What bars the mover.
    way
        Poses (x, y, cos, sin); shape (p, 4+).
    n
        How many there are.
    spread
        Headings to try, as for `straight_way`.
    part
        Scratch; shape (`STRAIGHT_POSES` or more, 4).

    Returns
    -------
    int
        How many poses are left.  The way is clear, no longer than it was, and has no
        more poses.
    """
    i = 0
    while i < n - 2:
        j = n - 1
        while j > i + 1:
            count = straight_way(
                b, way[i, 0], way[i, 1], way[i, 2], way[i, 3],
                way[j, 0], way[j, 1], way[j, 2], way[j, 3], spread, part,
            )  # fmt: skip
            if count > 0 and _worth(way, i, j, part, count):
                n = _replace(way, n, i, j, part, count)
                break
            j -= 1
        i += 1
    return n


@kernel
def _worth(way: Floats, i: int, j: int, part: Floats, count: int) -> bool:
    """Whether ``part`` beats poses ``i`` to ``j``: shorter, or as short with fewer poses."""
    if count > j - i + 1:
        return False
    saved = way_length(way[i:], j - i + 1) - way_length(part, count)
    return saved > SAVED or (count < j - i + 1 and saved >= -SAVED)


@kernel
def _replace(way: Floats, n: int, i: int, j: int, part: Floats, count: int) -> int:
    """Put ``part`` in the place of poses ``i`` to ``j``; return how many poses there are."""
    less = j - i + 1 - count
    for k in range(count):
        write_pose(way, i + k, part[k, 0], part[k, 1], part[k, 2], part[k, 3])
    for k in range(j + 1, n):
        write_pose(way, k - less, way[k, 0], way[k, 1], way[k, 2], way[k, 3])
    return n - less


@kernel
def tighten(b: Barriers, way: Floats, n: int, rounds: int) -> None:
    """Pull the corners of a clear way in, in place, as far as it stays clear.

    Each corner moves towards the line between the corners beside it, all the way or a
    half, a quarter and so on of it; headings stay.  The way gets no longer.

    Parameters
    ----------
    b
        What bars the mover.
    way
        Poses (x, y, cos, sin); shape (p, 4+).
    n
        How many there are.
    rounds
        How often to go through all corners.
    """
    for _ in range(rounds):
        first = 1
        while first < n - 1:
            last = first
            while last < n - 1 and _same_place(way, last, last + 1):
                last += 1
            if last < n - 1 and not _same_place(way, first - 1, first):
                _pull(b, way, first, last)
            first = last + 1


@kernel
def _same_place(way: Floats, i: int, j: int) -> bool:
    return bool(way[i, 0] == way[j, 0] and way[i, 1] == way[j, 1])


@kernel
def _pull(b: Barriers, way: Floats, first: int, last: int) -> None:
    """Move one corner, poses ``first`` to ``last``, if some step of it is clear."""
    ax, ay = way[first - 1, 0], way[first - 1, 1]
    dx, dy = way[last + 1, 0] - ax, way[last + 1, 1] - ay
    x, y = way[first, 0], way[first, 1]
    length2 = dx * dx + dy * dy
    t = ((x - ax) * dx + (y - ay) * dy) / length2 if length2 > 0.0 else 0.0
    t = min(max(t, 0.0), 1.0)
    by_x, by_y = ax + t * dx - x, ay + t * dy - y
    for _ in range(HALVINGS):
        if _clear_at(b, way, first, last, x + by_x, y + by_y):
            for k in range(first, last + 1):
                way[k, 0] = x + by_x
                way[k, 1] = y + by_y
            return
        by_x, by_y = 0.5 * by_x, 0.5 * by_y


@kernel
def _clear_at(b: Barriers, way: Floats, first: int, last: int, x: float, y: float) -> bool:
    """Whether the way stays clear with the corner at (x, y)."""
    ax, ay, c, s = way[first - 1, 0], way[first - 1, 1], way[first - 1, 2], way[first - 1, 3]
    if not slides(b, ax, ay, c, s, x - ax, y - ay):
        return False
    for k in range(first, last):
        if not turns(b, x, y, way[k, 2], way[k, 3], way[k + 1, 2], way[k + 1, 3]):
            return False
    c, s = way[last, 2], way[last, 3]
    return slides(b, x, y, c, s, way[last + 1, 0] - x, way[last + 1, 1] - y)
