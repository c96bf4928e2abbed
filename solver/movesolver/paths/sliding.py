"""Straight slides between places at one height, looked at no sooner than they matter."""

from __future__ import annotations

import math

import numpy as np

from movekernels.arrays import Bools, Floats
from movesolver.paths.heights import Heights

AT_ONCE = 8
"""Slides to one place that are looked at together, from the most promising places before it."""


class Slides:
    """Who may slide where at one height, for a search that takes the nearest place first.

    Parameters
    ----------
    heights
        The model, at the heading it keeps.
    z
        The height, inches.
    points
        The places, shape (n, 2).
    stand
        Where the model may be at that height, shape (n,).
    most
        How far it may go in all, inches.

    Notes
    -----
    What a place would cost is known before whether the slide there is legal, and that is
    dear to find out: it is asked when nothing is nearer (Dellin and Srinivasa, A unifying
    formalism for shortest path problems with expensive edge evaluations, 2016).
    """

    def __init__(
        self, heights: Heights, z: float, points: Floats, stand: Bools, most: float
    ) -> None:
        self._heights, self._z, self._points, self._most = heights, z, points, most
        self._spent = np.full(len(points), math.inf)
        self._best = np.full(len(points), math.inf)
        self._via = np.full(len(points), -1)
        self._left = stand.copy()
        self._sure = np.zeros(len(points), dtype=np.bool_)
        self._refused = np.zeros((len(points), len(points)), dtype=np.bool_)

    def nearest(self) -> tuple[float, int, int]:
        """Return the least length to a place that is left, the place, and where from.

        Infinity where there is none.
        """
        lengths = np.where(self._left, self._best, math.inf)
        place = int(lengths.argmin())
        return float(lengths[place]), place, int(self._via[place])

    def settle(self, place: int, spent: float) -> None:
        """Take a place as reached, after so many inches."""
        self._left[place], self._spent[place] = False, spent
        lengths = spent + np.hypot(*(self._points - self._points[place]).T)
        less = self._left & (lengths < self._best) & (lengths <= self._most)
        self._best[less], self._via[less], self._sure[less] = lengths[less], place, False

    def look(self, place: int) -> int:
        """Make sure of a slide to a place, and return how many were looked at: 0 if it was sure.

        Where the best is not legal the next best is put in its place.
        """
        if self._sure[place]:
            return 0
        lengths = self._spent + np.hypot(*(self._points - self._points[place]).T)
        lengths[self._refused[place] | (lengths > self._most)] = math.inf
        order = np.argsort(lengths, kind="stable")[: AT_ONCE + 1]
        order = order[np.isfinite(lengths[order])]
        tried, x_y = order[:AT_ONCE], self._points[place].tolist()
        clear = self._heights.slides(self._z, (x_y[0], x_y[1]), self._points[tried])
        first = int(clear.argmax()) if clear.any() else tried.size
        self._refused[place, tried[:first]] = True
        if first < order.size:
            self._best[place], self._via[place] = lengths[order[first]], order[first]
            self._sure[place] = first < tried.size
        else:
            self._best[place] = math.inf
        return int(tried.size)
