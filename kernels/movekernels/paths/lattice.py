"""A search for ways of a base that is not round, on a lattice of centres and headings.

A* over SE(2), with two things that spare checks.  An edge is swept only when its turn
comes, not when it is found (Cohen, Phillips and Likhachev, 2014).  And a slide is
drawn straight from where the base last turned, if that is clear (Nash, Daniel, Koenig
and Felner, 2007: Theta*), so that ways are not bound to the directions of the lattice.

The lattice is laid about the start, and searched from the end: one table of
distances from the start, shared by all ends, then bounds what is left.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from movekernels._jit import allocating, kernel
from movekernels.arrays import Floats, Ints
from movekernels.paths.barriers import BLOCKED, Barriers, slides, stands, turns, turns_either
from movekernels.paths.heap import pop, push

FOUND = 1
"""There is a way."""
EXHAUSTED = 2
"""Nothing on this lattice leads there within the maximum, which proves nothing off it."""
BUDGET = 3
"""Stopped: by the number of expansions, or for want of room in the scratch arrays."""

UNSEEN = 0
"""Nobody has asked yet whether the base stands at a node."""
FREE = 1
"""It does."""
TAKEN = 2
"""It does not."""

AROUND = 2
"""Slides lead to centres at most so many rows and columns away ..."""
KNIGHT = 5.5
"""... and at most the root of this apart, in steps: up to a knight's move."""
OUT = 6
"""From the end at its own heading, they lead so many rows away: it may be in a slot."""
OFFERS = (2 * OUT + 1) ** 2 + 4
"""Most entries that one node adds to the heap."""
NOWHERE = -1
"""No node."""


class Lattice(NamedTuple):
    """Grid of centres about the start, headings, and scratch for one search at a time.

    Nodes (axis ``g``) are numbered centre by centre, row by row; each centre has ``k``
    headings.  The last centre is the end pose's, off the grid; the last heading is the
    end pose's as well.  The others run evenly through a full turn from that at the
    start; of a base that looks the same after half a turn, half of them are searched.
    """

    side: int
    """Centres in a row, odd; the start is in the middle."""
    step: float
    """Inches between them."""
    rest: Floats
    """No way from the start to a centre is shorter; inf: none.  Inches, (side * side,)."""
    heading: Floats
    """Cosine and sine, shape (k, 2)."""
    link: Ints
    """Whether the start (row 0) and the end (row 1) turn to them: codes of turns, (2, k)."""
    stand: Ints
    """`UNSEEN`, `FREE` or `TAKEN`, shape (g,)."""
    cost: Floats
    """Length of the way from the end to each node, inches, shape (g,)."""
    parent: Ints
    """Node before it on that way, shape (g,)."""
    key: Floats
    """Heap: keys, shape (e,)."""
    value: Ints
    """Heap: entries, shape (e,)."""
    entry: Ints
    """Node, node before it, and another to come from if that is blocked, shape (e, 3)."""
    length: Floats
    """Length of the way of each entry, inches, shape (e,)."""
    greed: Floats
    """Weight of what is left in the order of the search, shape (1,)."""


@allocating
def build_lattice(reach: float, step: float, headings: int, room: int) -> Lattice:
    """Make a lattice for searches about one start.

    Parameters
    ----------
    reach
        How far from it a centre may be, inches.
    step
        Inches between centres.
    headings
        How many headings in half a turn.
    room
        Entries of the heap; forty for each expansion are enough.

    Returns
    -------
    Lattice
        ``rest`` is the straight distance: fill in what is known to be longer.
    """
    half = math.ceil(reach / step)
    side = 2 * half + 1
    rest = np.empty(side * side)
    for row in range(side):
        for column in range(side):
            dx, dy = float(column - half), float(row - half)
            rest[row * side + column] = step * math.sqrt(dx * dx + dy * dy)
    count = 2 * headings + 1
    room = max(room, count + OFFERS)
    nodes = (side * side + 1) * count
    return Lattice(
        side, step, rest, np.empty((count, 2)), np.empty((2, count), np.int64),
        np.empty(nodes, np.int64), np.empty(nodes), np.empty(nodes, np.int64), np.empty(room),
        np.empty(room, np.int64), np.empty((room, 3), np.int64), np.empty(room),
        np.ones(1),
    )  # fmt: skip


@kernel
def place(
    space: Lattice, v: int, x0: float, y0: float, x1: float, y1: float
) -> tuple[float, float]:
    """Centre of node ``v``, for a start at (x0, y0) and an end at (x1, y1), inches."""
    centre = v // space.heading.shape[0]
    if centre == space.side * space.side:
        return x1, y1
    half = space.side // 2
    row = centre // space.side
    return x0 + (centre - row * space.side - half) * space.step, y0 + (row - half) * space.step


@kernel
def search_lattice(
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
    folded: bool,
    maximum: float,
    greed: float,
    budget: int,
) -> tuple[int, int, int]:
    """Search a way from pose 0 to pose 1 (A*, from the end).

    Parameters
    ----------
    b
        What bars the mover.
    space
        From `build_lattice`; ``rest`` belongs to this start.
    x0, y0, c0, s0, x1, y1, c1, s1
        Start and end: centre (inches), heading.
    folded
        Take opposite headings for one; the way then may end the wrong way round.
    maximum
        Longest way, inches.
    greed
        Weight of what is left, in the order of the search: 1 finds the shortest way, more
        some way sooner.  It does not change whether one is found: a node is opened again
        when a shorter way to it turns up.
    budget
        Most nodes that may be expanded.

    Returns
    -------
    verdict, node, expanded
        `FOUND`, `EXHAUSTED` or `BUDGET`; the node of the start that the way leads to,
        whose ``space.parent`` chain is the way (else `NOWHERE`); nodes expanded.
    """
    count = space.heading.shape[0]
    root = space.side * space.side * count
    home = root // 2 - root // 2 % count
    space.greed[0] = greed
    size, low, high = _open(b, space, x0, y0, c0, s0, x1, y1, c1, s1, folded)
    entries = size
    expanded = 0
    while size > 0:
        if entries + OFFERS > space.key.size:
            return BUDGET, NOWHERE, expanded
        _, e, size = pop(space.key, space.value, size)
        v, u, g = space.entry[e, 0], space.entry[e, 1], space.length[e]
        if g >= space.cost[v]:
            continue
        if u != NOWHERE and not _joined(b, space, u, v, x0, y0, x1, y1, folded):
            w = space.entry[e, 2]
            if w != NOWHERE:
                size, entries = _offer(space, size, entries, v, w, NOWHERE, x0, y0, x1, y1, maximum)
            continue
        space.cost[v] = g
        space.parent[v] = u
        k = v % count
        if v - k == home and space.link[0, k] != BLOCKED:
            return FOUND, v, expanded
        if expanded >= budget:
            return BUDGET, NOWHERE, expanded
        expanded += 1
        size, entries = _slide_on(b, space, size, entries, v, x0, y0, x1, y1, maximum)
        if v < root:
            size, entries = _turn_on(
                b, space, size, entries, v, low, high, folded, x0, y0, x1, y1, maximum
            )
    return EXHAUSTED, NOWHERE, expanded


@kernel
def _open(
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
    folded: bool,
) -> tuple[int, int, int]:
    """Lay headings, clear the scratch, and put what the end turns to on the heap.

    Returns the size of the heap and the two headings next to that of the end.
    """
    last = space.heading.shape[0] - 1
    ring = last // 2 if folded else last
    for k in range(last):
        c, s = math.cos(2.0 * math.pi * k / last), math.sin(2.0 * math.pi * k / last)
        space.heading[k, 0] = c0 * c - s0 * s
        space.heading[k, 1] = s0 * c + c0 * s
    space.heading[last, 0] = c1
    space.heading[last, 1] = s1
    space.stand[:] = UNSEEN
    space.cost[:] = math.inf
    root = space.side * space.side * (last + 1)
    size = 0
    for k in range(last + 1):
        c, s = space.heading[k, 0], space.heading[k, 1]
        used = k < ring or k == last
        space.link[0, k] = BLOCKED
        if not used:
            continue
        space.link[0, k] = turns_either(b, x0, y0, c0, s0, c, s)
        if folded and space.link[0, k] == BLOCKED:
            space.link[0, k] = turns_either(b, x0, y0, c0, s0, -c, -s)
        way = turns_either(b, x1, y1, c, s, c1, s1)
        if folded and way == BLOCKED:
            way = turns_either(b, x1, y1, -c, -s, c1, s1)
        if way != BLOCKED:
            space.entry[size, 0] = root + k
            space.entry[size, 1] = NOWHERE
            space.length[size] = 0.0
            size = push(space.key, space.value, size, 0.0, size)
    turn = math.atan2(c0 * s1 - s0 * c1, c0 * c1 + s0 * s1) / (2.0 * math.pi) * last
    low = math.floor(turn) % ring
    return size, low, (low + 1) % ring


@kernel
def _joined(
    b: Barriers,
    space: Lattice,
    u: int,
    v: int,
    x0: float,
    y0: float,
    x1: float,
    y1: float,
    folded: bool,
) -> bool:
    """Whether the step between two nodes is clear: a slide, or a turn to a heading beside."""
    count = space.heading.shape[0]
    x, y = place(space, u, x0, y0, x1, y1)
    c, s = space.heading[u % count, 0], space.heading[u % count, 1]
    if u % count == v % count:
        to_x, to_y = place(space, v, x0, y0, x1, y1)
        return slides(b, x, y, c, s, to_x - x, to_y - y)
    to_c, to_s = space.heading[v % count, 0], space.heading[v % count, 1]
    if folded and c * to_c + s * to_s < 0.0:
        to_c, to_s = -to_c, -to_s
    return turns(b, x, y, c, s, to_c, to_s)


@kernel
def _offer(
    space: Lattice,
    size: int,
    entries: int,
    v: int,
    u: int,
    other: int,
    x0: float,
    y0: float,
    x1: float,
    y1: float,
    maximum: float,
) -> tuple[int, int]:
    """Put node ``v``, come to from ``u``, on the heap if that can be of use."""
    x, y = place(space, v, x0, y0, x1, y1)
    from_x, from_y = place(space, u, x0, y0, x1, y1)
    dx, dy = x - from_x, y - from_y
    g = space.cost[u] + math.sqrt(dx * dx + dy * dy)
    left = space.rest[v // space.heading.shape[0]]
    if g >= space.cost[v] or not g + left <= maximum:
        return size, entries
    space.entry[entries, 0] = v
    space.entry[entries, 1] = u
    space.entry[entries, 2] = other
    space.length[entries] = g
    return push(space.key, space.value, size, g + space.greed[0] * left, entries), entries + 1


@kernel
def _slide_on(
    b: Barriers,
    space: Lattice,
    size: int,
    entries: int,
    v: int,
    x0: float,
    y0: float,
    x1: float,
    y1: float,
    maximum: float,
) -> tuple[int, int]:
    """Offer the centres around ``v`` at its heading, and the start itself."""
    count = space.heading.shape[0]
    k = v % count
    before = space.parent[v]
    anchored = before != NOWHERE and before % count == k
    u = before if anchored else v
    other = v if anchored else NOWHERE
    half = space.side // 2
    home = (half * space.side + half) * count + k
    if space.link[0, k] == BLOCKED:
        home = NOWHERE
    elif v != home:
        size, entries = _offer(space, size, entries, home, u, other, x0, y0, x1, y1, maximum)
    x, y = place(space, v, x0, y0, x1, y1)
    at_x, at_y = (x - x0) / space.step + half, (y - y0) / space.step + half
    column, row = math.floor(at_x + 0.5), math.floor(at_y + 0.5)
    out = v == space.cost.size - 1
    reach, most = (OUT, math.inf) if out else (AROUND, KNIGHT)
    for j in range(max(row - reach, 0), min(row + reach + 1, space.side)):
        for i in range(max(column - reach, 0), min(column + reach + 1, space.side)):
            n = (j * space.side + i) * count + k
            apart = (i - at_x) * (i - at_x) + (j - at_y) * (j - at_y)
            if n in (v, home) or apart > most or space.stand[n] == TAKEN:
                continue
            if space.stand[n] == UNSEEN:
                c, s = space.heading[k, 0], space.heading[k, 1]
                to_x, to_y = place(space, n, x0, y0, x1, y1)
                space.stand[n] = FREE if stands(b, to_x, to_y, c, s) else TAKEN
            if space.stand[n] == FREE:
                size, entries = _offer(space, size, entries, n, u, other, x0, y0, x1, y1, maximum)
    return size, entries


@kernel
def _turn_on(
    b: Barriers,
    space: Lattice,
    size: int,
    entries: int,
    v: int,
    low: int,
    high: int,
    folded: bool,
    x0: float,
    y0: float,
    x1: float,
    y1: float,
    maximum: float,
) -> tuple[int, int]:
    """Offer the headings next to that of ``v`` at its centre; that of the end lies between two."""
    last = space.heading.shape[0] - 1
    ring = last // 2 if folded else last
    k = v % (last + 1)
    first = v - k
    one, other = (low, high) if k == last else ((k + 1) % ring, (k + ring - 1) % ring)
    for n in (one, other):
        size, entries = _offer(space, size, entries, first + n, v, NOWHERE, x0, y0, x1, y1, maximum)
    if k in (low, high):
        n = first + last
        size, entries = _offer(space, size, entries, n, v, NOWHERE, x0, y0, x1, y1, maximum)
    return size, entries
