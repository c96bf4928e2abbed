"""Where spots come from: a lattice over the reach of the unit, and rigid shifts of it."""

from __future__ import annotations

import math

import numpy as np

from movekernels._jit import allocating, kernel
from movekernels.arrays import Floats, Ints
from movekernels.search.ending import OPEN, end_by_disc, end_conflict
from movekernels.search.ground import BARRED, MARGIN, UNSURE, Ground, Squad, Terms
from movekernels.search.routing import NO_ROUTE, route
from movekernels.search.travelling import bend_costs
from movekernels.search.values import SLOPE, worth_of_unit

ROW = math.sqrt(3.0) / 2.0


@kernel
def lattice(x: Floats, y: Floats, reach: Floats, step: float, out: Floats) -> int:
    """Points of a hexagonal lattice within reach of some centre.

    Parameters
    ----------
    x, y, reach
        Centres and radii of the discs to cover, inches, shape (n,).
    step
        Distance of neighbouring points, inches.
    out
        Filled with points, shape (most, 2); points beyond ``most`` are left out.

    Returns
    -------
    int
        How many points were filled in.
    """
    x0, x1 = x[0] - reach[0], x[0] + reach[0]
    y0, y1 = y[0] - reach[0], y[0] + reach[0]
    for i in range(1, x.size):
        x0, x1 = min(x0, x[i] - reach[i]), max(x1, x[i] + reach[i])
        y0, y1 = min(y0, y[i] - reach[i]), max(y1, y[i] + reach[i])
    count = 0
    rows = int((y1 - y0) / (step * ROW)) + 1
    columns = int((x1 - x0) / step) + 1
    for b in range(rows):
        py = y0 + b * step * ROW
        left = x0 + (0.5 * step if b % 2 == 1 else 0.0)
        for a in range(columns):
            px = left + a * step
            for i in range(x.size):
                dx = px - x[i]
                dy = py - y[i]
                if dx * dx + dy * dy <= reach[i] * reach[i]:
                    if count == out.shape[0]:
                        return count
                    out[count, 0] = px
                    out[count, 1] = py
                    count += 1
                    break
    return count


@kernel
def open_poses(
    ground: Ground, squad: Squad, k: int, points: Floats, headings: Floats, out: Floats
) -> int:
    """Fill ``out`` with the poses at points and headings in which a model of a class may end.

    Parameters
    ----------
    ground, squad, k
        The table, the unit and the class.
    points
        Centres, inches, shape (p, 2).
    headings
        Cosines and sines, shape (h, 2).
    out
        Filled with poses (x, y, cos, sin), shape (p * h, 4).

    Returns
    -------
    int
        How many there are.
    """
    count = 0
    room = squad.outer[k] + MARGIN
    for h in range(headings.shape[0]):
        c, s = headings[h, 0], headings[h, 1]
        for p in range(points.shape[0]):
            x, y = points[p, 0], points[p, 1]
            inside = min(min(x, ground.width - x), min(y, ground.height - y)) >= room
            found = UNSURE
            if inside and not ground.raised[k]:
                found = end_by_disc(ground.rings, k, x, y)
            if found == UNSURE:
                found = end_conflict(ground, squad, k, x, y, c, s)
            if found == OPEN:
                out[count, 0], out[count, 1], out[count, 2], out[count, 3] = x, y, c, s
                count += 1
    return count


@allocating
def best_shift(ground: Ground, squad: Squad, terms: Terms, shifts: Floats, ways: Ints) -> int:
    """Best of some shifts of the whole unit that every model can make and end.

    A shift keeps the formation as it is, so the caller judges coherency and the
    bases of mates once.  Models that cannot move bar every shift but none.

    Parameters
    ----------
    ground, squad, terms
        The table, the unit and the goal.
    shifts
        Shifts to try, inches, shape (b, 2).
    ways
        Filled with the route of each model under the best shift, shape (n,).

    Returns
    -------
    int
        Index of the best shift, -1 if none is possible.
    """
    n = squad.member.size
    best = BARRED
    chosen = -1
    trial = np.empty(n, np.int64)
    points = np.empty(n)
    poses = squad.start.copy()
    for b in range(shifts.shape[0]):
        for i in range(n):
            poses[i, 0] = squad.start[i, 0] + shifts[b, 0]
            poses[i, 1] = squad.start[i, 1] + shifts[b, 1]
        total = worth_of_unit(ground.shapes, squad, terms, poses, SLOPE, points)
        if total <= best:
            continue
        fine = True
        for i in range(n):
            if end_by_disc(ground.rings, squad.member[i], poses[i, 0], poses[i, 1]) >= 0:
                fine = False
                break
        for i in range(n):
            x, y, c, s = poses[i, 0], poses[i, 1], poses[i, 2], poses[i, 3]
            if fine:
                fine = end_conflict(ground, squad, squad.member[i], x, y, c, s) == OPEN
            if fine:
                trial[i] = route(ground, squad, i, x, y, c, s)
                fine = trial[i] != NO_ROUTE
        if fine:
            total -= bend_costs(ground, squad, terms, poses, trial, points)
        if fine and total > best:
            best = total
            chosen = b
            ways[:] = trial
    return chosen
