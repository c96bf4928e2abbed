"""Straight ways, one obstacle at a time: slides and turns clear of all that bars (03.01).

Ways around are asked of the packed paths, which are tried against `movesolver.paths` in a
test of their own.
"""

from __future__ import annotations

import math

from movekernels.arrays import Ints
from movekernels.paths.detours import Detours, detour
from movekernels.search.ending import OPEN
from movekernels.search.ground import MARGIN, UNSURE, Ground, Rings, Spots, Squad
from movekernels.search.routing import ALONG, AROUND, NO_ROUTE, SLIDE, TURN_LAST
from reference.ending import on_table
from reference.shapes import turn_edge_slack
from reference.sweep import sweep_gap
from reference.turn import turn_gap

Heading = tuple[float, float]
SAMPLES = 60
"""Headings looked at in a turn."""


def obstacles(
    ground: Ground, squad: Squad, i: int, x: float, y: float, length: float
) -> list[tuple[float, int, float, float, float, float]]:
    """The gap to keep from what model ``i`` could meet within ``length`` of (x, y), and it."""
    outer, found = ground.shapes.outer, []
    for o, k in enumerate(ground.outline):
        need, (c, s) = float(ground.clear[i, o]), ground.turned[o]
        px, py = float(ground.rings.x[o]), float(ground.rings.y[o])
        reach = length + outer[k] + outer[squad.shape[squad.member[i]]] + need
        if math.dist((px, py), (x, y)) <= reach:
            found.append((need, int(k), px, py, float(c), float(s)))
    return found


def slides(
    ground: Ground, squad: Squad, i: int, x: float, y: float, h: Heading, dx: float, dy: float
) -> bool:
    k = int(squad.member[i])
    if not (
        on_table(ground, squad, k, x, y, *h, 0.0)
        and on_table(ground, squad, k, x + dx, y + dy, *h, 0.0)
    ):
        return False
    return all(
        sweep_gap(ground.shapes, int(squad.shape[k]), x, y, *h, dx, dy, j, px, py, c, s) >= need
        for need, j, px, py, c, s in obstacles(ground, squad, i, x, y, math.hypot(dx, dy))
    )


def turns(ground: Ground, squad: Squad, i: int, x: float, y: float, a: Heading, b: Heading) -> bool:
    """The short way round; half a turn is asked for both ways."""
    cross, dot = a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]
    if abs(cross) < 1e-15 and dot > 0:
        return True
    ways = [True, False] if abs(cross) < 1e-9 and dot < 0 else [cross > 0]
    return all(turns_so(ground, squad, i, x, y, a, b, ccw) for ccw in ways)


def turns_so(
    ground: Ground, squad: Squad, i: int, x: float, y: float, a: Heading, b: Heading, ccw: bool
) -> bool:
    shapes, shape = ground.shapes, int(squad.shape[squad.member[i]])
    (c0, s0), (c1, s1) = a, b
    table = ground.width, ground.height
    if turn_edge_slack(shapes, shape, x, y, c0, s0, c1, s1, ccw, *table, SAMPLES) < 0:
        return False
    return all(
        turn_gap(shapes, shape, x, y, c0, s0, c1, s1, ccw, j, px, py, c, s, 0.0, SAMPLES) >= need
        for need, j, px, py, c, s in obstacles(ground, squad, i, x, y, 0.0)
    )


def route(ground: Ground, squad: Squad, i: int, x: float, y: float, c: float, s: float) -> int:
    x0, y0, c0, s0 = (float(v) for v in squad.start[i])
    dx, dy, goal, start = x - x0, y - y0, (c, s), (c0, s0)
    if squad.round[squad.member[i]]:
        goal = start
    length = math.hypot(dx, dy)
    if length == 0 and goal == start:
        return SLIDE
    if squad.maximum[i] <= MARGIN or length > squad.maximum[i] - MARGIN:
        return NO_ROUTE

    def turn(px: float, py: float, a: Heading, b: Heading) -> bool:
        return turns(ground, squad, i, px, py, a, b)

    def slide(h: Heading) -> bool:
        return slides(ground, squad, i, x0, y0, h, dx, dy)

    if turn(x0, y0, start, goal) and slide(goal):
        return SLIDE
    if goal != start and slide(start) and turn(x, y, start, goal):
        return TURN_LAST
    if length == 0 or squad.round[squad.member[i]]:
        return around(ground.detours, i, x, y)
    along = (dx / length, dy / length)
    if along[0] * c0 + along[1] * s0 < 0:
        along = (-along[0], -along[1])
    if turn(x0, y0, start, along) and slide(along) and turn(x, y, along, goal):
        return ALONG
    return around(ground.detours, i, x, y)


def around(detours: Detours, i: int, x: float, y: float) -> int:
    return AROUND if detour(detours, i, x, y) < math.inf else NO_ROUTE


def routes(ground: Ground, squad: Squad, spots: Spots, conflicts: Ints, out: Ints) -> int:
    out[:, :] = NO_ROUTE
    for i, k in enumerate(squad.member):
        for p in range(int(spots.first[k]), int(spots.first[k + 1])):
            if p == spots.home[i]:
                out[i, p] = SLIDE
            elif conflicts[p] == OPEN and squad.maximum[i] > MARGIN:
                c, s = (float(v) for v in spots.turned[p])
                x, y = float(spots.x[p]), float(spots.y[p])
                out[i, p] = route(ground, squad, i, x, y, c, s)
    return int((out != NO_ROUTE).sum())


def slide_by_disc(rings: Rings, i: int, x: float, y: float, dx: float, dy: float) -> int:
    """Where the slide passes inside an inner ring it is barred, outside all outer ones clear."""
    nearest = []
    for px, py in zip(rings.x, rings.y, strict=True):
        length = dx * dx + dy * dy
        t = ((px - x) * dx + (py - y) * dy) / length if length else 0.0
        t = min(max(t, 0.0), 1.0)
        nearest.append((px - x - t * dx) ** 2 + (py - y - t * dy) ** 2)
    if any(d2 < low for d2, low in zip(nearest, rings.clear[2 * i + 1], strict=True)):
        return NO_ROUTE
    beyond = all(d2 >= far for d2, far in zip(nearest, rings.clear[2 * i], strict=True))
    return SLIDE if beyond else UNSURE
