"""Where spots come from: a lattice over the reach of the unit, and rigid shifts of it."""

from __future__ import annotations

import math

import numpy as np

from movekernels._jit import kernel
from movekernels.arrays import Floats, Ints
from movekernels.search.ground import BARRED, Ground, Squad, Terms
from movekernels.search.legality import NO_ROUTE, OPEN, end_conflict, route
from movekernels.search.values import SLOPE, worth

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
    x0 = (x - reach).min()
    x1 = (x + reach).max()
    y0 = (y - reach).min()
    y1 = (y + reach).max()
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
    for b in range(shifts.shape[0]):
        total = 0.0
        for i in range(n):
            total += worth(
                ground.shapes, squad, terms, i, squad.start[i, 0] + shifts[b, 0],
                squad.start[i, 1] + shifts[b, 1], squad.start[i, 2], squad.start[i, 3], SLOPE,
            )  # fmt: skip
        if total <= best:
            continue
        fine = True
        for i in range(n):
            x = squad.start[i, 0] + shifts[b, 0]
            y = squad.start[i, 1] + shifts[b, 1]
            c, s = squad.start[i, 2], squad.start[i, 3]
            if end_conflict(ground, squad, squad.member[i], x, y, c, s) != OPEN:
                fine = False
                break
            trial[i] = route(ground, squad, i, x, y, c, s)
            if trial[i] == NO_ROUTE:
                fine = False
                break
        if fine:
            best = total
            chosen = b
            ways[:] = trial
    return chosen
