"""Shortest ways with climbs by way of places to climb at: a graph, shared by all ends."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from movekernels.arrays import Floats, Ints
from movekernels.paths.aloft import last_slides
from movesolver.paths.discs import DiscPaths
from movesolver.paths.heights import Heights, Spots
from movesolver.paths.places import climbing_places, thinned
from movesolver.paths.sliding import Slides
from movesolver.referee.surfaces import GROUND
from movesolver.table.scenario import Pose

Explore = Callable[[float, float, float], DiscPaths]
"""Paths on the ground from a place, of at most so many inches."""
Recipe = Callable[[float], list[Pose] | None]
"""Makes the poses of a way, so many inches longer than the shortest at most."""
Stop = Callable[[], bool]
"""Whether to leave work at what is found so far."""
Node = tuple[int, int]
"""Level and place."""

MOST_PLACES = 240
"""Of more places to climb at those next to others are left out."""
LOOKS = 20_000
"""So many slides between places are looked at, at most."""
MOST_WALKS = 24
"""From so many places paths on the ground are looked for, at most."""


def never() -> bool:
    """Let work go on however long it takes."""
    return False


@dataclass(frozen=True, slots=True)
class Walk:
    """Paths on the ground from where a climb down ends."""

    node: Node
    spent: float
    """What has been spent until there, inches."""
    paths: DiscPaths


class Climbs:
    """Shortest ways of one model between places to climb at, at the heights that matter.

    Parameters
    ----------
    heights
        The model, at the heading it keeps.
    explore
        Finds paths on the ground.
    most
        How far the model may go, inches.
    stop
        Whether to leave it at what is found so far.
    """

    def __init__(self, heights: Heights, explore: Explore, most: float, stop: Stop = never) -> None:
        self.heights = heights
        self.most = most
        self._explore, self._stop = explore, stop
        self.levels = heights.heights(heights.start)
        found = climbing_places(heights, most)
        places = heights.spots(found[thinned(found, 2 * MOST_PLACES)])
        stand = np.array([heights.standing(places, z) for z in self.levels])
        use = np.flatnonzero(np.any(stand, axis=0))
        use = use[thinned(places.points[use], MOST_PLACES)]
        self.points = places.points[use]
        self._stand = stand[:, use]
        spots = places.some(use)
        self._steps = [
            heights.climbing(spots, low, high)
            for low, high in zip(self.levels[:-1], self.levels[1:], strict=True)
        ]
        self.walks: list[Walk] = []
        self.spent: Floats = np.full(self._stand.shape, math.inf)
        self._before: dict[Node, tuple[Node, Walk | None]] = {}
        self._spread()

    def _spread(self) -> None:
        """Find the shortest ways to all places at all heights, nearest first (Dijkstra)."""
        first = (self.levels.index(self.heights.start), 0)
        at_start = self.points.size and np.hypot(*(self.points[0] - self._origin)) == 0.0
        if not (at_start and self._stand[first]):
            return
        slides = {
            k: Slides(self.heights, z, self.points, self._stand[k], self.most)
            for k, z in enumerate(self.levels)
            if z > GROUND or not self.is_round
        }
        heap: list[tuple[float, Node, Node, Walk | None]] = [(0.0, first, first, None)]
        known, looks = np.full(self.spent.shape, math.inf), 0
        while looks < LOOKS and not self._stop():
            spent, k = min(((slides[k].nearest()[0], k) for k in slides), default=(math.inf, 0))
            if heap and heap[0][0] <= spent:
                spent, node, before, walk = heapq.heappop(heap)
            elif spent < math.inf:
                spent, n, via = slides[k].nearest()
                if looked := slides[k].look(n):
                    looks += looked
                    continue
                node, before, walk = (k, n), (k, via), None
            else:
                return
            if spent >= self.spent[node]:
                continue
            self.spent[node] = spent
            if node != first:
                self._before[node] = before, walk
            if node[0] in slides:
                slides[node[0]].settle(node[1], spent)
            for to, length, by in self._next(*node, spent, known):
                if length < known[to] and length <= self.most:
                    known[to] = length
                    heapq.heappush(heap, (length, to, node, by))

    @property
    def _origin(self) -> Floats:
        start, model = self.heights.position.start, self.heights.model
        return np.array([start.x[model], start.y[model]])

    def _next(
        self, k: int, n: int, spent: float, known: Floats
    ) -> list[tuple[Node, float, Walk | None]]:
        """Return the nodes next to one but for slides, how long it is to them, and by what walk."""
        found: list[tuple[Node, float, Walk | None]] = []
        for to, step in ((k + 1, k), (k - 1, k - 1)):
            if 0 <= to < len(self.levels) and self._steps[step][n]:
                cost = self.heights.climb(self.levels[k], self.levels[to])
                found.append(((to, n), spent + cost, None))
        before = self._before.get((k, n))
        walks = self.levels[k] <= GROUND and len(self.walks) < MOST_WALKS
        if walks and (before is None or before[1] is None):
            x, y = self.points[n].tolist()
            walk = Walk((k, n), spent, self._explore(x, y, self.most - spent))
            self.walks.append(walk)
            lengths = spent + walk.paths.lengths(self.points)
            nearer = (lengths < known[k]) & self._stand[k]
            found += [((k, m), float(lengths[m]), walk) for m in np.flatnonzero(nearer).tolist()]
        return found

    @cached_property
    def is_round(self) -> bool:
        """Whether the base is round: paths on the ground are exact then."""
        shapes, position = self.heights.position.shapes, self.heights.position
        shape = position.start.shape[self.heights.model]
        return bool(shapes.inner[shape] == shapes.outer[shape])

    def improve(self, spots: Spots, z: float, lengths: Floats) -> dict[int, Recipe]:
        """Look for shorter ways to places at a height.

        Parameters
        ----------
        spots
            The places.
        z
            Their height, inches.
        lengths
            The best lengths known, inches; better ones are written over them; shape (s,).

        Returns
        -------
        dict
            How to make the ways that are new, by place.
        """
        found: dict[int, Recipe] = {}
        for k, level in enumerate(self.levels):
            cost = self.heights.climb(level, z)
            use = np.flatnonzero(self.heights.chain(spots, level, z))
            if level <= GROUND:
                for walk in self.walks:
                    there = walk.spent + walk.paths.lengths(spots.points[use]) + cost
                    for s in np.flatnonzero(there < lengths[use]).tolist():
                        lengths[use[s]] = there[s]
                        found[int(use[s])] = self._recipe(walk.node, walk, spots.points[use[s]], z)
            if level > GROUND or not self.is_round:
                self._last(k, spots, use, cost, z, lengths, found)
        return found

    def _last(
        self,
        k: int,
        spots: Spots,
        use: Ints,
        cost: float,
        z: float,
        lengths: Floats,
        found: dict[int, Recipe],
    ) -> None:
        nodes = np.flatnonzero(np.isfinite(self.spent[k]))
        x, y = (np.ascontiguousarray(column) for column in spots.points[use].T)
        from_x, from_y = (np.ascontiguousarray(column) for column in self.points[nodes].T)
        best, via = lengths[use] - cost, np.full(use.size, -1)
        bars, holds, scratch = self.heights.aloft_parts(self.levels[k])
        held, tried = self.heights.aloft(self.levels[k]), np.empty(nodes.size, dtype=np.bool_)
        spent = np.ascontiguousarray(self.spent[k, nodes])
        last_slides(bars, holds, held, from_x, from_y, spent, x, y, scratch, tried, best, via)
        for s in np.flatnonzero(via >= 0).tolist():
            lengths[use[s]] = best[s] + cost
            node = (k, int(nodes[via[s]]))
            found[int(use[s])] = self._recipe(node, None, spots.points[use[s]], z)

    def _recipe(self, node: Node, last: Walk | None, point: Floats, z: float) -> Recipe:
        """Return how to go to a node, walk or slide from there to a point, and climb."""
        legs = [(last, point, z)]
        first = node
        while first in self._before:
            before, walk = self._before[first]
            legs.append((walk, self.points[first[1]], self.levels[first[0]]))
            first = before
        walks = max(1, sum(walk is not None for walk, _, _ in legs))

        def poses(extra: float) -> list[Pose] | None:
            x, y = self.points[first[1]].tolist()
            made: list[Pose] = [(x, y, self.heights.facing, self.levels[first[0]])]
            for walk, to, height in reversed(legs):
                more = self._leg(made[-1], walk, to, height, extra / walks)
                if more is None:
                    return None
                made += more
            return made

        return poses

    def _leg(
        self, at: Pose, walk: Walk | None, to: Floats, z: float, extra: float
    ) -> list[Pose] | None:
        """Return the poses of a walk, or a slide, to a point and the climb there."""
        x, y = to.tolist()
        corners = np.array([at[:2], (x, y)])
        if walk is not None:
            walked = walk.paths.corners(x, y, extra)
            if walked is None:
                return None
            corners = walked
        poses = [(float(cx), float(cy), at[2], at[3]) for cx, cy in corners[1:]]
        return [*poses, *((x, y, at[2], height) for height in self.heights.rungs(at[3], z))]
