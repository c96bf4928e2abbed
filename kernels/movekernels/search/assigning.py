"""Formations on a lattice so wide that no two models overlap: the best one is an assignment."""

from __future__ import annotations

import math

import numpy as np

from movekernels._jit import allocating, kernel
from movekernels.arrays import Floats, Ints
from movekernels.search.ending import OPEN, end_conflict
from movekernels.search.ground import BARRED, MARGIN, Ground, Squad, Terms
from movekernels.search.holding import relations
from movekernels.search.placing import NOWHERE, draw
from movekernels.search.routing import AROUND, NO_ROUTE, route
from movekernels.search.travelling import bend_cost
from movekernels.search.values import SLOPE, worth

PER_MODEL = 3
"""Points of a lattice for each model ..."""
FEWEST = 12
"""... and so many more."""
WIDER = 1.0 + 1e-9
"""Lattice points are so many times as far apart as they must be, against rounding."""


@allocating
def best_phase(
    ground: Ground,
    squad: Squad,
    terms: Terms,
    centres: Floats,
    draws: Floats,
    poses: Floats,
    ways: Ints,
) -> float:
    """Best of some placements on hexagonal lattices of touching bases about a point.

    Overlap cannot happen on a lattice as wide as the widest two bases, so what is best there
    is one linear assignment; those that do not hold together (03.03) are left out.  Models
    keep their headings.

    Parameters
    ----------
    ground, squad, terms
        The table, the unit and the goal.
    centres
        One for each lattice to try: its points nearest to this one are used, inches,
        shape (f, 2).
    draws
        Random numbers in [0, 1), three for each lattice: how it is shifted and turned.
    poses, ways
        Filled with the best end poses (x, y, cos, sin) and routes, shapes (n, 4), (n,).

    Returns
    -------
    float
        Their shaped value, `BARRED` if none is legal.
    """
    n = squad.member.size
    wide = (2.0 * squad.outer[squad.member].max() + MARGIN) * WIDER
    most = PER_MODEL * n + FEWEST
    reach = wide * math.sqrt(0.8 * most * math.sqrt(3.0) / (2.0 * math.pi))
    rows = int(reach / wide) + 2
    points = np.empty((most, 2))
    value = np.empty((n, most))
    leads = np.empty((n, most), np.int64)
    place = np.empty(n, np.int64)
    trial = squad.start.copy()
    links = np.empty((2, n), np.int64)
    drawn = np.zeros(1, np.int64)
    best = BARRED
    for f in range(centres.shape[0]):
        u, v = draw(draws, drawn), draw(draws, drawn)
        turn = math.pi / 3.0 * draw(draws, drawn)
        c, s = math.cos(turn), math.sin(turn)
        size = 0
        for b in range(-rows, rows + 1):
            for a in range(-2 * rows, 2 * rows + 1):
                px = (a + u + 0.5 * (b + v)) * wide
                py = (b + v) * (math.sqrt(3.0) / 2.0) * wide
                if px * px + py * py <= reach * reach and size < most:
                    points[size, 0] = centres[f, 0] + c * px - s * py
                    points[size, 1] = centres[f, 1] + s * px + c * py
                    size += 1
        _values(ground, squad, terms, points[:size], value[:, :size], leads)
        if not assign(value[:, :size], place):
            continue
        total = 0.0
        for i in range(n):
            trial[i, 0], trial[i, 1] = points[place[i], 0], points[place[i], 1]
            total += value[i, place[i]]
        if total > best and relations(ground, squad, trial, links):
            best = total
            poses[:, :] = trial
            for i in range(n):
                ways[i] = leads[i, place[i]]
    return float(best)


@kernel
def _values(
    ground: Ground, squad: Squad, terms: Terms, points: Floats, value: Floats, leads: Ints
) -> None:
    """Fill in what models are worth at points with their own headings, and the routes there."""
    n = squad.member.size
    for i in range(n):
        k = squad.member[i]
        c, s = squad.start[i, 2], squad.start[i, 3]
        for p in range(points.shape[0]):
            x, y = points[p, 0], points[p, 1]
            value[i, p] = BARRED
            dx, dy = x - squad.start[i, 0], y - squad.start[i, 1]
            if dx * dx + dy * dy > squad.maximum[i] * squad.maximum[i]:
                continue
            if end_conflict(ground, squad, k, x, y, c, s) != OPEN:
                continue
            leads[i, p] = route(ground, squad, i, x, y, c, s)
            if leads[i, p] != NO_ROUTE:
                value[i, p] = worth(ground.shapes, squad, terms, i, x, y, c, s, SLOPE)
            if leads[i, p] == AROUND:
                value[i, p] -= bend_cost(ground, squad, terms, i, x, y)


@allocating
def assign(value: Floats, place: Ints) -> bool:
    """Give each model a point of its own so that the sum of values is largest.

    Shortest augmenting paths (Jonker and Volgenant, 1987).

    Parameters
    ----------
    value
        Points of each model at each point, `BARRED` where it cannot stand, shape (n, p).
    place
        Filled with the point of each model, shape (n,).

    Returns
    -------
    bool
        Whether there is a point for each; if not, ``place`` is not to be looked at.
    """
    n, size = value.shape
    owner = np.full(size, NOWHERE)
    rise = np.zeros(n)
    fall = np.zeros(size)
    least = np.empty(size)
    came = np.empty(size, np.int64)
    done = np.empty(size, np.bool_)
    for first in range(n):
        least[:] = np.inf
        done[:] = False
        i = first
        last = NOWHERE
        level = 0.0
        end = NOWHERE
        while end == NOWHERE:
            nearest = NOWHERE
            low = np.inf
            for p in range(size):
                if done[p]:
                    continue
                # -(-inf) is infinitely dear: never a shorter way.
                away = level - value[i, p] - rise[i] - fall[p]
                if away < least[p]:
                    least[p] = away
                    came[p] = last
                if least[p] < low:
                    low = least[p]
                    nearest = p
            if nearest == NOWHERE:
                return False
            level = low
            done[nearest] = True
            last = nearest
            if owner[nearest] == NOWHERE:
                end = nearest
            else:
                i = owner[nearest]
        rise[first] += level
        for p in range(size):
            if done[p] and owner[p] != NOWHERE:
                rise[owner[p]] += level - least[p]
            if done[p]:
                fall[p] -= level - least[p]
        p = end
        while p != NOWHERE:
            before = came[p]
            owner[p] = first if before == NOWHERE else owner[before]
            p = before
    for p in range(size):
        if owner[p] != NOWHERE:
            place[owner[p]] = p
    return True
