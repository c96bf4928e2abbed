"""What ways around cost, where the goal counts inches of path."""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.arrays import Floats, Ints
from movekernels.paths.detours import detour
from movekernels.search.ground import KIND, TRAVEL, WEIGHT, Ground, Spots, Squad, Terms
from movekernels.search.routing import AROUND


@kernel
def travel_weight(terms: Terms, i: int) -> float:
    """Points an inch of path costs model ``i``."""
    total = 0.0
    for t in range(terms.spec.shape[0]):
        if terms.spec[t, KIND] == TRAVEL:
            total += terms.share[t, i, WEIGHT]
    return total


@kernel
def bend_cost(ground: Ground, squad: Squad, terms: Terms, i: int, x: float, y: float) -> float:
    """Points a way around to (x, y) costs model ``i`` more than a straight one would.

    `movekernels.search.values` reckons all ways straight.
    """
    weight = travel_weight(terms, i)
    if weight == 0.0:
        return 0.0
    straight = math.hypot(x - squad.start[i, 0], y - squad.start[i, 1])
    return float(weight * (detour(ground.detours, i, x, y) - straight))


@kernel
def bend_costs(
    ground: Ground, squad: Squad, terms: Terms, poses: Floats, ways: Ints, points: Floats
) -> float:
    """Take from ``points`` (n,) what the ways around among ``ways`` (n,) cost; return the sum.

    ``poses`` (x, y, cos, sin) has shape (n, 4).
    """
    total = 0.0
    for i in range(ways.size):
        if ways[i] == AROUND:
            cost = bend_cost(ground, squad, terms, i, poses[i, 0], poses[i, 1])
            points[i] -= cost
            total += cost
    return total


@kernel
def bend_rows(
    ground: Ground, squad: Squad, terms: Terms, spots: Spots, ways: Ints, out: Floats
) -> None:
    """Take from ``out``, the worth of spots, what ways around to them cost.

    ``ways`` and ``out`` have shape (n, s).
    """
    for i in range(ways.shape[0]):
        if travel_weight(terms, i) != 0.0:
            for p in range(ways.shape[1]):
                if ways[i, p] == AROUND:
                    out[i, p] -= bend_cost(ground, squad, terms, i, spots.x[p], spots.y[p])
