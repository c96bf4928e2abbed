"""Off the lattice: small steps of single models and of the whole unit, exactly checked."""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.arrays import Floats, Ints
from movekernels.search.ending import OPEN, end_by_disc, end_conflict
from movekernels.search.ground import MARGIN, UNSURE, Ground, Rings, Squad, Terms
from movekernels.search.holding import coherent_with, relations
from movekernels.search.placing import APART, BESIDE, UNKNOWN, pair_by_disc, pair_relation
from movekernels.search.routing import AROUND, NO_ROUTE, around, route, slide_by_disc
from movekernels.search.travelling import bend_cost, bend_costs
from movekernels.search.values import SLOPE, worth, worth_of_disc, worth_of_point, worth_of_unit

SHIFTS = 3
"""Every so many rounds the unit tries to shift as one."""
TORN = -2
"""The model would overlap a mate, or be too far from one."""
DIRECTIONS = 16
_COS = math.cos(2.0 * math.pi / DIRECTIONS)
_SIN = math.sin(2.0 * math.pi / DIRECTIONS)
_TURN_COS = math.cos(2.399963229728653)
"""The golden angle, by which the fan of directions turns from sweep to sweep."""
_TURN_SIN = math.sin(2.399963229728653)
GAIN = 1e-9
"""A step must be worth more than this many points."""
SHRINK = 0.4
"""What a step is multiplied with when it fails ..."""
GROW = 1.4
"""... and when it succeeds."""
FINE = 0.02
"""Only models with shorter steps are pushed (inches): others would crowd about the goal."""
PUSHES = 2
"""So often a model that steps into something is pushed out of it."""
PUSHED = 2.0**PUSHES * 1.01
"""With its pushes a step is at most so many times as long."""
CLEARLY = 1.0 + 1e-12
"""Pushed out to this multiple of the distance asked for, against rounding."""
SMALLEST = 1e-6
"""The polish ends when no model's step is longer than this (inches)."""


@kernel
def polish(
    ground: Ground,
    squad: Squad,
    terms: Terms,
    poses: Floats,
    ways: Ints,
    sweeps: int,
    steps: Floats,
    links: Ints,
    trial: Floats,
    points: Floats,
) -> int:
    """Move models by small steps while the shaped value grows and all stays legal.

    A pattern search (Hooke and Jeeves, 1961): each model tries a fan of
    directions, pulled back to what it can reach; a success makes its step longer,
    a failure shorter.  Every few sweeps the whole unit tries to shift as one.

    Parameters
    ----------
    ground, squad, terms
        The table, the unit and the goal.
    poses
        Legal end poses (x, y, cos, sin) on entry, legal and no worse on return;
        shape (n, 4).
    ways
        Route of each model (see `route`), kept up to date, shape (n,).
    sweeps
        At most so many rounds over all models.
    steps
        First steps of the models and, last, of the unit as one, inches, shape (n + 1,);
        who has a step of 0 stays.
    links, trial, points
        Scratch of shapes (2, n), (n, 4), (n,); ``points`` ends as the shaped
        value of each model.

    Returns
    -------
    int
        Sweeps made.
    """
    n = squad.member.size
    relations(ground, squad, poses, links)
    worth_of_unit(ground.shapes, squad, terms, poses, SLOPE, points)
    bend_costs(ground, squad, terms, poses, ways, points)
    ux = 1.0
    uy = 0.0
    for sweep in range(sweeps):
        longest = 0.0
        for i in range(n):
            if squad.maximum[i] <= MARGIN or steps[i] < SMALLEST:
                continue
            if _step(ground, squad, terms, poses, ways, i, steps[i], ux, uy, links, points):
                steps[i] = min(steps[i] * GROW, 1.0)
            else:
                steps[i] *= SHRINK
            longest = max(longest, steps[i])
        if n > 1 and sweep % SHIFTS == 0 and steps[n] >= SMALLEST:
            if _shift(ground, squad, terms, poses, ways, steps[n], ux, uy, links, trial, points):
                steps[n] = min(steps[n] * GROW, 1.0)
            else:
                steps[n] *= SHRINK
            longest = max(longest, steps[n])
        ux, uy = ux * _TURN_COS - uy * _TURN_SIN, ux * _TURN_SIN + uy * _TURN_COS
        if longest < SMALLEST:
            return sweep + 1
    return sweeps


@kernel
def _sure_links(squad: Squad, poses: Floats, i: int, slack: float) -> tuple[int, int]:
    """Links (bits) of a model that hold wherever it goes within ``slack``, and whose may change."""
    k = squad.member[i]
    sure = 0
    unsure = 0
    for j in range(squad.member.size):
        if j == i:
            continue
        dx = poses[j, 0] - poses[i, 0]
        dy = poses[j, 1] - poses[i, 1]
        away = math.sqrt(dx * dx + dy * dy)
        near, far = max(away - slack, 0.0), away + slack
        relation = pair_by_disc(squad, k, squad.member[j], near * near)
        if relation != pair_by_disc(squad, k, squad.member[j], far * far):
            relation = UNKNOWN
        if relation in (BESIDE, 0):
            sure |= relation << j
        else:
            unsure |= 1 << j
    return sure, unsure


@kernel
def _links_by_disc(
    squad: Squad, poses: Floats, i: int, x: float, y: float, sure: int, unsure: int
) -> int:
    """Links (bits) of a model at (x, y), `TORN`, or `UNSURE` if the discs do not tell.

    ``sure`` and ``unsure`` are as `_sure_links` gives them.
    """
    mine = sure
    told = True
    j = 0
    while unsure >> j != 0:
        if (unsure >> j) & 1 == 1:
            dx = poses[j, 0] - x
            dy = poses[j, 1] - y
            relation = pair_by_disc(squad, squad.member[i], squad.member[j], dx * dx + dy * dy)
            if relation == APART:
                return TORN
            told = told and relation != UNKNOWN
            mine |= (relation & BESIDE) << j
        j += 1
    return mine if told else UNSURE


@kernel
def _pushed_out(
    rings: Rings, squad: Squad, poses: Floats, i: int, x: float, y: float
) -> tuple[float, float]:
    """Where a round model at (x, y) is pushed by the first obstacle or mate it is in."""
    k = squad.member[i]
    for o in range(rings.x.size):
        dx = x - rings.x[o]
        dy = y - rings.y[o]
        d2 = dx * dx + dy * dy
        if 0.0 < d2 < rings.apart[2 * k + 1, o]:
            scale = math.sqrt(rings.apart[2 * k, o] / d2) * CLEARLY
            return rings.x[o] + dx * scale, rings.y[o] + dy * scale
    for j in range(squad.member.size):
        b = squad.member[j]
        near = max(squad.inner[k] + squad.inner[b] + MARGIN, 0.0)
        dx = x - poses[j, 0]
        dy = y - poses[j, 1]
        d2 = dx * dx + dy * dy
        if j != i and abs(squad.z[k] - squad.z[b]) < squad.level and 0.0 < d2 < near * near:
            scale = (squad.outer[k] + squad.outer[b] + MARGIN) / math.sqrt(d2) * CLEARLY
            return poses[j, 0] + dx * scale, poses[j, 1] + dy * scale
    return x, y


@kernel
def _links_exactly(
    ground: Ground, squad: Squad, poses: Floats, i: int, x: float, y: float, c: float, s: float
) -> int:
    """Links (bits) of a model at a pose to its mates, or `TORN`."""
    k = squad.member[i]
    mine = 0
    for j in range(squad.member.size):
        if j == i:
            continue
        b = squad.member[j]
        dx = poses[j, 0] - x
        dy = poses[j, 1] - y
        relation = pair_by_disc(squad, k, b, dx * dx + dy * dy)
        if relation == UNKNOWN:
            relation = pair_relation(
                ground.shapes, squad, k, x, y, c, s,
                b, poses[j, 0], poses[j, 1], poses[j, 2], poses[j, 3], MARGIN,
            )  # fmt: skip
        if relation == APART:
            return TORN
        mine |= relation << j
    return mine


@kernel
def _shift(
    ground: Ground,
    squad: Squad,
    terms: Terms,
    poses: Floats,
    ways: Ints,
    step: float,
    ux: float,
    uy: float,
    links: Ints,
    trial: Floats,
    points: Floats,
) -> bool:
    """Try to shift the whole unit by one step; take the first legal gain."""
    n = squad.member.size
    before = 0.0
    for i in range(n):
        before += points[i]
    for _ in range(DIRECTIONS):
        for i in range(n):
            trial[i, 0] = poses[i, 0] + step * ux
            trial[i, 1] = poses[i, 1] + step * uy
            trial[i, 2] = poses[i, 2]
            trial[i, 3] = poses[i, 3]
        ux, uy = ux * _COS - uy * _SIN, ux * _SIN + uy * _COS
        after = worth_of_unit(ground.shapes, squad, terms, trial, SLOPE, points)
        if after > before + GAIN and _all_fit(ground, squad, trial, links):
            after -= bend_costs(ground, squad, terms, trial, links[1], points)
            if after > before + GAIN:
                for i in range(n):
                    poses[i, 0], poses[i, 1] = trial[i, 0], trial[i, 1]
                    ways[i] = links[1, i]
                return True
    worth_of_unit(ground.shapes, squad, terms, poses, SLOPE, points)
    bend_costs(ground, squad, terms, poses, ways, points)
    relations(ground, squad, poses, links)
    return False


@kernel
def _all_fit(ground: Ground, squad: Squad, poses: Floats, links: Ints) -> bool:
    """Whether a shifted unit is legal; row 1 of ``links`` is filled with the routes.

    Shifted together the models stand to each other as before but for rounding.
    """
    n = squad.member.size
    for i in range(n):
        k = squad.member[i]
        x, y, c, s = poses[i, 0], poses[i, 1], poses[i, 2], poses[i, 3]
        # Most shifts fail on the discs of the first models: ask these first.
        if end_by_disc(ground.rings, k, x, y) >= 0:
            return False
        if end_conflict(ground, squad, k, x, y, c, s) != OPEN:
            return False
        if route(ground, squad, i, x, y, c, s) == NO_ROUTE:
            return False
    if not relations(ground, squad, poses, links):
        return False
    for i in range(n):
        x, y, c, s = poses[i, 0], poses[i, 1], poses[i, 2], poses[i, 3]
        links[1, i] = route(ground, squad, i, x, y, c, s)
    return True


@kernel
def _step(
    ground: Ground,
    squad: Squad,
    terms: Terms,
    poses: Floats,
    ways: Ints,
    i: int,
    step: float,
    ux: float,
    uy: float,
    links: Ints,
    points: Floats,
) -> bool:
    """Try a fan of steps of model ``i``, for ovals with turns; take the best legal one."""
    k = squad.member[i]
    z = squad.z[k]
    still = squad.round[k]
    radius = squad.outer[k] if still else -1.0
    x, y, c, s = poses[i, 0], poses[i, 1], poses[i, 2], poses[i, 3]
    x0, y0 = squad.start[i, 0], squad.start[i, 1]
    most = squad.maximum[i] - 1.01 * MARGIN
    spec, share = terms.spec, terms.share
    best = points[i] + GAIN
    found = False
    # A push is no longer than what it is pushed out of is deep: all that was gone before.
    sure, doubted = _sure_links(squad, poses, i, step * (1.0 if step >= FINE else PUSHED) + MARGIN)
    for q in range(DIRECTIONS if still else DIRECTIONS + 2):
        dx, dy = x - x0, y - y0
        if q < DIRECTIONS:
            dx += step * ux
            dy += step * uy
            ux, uy = ux * _COS - uy * _SIN, ux * _SIN + uy * _COS
            d2 = dx * dx + dy * dy
            if d2 > most * most:
                scale = most / math.sqrt(d2)
                dx *= scale
                dy *= scale
        px, py, pc, ps = x0 + dx, y0 + dy, c, s
        if not still and q % 3 != 0:
            turn = step if q % 3 == 1 else -step
            scale = 1.0 / math.sqrt(1.0 + turn * turn)
            pc, ps = (c - s * turn) * scale, (s + c * turn) * scale
        value = worth_of_point(spec, share, i, px, py, x0, y0, SLOPE)
        if math.isnan(value):
            value = worth_of_disc(terms, i, px, py, x0, y0, z, radius, SLOPE)
        if math.isnan(value):
            value = worth(ground.shapes, squad, terms, i, px, py, pc, ps, SLOPE)
        if value <= best:
            continue
        barred = end_by_disc(ground.rings, k, px, py)
        mine = TORN if barred >= 0 else _links_by_disc(squad, poses, i, px, py, sure, doubted)
        if mine == TORN and still and step < FINE:
            # Into something: slide along it instead.
            for _ in range(PUSHES):
                px, py = _pushed_out(ground.rings, squad, poses, i, px, py)
            dx, dy = px - x0, py - y0
            value = worth_of_point(spec, share, i, px, py, x0, y0, SLOPE)
            if math.isnan(value):
                value = worth(ground.shapes, squad, terms, i, px, py, pc, ps, SLOPE)
            if value <= best or dx * dx + dy * dy > most * most:
                continue
            barred = end_by_disc(ground.rings, k, px, py)
            mine = TORN if barred >= 0 else _links_by_disc(squad, poses, i, px, py, sure, doubted)
        if mine == UNSURE:
            mine = _links_exactly(ground, squad, poses, i, px, py, pc, ps)
        if mine == TORN:
            continue
        room = min(min(px, ground.width - px), min(py, ground.height - py))
        unsure = barred == UNSURE or room < squad.outer[k] + MARGIN or ground.raised[k]
        if unsure and end_conflict(ground, squad, k, px, py, pc, ps) != OPEN:
            continue
        way = slide_by_disc(ground.rings, i, x0, y0, dx, dy) if still else UNSURE
        if way == UNSURE:
            way = route(ground, squad, i, px, py, pc, ps)
        elif way == NO_ROUTE:
            way = around(ground.detours, i, px, py)
        if way == AROUND:
            value -= bend_cost(ground, squad, terms, i, px, py)
        if (
            way != NO_ROUTE
            and value > best
            and coherent_with(links, i, mine, squad.needed, squad.single_group)
        ):
            best = value
            poses[i, 0], poses[i, 1], poses[i, 2], poses[i, 3] = px, py, pc, ps
            ways[i] = way
            for a in range(links.shape[1]):
                links[0, a] = links[1, a]
            found = True
    if found:
        points[i] = best
    return found
