"""May a model end at a pose, and can it get there straight?"""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.arrays import Ints
from movekernels.geometry.gap import gap
from movekernels.geometry.shapes import edge_slack, support, turn_edge_slack
from movekernels.geometry.sweep import sweep_gap
from movekernels.geometry.turn import turn_gap
from movekernels.search.ground import MARGIN, Ground, Rings, Spots, Squad

OPEN = -1
"""Nothing bars the pose."""
EDGE = -2
"""The base would cross the edge of the table."""
FLOOR = -3
"""The base would not stand wholly on a floor."""

UNSURE = -4
"""The discs do not decide."""

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
def end_by_disc(rings: Rings, k: int, x: float, y: float) -> int:
    """Whether a model of class ``k`` may end at (x, y), as far as discs tell.

    Returns
    -------
    int
        Index of an obstacle it comes too close to, `OPEN`, or `UNSURE` where the
        exact gap to some obstacle decides.  Table edge and floors are not looked at.
    """
    near = 0
    for o in range(rings.x.size):
        dx = rings.x[o] - x
        dy = rings.y[o] - y
        near += dx * dx + dy * dy < rings.apart[2 * k, o]
    if near == 0:
        return OPEN
    for o in range(rings.x.size):
        dx = rings.x[o] - x
        dy = rings.y[o] - y
        if dx * dx + dy * dy < rings.apart[2 * k + 1, o]:
            return o
    return UNSURE


@kernel
def slide_by_disc(rings: Rings, i: int, x: float, y: float, dx: float, dy: float) -> int:
    """Whether model ``i`` may slide from (x, y) by (dx, dy), as far as discs tell.

    Returns
    -------
    int
        `SLIDE`, `NO_ROUTE`, or `UNSURE` where the exact sweep past some obstacle
        decides.
    """
    d2 = dx * dx + dy * dy
    per = 1.0 / d2 if d2 > 0.0 else 0.0
    near = 0
    cut = 0
    for o in range(rings.x.size):
        px = rings.x[o] - x
        py = rings.y[o] - y
        t = (px * dx + py * dy) * per
        t = t if t > 0.0 else 0.0
        t = t if t < 1.0 else 1.0
        px -= t * dx
        py -= t * dy
        d2 = px * px + py * py
        near += d2 < rings.clear[2 * i, o]
        cut += d2 < rings.clear[2 * i + 1, o]
    if cut > 0:
        return NO_ROUTE
    return SLIDE if near == 0 else UNSURE


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
    if not _on_table(ground, squad, k, x, y, c, s, MARGIN):
        return EDGE
    found = end_by_disc(ground.rings, k, x, y)
    if found == UNSURE:
        found = OPEN
        for o in range(ground.rings.x.size):
            dx = ground.rings.x[o] - x
            dy = ground.rings.y[o] - y
            if dx * dx + dy * dy < ground.rings.apart[2 * k, o] and _too_close(
                ground, squad, k, x, y, c, s, o
            ):
                return o
    if found == OPEN and ground.raised[k] and not _on_floor(ground, squad, k, x, y, c, s):
        return FLOOR
    return found


@kernel
def end_conflicts(ground: Ground, squad: Squad, spots: Spots, out: Ints) -> int:
    """Fill ``out`` (s,) with `end_conflict` of every spot; return how many are open."""
    count = 0
    for k in range(squad.shape.size):
        room = squad.outer[k] + MARGIN
        for p in range(spots.first[k], spots.first[k + 1]):
            x = spots.x[p]
            y = spots.y[p]
            inside = min(min(x, ground.width - x), min(y, ground.height - y)) >= room
            out[p] = UNSURE
            if inside and not ground.raised[k]:
                out[p] = end_by_disc(ground.rings, k, x, y)
            if out[p] == UNSURE:
                out[p] = end_conflict(
                    ground, squad, k, x, y, spots.turned[p, 0], spots.turned[p, 1]
                )
            count += out[p] == OPEN
    return count


@kernel
def _on_table(
    ground: Ground, squad: Squad, k: int, x: float, y: float, c: float, s: float, margin: float
) -> bool:
    """Whether a base of class ``k`` lies on the table, with a margin."""
    room = min(min(x, ground.width - x), min(y, ground.height - y))
    if squad.round[k] or room >= squad.outer[k] + margin:
        return bool(room >= squad.outer[k] + margin)
    return bool(
        edge_slack(ground.shapes, squad.shape[k], x, y, c, s, ground.width, ground.height) >= margin
    )


@kernel
def _too_close(
    ground: Ground, squad: Squad, k: int, x: float, y: float, c: float, s: float, o: int
) -> bool:
    """Whether the exact gap to obstacle ``o`` is too small, where discs do not decide."""
    apart = gap(
        ground.shapes, squad.shape[k], x, y, c, s, ground.outline[o],
        ground.rings.x[o], ground.rings.y[o], ground.turned[o, 0], ground.turned[o, 1],
    )  # fmt: skip
    return bool(apart < ground.apart[k, o])


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
        most = squad.maximum[i] - MARGIN
        x0 = squad.start[i, 0]
        y0 = squad.start[i, 1]
        for p in range(spots.first[k], spots.first[k + 1]):
            dx = spots.x[p] - x0
            dy = spots.y[p] - y0
            if p == spots.home[i]:
                out[i, p] = SLIDE
            elif conflicts[p] == OPEN and most > 0.0 and dx * dx + dy * dy <= most * most:
                out[i, p] = UNSURE
                if squad.round[k]:
                    out[i, p] = slide_by_disc(ground.rings, i, x0, y0, dx, dy)
                if out[i, p] == UNSURE:
                    out[i, p] = route(
                        ground, squad, i,
                        spots.x[p], spots.y[p], spots.turned[p, 0], spots.turned[p, 1],
                    )  # fmt: skip
            count += out[i, p] != NO_ROUTE
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
    k = squad.member[i]
    if not squad.round[k] and not (
        _on_table(ground, squad, k, x, y, c, s, 0.0)
        and _on_table(ground, squad, k, x + dx, y + dy, c, s, 0.0)
    ):
        return False
    found = slide_by_disc(ground.rings, i, x, y, dx, dy)
    if found != UNSURE:
        return found == SLIDE
    for o in range(ground.rings.x.size):
        if ground.rings.clear[2 * i, o] > 0.0 and _cuts(ground, squad, i, x, y, c, s, dx, dy, o):
            return False
    return True


@kernel
def _cuts(
    ground: Ground,
    squad: Squad,
    i: int,
    x: float,
    y: float,
    c: float,
    s: float,
    dx: float,
    dy: float,
    o: int,
) -> bool:
    """Whether a slide comes too close to obstacle ``o``; the discs are asked first."""
    d2 = dx * dx + dy * dy
    px = ground.rings.x[o] - x
    py = ground.rings.y[o] - y
    t = min(max((px * dx + py * dy) / d2, 0.0), 1.0) if d2 > 0.0 else 0.0
    px -= t * dx
    py -= t * dy
    if px * px + py * py >= ground.rings.clear[2 * i, o]:
        return False
    lowest = sweep_gap(
        ground.shapes, squad.shape[squad.member[i]], x, y, c, s, dx, dy, ground.outline[o],
        ground.rings.x[o], ground.rings.y[o], ground.turned[o, 0], ground.turned[o, 1],
    )  # fmt: skip
    return bool(lowest < ground.clear[i, o])


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
    k = squad.member[i]
    room = min(min(x, ground.width - x), min(y, ground.height - y))
    if (
        room < squad.outer[k]
        and turn_edge_slack(
            ground.shapes, squad.shape[k], x, y, c0, s0, c1, s1, ccw, ground.width, ground.height
        )
        < 0.0
    ):
        return False
    for o in range(ground.rings.x.size):
        dx = ground.rings.x[o] - x
        dy = ground.rings.y[o] - y
        d2 = dx * dx + dy * dy
        if d2 < ground.rings.clear[2 * i + 1, o]:
            return False
        if d2 < ground.rings.clear[2 * i, o] and _strikes(
            ground, squad, i, x, y, c0, s0, c1, s1, ccw, o
        ):
            return False
    return True


@kernel
def _strikes(
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
    o: int,
) -> bool:
    """Whether a turn comes too close to obstacle ``o``, where discs do not decide."""
    need = ground.clear[i, o]
    lowest = turn_gap(
        ground.shapes, squad.shape[squad.member[i]], x, y, c0, s0, c1, s1, ccw, ground.outline[o],
        ground.rings.x[o], ground.rings.y[o], ground.turned[o, 0], ground.turned[o, 1], -need,
    )  # fmt: skip
    return bool(lowest < need)


@kernel
def _on_floor(ground: Ground, squad: Squad, k: int, x: float, y: float, c: float, s: float) -> bool:
    """Whether the base stands wholly on one convex piece of floor that carries its class."""
    shapes = ground.shapes
    shape = squad.shape[k]
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
