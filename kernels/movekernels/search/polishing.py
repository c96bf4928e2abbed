"""Off the lattice: small steps of single models and of the whole unit, exactly checked."""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.arrays import Floats, Ints
from movekernels.search.ground import MARGIN, Ground, Squad, Terms
from movekernels.search.legality import NO_ROUTE, OPEN, end_conflict, route
from movekernels.search.placing import APART, BESIDE, pair_relation
from movekernels.search.values import SLOPE, worth

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
SMALLEST = 1e-4
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
    steps
        First steps of the models and, last, of the unit as one, inches, shape (n + 1,);
        who has a step of 0 stays.
    links, trial, points
        Scratch of shapes (n + 2, n), (n, 4), (n,); ``points`` ends as the shaped
        value of each model.

    Returns
    -------
    int
        Sweeps made.
    """
    n = squad.member.size
    relations(ground, squad, poses, links)
    for i in range(n):
        points[i] = _points(ground, squad, terms, poses, i)
    ux = 1.0
    uy = 0.0
    for sweep in range(sweeps):
        for i in range(n):
            if squad.maximum[i] <= MARGIN or steps[i] < SMALLEST:
                continue
            if _step(ground, squad, terms, poses, ways, i, steps[i], ux, uy, links, points):
                steps[i] = min(steps[i] * GROW, 1.0)
            else:
                steps[i] *= SHRINK
        if n > 1 and steps[n] >= SMALLEST:
            if _shift(ground, squad, terms, poses, ways, steps[n], ux, uy, links, trial, points):
                steps[n] = min(steps[n] * GROW, 1.0)
            else:
                steps[n] *= SHRINK
        ux, uy = ux * _TURN_COS - uy * _TURN_SIN, ux * _TURN_SIN + uy * _TURN_COS
        if steps.max() < SMALLEST:
            return sweep + 1
    return sweeps


@kernel
def _points(ground: Ground, squad: Squad, terms: Terms, poses: Floats, i: int) -> float:
    return worth(
        ground.shapes, squad, terms, i,
        poses[i, 0], poses[i, 1], poses[i, 2], poses[i, 3], SLOPE,
    )  # fmt: skip


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
        value = worth(ground.shapes, squad, terms, i, px, py, pc, ps, SLOPE)
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
    dx = x - squad.start[i, 0]
    dy = y - squad.start[i, 1]
    d2 = dx * dx + dy * dy
    most = squad.maximum[i] - 1.01 * MARGIN
    if d2 <= most * most:
        return x, y
    scale = most / math.sqrt(d2)
    return squad.start[i, 0] + dx * scale, squad.start[i, 1] + dy * scale


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
            ground.shapes, squad, k, x, y, c, s,
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

    With ``i`` = n the rows are taken as they are.  Row n + 1 is scratch.
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
def _relation(ground: Ground, squad: Squad, poses: Floats, i: int, j: int, margin: float) -> int:
    return pair_relation(
        ground.shapes, squad,
        squad.member[i], poses[i, 0], poses[i, 1], poses[i, 2], poses[i, 3],
        squad.member[j], poses[j, 0], poses[j, 1], poses[j, 2], poses[j, 3], margin,
    )  # fmt: skip


@kernel
def relations(ground: Ground, squad: Squad, poses: Floats, links: Ints) -> bool:
    """Fill ``links`` (n + 2, n) with how the models stand to each other (see `pair_relation`).

    Two models on their start poses are judged without a margin.  Returns whether
    no two are `APART` and the unit holds together (03.03).
    """
    n = squad.member.size
    fine = True
    for i in range(n):
        links[i, i] = 0
        for j in range(i):
            margin = MARGIN
            if _rests(squad, poses, i) and _rests(squad, poses, j):
                margin = 0.0
            links[i, j] = _relation(ground, squad, poses, i, j, margin)
            links[j, i] = links[i, j]
            fine = fine and links[i, j] != APART
    return fine and _coherent_with(squad, n, links)


@kernel
def _rests(squad: Squad, poses: Floats, i: int) -> bool:
    return bool(
        poses[i, 0] == squad.start[i, 0]
        and poses[i, 1] == squad.start[i, 1]
        and (
            squad.round[squad.member[i]]
            or (poses[i, 2] == squad.start[i, 2] and poses[i, 3] == squad.start[i, 3])
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
    trial: Floats,
    points: Floats,
) -> bool:
    """Try to shift the whole unit by one step; take the first legal gain."""
    n = squad.member.size
    before = points.sum()
    for _ in range(DIRECTIONS):
        after = 0.0
        for i in range(n):
            trial[i, 0] = poses[i, 0] + step * ux
            trial[i, 1] = poses[i, 1] + step * uy
            trial[i, 2] = poses[i, 2]
            trial[i, 3] = poses[i, 3]
            after += _points(ground, squad, terms, trial, i)
        ux, uy = ux * _COS - uy * _SIN, ux * _SIN + uy * _COS
        if after > before + GAIN and _all_fit(ground, squad, trial, links):
            poses[:, :] = trial
            for i in range(n):
                ways[i] = links[n, i]
                points[i] = _points(ground, squad, terms, poses, i)
            return True
    return False


@kernel
def _all_fit(ground: Ground, squad: Squad, poses: Floats, links: Ints) -> bool:
    """Whether a shifted unit is legal; row n of ``links`` is filled with the routes."""
    n = squad.member.size
    for i in range(n):
        x, y, c, s = poses[i, 0], poses[i, 1], poses[i, 2], poses[i, 3]
        if end_conflict(ground, squad, squad.member[i], x, y, c, s) != OPEN:
            return False
        links[n, i] = route(ground, squad, i, x, y, c, s)
        if links[n, i] == NO_ROUTE:
            return False
        # Shifted by rounding alone, mates may be a trifle closer than before.
        for j in range(i):
            if _relation(ground, squad, poses, i, j, MARGIN) != links[i, j]:
                return False
    return True
