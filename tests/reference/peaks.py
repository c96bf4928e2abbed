"""The best of many places by trying them."""

from __future__ import annotations

import math

from movekernels.arrays import Shapes
from movekernels.search.cells import SHUT
from movekernels.search.charges import Priced
from movekernels.search.ground import Ground, Squad, Terms
from reference.cells import most_in, state_of
from reference.charges import gain_in, price_in


def highest(
    ground: Ground,
    squad: Squad,
    terms: Terms,
    shapes: Shapes,
    dot: int,
    priced: Priced,
    i: int,
    step: float,
) -> float:
    """The most a model is worth, less what it pays, on a lattice of places it may end in."""
    x0, y0, reach = (float(v) for v in (*squad.start[i, :2], squad.maximum[i]))
    k = int(squad.member[i])
    best, count = -math.inf, int(reach / step)
    for a in range(-count, count + 1):
        for b in range(-count, count + 1):
            x, y = x0 + a * step, y0 + b * step
            if math.hypot(a * step, b * step) > reach:
                continue
            if state_of(ground, squad, shapes, dot, k, x, y, 0.0) == SHUT:
                continue
            worth = most_in(shapes, squad, terms, dot, i, float(squad.z[k]), True, x, y, 0.0)
            held = float(squad.inner[k])
            worth += gain_in(priced, held, x, y, 0.0) - price_in(priced, held, x, y, 0.0)[1]
            best = max(best, worth)
    return best
