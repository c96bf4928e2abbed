"""Ways around, asked of the paths as they were before the search packed them."""

from __future__ import annotations

import math

from movesolver.paths.ways import Ways


def detour(ways: Ways, i: int, x: float, y: float) -> float:
    """By the disc around the base, where that is clear at the start."""
    if ways.most[i] <= 0:
        return math.inf
    position = ways.position
    disc = ways.of_disc(i, float(position.shapes.outer[position.start.shape[i]]))
    return disc.length(x, y) if disc.free(disc.x, disc.y) else math.inf
