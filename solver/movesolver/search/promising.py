"""Places where a whole unit may be worth most: a goal may have many peaks."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from movekernels.arrays import Floats, Ints
from movekernels.search.ground import BARRED, FIELD, KIND
from movekernels.search.placing import NOWHERE
from movesolver.table.fields import Point

if TYPE_CHECKING:
    from movesolver.search.improve import Searcher

CENTRES = 300
"""So many spots are looked at as the middles of places, or a few less."""
PEAKS = 4
"""A search of a goal with fields begins about so many places ..."""
ITERATIONS = 100
"""... with so many iterations each."""
WIDE = 1.5
"""A unit stretches over so much more than its bases fill."""
HEAT = 0.1
"""How much worse an end may be and still be kept, as a part of what a model's spots differ by."""


def reach_of(searcher: Searcher) -> float:
    """Return how far from its middle a unit in coherency may have a model, roughly, inches."""
    squad = searcher.arena.squad
    outer = squad.outer[squad.member]
    return float(WIDE * outer.max() * math.sqrt(outer.size) + squad.neighbour)


def promising(searcher: Searcher, count: int, apart: float) -> list[tuple[Point, float]]:
    """Return middles of places from the most promising down, and what each is worth at most.

    Parameters
    ----------
    searcher
        A search, run or not.
    count, apart
        How many places at most, and how far from each other at least, inches.

    Notes
    -----
    Worth counts what each model could have within reach of the middle if it were alone.
    """
    spots, values = searcher.spots, searcher.pure
    if not spots.x.size:
        return []
    some = np.arange(0, spots.x.size, -(-spots.x.size // CENTRES))
    away = np.hypot(spots.x[some, None] - spots.x, spots.y[some, None] - spots.y)
    near = np.where(away <= reach_of(searcher), 0.0, BARRED)
    most: Floats = np.sum([(near + each).max(axis=1) for each in values], axis=0)
    found: list[tuple[Point, float]] = []
    for k in np.argsort(-most, kind="stable").tolist():
        x, y = float(spots.x[some[k]]), float(spots.y[some[k]])
        if len(found) == count or most[k] == BARRED:
            break
        if all(math.hypot(x - px, y - py) > apart for (px, py), _ in found):
            found.append(((x, y), float(most[k])))
    return found


def elsewhere(searcher: Searcher, known: float) -> Ints | None:
    """Return the best formation on spots about other peaks of a goal with fields, (n,).

    ``known`` is what a formation is worth that is known already, points; None if no place may
    hold a better one.
    """
    if not (searcher.goal.search.spec[:, KIND] == FIELD).any():
        return None
    spots, best, worth = searcher.spots, None, BARRED
    reach = reach_of(searcher)
    rows = np.arange(len(searcher.pure))
    for (x, y), most in promising(searcher, PEAKS, reach):
        if most <= known:
            break
        near = np.hypot(spots.x - x, spots.y - y) <= reach
        value, pure = (np.where(near, one, BARRED) for one in (searcher.value, searcher.pure))
        current, place = (np.full(rows.size, NOWHERE, dtype=np.int64) for _ in range(2))
        points = searcher.climb(value, pure, current, place, ITERATIONS, HEAT * searcher.spread)
        if points > worth:
            best, worth = place, points
    return best
