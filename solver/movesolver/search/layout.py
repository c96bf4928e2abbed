"""The spots a search works on: laid out, judged, thinned out, with a route for each model."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from movekernels.arrays import Bools, Floats, Ints
from movekernels.search import ending, routing, values
from movekernels.search.ground import WEIGHT, Spots
from movesolver.referee.position import Position
from movesolver.search.arena import Arena
from movesolver.search.candidates import POINTS, build_spots, kept_spots
from movesolver.search.goal_table import Goal
from movesolver.search.regions import struck_out
from movesolver.search.seeds import best_shifts

CROWDED = 0.5
"""Where fewer of the lattice's points than this part are open, a finer lattice is laid."""
DENSEST = 4.0
"""How many times as many points it may have."""
MOST = 1200
"""At most so many spots are kept ..."""
MOST_PER_MODEL = 60
"""... and so many more for each model."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Spots that some model can reach and end in."""

    spots: Spots
    ways: Ints
    """Route of each model to each spot, shape (n, s)."""
    places: Ints
    """Spots of whole formations, -1 where one is no spot: staying put, shifts; shape (f, n)."""
    conflicts: Ints
    """What keeps models from the spots laid out at first (see `ending.end_conflict`)."""


def lay_out(position: Position, arena: Arena, goal: Goal) -> Layout:
    """Lay out spots for a search."""
    ground, squad = arena.ground, arena.squad
    formations = [*best_shifts(position, arena, goal), *goal.formations]
    spots, places = build_spots(position, arena, goal, formations)
    conflicts = _conflicts(arena, spots)
    is_open = int((conflicts == ending.OPEN).sum())
    wanted = POINTS * squad.shape.size
    if is_open < CROWDED * wanted:
        density = min(DENSEST, wanted / max(is_open, 1))
        spots, places = build_spots(position, arena, goal, formations, density)
        conflicts = _conflicts(arena, spots)
    keep = (conflicts == ending.OPEN) | (spots.owner >= 0)
    keep &= _thinned(spots, places, goal, keep, MOST + MOST_PER_MODEL * len(position.ids))
    spots, places = kept_spots(spots, places, keep)
    ways = np.empty((len(position.ids), spots.x.size), dtype=np.int64)
    routing.routes(ground, squad, spots, np.ascontiguousarray(conflicts[keep]), ways)
    _climb(position, arena, spots, ways)
    ways[struck_out(position, squad, spots)] = routing.NO_ROUTE
    ways[unpinned(arena, goal, spots, ways)] = routing.NO_ROUTE
    keep = np.any(ways != routing.NO_ROUTE, axis=0)
    spots, places = kept_spots(spots, places, keep)
    return Layout(spots, np.ascontiguousarray(ways[:, keep]), places, conflicts)


def _climb(position: Position, arena: Arena, spots: Spots, ways: Ints) -> None:
    """Fill in the routes of models that climb, shape (n, s): known beforehand, and no others."""
    storey = arena.storey
    if storey is None or position.placing:
        return
    for i in np.flatnonzero(storey.rises).tolist():
        known = np.isfinite(storey.lengths_to(i, spots))
        ways[i] = np.where(known, routing.CLIMB, routing.NO_ROUTE)


def unpinned(arena: Arena, goal: Goal, spots: Spots, ways: Ints) -> Bools:
    """Return which spots are none for which model as it is pinned to others, shape (n, s)."""
    struck = np.zeros(ways.shape, dtype=np.bool_)
    counted = np.empty(ways.shape)
    for terms in goal.pinned:
        values.worth_rows(arena.ground.shapes, arena.squad, terms, spots, ways, 0.0, counted)
        struck |= (terms.share[0, :, WEIGHT] > 0.0)[:, None] & (counted <= 0.0)
    return struck


def _conflicts(arena: Arena, spots: Spots) -> Ints:
    conflicts = np.empty(spots.x.size, dtype=np.int64)
    ending.end_conflicts(arena.ground, arena.squad, spots, conflicts)
    return conflicts


def _thinned(spots: Spots, places: Ints, goal: Goal, keep: Bools, most: int) -> Bools:
    """Return which spots to keep if there are too many: formations, half nearest the goal, others.

    The other half is spread over the rest, for models that must keep in touch.
    """
    count = int(keep.sum())
    chosen = np.ones(keep.size, dtype=np.bool_)
    if count <= most:
        return chosen
    candidates = np.flatnonzero(keep)
    aims = [*goal.points, *(p for wished in goal.wishes.values() for p in wished)]
    if aims:
        away: Floats = np.min(
            [np.hypot(spots.x[candidates] - x, spots.y[candidates] - y) for x, y in aims], axis=0
        )
        candidates = candidates[np.argsort(away, kind="stable")]
    half = most // 2 if aims else 0
    rest = candidates[half:]
    chosen[:] = False
    chosen[candidates[:half]] = True
    chosen[rest[:: -(-len(rest) // (most - half))]] = True
    chosen[places[places >= 0]] = True
    return chosen
