"""Off the lattice: small steps of single models and of the whole unit, exactly checked."""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.arrays import Floats, Ints
from movekernels.search.ground import MARGIN, Ground, Squad, Terms
from movekernels.search.legality import NO_ROUTE, OPEN, end_conflict, route
from movekernels.search.placing import APART, BESIDE, pair_relation
from movekernels.search.values import worth

DIRECTIONS = 16
_COS = math.cos(2.0 * math.pi / DIRECTIONS)
_SIN = math.sin(2.0 * math.pi / DIRECTIONS)
_TURN_COS = math.cos(2.399963229728653)
"""The golden angle, by which the fan of directions turns from sweep to sweep."""
_TURN_SIN = math.sin(2.399963229728653)
GAIN = 1e-9
"""A step must be worth more than this many points."""
SMALLEST = 1e-5
"""The polish ends when no model's step is longer than this (inches)."""


@kernel
def polish(
    ground: Ground,
    squad: Squad,
    terms: Terms,
    poses: Floats,
    ways: Ints,
    sweeps: int,
    step: float,
    links: Ints,
    steps: Floats,
    points: Floats,
) -> int:
    """Move models by small steps while the shaped value grows and all stays legal.

    A pattern search (Hooke and Jeeves, 1961): each model tries a fan of
    directions, pulled back to what it can reach; a success makes its step longer,
    a failure halves it.  After every sweep the whole unit tries to shift as one.

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
    step
        First step, inches.
    links
        Scratch of shape (n + 2, n): how the models stand to each other.
    steps, points
        Scratch of shape (n + 1,): steps of the models and of the unit, values.

    Returns
    -------
    int
        Sweeps made.
    """
    n = squad.member.size
    _relations(ground, squad, poses, True, links)
    for i in range(n):
        points[i] = worth(
            ground, squad, terms, i, poses[i, 0], poses[i, 1], poses[i, 2], poses[i, 3], True
        )
    steps[:] = step
    ux = 1.0
    uy = 0.0
    for sweep in range(sweeps):
        for i in range(n):
            if squad.maximum[i] <= MARGIN or steps[i] < SMALLEST:
                continue
            if _step(ground, squad, terms, poses, ways, i, steps[i], ux, uy, links, points):
                steps[i] = min(steps[i] * 1.4, 1.0)
            else:
                steps[i] *= 0.5
        if n > 1 and steps[n] >= SMALLEST:
            if _shift(ground, squad, terms, poses, ways, steps[n], ux, uy, links, points):
                steps[n] = min(steps[n] * 1.4, 1.0)
                for i in range(n):
                    steps[i] = max(steps[i], min(steps[n], 0.05))
            else:
                steps[n] *= 0.5
        ux, uy = ux * _TURN_COS - uy * _TURN_SIN, ux * _TURN_SIN + uy * _TURN_COS
        if steps.max() < SMALLEST:
            return sweep + 1
    return sweeps


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
    n = squad.member.size
    x = poses[i, 0]
    y = poses[i, 1]
    c = poses[i, 2]
    s = poses[i, 3]
    best = points[i] + GAIN
    found = False
    still = squad.round[squad.member[i]]
    for q in range(DIRECTIONS if still else DIRECTIONS + 2):
        if q < DIRECTIONS:
            px, py = _within_reach(squad, i, x + step * ux, y + step * uy)
            ux, uy = ux * _COS - uy * _SIN, ux * _SIN + uy * _COS
        else:
            px, py = x, y
        pc, ps = c, s
        if not still and q % 3 != 0:
            turn = step if q % 3 == 1 else -step
            scale = 1.0 / math.sqrt(1.0 + turn * turn)
            pc, ps = (c - s * turn) * scale, (s + c * turn) * scale
        value = worth(ground, squad, terms, i, px, py, pc, ps, True)
        if value <= best:
            continue
        way = _fits(ground, squad, poses, i, px, py, pc, ps, links)
        if way != NO_ROUTE:
            best = value
            poses[i, 0] = px
            poses[i, 1] = py
            poses[i, 2] = pc
            poses[i, 3] = ps
            ways[i] = way
            for j in range(n):
                links[i, j] = links[n, j]
                links[j, i] = links[n, j]
            found = True
    if found:
        points[i] = best
    return found


@kernel
def _within_reach(squad: Squad, i: int, x: float, y: float) -> tuple[float, float]:
    """Nearest point to (x, y) that is no farther from the model's start than it may move."""
    dx = x - squad.start.x[i]
    dy = y - squad.start.y[i]
    d2 = dx * dx + dy * dy
    most = squad.maximum[i] - 1.01 * MARGIN
    if d2 <= most * most:
        return x, y
    scale = most / math.sqrt(d2)
    return squad.start.x[i] + dx * scale, squad.start.y[i] + dy * scale


@kernel
def _fits(
    ground: Ground,
    squad: Squad,
    poses: Floats,
    i: int,
    x: float,
    y: float,
    c: float,
    s: float,
    links: Ints,
) -> int:
    """Route of model ``i`` to a pose at which the unit is legal, the others as they stand.

    Row n of ``links`` is filled with how it would stand to them.
    """
    k = squad.member[i]
    n = squad.member.size
    for j in range(n):
        links[n, j] = 0
        if j == i:
            continue
        links[n, j] = pair_relation(
            ground, squad, k, x, y, c, s,
            squad.member[j], poses[j, 0], poses[j, 1], poses[j, 2], poses[j, 3], MARGIN,
        )  # fmt: skip
        if links[n, j] == APART:
            return NO_ROUTE
    if not _coherent_with(squad, i, links):
        return NO_ROUTE
    if end_conflict(ground, squad, k, x, y, c, s) != OPEN:
        return NO_ROUTE
    return route(ground, squad, i, x, y, c, s)


@kernel
def _coherent_with(squad: Squad, i: int, links: Ints) -> bool:
    """Whether the unit holds together if row and column ``i`` of ``links`` become row n (03.03).

    With ``i`` = -1 the rows are taken as they are.  Row n + 1 is scratch.
    """
    n = squad.member.size
    if n == 1:
        return True
    needed = min(squad.needed, n - 1)
    for a in range(n):
        beside = 0
        for b in range(n):
            beside += _link(links, a, b, i, n)
        if beside < needed:
            return False
    if not squad.single_group:
        return True
    reached = links[n + 1]
    reached[:] = 0
    reached[0] = 1
    members = 1
    grown = True
    while grown:
        grown = False
        for a in range(n):
            if reached[a] != 1:
                continue
            reached[a] = 2
            for b in range(n):
                if reached[b] == 0 and _link(links, a, b, i, n) == BESIDE:
                    reached[b] = 1
                    members += 1
                    grown = True
    return members == n


@kernel
def _link(links: Ints, a: int, b: int, i: int, n: int) -> int:
    if a == i:
        return int(links[n, b])
    if b == i:
        return int(links[n, a])
    return int(links[a, b])


@kernel
def _relations(ground: Ground, squad: Squad, poses: Floats, resting: bool, links: Ints) -> bool:
    """Fill ``links`` with how the models stand to each other; whether no two are `APART`.

    With ``resting``, two models on their start poses are judged without a margin.
    """
    n = squad.member.size
    fine = True
    for i in range(n):
        links[i, i] = 0
        for j in range(i):
            margin = MARGIN
            if resting and _rests(squad, poses, i) and _rests(squad, poses, j):
                margin = 0.0
            relation = pair_relation(
                ground, squad,
                squad.member[i], poses[i, 0], poses[i, 1], poses[i, 2], poses[i, 3],
                squad.member[j], poses[j, 0], poses[j, 1], poses[j, 2], poses[j, 3], margin,
            )  # fmt: skip
            links[i, j] = relation
            links[j, i] = relation
            fine = fine and relation != APART
    return fine


@kernel
def _rests(squad: Squad, poses: Floats, i: int) -> bool:
    return bool(
        poses[i, 0] == squad.start.x[i]
        and poses[i, 1] == squad.start.y[i]
        and (
            squad.round[squad.member[i]]
            or (poses[i, 2] == squad.start.cos[i] and poses[i, 3] == squad.start.sin[i])
        )
    )


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
    points: Floats,
) -> bool:
    """Try to shift the whole unit by one step; take the first legal gain."""
    n = squad.member.size
    before = 0.0
    for i in range(n):
        before += points[i]
    for _ in range(DIRECTIONS):
        dx = step * ux
        dy = step * uy
        ux, uy = ux * _COS - uy * _SIN, ux * _SIN + uy * _COS
        after = 0.0
        for i in range(n):
            after += worth(
                ground, squad, terms, i,
                poses[i, 0] + dx, poses[i, 1] + dy, poses[i, 2], poses[i, 3], True,
            )  # fmt: skip
        if after <= before + GAIN:
            continue
        legal = True
        for i in range(n):
            x = poses[i, 0] + dx
            y = poses[i, 1] + dy
            if (
                end_conflict(ground, squad, squad.member[i], x, y, poses[i, 2], poses[i, 3]) != OPEN
                or route(ground, squad, i, x, y, poses[i, 2], poses[i, 3]) == NO_ROUTE
            ):
                legal = False
                break
        if not legal:
            continue
        poses[:, 0] += dx
        poses[:, 1] += dy
        if not (_relations(ground, squad, poses, False, links) and _coherent_with(squad, -1, links)):
            poses[:, 0] -= dx
            poses[:, 1] -= dy
            _relations(ground, squad, poses, True, links)
            continue
        for i in range(n):
            ways[i] = route(ground, squad, i, poses[i, 0], poses[i, 1], poses[i, 2], poses[i, 3])
            points[i] = worth(
                ground, squad, terms, i, poses[i, 0], poses[i, 1], poses[i, 2], poses[i, 3], True
            )  # fmt: skip
        return True
    return False
