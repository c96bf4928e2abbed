"""The best place of each tile, by trying many; what models are worth at places."""

from __future__ import annotations

import math

import numpy as np

from movekernels.arrays import Floats, Shapes
from movekernels.search.cells import SHUT
from movekernels.search.charges import Priced
from movekernels.search.ground import Ground, Squad, Terms
from reference.cells import most_in, state_of
from reference.charges import price_in


def tops(
    ground: Ground,
    squad: Squad,
    terms: Terms,
    shapes: Shapes,
    dot: int,
    priced: Priced,
    i: int,
    up: int,
    tried: int,
) -> list[float]:
    """The most a model is worth, less what it pays, at ``tried`` by ``tried`` places of a tile."""
    x0, y0, side = priced.corner.tolist()
    held = float(squad.inner[squad.member[i]])
    best = []
    for tile in range(up * priced.along):
        low = x0 + side * (tile % priced.along), y0 + side * (tile // priced.along)
        steps = [side * (k + 0.5) / tried for k in range(tried)]
        most = -math.inf
        for x, y in ((low[0] + a, low[1] + b) for a in steps for b in steps):
            worth = _worth(ground, squad, terms, shapes, dot, i, x, y)
            most = max(most, worth - price_in(priced, held, x, y, 0.0)[1])
        best.append(most)
    return best


def worth_at(
    ground: Ground,
    squad: Squad,
    terms: Terms,
    shapes: Shapes,
    dot: int,
    x: Floats,
    y: Floats,
) -> Floats:
    places = list(zip(x.tolist(), y.tolist(), strict=True))
    models = range(squad.member.size)
    return np.array(
        [[_worth(ground, squad, terms, shapes, dot, i, *at) for at in places] for i in models]
    )


def _worth(
    ground: Ground, squad: Squad, terms: Terms, shapes: Shapes, dot: int, i: int, x: float, y: float
) -> float:
    k = int(squad.member[i])
    if math.dist((x, y), squad.start[i, :2].tolist()) > squad.maximum[i]:
        return -math.inf
    if state_of(ground, squad, shapes, dot, k, x, y, 0.0) == SHUT:
        return -math.inf
    return most_in(shapes, squad, terms, dot, i, float(squad.z[k]), True, x, y, 0.0)
