"""The cheapest heights to go along a given line at: where to climb, how far, over what."""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from movekernels.arrays import Bools, Floats
from movesolver.paths.heights import Heights, Met, met_along
from movesolver.table.scenario import Pose

Interval = tuple[float, float]
"""Part of a line, both ends included, inches along it."""

SAME = 1e-11
"""A place on a line this near to a corner is the corner (inches)."""
NUDGE = 2e-9
"""A climb keeps this far inside the half inch around what is climbed (inches)."""


@dataclass(frozen=True, slots=True)
class Profile:
    """Heights along a line: from each place on, inches along it, the height reached there."""

    cost: float
    """What the climbs cost, inches."""
    climbs: tuple[tuple[float, float], ...]
    """Where each climb is, inches along the line, and the height it leads to."""


class Line:
    """A line of straight slides and where along it a model may be at each height.

    Parameters
    ----------
    heights
        The model, at the heading it keeps.
    points
        Corners of the line, none repeated, shape (l, 2), l at least 2.
    """

    def __init__(self, heights: Heights, points: Floats) -> None:
        self.heights = heights
        self.points = points
        steps = np.hypot(*np.diff(points, axis=0).T)
        self.along: Floats = np.concatenate(([0.0], np.cumsum(steps)))
        self.length = float(self.along[-1])
        self._bars = met_along(*heights.obstacle_parts, points)
        self._holds = met_along(*heights.terrain_parts, points)
        self._floors = met_along(*heights.floor_parts, points)
        self._spots = heights.spots(points[[0, -1]])

    def passable(self, z: float) -> list[Interval]:
        """Return the parts of the line on which the model may slide at a height."""
        heights = self.heights
        parts = self._outside(_pieces(self._bars, heights.bars(z, z)))
        if heights.aloft(z):
            held = _pieces(self._holds, heights.reaching(z))
            parts = _common(parts, _held(held, 0.0, self.length))
        return self._with_ends(parts, heights.standing(self._spots, z))

    def climbable(self, low: float, high: float) -> list[Interval]:
        """Return the parts of the line on which the model can climb between two heights."""
        heights = self.heights
        floors = np.zeros(heights.supports.x.size, dtype=np.bool_)
        floors[heights.barred_floors(low, high)] = True
        cut = _pieces(self._bars, heights.bars(low, high)) + _pieces(self._floors, floors)
        parts = self._outside(cut)
        beside = heights.climbable(high)
        if beside is not None:
            parts = _common(parts, _held(_pieces(self._holds, beside), NUDGE, self.length))
        return self._with_ends(parts, heights.climbing(self._spots, low, high))

    def profile(self, levels: Sequence[float], start: float, end: float) -> Profile | None:
        """Return the cheapest climbs to get along the line from one height to another.

        Parameters
        ----------
        levels
            The heights to go at, lowest first; ``start`` and ``end`` among them.

        Notes
        -----
        Along the line nothing but climbs costs anything more, and it is better to be early
        at a height: so the climbs by way of ever dearer states, of cost and place, are
        looked at in order, and no state that is both dearer and later than another.
        """
        rooms = [self.passable(z) for z in levels]
        steps = [self.climbable(low, high) for low, high in pairwise(levels)]
        first = _room(rooms[levels.index(start)], 0.0)
        if first is None:
            return None
        goal = levels.index(end)
        heap: list[tuple[float, float, int, Interval, tuple[tuple[float, float], ...]]] = [
            (0.0, 0.0, levels.index(start), first, ())
        ]
        best: dict[tuple[int, Interval], float] = {}
        while heap:
            cost, place, k, room, climbs = heapq.heappop(heap)
            if best.get((k, room), math.inf) <= place:
                continue
            best[k, room] = place
            if k == goal and room[1] >= self.length:
                return Profile(cost, climbs)
            for to, between in ((k + 1, k), (k - 1, k - 1)):
                if not 0 <= to < len(levels):
                    continue
                price = cost + self.heights.climb(levels[k], levels[to])
                for other in rooms[to]:
                    at = _earliest(steps[between], room, other, place)
                    if at is not None:
                        after = (*climbs, (at, levels[to]))
                        heapq.heappush(heap, (price, at, to, other, after))
        return None

    def path(self, profile: Profile) -> list[Pose]:
        """Return the poses of a profile, one for every corner and climb."""
        facing, z = self.heights.facing, self.heights.start
        poses: list[Pose] = [(*_pair(self.points[0]), facing, z)]
        ahead = list(zip(self.along[1:].tolist(), self.points[1:].tolist(), strict=True))
        for at, height in profile.climbs:
            while ahead and ahead[0][0] <= at:
                poses.append((*_pair(ahead.pop(0)[1]), facing, z))
            poses.append((*self.place(at), facing, z))
            z = height
            poses.append((*poses[-1][:3], z))
        poses += [(*_pair(point), facing, z) for _, point in ahead]
        return poses

    def place(self, at: float) -> tuple[float, float]:
        """Return the point so many inches along the line."""
        k = int(np.argmin(np.abs(self.along - at)))
        if abs(self.along[k] - at) <= SAME:
            return _pair(self.points[k])
        k = int(np.searchsorted(self.along, at)) - 1
        t = (at - self.along[k]) / (self.along[k + 1] - self.along[k])
        return _pair(self.points[k] + t * (self.points[k + 1] - self.points[k]))

    def _with_ends(self, parts: list[Interval], ends: Bools) -> list[Interval]:
        """Add the ends of the line where they are all that is allowed: what begins to cut there."""
        if np.any(self._spots.slack < 0.0):
            return []
        first = [(0.0, 0.0)] if ends[0] and not (parts and parts[0][0] == 0.0) else []
        last = [(self.length, self.length)]
        return [*first, *parts, *(last if ends[1] and _room(parts, self.length) is None else [])]

    def _outside(self, stretches: list[Interval]) -> list[Interval]:
        """Return what the stretches inside obstacles leave of the line."""
        left, done = [], 0.0
        for start, end in sorted(stretches):
            if start > done:
                left.append((done, start))
            done = max(done, end)
        return [*left, (done, self.length)] if done < self.length else left


def _pieces(met: Met, which: Bools) -> list[Interval]:
    """Return the stretches on which some things are met."""
    mine = which[met.owner]
    return list(zip(met.start[mine].tolist(), met.end[mine].tolist(), strict=True))


def _held(stretches: list[Interval], nudge: float, length: float) -> list[Interval]:
    """Return the parts of a line that stretches cover, less a little where they begin and end."""
    parts: list[Interval] = []
    for start, end in sorted(stretches):
        if parts and start <= parts[-1][1]:
            parts[-1] = (parts[-1][0], max(parts[-1][1], end))
        else:
            parts.append((start, end))
    inner = [(a + nudge if a > 0.0 else a, b - nudge if b < length else b) for a, b in parts]
    return [(a, b) for a, b in inner if a <= b]


def _common(one: list[Interval], two: list[Interval]) -> list[Interval]:
    """Return what two lists of parts of a line have in common."""
    pairs = [(max(a, c), min(b, d)) for a, b in one for c, d in two]
    return sorted((a, b) for a, b in pairs if a <= b)


def _room(parts: Sequence[Interval], at: float) -> Interval | None:
    """Return the part of a line that holds a place."""
    return next((part for part in parts if part[0] <= at <= part[1]), None)


def _earliest(
    steps: Sequence[Interval], room: Interval, other: Interval, place: float
) -> float | None:
    """Return the first place, not before ``place``, for a climb from one room to another."""
    for start, end in steps:
        at = max(start, room[0], other[0], place)
        if at <= min(end, room[1], other[1]):
            return at
    return None


def _pair(point: Floats | Sequence[float]) -> tuple[float, float]:
    return float(point[0]), float(point[1])
