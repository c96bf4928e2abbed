"""The spots a search begins on: laid out, judged, with a route for each model."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from movekernels.arrays import Bools, Floats, Ints
from movekernels.search import ending, routing, values
from movekernels.search.ground import WEIGHT, Spots
from movesolver.referee.position import Position, heading
from movesolver.search.arena import Arena
from movesolver.search.candidates import build_spots, kept_spots
from movesolver.search.goal_table import Goal
from movesolver.search.regions import struck_out
from movesolver.search.seeds import best_shifts

MOST = 1200
"""At most so many spots are kept ..."""
MOST_PER_MODEL = 60
"""... and so many more for each model."""
SPARSE = 8
"""Where fewer open spots than this times the models are found, a finer lattice is laid."""
DENSER = 4.0
"""How many times as many points it has."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Spots that some model can reach and end in."""

    spots: Spots
    ways: Ints
    """Route of each model to each spot, shape (n, s)."""
    places: Ints
    """Spots of whole formations, -1 where one is no spot: staying put, shifts; shape (f, n)."""


def lay_out(position: Position, arena: Arena, goal: Goal, density: float = 1.0) -> Layout:
    """Lay out spots for a search; ``density`` times as many points of the lattice as usual."""
    formations = [*best_shifts(position, arena, goal), *map(_turned, goal.formations)]
    layout = _laid(position, arena, goal, formations, density)
    if layout.spots.x.size < SPARSE * len(position.ids):
        layout = _laid(position, arena, goal, formations, DENSER * density)
    return layout


def _laid(
    position: Position, arena: Arena, goal: Goal, formations: list[Floats], density: float
) -> Layout:
    ground, squad = arena.ground, arena.squad
    spots, places = build_spots(position, arena, goal, formations, density)
    most = int(density * (MOST + MOST_PER_MODEL * len(position.ids)))
    if spots.x.size > most:
        spots, places = _thinned(spots, places, goal, most)
    conflicts = np.empty(spots.x.size, dtype=np.int64)
    ending.end_conflicts(ground, squad, spots, conflicts)
    ways = np.empty((len(position.ids), spots.x.size), dtype=np.int64)
    routing.routes(ground, squad, spots, conflicts, ways)
    _climb(position, arena, spots, ways)
    ways[unpinned(arena, goal, spots, ways)] = routing.NO_ROUTE
    move = position.move
    if position.placing or move.closing is not None or move.keeps_engaged:
        ways[struck_out(position, squad, spots)] = routing.NO_ROUTE
    keep = np.any(ways != routing.NO_ROUTE, axis=0)
    spots, places = kept_spots(spots, places, keep)
    return Layout(spots, np.ascontiguousarray(ways[:, keep]), places)


def _turned(formation: Floats) -> Floats:
    """Return poses (x, y, cos, sin) of a formation given by x, y and degrees, shape (n, 4)."""
    return np.column_stack(
        [formation[:, :2], [heading(facing) for facing in formation[:, 2].tolist()]]
    )


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


def conflicts_of(position: Position, arena: Arena, goal: Goal) -> Ints:
    """Return what keeps models from spots all over their reach (see `ending.end_conflict`)."""
    spots, _ = build_spots(position, arena, goal, [], barred=True)
    conflicts = np.empty(spots.x.size, dtype=np.int64)
    ending.end_conflicts(arena.ground, arena.squad, spots, conflicts)
    return conflicts


def _thinned(spots: Spots, places: Ints, goal: Goal, most: int) -> tuple[Spots, Ints]:
    """Return the spots to keep of too many: formations, half nearest the goal, others.

    The other half is spread over the rest, for models that must keep in touch.
    """
    candidates = np.arange(spots.x.size)
    aims = [*goal.points, *(p for wished in goal.wishes.values() for p in wished)]
    if aims:
        away: Floats = np.min([np.hypot(spots.x - x, spots.y - y) for x, y in aims], axis=0)
        candidates = np.argsort(away, kind="stable")
    half = most // 2 if aims else 0
    rest = candidates[half:]
    chosen = np.zeros(spots.x.size, dtype=np.bool_)
    chosen[candidates[:half]] = True
    chosen[rest[:: -(-len(rest) // (most - half))]] = True
    chosen[places[places >= 0]] = True
    return kept_spots(spots, places, chosen)
