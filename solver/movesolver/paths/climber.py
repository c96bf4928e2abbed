"""One model that keeps one heading: bounds on its ways to places at any height."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np

from movekernels.arrays import Bools, Floats, Ints
from movesolver.paths.climbs import Climbs, Recipe, Stop, never
from movesolver.paths.discs import DiscClass, DiscPaths
from movesolver.paths.heights import Heights, Spots
from movesolver.paths.profile import Line, Profile
from movesolver.paths.tight import tight
from movesolver.paths.ways import EXTRA
from movesolver.referee.motion import path_length
from movesolver.table.scenario import Pose

FEW = 8
"""Where more places are asked for at once, ways by places to climb at are not pulled tight."""
SETTLED = 1e-9
"""A way this near to the lower bound is the shortest (inches)."""


Corners = Callable[[float], Floats | None]
"""Makes the corners of a line, at most so many inches longer than it might be."""


class Freed(NamedTuple):
    """What still bars a way that visits certain heights, at all of them."""

    cost: float
    """Least climbs of such a way, inches."""
    bars: Bools
    """Which obstacles bar, shape (o,)."""
    low: float
    """Lowest height visited, inches."""
    high: float
    """Highest height visited, inches."""


class Climber:
    """Ways of one model whose base keeps its heading.

    Parameters
    ----------
    heights
        The model and all that it meets, at that heading.
    most
        How far it may go, inches.
    stop
        Whether to look for ways no longer.
    """

    def __init__(self, heights: Heights, most: float, stop: Stop = never) -> None:
        self.heights = heights
        self.most = most
        self.stop = stop
        position, model = heights.position, heights.model
        shape = position.start.shape[model]
        self.inner = float(position.shapes.inner[shape])
        self.outer = float(position.shapes.outer[shape])
        self.at: Floats = np.array([[position.start.x[model], position.start.y[model]]])
        self._paths: dict[tuple[float, bytes], DiscPaths] = {}

    def lower(self, points: Floats, z: float) -> Floats:
        """Return lengths that no way to points (s, 2) at a height is shorter than, inches."""
        straight = np.hypot(*(points - self.at).T)
        spots = self.heights.spots(np.concatenate((self.at, points)))
        best = np.full(len(points), math.inf)
        for freed in self.freed(z):
            if np.all(straight + freed.cost >= best):
                break
            lengths = self._lengths(self.inner, freed.bars, points, straight) + freed.cost
            if self.heights.aloft(freed.low):
                lengths[~self.heights.joined(spots, freed.low)[1:]] = math.inf
            best = np.minimum(best, lengths)
        best[best > self.most] = math.inf
        if self.inner == self.outer:
            best[~self.heights.entered(spots, z)[1:]] = math.inf
        return best

    def upper(self, points: Floats, z: float, lower: Floats) -> tuple[Floats, dict[int, Recipe]]:
        """Return the lengths of ways to points (s, 2) at a height, and how to make them.

        Parameters
        ----------
        points, z
            Where the ways lead.
        lower
            Lower bounds of their lengths, inches, shape (s,): nothing shorter is looked for.

        Returns
        -------
        lengths, recipes
            Inches, infinity where none was found, shape (s,); and a recipe for each other.
        """
        found = _Found(self, points, z, lower)
        found.on_the_ground()
        if len(points) > FEW:
            # all at once: lines, looked at one by one, are left for what this does not settle
            found.by_places()
        found.straight()
        found.around()
        if len(points) <= FEW:
            found.by_places()
        found.lengths[found.lengths > self.most] = math.inf
        return found.lengths, {
            s: r for s, r in found.recipes.items() if found.lengths[s] < math.inf
        }

    def freed(self, z: float) -> list[Freed]:
        """Return what bars ways that visit ever more heights, cheapest first."""
        heights = self.heights
        levels, start = heights.heights(z), heights.start
        ranges = sorted(
            (heights.climb_over(low, high, z), high - low, low, high)
            for low in levels
            for high in levels
            if low <= min(start, z) and high >= max(start, z)
        )
        found: list[Freed] = []
        for cost, _, low, high in ranges:
            bars = heights.bars(low, low) & heights.bars(high, high)
            new = Freed(cost, bars, low, high)
            if cost <= self.most and not any(self._no_better(new, one) for one in found):
                found.append(new)
        return found

    def _no_better(self, new: Freed, one: Freed) -> bool:
        """Return whether no shorter ways visit the heights of one than those of another."""
        held = self.heights.aloft(one.low) and one.low > new.low
        return bool(np.all(new.bars >= one.bars)) and not held

    def _lengths(self, radius: float, bars: Bools, points: Floats, straight: Floats) -> Floats:
        return self.paths(radius, bars).lengths(points) if bars.any() else straight.copy()

    def paths(self, radius: float, bars: Bools) -> DiscPaths:
        """Return the paths of a disc from the start, past some of the obstacles."""
        key = (radius, bars.tobytes())
        if key not in self._paths:
            x, y = self.at[0].tolist()
            self._paths[key] = self._class(radius, bars).explore(x, y, self.most)
        return self._paths[key]

    @cached_property
    def ground(self) -> Bools:
        """Which obstacles bar on the ground, shape (o,)."""
        return self.heights.bars(0.0, 0.0)

    def _class(self, radius: float, bars: Bools) -> DiscClass:
        heights, position = self.heights, self.heights.position
        row = np.where(bars, heights.keep, -math.inf)
        table = position.scenario.table
        return DiscClass(
            position.shapes,
            heights.obstacles.bodies,
            row,
            radius,
            np.array([[*self.at[0], self.most]]),
            (float(table.width), float(table.height)),
        )

    @cached_property
    def graph(self) -> Climbs:
        """The places to climb at, and the shortest ways to them."""
        ground = self._class(self.outer, self.ground)
        return Climbs(self.heights, ground.explore, self.most, self.stop)

    @cached_property
    def start_spot(self) -> Spots:
        """Where the model stands."""
        return self.heights.spots(self.at)

    def drops(self) -> bool:
        """Return whether the model can climb down to the ground where it stands."""
        return bool(self.heights.chain(self.start_spot, self.heights.start, 0.0)[0])


class _Found:
    """The best ways to points at a height found so far."""

    def __init__(self, climber: Climber, points: Floats, z: float, lower: Floats) -> None:
        self.climber = climber
        self.points = points
        self.z = z
        self.lower = lower
        self.lengths: Floats = np.full(len(points), math.inf)
        self.recipes: dict[int, Recipe] = {}
        self._straight = np.hypot(*(points - climber.at).T)
        self._levels = climber.heights.heights(z)

    @cached_property
    def _spots(self) -> Spots:
        return self.climber.heights.spots(self.points)

    def _open(self) -> Ints:
        """Return the points to which a shorter way may lead."""
        return np.flatnonzero(
            (self.lengths > self.lower + SETTLED) & (self.lower <= self.climber.most)
        )

    def _chain(self, level: float) -> Bools:
        return self.climber.heights.chain(self._spots, level, self.z)

    def on_the_ground(self) -> None:
        """Climb down at the start if need be, walk, and climb up at the end."""
        climber, heights = self.climber, self.climber.heights
        cost = heights.climb(heights.start, 0.0) + heights.climb(0.0, self.z)
        if not climber.drops():
            return
        use = self._open()
        use = use[self._straight[use] + cost <= climber.most]
        use = use[self._chain(0.0)[use]]
        if not use.size:
            return
        paths = climber.paths(climber.outer, climber.ground)
        lengths = paths.lengths(self.points[use]) + cost
        for s, length in zip(use.tolist(), lengths.tolist(), strict=True):
            if length < self.lengths[s]:
                self.lengths[s] = length
                self.recipes[s] = self._walk(paths, s)

    def _walk(self, paths: DiscPaths, s: int) -> Recipe:
        def poses(extra: float) -> list[Pose] | None:
            x, y = self.points[s].tolist()
            corners = paths.corners(x, y, extra)
            if corners is None:
                return None
            heights = self.climber.heights
            down = heights.rungs(heights.start, 0.0) if heights.start > 0.0 else []
            up = heights.rungs(0.0, self.z) if self.z > 0.0 else []
            first = self.climber.at[0].tolist()
            places = [
                *((*first, z) for z in down),
                *((cx, cy, 0.0) for cx, cy in corners.tolist()),
                *((x, y, z) for z in up),
            ]
            return [(px, py, heights.facing, z) for px, py, z in places]

        return poses

    def straight(self) -> None:
        """Go straight, climbing where that is cheapest."""
        rise = self.climber.heights.climb(self.climber.heights.start, self.z)
        for s in self._open().tolist():
            length = float(self._straight[s])
            if self.climber.stop():
                return
            if length > 0.0 and length + rise < self.lengths[s]:
                self._along(s, length, self._line(s))

    def around(self) -> None:
        """Go the shortest paths past what bars at all heights visited, or on the ground."""
        for cost, bars in self._lines():
            use = self._open()
            use = use[self._straight[use] + cost < self.lengths[use]]
            if use.size and bars.any() and not self.climber.stop():
                paths = self.climber.paths(self.climber.outer, bars)
                lengths = paths.lengths(self.points[use])
                for s, length in zip(use.tolist(), lengths.tolist(), strict=True):
                    if self.climber.stop():
                        return
                    if self._straight[s] < length < self.lengths[s] - cost:
                        self._along(s, length, self._bent(paths, s))

    def _lines(self) -> Iterator[tuple[float, Bools]]:
        """Yield what to go past, and the least climbs: less of it the higher the way goes.

        Once what bars at all heights visited, once all that bars at the lowest except walls
        that are climbed over.
        """
        obstacles, heights = self.climber.heights.obstacles, self.climber.heights
        walls = np.zeros(heights.keep.size, dtype=np.bool_)
        walls[obstacles.walls : obstacles.mates] = True
        seen = set()
        for freed in self.climber.freed(self.z):
            below = heights.bars(freed.low, freed.low) & (~walls | freed.bars)
            for bars in (freed.bars, below):
                if bars.tobytes() not in seen:
                    seen.add(bars.tobytes())
                    yield freed.cost, bars

    def _line(self, s: int) -> Corners:
        return lambda _: np.array([self.climber.at[0], self.points[s]])

    def _bent(self, paths: DiscPaths, s: int) -> Corners:
        x, y = self.points[s].tolist()
        return lambda extra: paths.corners(x, y, extra)

    def _along(self, s: int, length: float, corners: Corners) -> None:
        """Go along a line of some length, climbing where that is cheapest."""
        profile = self._profile(corners, EXTRA)
        if profile is not None and length + profile[1].cost < self.lengths[s]:
            self.lengths[s] = length + profile[1].cost
            self.recipes[s] = self._climbed(corners)

    def _climbed(self, corners: Corners) -> Recipe:
        def poses(extra: float) -> list[Pose] | None:
            found = self._profile(corners, extra)
            return None if found is None else found[0].path(found[1])

        return poses

    def _profile(self, corners: Corners, extra: float) -> tuple[Line, Profile] | None:
        points = corners(extra)
        if points is None:
            return None
        heights = self.climber.heights
        line = Line(heights, points)
        profile = line.profile(self._levels, heights.start, self.z)
        return None if profile is None else (line, profile)

    def by_places(self) -> None:
        """Go by way of places around what bars or holds."""
        use = self._open()
        if not use.size:
            return
        spots = self._spots.some(use)
        lengths = np.minimum(self.lengths[use], self.climber.most + SETTLED)
        graph = self.climber.graph
        for k, recipe in graph.improve(spots, self.z, lengths).items():
            self.lengths[use[k]] = lengths[k]
            self.recipes[int(use[k])] = recipe
            if use.size <= FEW:
                self._tighten(int(use[k]))

    def _tighten(self, s: int) -> None:
        """Move the climbs of a way by places to where they save most."""
        poses = self.recipes[s](EXTRA)
        if poses is not None:
            heights = self.climber.heights
            found = tight(heights, poses)
            length = path_length(heights.position, heights.model, found)
            if length < self.lengths[s]:
                self.lengths[s] = length
                self.recipes[s] = lambda _: found
