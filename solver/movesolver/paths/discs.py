"""Shortest paths of a disc from one place: lengths at points, and the straight moves there."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from movekernels.arrays import Bodies, Floats, Ints, Shapes
from movekernels.paths.chords import NO_ROOM, arcs_of, chords
from movekernels.paths.detours import ARRIVALS, LAYOUT, LISTS, OBSTACLES, PLACES
from movekernels.paths.distance import distance, distances
from movekernels.paths.grown import Grown, grow
from movekernels.paths.listing import list_ways
from movekernels.paths.sight import point_free
from movekernels.paths.spread import DONE, Tree, new_tree, spread
from movekernels.paths.web import Web, new_web

CORNERS = 256
"""Corners a path has room for at first."""


class DiscClass:
    """Obstacles grown for discs of one radius, and what has been found out about them.

    Shared by all who start within reach of ``sources`` (x, y, length), shape (n, 3);
    ``inset`` is what the centre must keep from the edge of the table, inches; the radius
    if None.
    """

    def __init__(
        self,
        shapes: Shapes,
        bodies: Bodies,
        clear: Floats,
        radius: float,
        sources: Floats,
        table: tuple[float, float],
        inset: float | None = None,
    ) -> None:
        grown = grow(shapes, bodies, clear, radius, sources, *table)
        self.grown: Grown = grown if inset is None else grown._replace(inset=inset)
        self._room = 1
        self._web: Web = new_web(self.grown, self._room)

    def explore(self, x: float, y: float, most: float) -> DiscPaths:
        """Return all shortest paths of at most ``most`` inches from a free place."""
        tree = new_tree(self.grown.x.size, self._room)
        while spread(self.grown, self._web, tree, x, y, most) != DONE:
            self._grow()
            tree = new_tree(self.grown.x.size, self._room)
        return DiscPaths(self.grown, self._web, tree, x, y, most)

    def listed(self, sources: Floats, numbers: int, indices: int) -> tuple[Ints, Floats, Ints]:
        """Return all ways from sources (x, y, length), (k, 3), as `Detours` lists them.

        Returns
        -------
        layout, numbers, indices
            As in `Detours`, for arrays that begin after so many numbers and indices; none of
            either where no source has a way around.
        """
        k = self.grown.x.size
        head = self._numbers()
        layout = np.zeros((len(sources), LAYOUT), dtype=np.int64)
        while True:
            tree = new_tree(k, self._room)
            most = tree.before.size
            found = np.empty(head.size + 3 * most * len(sources))
            lists = np.empty((2 + 3 * k + most) * len(sources), dtype=np.int64)
            used = np.array([head.size, 0])
            if list_ways(self.grown, self._web, tree, sources, layout, found, lists, used) == DONE:
                break
            self._grow()
        ways = layout[:, ARRIVALS] > 0
        layout[ways, OBSTACLES] += numbers
        layout[ways, PLACES] += numbers
        layout[ways, LISTS] += indices
        found[: head.size] = head
        size = int(used[0]) if ways.any() else 0
        return layout, found[:size].copy(), lists[: int(used[1])].copy()

    def _numbers(self) -> Floats:
        """Return the obstacles in the order of `Detours.numbers`."""
        grown = self.grown
        curves = [
            grown.x, grown.y, grown.radius, grown.long, grown.short, grown.cos, grown.sin,
            grown.span, self._web.length,
        ]  # fmt: skip
        sides = [grown.x0, grown.y0, grown.x1, grown.y1, grown.berth]
        return np.concatenate([*curves, *sides, [grown.inset]])

    def _grow(self) -> None:
        # scratch is sized for the usual case: there is no limit but memory
        self._room *= 2
        self._web = new_web(self.grown, self._room)


@dataclass(frozen=True, slots=True)
class DiscPaths:
    """Shortest paths of a disc's centre from (x, y), of at most ``most`` inches."""

    grown: Grown
    web: Web
    tree: Tree
    x: float
    y: float
    most: float

    def free(self, x: float, y: float) -> bool:
        """Return whether the centre may be at a point at all."""
        return bool(point_free(self.grown, x, y))

    def lengths(self, points: Floats) -> Floats:
        """Return inches to points (s, 2), infinity where there is no path; shape (s,)."""
        px, py = (np.ascontiguousarray(column) for column in points.T)
        out, space = np.empty(px.size), np.empty(px.size, dtype=np.int64)
        distances(self.grown, self.web, self.tree, self.x, self.y, self.most, px, py, out, space)
        out[(px == self.x) & (py == self.y)] = 0.0  # who stands in something may stay there
        return out

    def length(self, x: float, y: float) -> float:
        """Return inches to a point, infinity where there is no path."""
        return float(self._ask(x, y)[0])

    def corners(self, x: float, y: float, extra: float) -> Floats | None:
        """Return the corners of a path to a point, at most ``extra`` inches too long.

        Returns
        -------
        numpy.ndarray or None
            Both ends included, shape (l, 2); None if there is no path, or none that could
            be made of straight moves.
        """
        length, arrival = self._ask(x, y)
        if not math.isfinite(length):
            return None
        if arrival < 0:
            return np.array([[self.x, self.y], [x, y]])
        links = self.tree.reached.near.size * 4
        chain, bends = np.empty(links, dtype=np.int64), np.empty((links, 4))
        while (count := arcs_of(self.grown, self.tree, arrival, x, y, chain, bends)) == NO_ROOM:
            chain, bends = np.empty(2 * chain.size, dtype=np.int64), np.empty((2 * len(bends), 4))
        room = CORNERS
        while True:
            out = np.empty((room, 2))
            made = chords(self.grown, self.x, self.y, x, y, chain, bends, count, extra, out)
            if made != NO_ROOM:
                return out[:made] if made > 0 else None
            room *= 4

    def _ask(self, x: float, y: float) -> tuple[float, int]:
        if (x, y) == (self.x, self.y):
            return 0.0, -1
        found: tuple[float, int] = distance(
            self.grown, self.web, self.tree, self.x, self.y, self.most, x, y
        )
        return found
