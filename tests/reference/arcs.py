"""Slow twin of `movekernels.paths.arcs`: sampled."""

from __future__ import annotations

import math

from movekernels.paths.grown import Grown
from reference.covers import cover_all
from reference.curves import place_of


def find_arcs(grown: Grown, j: int, samples: int) -> list[tuple[float, float, bool]]:
    """Angle, place, and whether it is free, of evenly spread points of a curve."""
    angles = [(k + 0.5) * math.tau / samples for k in range(samples)]
    covered = cover_all(grown, j, angles)
    return [
        (t, place_of(grown, j, math.cos(t), math.sin(t)), not bool(hidden))
        for t, hidden in zip(angles, covered, strict=True)
    ]


def room_at(arcs: list[tuple[float, float]], length: float, place: float, sense: float) -> float:
    """To the end of the arc that holds the place, gone round once more or less."""
    for low, high in arcs:
        for at in (place - length, place, place + length):
            if low <= at <= high:
                return high - at if sense > 0.0 else at - low
    return -1.0
