"""From one source outward: the shortest ways to all curves, by Dijkstra's method.

A state is an arrival: an oriented curve and the place where a straight line meets it.
From there the path may go on along the curve as far as its free arc leads and leave by any
link.  An arrival that an earlier one on the same curve passes at no more length is dropped.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from movekernels._jit import kernel
from movekernels.arrays import Floats, Ints
from movekernels.paths.arcs import room_at
from movekernels.paths.curves import POINT, depth_of, place_of, touch
from movekernels.paths.grown import SLACK, Grown
from movekernels.paths.heap import pop, push
from movekernels.paths.sight import NOBODY, segment_clear
from movekernels.paths.tangents import tangent
from movekernels.paths.web import (
    CLEAR,
    DRAWN,
    NONE,
    Web,
    draw_link,
    know_arcs,
    prove_link,
)

DONE = 0
"""Everything within the maximum is known."""
FULL = 1
"""Scratch was too small: make it larger and begin again."""
SOURCE = -1
"""In place of the arrival before: the source itself."""
TIE = 3e-7
"""Places of one curve this close may be one (inches): where a line barely touches a curve, or
two curves touch, its angle is known to the root of rounding only.  Off by so much along, a
path is off by the square of it in length and depth."""
SAME = 1e-12
"""Lengths that differ by no more are one (inches)."""


class Reached(NamedTuple):
    """Arrivals (a) on oriented curves ``2j + b``, as far as questions about lengths need them."""

    near: Ints
    """Curves within reach, the first ``size[1]`` entries; shape (k,)."""
    head: Ints
    """Last arrival found on each oriented curve, -1 for none; shape (2k,)."""
    following: Ints
    """Arrival found before that on the same curve, or -1; shape (a,)."""
    place: Floats
    """Where on the curve; shape (a,)."""
    length: Floats
    """Length of the path so far, inches; shape (a,)."""
    room: Floats
    """How far it may go on along the curve; shape (a,)."""
    size: Ints
    """How many arrivals, how many curves in reach; shape (2,)."""


class Tree(NamedTuple):
    """All shortest ways from one source: the arrivals (a), and how each was come by."""

    reached: Reached
    """The arrivals."""
    before: Ints
    """Arrival the path comes from, or `SOURCE`; shape (a,)."""
    curve: Ints
    """Oriented curve of each arrival; shape (a,)."""
    right: Floats
    """Unit vector to the right of the travel on arrival; shape (a, 2)."""
    start: Floats
    """From the source: right of the travel (x, y), place; shape (2k, 3)."""
    keys: Floats
    """Scratch: the heap."""
    values: Ints
    """Scratch: the heap."""


def new_tree(curves: int, room: int) -> Tree:
    """Make room for the arrivals on so many curves; ``room`` multiplies it (1, 2, 4, ...).

    Not compiled: to hand so many arrays over costs more than to make them.
    """
    a = 8 * room * (curves + 1)
    h = 64 * room * (curves + 1)
    reached = Reached(
        np.empty(curves, np.int64),
        np.empty(2 * curves, np.int64),
        np.empty(a, np.int64),
        np.empty(a),
        np.empty(a),
        np.empty(a),
        np.zeros(2, np.int64),
    )
    return Tree(
        reached,
        np.empty(a, np.int64),
        np.empty(a, np.int64),
        np.empty((a, 2)),
        np.empty((2 * curves, 3)),
        np.empty(h),
        np.empty(h, np.int64),
    )


@kernel
def along(start: float, end: float, sense: float, length: float) -> float:
    """How far it is round a curve from one place to another in a sense, inches."""
    way = sense * (end - start)
    way -= length * math.floor(way / length)
    return 0.0 if way > length - TIE else way


@kernel
def _leave(grown: Grown, web: Web, tree: Tree, x: float, y: float, most: float, q: int) -> float:
    """Length of the line from the source to oriented curve ``q``, infinity if there is none.

    Fills in ``tree.start``; the arcs of the curve must be known.
    """
    j = q >> 1
    sense = 1.0 - 2.0 * (q & 1)
    away, nx, ny = depth_of(grown, j, x, y)
    if away < -SLACK:
        return math.inf
    found, mx, my, length = tangent(grown, POINT, 1.0, x, y, j, sense, grown.x[j], grown.y[j])
    if not found:
        mx, my, length = sense * nx, sense * ny, 0.0
    if length > most:
        return math.inf
    bx, by = touch(grown, j, sense * mx, sense * my)
    bx += grown.x[j]
    by += grown.y[j]
    place = place_of(grown, j, sense * mx, sense * my)
    if room_at(web.arcs, web.length[j], j, place, 1.0) < 0.0 or not segment_clear(
        grown, x, y, bx, by, j, NOBODY
    ):
        return math.inf
    start = tree.start[q]
    start[0] = mx
    start[1] = my
    start[2] = place
    return length


@kernel
def _passed(reached: Reached, web: Web, q: int, place: float, length: float) -> bool:
    """Whether an arrival is no better than an earlier one that goes by the same place."""
    sense = 1.0 - 2.0 * (q & 1)
    whole = web.length[q >> 1]
    t = reached.head[q]
    while t >= 0:
        way = along(reached.place[t], place, sense, whole)
        if way <= reached.room[t] + SAME and reached.length[t] + way <= length + SAME:
            return True
        t = reached.following[t]
    return False


@kernel
def spread(grown: Grown, web: Web, tree: Tree, x: float, y: float, most: float) -> int:
    """Fill ``tree`` with every way from a free point that bends around curves.

    Parameters
    ----------
    grown, web
        Obstacles of this class of discs, and what is known of them (added to).
    tree
        Filled.
    x, y
        The source.
    most
        Longest path that counts, inches.

    Returns
    -------
    int
        `DONE`, or `FULL` (then nothing may be read from ``tree``).
    """
    k = grown.x.size
    web.source[0] += 1
    mark = web.source[0]
    tree.reached.head[:] = -1
    near = 0
    heap = 0
    for j in range(k):
        dx = grown.x[j] - x
        dy = grown.y[j] - y
        far = most + grown.span[j]
        if dx * dx + dy * dy > far * far:
            continue
        if not know_arcs(grown, web, j):
            return FULL
        if web.arcs.number[j] == 0:
            continue
        tree.reached.near[near] = j
        near += 1
        for q in (2 * j, 2 * j + 1):
            length = _leave(grown, web, tree, x, y, most, q)
            if length <= most:
                if heap == tree.keys.size:
                    return FULL
                heap = push(tree.keys, tree.values, heap, length, -1 - q)
    tree.reached.size[1] = near
    count = 0
    while heap > 0:
        length, value, heap = pop(tree.keys, tree.values, heap)
        if value < 0:
            q = -1 - value
            place = tree.start[q, 2]
            mx = tree.start[q, 0]
            my = tree.start[q, 1]
            before = SOURCE
        else:
            q = value % (2 * k)
            if length > web.best[value]:
                continue
            place = web.line[value, 4]
            mx = web.line[value, 0]
            my = web.line[value, 1]
            before = web.parent[value]
        j = q >> 1
        sense = 1.0 - 2.0 * (q & 1)
        if _passed(tree.reached, web, q, place, length):
            continue
        if count == tree.reached.place.size:
            return FULL
        room = room_at(web.arcs, web.length[j], j, place, sense)
        tree.reached.following[count] = tree.reached.head[q]
        tree.reached.head[q] = count
        tree.before[count] = before
        tree.curve[count] = q
        tree.reached.place[count] = place
        tree.reached.length[count] = length
        tree.reached.room[count] = min(room, most - length)
        tree.right[count, 0] = mx
        tree.right[count, 1] = my
        heap = _go_on(grown, web, tree, count, most, mark, near, heap)
        count += 1
        if heap < 0:
            return FULL
    tree.reached.size[0] = count
    return DONE


@kernel
def _go_on(
    grown: Grown,
    web: Web,
    tree: Tree,
    arrival: int,
    most: float,
    mark: int,
    near: int,
    heap: int,
) -> int:
    """Put on the heap where an arrival leads; return the size of the heap, -1 if it is full."""
    k = grown.x.size
    p = tree.curve[arrival]
    i = p >> 1
    sense = 1.0 - 2.0 * (p & 1)
    place = tree.reached.place[arrival]
    length = tree.reached.length[arrival]
    room = tree.reached.room[arrival]
    left = most - length
    sheets = 2 if web.state.size > 4 * k * k else 1
    for n in range(near):
        j = tree.reached.near[n]
        if j == i:
            continue
        dx = grown.x[j] - grown.x[i]
        dy = grown.y[j] - grown.y[i]
        far = left + grown.span[i] + grown.span[j]
        if dx * dx + dy * dy > far * far:
            continue
        for way_to in range(2 * sheets):
            q = 2 * j + (way_to & 1)
            sheet = way_to >> 1
            link = (2 * k * sheet + p) * 2 * k + q
            state = web.state[link]
            if state == NONE:
                continue
            if state < DRAWN:
                state = draw_link(grown, web, p, q, sheet)
                if state == NONE:
                    continue
            way = along(place, web.line[link, 3], sense, web.length[i])
            if way > room:
                continue
            total = length + way + web.line[link, 2]
            if total > most or (web.stamp[link] == mark and total >= web.best[link]):
                continue
            if state != CLEAR and not prove_link(grown, web, p, q, sheet):
                continue
            if heap == tree.keys.size:
                return -1
            web.stamp[link] = mark
            web.best[link] = total
            web.parent[link] = arrival
            heap = push(tree.keys, tree.values, heap, total, link)
    return heap
