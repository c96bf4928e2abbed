"""May a model end at a pose, and can it get there straight?"""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.arrays import Ints
from movekernels.geometry.gap import gap
from movekernels.geometry.shapes import edge_slack, support, turn_edge_slack
from movekernels.geometry.sweep import sweep_gap
from movekernels.geometry.turn import turn_gap
from movekernels.search.ground import MARGIN, Ground, Spots, Squad

OPEN = -1
"""Nothing bars the pose."""
EDGE = -2
"""The base would cross the edge of the table."""
FLOOR = -3
"""The base would not stand wholly on a floor."""

NO_ROUTE = 0
"""No straight move (with turns before and after) leads there."""
SLIDE = 1
"""Turn to the end heading where it stands, then slide."""
TURN_LAST = 2
"""Slide with the start heading, turn at the end."""
ALONG = 3
"""Turn into the direction of motion, slide, turn to the end heading."""

HALF_TURN = 1e-9
"""Turns this close to half a turn are asked for both ways round."""


@kernel
def end_conflict(
    ground: Ground, squad: Squad, k: int, x: float, y: float, c: float, s: float
) -> int:
    """What keeps a model of class ``k`` from ending at (x, y) with heading (c, s).

    Returns
    -------
    int
        Index of an obstacle it comes too close to, `EDGE`, `FLOOR`, or `OPEN`.
        Every limit is kept with `MARGIN` to spare.
    """
    shapes = ground.shapes
    shape = squad.shape[k]
    if edge_slack(shapes, shape, x, y, c, s, ground.width, ground.height) < MARGIN:
        return EDGE
    near = 0
    for o in range(ground.x.size):
        dx = ground.x[o] - x
        dy = ground.y[o] - y
        near += dx * dx + dy * dy < ground.apart_far[k, o]
    if near > 0:
        for o in range(ground.x.size):
            dx = ground.x[o] - x
            dy = ground.y[o] - y
            d2 = dx * dx + dy * dy
            if d2 >= ground.apart_far[k, o]:
                continue
            need = ground.apart[k, o]
            other = ground.outline[o]
            low = shapes.inner[shape] + shapes.inner[other] + need
            if low > 0.0 and d2 < low * low:
                return o
            if (
                gap(
                    shapes, shape, x, y, c, s,
                    other, ground.x[o], ground.y[o], ground.turned[o, 0], ground.turned[o, 1],
                )
                < need
            ):  # fmt: skip
                return o
    if ground.raised[k] and not _on_floor(ground, shape, k, x, y, c, s):
        return FLOOR
    return OPEN


@kernel
def end_conflicts(ground: Ground, squad: Squad, spots: Spots, out: Ints) -> int:
    """Fill ``out`` (s,) with `end_conflict` of every spot; return how many are open."""
    count = 0
    for k in range(squad.shape.size):
        for p in range(spots.first[k], spots.first[k + 1]):
            out[p] = end_conflict(
                ground, squad, k, spots.x[p], spots.y[p], spots.turned[p, 0], spots.turned[p, 1]
            )
            if out[p] == OPEN:
                count += 1
    return count


@kernel
def route(ground: Ground, squad: Squad, i: int, x: float, y: float, c: float, s: float) -> int:
    """Which straight way leads model ``i`` from its start to a pose: a route, or `NO_ROUTE`.

    The slide is at most ``squad.maximum`` less `MARGIN`; turns are free (03.01).
    The routes are tried in the order `SLIDE`, `TURN_LAST`, `ALONG`; a model that
    cannot move reaches its start pose only.
    """
    x0, y0, c0, s0 = squad.start[i, 0], squad.start[i, 1], squad.start[i, 2], squad.start[i, 3]
    dx = x - x0
    dy = y - y0
    d2 = dx * dx + dy * dy
    k = squad.member[i]
    turns = not squad.round[k] and (c != c0 or s != s0)
    if d2 == 0.0 and not turns:
        return SLIDE
    most = squad.maximum[i] - MARGIN
    if most <= 0.0 or d2 > most * most:
        return NO_ROUTE
    if squad.round[k]:
        return SLIDE if _slides(ground, squad, i, x0, y0, 1.0, 0.0, dx, dy) else NO_ROUTE
    if not turns:
        if _slides(ground, squad, i, x0, y0, c0, s0, dx, dy):
            return SLIDE
    else:
        if _slides(ground, squad, i, x0, y0, c, s, dx, dy) and _turns(
            ground, squad, i, x0, y0, c0, s0, c, s
        ):
            return SLIDE
        if _slides(ground, squad, i, x0, y0, c0, s0, dx, dy) and _turns(
            ground, squad, i, x, y, c0, s0, c, s
        ):
            return TURN_LAST
    if d2 == 0.0:
        return NO_ROUTE
    length = math.sqrt(d2)
    cm = dx / length
    sm = dy / length
    if cm * c0 + sm * s0 < 0.0:
        cm = -cm
        sm = -sm
    if (
        _slides(ground, squad, i, x0, y0, cm, sm, dx, dy)
        and _turns(ground, squad, i, x0, y0, c0, s0, cm, sm)
        and _turns(ground, squad, i, x, y, cm, sm, c, s)
    ):
        return ALONG
    return NO_ROUTE


@kernel
def routes(ground: Ground, squad: Squad, spots: Spots, conflicts: Ints, out: Ints) -> int:
    """Fill ``out`` (n, s) with `route` to every spot of a model's class that is open to it.

    ``conflicts`` (s,) is as `end_conflicts` fills it.  A start pose is open to its
    own model if ``spots.home`` says so.  Returns how many pairs have a route.
    """
    count = 0
    out[:, :] = NO_ROUTE
    for i in range(squad.member.size):
        k = squad.member[i]
        for p in range(spots.first[k], spots.first[k + 1]):
            if p == spots.home[i]:
                out[i, p] = SLIDE
            elif conflicts[p] == OPEN:
                out[i, p] = route(
                    ground, squad, i, spots.x[p], spots.y[p], spots.turned[p, 0], spots.turned[p, 1]
                )
            if out[i, p] != NO_ROUTE:
                count += 1
    return count


@kernel
def _slides(
    ground: Ground,
    squad: Squad,
    i: int,
    x: float,
    y: float,
    c: float,
    s: float,
    dx: float,
    dy: float,
) -> bool:
    """Whether model ``i`` slides by (dx, dy) clear of everything in its way."""
    shapes = ground.shapes
    shape = squad.shape[squad.member[i]]
    if not squad.round[squad.member[i]] and not _both_on_table(ground, shape, x, y, c, s, dx, dy):
        return False
    d2 = dx * dx + dy * dy
    per = 1.0 / d2 if d2 > 0.0 else 0.0
    near = 0
    for o in range(ground.x.size):
        near += _passing(ground, o, x, y, dx, dy, per) < ground.clear_far[i, o]
    if near == 0:
        return True
    for o in range(ground.x.size):
        apart2 = _passing(ground, o, x, y, dx, dy, per)
        if apart2 >= ground.clear_far[i, o]:
            continue
        need = ground.clear[i, o]
        other = ground.outline[o]
        low = shapes.inner[shape] + shapes.inner[other] + need
        if low > 0.0 and apart2 < low * low:
            return False
        if (
            sweep_gap(
                shapes, shape, x, y, c, s, dx, dy,
                other, ground.x[o], ground.y[o], ground.turned[o, 0], ground.turned[o, 1],
            )
            < need
        ):  # fmt: skip
            return False
    return True


@kernel
def _passing(ground: Ground, o: int, x: float, y: float, dx: float, dy: float, per: float) -> float:
    """Squared distance at which a slide from (x, y) by (dx, dy) passes obstacle ``o``.

    ``per`` is one over the squared length of the slide, 0 for none.
    """
    px = ground.x[o] - x
    py = ground.y[o] - y
    t = (px * dx + py * dy) * per
    t = t if t > 0.0 else 0.0
    t = t if t < 1.0 else 1.0
    px -= t * dx
    py -= t * dy
    return float(px * px + py * py)


@kernel
def _both_on_table(
    ground: Ground, shape: int, x: float, y: float, c: float, s: float, dx: float, dy: float
) -> bool:
    """Whether both ends of a slide are on the table (then all between is)."""
    return (
        edge_slack(ground.shapes, shape, x, y, c, s, ground.width, ground.height) >= 0.0
        and edge_slack(ground.shapes, shape, x + dx, y + dy, c, s, ground.width, ground.height)
        >= 0.0
    )


@kernel
def _turns(
    ground: Ground,
    squad: Squad,
    i: int,
    x: float,
    y: float,
    c0: float,
    s0: float,
    c1: float,
    s1: float,
) -> bool:
    """Whether model ``i`` turns in place the short way clear of everything in its way."""
    cross = c0 * s1 - s0 * c1
    if cross == 0.0 and c0 * c1 + s0 * s1 > 0.0:
        return True
    if abs(cross) < HALF_TURN and c0 * c1 + s0 * s1 < 0.0:
        short = cross > 0.0
        return _turns_so(ground, squad, i, x, y, c0, s0, c1, s1, short) and _turns_so(
            ground, squad, i, x, y, c0, s0, c1, s1, not short
        )
    return _turns_so(ground, squad, i, x, y, c0, s0, c1, s1, cross > 0.0)


@kernel
def _turns_so(
    ground: Ground,
    squad: Squad,
    i: int,
    x: float,
    y: float,
    c0: float,
    s0: float,
    c1: float,
    s1: float,
    ccw: bool,
) -> bool:
    shapes = ground.shapes
    shape = squad.shape[squad.member[i]]
    room = min(min(x, y), min(ground.width - x, ground.height - y))
    if (
        room < shapes.outer[shape]
        and turn_edge_slack(shapes, shape, x, y, c0, s0, c1, s1, ccw, ground.width, ground.height)
        < 0.0
    ):
        return False
    for o in range(ground.x.size):
        dx = ground.x[o] - x
        dy = ground.y[o] - y
        if dx * dx + dy * dy >= ground.clear_far[i, o]:
            continue
        need = ground.clear[i, o]
        if (
            turn_gap(
                shapes, shape, x, y, c0, s0, c1, s1, ccw, ground.outline[o],
                ground.x[o], ground.y[o], ground.turned[o, 0], ground.turned[o, 1], -need,
            )
            < need
        ):  # fmt: skip
            return False
    return True


@kernel
def _on_floor(ground: Ground, shape: int, k: int, x: float, y: float, c: float, s: float) -> bool:
    """Whether the base stands wholly on one convex piece of floor that carries its class."""
    shapes = ground.shapes
    for f in range(ground.floor.size):
        if not ground.carries[k, f]:
            continue
        part = shapes.part_first[ground.floor[f]]
        low = shapes.vertex_first[part]
        high = shapes.vertex_first[part + 1]
        inside = True
        for v in range(low, high):
            after = v + 1 if v + 1 < high else low
            ex = shapes.vertex_x[after] - shapes.vertex_x[v]
            ey = shapes.vertex_y[after] - shapes.vertex_y[v]
            length = math.sqrt(ex * ex + ey * ey)
            ux = ey / length
            uy = -ex / length
            px = x - shapes.vertex_x[v]
            py = y - shapes.vertex_y[v]
            if px * ux + py * uy + support(shapes, shape, c, s, ux, uy) > -MARGIN:
                inside = False
                break
        if inside:
            return True
    return False
