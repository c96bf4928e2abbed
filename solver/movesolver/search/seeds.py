"""Seeds: the unit shifted as it stands, or gathered about a point."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from movekernels.arrays import Floats, Ints
from movekernels.search.assigning import best_phase
from movekernels.search.ground import BARRED, MARGIN
from movekernels.search.spreading import best_shift
from movesolver.referee.position import Position
from movesolver.search.arena import Arena
from movesolver.search.goal_table import Goal

if TYPE_CHECKING:
    from movesolver.search.improve import Searcher

GATHERINGS = 40
"""Growths tried about each point."""
PHASES = 6
"""Lattices of touching bases that are tried ..."""
SHIFTS = 3
"""... about so many points."""
DIRECTIONS = 12
PARTS = (1.0, 0.8, 0.6, 0.4, 0.2)
"""Lengths tried, as parts of the shortest maximum in the unit."""
FAN: Floats = np.array(
    [
        (
            part * math.cos(2 * math.pi * k / DIRECTIONS),
            part * math.sin(2 * math.pi * k / DIRECTIONS),
        )
        for part in PARTS
        for k in range(DIRECTIONS)
    ]
)
"""Shifts tried in all directions, as parts of that maximum, shape (b, 2)."""


def best_shifts(position: Position, arena: Arena, goal: Goal) -> list[Floats]:
    """Return the best rigid shift of the unit as poses (x, y, cos, sin), if there is one.

    The unit keeps its formation, so a coherent unit stays coherent.
    """
    most = float(position.maximum.min(initial=math.inf)) - 1.01 * MARGIN
    if not math.isfinite(most) or most <= 0:
        return []
    shifts = _shifts(position, goal, most)
    ways = np.empty(len(position.ids), dtype=np.int64)
    chosen = best_shift(arena.ground, arena.squad, goal.search, shifts, ways)
    if chosen < 0:
        return []
    poses = arena.squad.start.copy()
    poses[:, :2] += shifts[chosen]
    return [poses]


def _shifts(position: Position, goal: Goal, most: float) -> Floats:
    """Return shifts to try, shape (b, 2): towards the goal's places first, then a fan."""
    start = position.start
    x, y = float(start.x.mean()), float(start.y.mean())
    shifts: list[tuple[float, float]] = []
    for place in goal.points:
        dx, dy = place[0] - x, place[1] - y
        length = math.hypot(dx, dy)
        if length > 0:
            scales = [min(most * part, length) / length for part in PARTS]
            shifts += [(dx * scale, dy * scale) for scale in scales]
    return np.concatenate([np.array(shifts).reshape(-1, 2), most * FAN])


def phased(searcher: Searcher) -> tuple[Floats, Ints] | None:
    """Return the best formation on lattices of touching bases, poses (n, 4) and routes (n,).

    The lattices lie between the goal's first place and where the unit as it stands could be
    shifted towards it.
    """
    position, goal = searcher.position, searcher.goal
    start, n = position.start, len(position.ids)
    middle = np.array([start.x.mean(), start.y.mean()])
    aim = np.array(goal.points[0]) if goal.points else middle
    pull = aim - middle
    length = float(np.hypot(*pull))
    near = middle + pull * min(1.0, float(position.maximum.mean()) / max(length, 1e-9))
    centres = aim + (near - aim) * (np.arange(PHASES)[:, None] % SHIFTS / (SHIFTS - 1))
    poses, ways = np.empty((n, 4)), np.empty(n, dtype=np.int64)
    ground, squad = searcher.arena.ground, searcher.arena.squad
    draws = searcher.random.random(3 * PHASES)
    found = best_phase(ground, squad, goal.search, centres, draws, poses, ways)
    return (poses, ways) if found > BARRED else None


def gathered(searcher: Searcher) -> Ints:
    """Return a formation grown about some point, whatever it is worth; -1s if none is found.

    For units whose best spots are too far apart for one another.
    """
    spots, start = searcher.spots, searcher.position.start
    found = np.full(start.x.size, -1, dtype=np.int64)
    for x, y in _centres(searcher.position):
        away = -np.hypot(spots.x - x, spots.y - y)
        value = np.where(searcher.value > BARRED, away[None, :], BARRED)
        current = np.full(start.x.size, -1, dtype=np.int64)
        searcher.climb(value, value, current, found, GATHERINGS, 0.5)
        if (found >= 0).all():
            break
    return found


def _centres(position: Position) -> list[tuple[float, float]]:
    """Return points the models might gather about: the one that suits the farthest, and others."""
    start = position.start
    x, y = float(start.x.mean()), float(start.y.mean())
    centres = [(x, y)]
    # Walk to where the model with the most left to go has as little as possible (Badoiu and
    # Clarkson, 2003): each step a shorter part of the way towards it.
    for k in range(1, 60):
        short = np.hypot(start.x - x, start.y - y) - position.maximum
        i = int(np.argmax(short))
        step = 1.0 / (k + 1)
        x, y = x + step * (float(start.x[i]) - x), y + step * (float(start.y[i]) - y)
    centres.append((x, y))
    centres.append(((centres[0][0] + x) / 2, (centres[0][1] + y) / 2))
    return centres
