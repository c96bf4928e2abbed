"""The last resort for a base that is not round: ways found on a lattice, as poses."""

from __future__ import annotations

from movekernels._jit import kernel
from movekernels.arrays import Floats
from movekernels.paths.barriers import (
    BLOCKED,
    TURN_POSES,
    Barriers,
    turns_either,
    turns_so,
    write_pose,
    write_turn,
)
from movekernels.paths.lattice import (
    BUDGET,
    EXHAUSTED,
    FOUND,
    NOWHERE,
    Lattice,
    place,
    search_lattice,
)
from movekernels.paths.shortening import shorten, tighten, way_length

GREED = 1.5
"""Weight of what is left in the first search: some way within the maximum will do."""
SPREAD = 5
"""Headings tried in skipping poses of a way that was found."""
ROUNDS = 8
"""How often the corners of a way that is too long are pulled in."""


@kernel
def lattice_way(
    b: Barriers,
    space: Lattice,
    x0: float,
    y0: float,
    c0: float,
    s0: float,
    x1: float,
    y1: float,
    c1: float,
    s1: float,
    maximum: float,
    budget: int,
    out: Floats,
    part: Floats,
) -> tuple[int, int, int]:
    """Poses of a clear way from pose 0 to pose 1 that is no longer than the maximum.

    If the lattice has none, ways up to one step longer are looked at, and pulled tight.

    Parameters
    ----------
    b
        What bars the mover.
    space
        Lattice about the start, from `build_lattice`.
    x0, y0, c0, s0, x1, y1, c1, s1
        Start and end: centre (inches), heading.  Both must be clear.
    maximum
        Longest way, inches.
    budget
        Most nodes of the lattice that may be expanded.
    out
        Filled with poses (x, y, cos, sin) as by `straight_way`; shape (p, 4+).
    part
        Scratch, shape (`STRAIGHT_POSES` or more, 4).

    Returns
    -------
    verdict, count, expanded
        `FOUND` and how many poses; `EXHAUSTED` or `BUDGET` and 0, which say nothing about
        ways off the lattice.  A way with more poses than ``out`` has room for is `BUDGET`.
    """
    n, verdict, expanded = _round(
        b, space, x0, y0, c0, s0, x1, y1, c1, s1, maximum, GREED, budget, out, part
    )
    if verdict != EXHAUSTED:
        return verdict, n, expanded
    n, verdict, more = _round(
        b, space, x0, y0, c0, s0, x1, y1, c1, s1,
        maximum + space.step, 1.0, budget - expanded, out, part,
    )  # fmt: skip
    expanded += more
    if verdict == FOUND:
        tighten(b, out, n, ROUNDS)
        n = shorten(b, out, n, SPREAD, part)
        over = way_length(out, n) > maximum
        return (EXHAUSTED if over else FOUND), (0 if over else n), expanded
    return verdict, n, expanded


@kernel
def _round(
    b: Barriers,
    space: Lattice,
    x0: float,
    y0: float,
    c0: float,
    s0: float,
    x1: float,
    y1: float,
    c1: float,
    s1: float,
    maximum: float,
    greed: float,
    budget: int,
    out: Floats,
    part: Floats,
) -> tuple[int, int, int]:
    """One search, on half the headings if that can do: poses, verdict, nodes expanded."""
    n = expanded = 0
    verdict = EXHAUSTED
    for folded in (True, False):
        if folded and not b.folded:
            continue
        verdict, node, more = search_lattice(
            b, space, x0, y0, c0, s0, x1, y1, c1, s1, folded, maximum, greed, budget - expanded
        )
        expanded += more
        if verdict != FOUND:
            return 0, verdict, expanded
        n = _trace(b, space, node, x0, y0, c0, s0, x1, y1, c1, s1, folded, out)
        if n > 0:
            return shorten(b, out, n, SPREAD, part), FOUND, expanded
        # there the wrong way round, with no room for half a turn on this way
    return 0, BUDGET, expanded


@kernel
def _trace(
    b: Barriers,
    space: Lattice,
    node: int,
    x0: float,
    y0: float,
    c0: float,
    s0: float,
    x1: float,
    y1: float,
    c1: float,
    s1: float,
    folded: bool,
    out: Floats,
) -> int:
    """Poses of the way from a node of the start to the end; 0 if it cannot be written.

    On folded headings it may come out the wrong way round; then the first pose at which
    there is room for half a turn takes one.
    """
    count = space.heading.shape[0]
    for sign in (1.0, -1.0):
        c, s = sign * space.heading[node % count, 0], sign * space.heading[node % count, 1]
        way = turns_either(b, x0, y0, c0, s0, c, s)
        if way == BLOCKED or (sign < 0.0 and not folded):
            continue
        n = write_turn(out, write_pose(out, 0, x0, y0, c0, s0), c, s, way)
        n = _write_nodes(space, node, n, x0, y0, x1, y1, folded, out)
        if n == 0:
            return 0
        n = _finish(b, n, c1, s1, folded, out)
        if n > 0:
            return n
    return 0


@kernel
def _write_nodes(
    space: Lattice,
    node: int,
    n: int,
    x0: float,
    y0: float,
    x1: float,
    y1: float,
    folded: bool,
    out: Floats,
) -> int:
    """Add the poses of the nodes after the first, each heading on the side of the one before.

    Returns 0 if the room left would not do for a half turn and a turn at the end.
    """
    count = space.heading.shape[0]
    v = space.parent[node]
    while v != NOWHERE:
        if n + 2 * TURN_POSES >= out.shape[0]:
            return 0
        x, y = place(space, v, x0, y0, x1, y1)
        c, s = space.heading[v % count, 0], space.heading[v % count, 1]
        if folded and c * out[n - 1, 2] + s * out[n - 1, 3] < 0.0:
            c, s = -c, -s
        if x != out[n - 1, 0] or y != out[n - 1, 1] or c != out[n - 1, 2] or s != out[n - 1, 3]:
            n = write_pose(out, n, x, y, c, s)
        v = space.parent[v]
    return n


@kernel
def _finish(b: Barriers, n: int, c1: float, s1: float, folded: bool, out: Floats) -> int:
    """Turn to the end heading where the way ends, with half a turn on the way if need be."""
    x, y, c, s = out[n - 1, 0], out[n - 1, 1], out[n - 1, 2], out[n - 1, 3]
    way = turns_either(b, x, y, c, s, c1, s1)
    if way != BLOCKED:
        return write_turn(out, n, c1, s1, way)
    way = turns_either(b, x, y, -c, -s, c1, s1)
    for i in range(n if folded and way != BLOCKED else 0):
        for left in (True, False):
            c, s = out[i, 2], out[i, 3]
            if turns_so(b, out[i, 0], out[i, 1], c, s, -c, -s, left):
                n = _turn_about(out, n, i, left)
                return write_turn(out, n, c1, s1, way)
    return 0


@kernel
def _turn_about(out: Floats, n: int, i: int, left: bool) -> int:
    """Put half a turn behind pose ``i``, in two quarters; all poses after it are opposite."""
    for k in range(n - 1, i, -1):
        out[k + 2, 0] = out[k, 0]
        out[k + 2, 1] = out[k, 1]
        out[k + 2, 2] = -out[k, 2]
        out[k + 2, 3] = -out[k, 3]
    side = 1.0 if left else -1.0
    x, y, c, s = out[i, 0], out[i, 1], out[i, 2], out[i, 3]
    write_pose(out, i + 1, x, y, -side * s, side * c)
    write_pose(out, i + 2, x, y, -c, -s)
    return n + 2
