"""The best formation on a few spots, by trying all; and which models are lifted."""

from __future__ import annotations

import itertools
import math

import numpy as np
from numpy.typing import NDArray

from movekernels.arrays import Bools, Floats, Ints, Shapes
from movekernels.search.ground import Spots, Squad
from movekernels.search.placing import APART, BESIDE
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


def lift(
    x: Floats, y: Floats, place: Ints, most: int, lifted: Bools, draws: Floats, drawn: Ints
) -> None:
    """How many, which first, and whether its neighbours or any others: three draws."""
    n = len(place)
    x, y = x[place], y[place]
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


def link(table: NDArray[np.int16], place: Ints) -> list[int]:
    """Rows of bits: who is beside whom, from nothing."""
    n = len(place)
    return [
        sum(1 << j for j in range(n) if j != i and table[place[i], place[j]] == BESIDE)
        for i in range(n)
    ]


def is_group(links: list[int], members: int) -> bool:
    """Whether a walk along the links from the first member comes to all."""
    n = len(links)
    mine = {i for i in range(n) if members >> i & 1}
    reached: set[int] = set()
    waiting = sorted(mine)[:1]
    while waiting:
        i = waiting.pop()
        reached.add(i)
        waiting += [j for j in mine - reached if links[i] >> j & 1]
    return reached == mine
