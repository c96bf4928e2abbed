"""How far it is from a source to points: straight where they are in sight, else around."""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.arrays import Floats, Ints
from movekernels.paths.curves import POINT, depth_of, place_of, touch
from movekernels.paths.grown import Grown
from movekernels.paths.sight import CUT, NOBODY, free_rows, point_free, segment_clear, sight_rows
from movekernels.paths.spread import SAME, Reached, Tree, along
from movekernels.paths.tangents import tangent
from movekernels.paths.web import Web


@kernel
def _by_curve(
    grown: Grown, whole: Floats, reached: Reached, q: int, px: float, py: float, best: float
) -> tuple[float, int]:
    """Shortest way to a free point by oriented curve ``q`` last, and the arrival on it.

    Infinity and -1 if it is not shorter than ``best``.
    """
    j = q >> 1
    sense = 1.0 - 2.0 * (q & 1)
    found, mx, my, length = tangent(grown, j, sense, grown.x[j], grown.y[j], POINT, 1.0, px, py)
    if not found:
        _, nx, ny = depth_of(grown, j, px, py)
        mx, my, length = sense * nx, sense * ny, 0.0
    place = place_of(grown, j, sense * mx, sense * my)
    least = math.inf
    arrival = -1
    t = reached.head[q]
    while t >= 0:
        way = along(reached.place[t], place, sense, whole[j])
        if way <= reached.room[t] and reached.length[t] + way < least:
            least = reached.length[t] + way
            arrival = t
        t = reached.following[t]
    if least + length >= best:
        return math.inf, -1
    ax, ay = touch(grown, j, sense * mx, sense * my)
    if not segment_clear(grown, grown.x[j] + ax, grown.y[j] + ay, px, py, j, NOBODY):
        return math.inf, -1
    return least + length, arrival


@kernel
def way_around(
    grown: Grown, whole: Floats, reached: Reached, px: float, py: float, most: float
) -> tuple[float, int]:
    """Shortest way to a free point that bends somewhere, from a source.

    ``whole`` is the length of each curve, `Web.length`; ``reached`` what `spread` found.

    Returns
    -------
    length, arrival
        Inches and the arrival it comes by; infinity and -1 if it is longer than ``most``.
    """
    return _around(grown, whole, reached, px, py, most, NOBODY)


@kernel
def _around(
    grown: Grown, whole: Floats, reached: Reached, px: float, py: float, most: float, hint: int
) -> tuple[float, int]:
    """`way_around`, trying oriented curve ``hint`` first, which must have arrivals."""
    best = most + SAME
    chosen = -1
    if hint >= 0:
        length, arrival = _by_curve(grown, whole, reached, hint, px, py, best)
        if arrival >= 0:
            best = length
            chosen = arrival
    for n in range(reached.size[1]):
        j = reached.near[n]
        dx = px - grown.x[j]
        dy = py - grown.y[j]
        span = grown.span[j]
        for q in (2 * j, 2 * j + 1):
            t = reached.head[q]
            if t < 0 or q == hint:
                continue
            # the first arrival is the shortest, the last in the row
            while reached.following[t] >= 0:
                t = reached.following[t]
            left = best - reached.length[t]
            # from a circle the line is the root of d^2 - r^2 long, from an ellipse d - r at least
            far = left * left + span * span
            if grown.long[j] > 0.0:
                far += 2.0 * left * span
            if left <= 0.0 or dx * dx + dy * dy >= far:
                continue
            # a line that touches an ellipse is dear; how far that is away is a better bound
            if grown.long[j] > 0.0 and depth_of(grown, j, px, py)[0] >= left:
                continue
            length, arrival = _by_curve(grown, whole, reached, q, px, py, best)
            if arrival >= 0:
                best = length
                chosen = arrival
    return (best, chosen) if chosen >= 0 else (math.inf, -1)


@kernel
def distances(
    grown: Grown,
    web: Web,
    tree: Tree,
    x: float,
    y: float,
    most: float,
    px: Floats,
    py: Floats,
    out: Floats,
    space: Ints,
) -> int:
    """Length of the shortest path from the source of ``tree`` to points.

    Parameters
    ----------
    grown, web, tree
        As `movekernels.paths.spread.spread` left them, for the same source and maximum.
    x, y, most
        The source and the longest path that counts, inches.
    px, py
        Points, shape (s,).
    out
        Filled with inches, infinity where there is no path of at most ``most`` or the point
        is not free; shape (s,).
    space
        Scratch, shape (s,).

    Returns
    -------
    int
        How many points are not in straight sight but reached.
    """
    if not point_free(grown, x, y):
        out[:] = math.inf
        return 0
    free_rows(grown, px, py, space)
    for i in range(out.size):
        free = space[i] == 0 or is_free(grown, px[i], py[i], space[i])
        out[i] = 0.0 if free else math.inf
    sight_rows(grown, x, y, px, py, space)
    around = 0
    hint = NOBODY
    for i in range(out.size):
        if out[i] > 0.0:
            continue
        # handing the structures over costs more than what most points need
        if space[i] == 0:
            dx = px[i] - x
            dy = py[i] - y
            straight = math.sqrt(dx * dx + dy * dy)
            out[i] = straight if straight <= most else math.inf
            continue
        out[i], arrival = length_seen(grown, web, tree, x, y, most, px[i], py[i], space[i], hint)
        if arrival >= 0:
            hint = tree.curve[arrival]
            around += 1
    return around


@kernel
def is_free(grown: Grown, x: float, y: float, barred: int) -> bool:
    """Whether a point is free, of which `free_rows` said ``barred``."""
    return barred == 0 or (0 < barred < CUT and point_free(grown, x, y))


@kernel
def length_seen(
    grown: Grown,
    web: Web,
    tree: Tree,
    x: float,
    y: float,
    most: float,
    px: float,
    py: float,
    blocked: int,
    hint: int,
) -> tuple[float, int]:
    """`distance` to a free point of which `sight_rows` said ``blocked``.

    ``hint`` is an oriented curve with arrivals to try first, or `NOBODY`: points in a row
    often have the last curve in common.
    """
    dx = px - x
    dy = py - y
    straight = math.sqrt(dx * dx + dy * dy)
    if straight > most:
        return math.inf, -1
    if blocked == 0 or (blocked < CUT and segment_clear(grown, x, y, px, py, NOBODY, NOBODY)):
        return straight, -1
    return _around(grown, web.length, tree.reached, px, py, most, hint)


@kernel
def distance(
    grown: Grown, web: Web, tree: Tree, x: float, y: float, most: float, px: float, py: float
) -> tuple[float, int]:
    """`distances` to one point, and the arrival it comes by (-1 where it is straight)."""
    dx = px - x
    dy = py - y
    straight = math.sqrt(dx * dx + dy * dy)
    if straight > most or not point_free(grown, x, y) or not point_free(grown, px, py):
        return math.inf, -1
    if segment_clear(grown, x, y, px, py, NOBODY, NOBODY):
        return straight, -1
    return way_around(grown, web.length, tree.reached, px, py, most)
