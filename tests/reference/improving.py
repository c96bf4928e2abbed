"""The best formation on a few spots, by trying all; and which models are lifted."""

from __future__ import annotations

import itertools
import math

import numpy as np

from movekernels.arrays import Bools, Floats, Ints, Shapes
from movekernels.search.ground import Spots, Squad
from movekernels.search.placing import APART
from reference.placing import draw, holds_together, relate


def improve(
    shapes: Shapes, squad: Squad, spots: Spots, value: Floats
) -> tuple[float, tuple[int, ...] | None]:
    """Most points of any legal formation, and that formation."""
    size = len(spots.x)
    table = np.zeros((size, size), dtype=np.int64)
    for p in range(size):
        relate(shapes, squad, spots, p, table[p])
    options = [np.flatnonzero(row > -np.inf).tolist() for row in value]
    best: tuple[float, tuple[int, ...] | None] = (-math.inf, None)
    for places in itertools.product(*options):
        total = float(sum(value[i, p] for i, p in enumerate(places)))
        apart = any(table[p, q] == APART for p, q in itertools.combinations(places, 2))
        if total > best[0] and not apart and holds_together(squad, np.array(places), table):
            best = (total, places)
    return best


def lift(x: Floats, y: Floats, most: int, lifted: Bools, draws: Floats, drawn: Ints) -> None:
    """How many, which first, and whether its neighbours or any others: three draws."""
    n = len(x)
    number = 1 + math.floor(draw(draws, drawn) * min(n, most))
    first = math.floor(draw(draws, drawn) * n)
    chosen = {first}
    if draw(draws, drawn) < 0.5:
        order = sorted(range(n), key=lambda j: math.dist((x[j], y[j]), (x[first], y[first])))
        chosen |= set([j for j in order if j != first][: number - 1])
    else:
        chosen |= {math.floor(draw(draws, drawn) * n) for _ in range(number - 1)}
    for j in range(n):
        lifted[j] = j in chosen
