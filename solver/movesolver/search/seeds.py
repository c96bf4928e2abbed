"""Seeds: the unit shifted as it stands."""

from __future__ import annotations

import math

import numpy as np

from movekernels.arrays import Floats
from movekernels.search.ground import MARGIN
from movekernels.search.spreading import best_shift
from movesolver.referee.pack import Position
from movesolver.search.arena import Arena
from movesolver.search.goals import Goal

DIRECTIONS = 24
PARTS = (1.0, 0.8, 0.6, 0.4, 0.2)
"""Lengths tried, as parts of the shortest maximum in the unit."""


def best_shifts(position: Position, arena: Arena, goal: Goal) -> list[Floats]:
    """Return the best rigid shift of the unit as poses (x, y, heading), if there is one.

    The unit keeps its formation, so a coherent unit stays coherent.
    """
    start = position.start
    most = float(position.maximum.min(initial=math.inf)) - 1.01 * MARGIN
    if not math.isfinite(most) or most <= 0:
        return []
    shifts = _shifts(position, goal, most)
    ways = np.empty(start.x.size, dtype=np.int64)
    chosen = best_shift(arena.ground, arena.squad, goal.search, shifts, ways)
    if chosen < 0:
        return []
    dx, dy = (float(v) for v in shifts[chosen])
    return [np.column_stack([start.x + dx, start.y + dy, position.facing])]


def _shifts(position: Position, goal: Goal, most: float) -> Floats:
    """Return shifts to try, shape (b, 2): towards the goal's places first, then a fan."""
    start = position.start
    middle = np.array([start.x.mean(), start.y.mean()])
    shifts: list[Floats] = []
    for place in goal.points:
        pull = np.array(place) - middle
        length = float(np.hypot(*pull))
        if length > 0:
            lengths = np.minimum(most * np.array(PARTS), length)
            shifts.append(pull[None, :] / length * lengths[:, None])
    angles = 2 * math.pi * np.arange(DIRECTIONS) / DIRECTIONS
    fan = np.column_stack([np.cos(angles), np.sin(angles)])
    shifts.append((fan[None, :, :] * (most * np.array(PARTS))[:, None, None]).reshape(-1, 2))
    return np.concatenate(shifts)
