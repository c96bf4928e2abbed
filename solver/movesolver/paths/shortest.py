"""The shortest way to a pose, however long it may be."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from movesolver.paths.rising import Rising
from movesolver.paths.ways import Way, Ways
from movesolver.referee.position import Position

LADDER = (0.0, 12.0, 120.0)
"""Inches beyond the maximum that are looked at, one after the other; then all of the table."""
TURNING = 12.0
"""Ways of bases that are not round, and climbs, are sought so far beyond the maximum, inches."""


class Shortest:
    """Shortest ways of the models of a position, longer ones than they may go included."""

    def __init__(self, position: Position) -> None:
        self.position = position
        table = position.scenario.table
        count = position.others.x.size + len(position.walls.category) + len(position.ids)
        # a shortest path goes round each obstacle once or twice, and no bend or straight
        # piece of it is longer than the way round the table
        self._longest = 4.0 * (count + 1) * (table.width + table.height)
        self._ways: dict[float, Rising] = {}

    def way(self, model: int, pose: tuple[float, float, float, float]) -> tuple[float, Way | None]:
        """Return the length that no legal path is shorter than, and the best path found.

        Parameters
        ----------
        model
            Index into ``position.ids``.
        pose
            x, y (inches), facing (degrees) and height (inches).

        Returns
        -------
        lower, way
            Infinity and None: no legal path leads there.  A number and None: none was found.
        """
        point, z = np.array([pose[:2]]), pose[3]
        lower = math.inf
        for further in (*LADDER, self._longest):
            ways = self._further(further)
            lower = float(ways.lower(model, point, z)[0])
            if math.isfinite(lower):
                if further > TURNING and not ways.ways.is_round(model):
                    break
                way = ways.way(model, pose, climbing=further <= TURNING)
                if way is not None:
                    return way.lower, way
        return lower, None

    def _further(self, further: float) -> Rising:
        if further not in self._ways:
            longer = replace(self.position, maximum=self.position.maximum + further)
            self._ways[further] = Rising(Ways(longer))
        return self._ways[further]
