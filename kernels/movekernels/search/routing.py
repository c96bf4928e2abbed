"""Can a model get to a pose: straight, with turns before and after, or around obstacles?"""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.arrays import Ints
from movekernels.geometry.shapes import turn_edge_slack
from movekernels.geometry.sweep import sweep_gap
from movekernels.geometry.turn import turn_gap
from movekernels.paths.detours import Detours, detour
from movekernels.search.ending import OPEN, on_table
from movekernels.search.ground import MARGIN, UNSURE, Ground, Rings, Spots, Squad

NO_ROUTE = 0
"""No way that is tried leads there."""
SLIDE = 1
"""Turn to the end heading where it stands, then slide."""
TURN_LAST = 2
"""Slide with the start heading, turn at the end."""
ALONG = 3
"""Turn into the direction of motion, slide, turn to the end heading."""
AROUND = 4
"""Turn to the end heading where it stands, then go around what is in the way (`detour`)."""
CLIMB = 5
"""A way found beforehand, by climbs: none is looked for here."""

HALF_TURN = 1e-9
"""Turns this close to half a turn are asked for both ways round."""


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
def route(ground: Ground, squad: Squad, i: int, x: float, y: float, c: float, s: float) -> int:
    """Which way leads model ``i`` from its start to a pose: a route, or `NO_ROUTE`.

    The way is at most ``squad.maximum`` less `MARGIN`, or what is left for detours
    (`Detours.most`); turns are free (03.01).  The routes are tried in the order `SLIDE`,
    `TURN_LAST`, `ALONG`, `AROUND`; a model that cannot move reaches its start pose only.
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
        if _slides(ground, squad, i, x0, y0, 1.0, 0.0, dx, dy):
            return SLIDE
        return around(ground.detours, i, x, y)
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
        return around(ground.detours, i, x, y)
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
    return around(ground.detours, i, x, y)


@kernel
def around(detours: Detours, i: int, x: float, y: float) -> int:
    """`AROUND` if a way that bends leads model ``i`` to (x, y), else `NO_ROUTE`."""
    return AROUND if detour(detours, i, x, y) < math.inf else NO_ROUTE


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
                    if out[i, p] == NO_ROUTE:
                        out[i, p] = around(ground.detours, i, spots.x[p], spots.y[p])
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
        on_table(ground, squad, k, x, y, c, s, 0.0)
        and on_table(ground, squad, k, x + dx, y + dy, c, s, 0.0)
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
