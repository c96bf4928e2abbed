"""What ways around cost, model by model: weight times the inches beyond the straight line."""

from __future__ import annotations

import math

from movekernels.arrays import Floats, Ints
from movekernels.search.ground import KIND, TRAVEL, WEIGHT, Spots, Squad, Terms
from movekernels.search.routing import AROUND
from movesolver.paths.ways import Ways
from reference.detours import detour


def travel_weight(terms: Terms, i: int) -> float:
    counted = [t for t, spec in enumerate(terms.spec) if spec[KIND] == TRAVEL]
    return math.fsum(float(terms.share[t, i, WEIGHT]) for t in counted)


def bend_cost(ways: Ways, squad: Squad, terms: Terms, i: int, x: float, y: float) -> float:
    weight = travel_weight(terms, i)
    straight = math.dist(squad.start[i, :2], (x, y))
    return weight * (detour(ways, i, x, y) - straight) if weight else 0.0


def bend_costs(ways: Ways, squad: Squad, terms: Terms, poses: Floats, routes: Ints) -> list[float]:
    return [
        bend_cost(ways, squad, terms, i, x, y) if routes[i] == AROUND else 0.0
        for i, (x, y) in enumerate(poses[:, :2].tolist())
    ]


def bend_rows(
    ways: Ways, squad: Squad, terms: Terms, spots: Spots, routes: Ints
) -> list[list[float]]:
    return [
        [
            bend_cost(ways, squad, terms, i, float(x), float(y)) if way == AROUND else 0.0
            for x, y, way in zip(spots.x, spots.y, row, strict=True)
        ]
        for i, row in enumerate(routes)
    ]
