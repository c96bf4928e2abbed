"""One model at any height: what bars it there, what holds it, and where it can climb."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

import numpy as np

from movekernels.arrays import Bodies, Bools, Floats, Ints, Shapes
from movekernels.checks.edge import edge_slacks
from movekernels.geometry.gap import gap_rows
from movekernels.paths.aloft import Beside, held_slides, met_stretches
from movekernels.paths.grown import SLACK
from movesolver.paths.obstacles import Obstacles, clear_row
from movesolver.referee.position import Position, heading
from movesolver.referee.supports import Supports
from movesolver.referee.surfaces import GROUND
from movesolver.rules.transit import floor_blocks
from movesolver.table.prepared import Prepared
from movesolver.table.scenario import Pose

DOUBT = 1e-8
"""Places are only called out of reach where they are by more than this (inches)."""
BEYOND = 1e-9
"""How far past a height that is still barred one that is free is looked for, inches."""


@dataclass(frozen=True, slots=True)
class Spots:
    """Places of one base at one heading, and how near each is to everything."""

    points: Floats
    """Shape (s, 2)."""
    gaps: Floats
    """To the obstacles, inches, shape (s, o)."""
    near: Floats
    """To all parts of terrain, inches, shape (s, q)."""
    slack: Floats
    """How far inside the edge of the table the base is, inches, shape (s,)."""

    def some(self, which: Ints | Bools) -> Spots:
        """Return some of the places."""
        return Spots(self.points[which], self.gaps[which], self.near[which], self.slack[which])


class Heights:
    """What one model meets at every height, its base turned to one heading.

    Parameters
    ----------
    position, obstacles
        The packed position, and what `obstacles_of` made of it.
    model
        Index into ``position.ids``.
    facing
        The heading, degrees.

    Notes
    -----
    Sections 13.02 to 13.06 and VS3, by the referee's own predicates: `Position` says who
    bars at which height, `Supports` what there is to climb and to stay beside.
    """

    def __init__(self, position: Position, obstacles: Obstacles, model: int, facing: float) -> None:
        self.position = position
        self.obstacles = obstacles
        self.model = model
        self.facing = facing
        self.start = float(position.start.z[model])
        self.supports = Supports(position, model, 0.0)
        self.mover = position.movers[model]
        rules = position.rules
        needed = rules.terrain_categories and not self.mover.flying
        self.free_slides = rules.options.get("slides_aloft") == "free"
        self.climbs_held = needed
        """Whether there must be something to climb."""
        self.slides_held = needed and not self.free_slides
        """Whether slides above the ground must keep beside terrain."""
        self.limit = rules.climb_reach + SLACK
        self.keep = self._keep()
        """Gap to keep from each obstacle that bars, inches, shape (o,)."""
        self.floors, self.floor_z = self._floors()
        self.bars = lru_cache(maxsize=None)(self._bars)
        self.aloft_parts = lru_cache(maxsize=None)(self._aloft_parts)
        self.levels = self._levels()

    def climb(self, a: float, b: float) -> float:
        """Return what a climb from one height to another costs, inches."""
        if self.mover.flying or (b < a and not self.position.rules.descent_counts):
            return 0.0
        return abs(b - a)

    def climb_over(self, low: float, high: float, end: float) -> float:
        """Return the least cost of climbs from the start to an end by way of two heights."""
        first = self.climb(self.start, low) + self.climb(low, high) + self.climb(high, end)
        other = self.climb(self.start, high) + self.climb(high, low) + self.climb(low, end)
        return min(first, other)

    def heights(self, end: float) -> list[float]:
        """Return the heights that matter on a way to an end's height, lowest first."""
        most = float(self.position.maximum[self.model]) + self.position.rules.tolerance
        known = {*self.levels, end}
        return sorted(z for z in known if self.climb(self.start, z) + self.climb(z, end) <= most)

    def _keep(self) -> Floats:
        """Return `clear_row` of everything that might bar, whatever its height."""
        position = self.position
        rows = [
            clear_row(position, self.obstacles, self.model, z)
            for z in {self.start, *self.obstacles.bodies.z.tolist()}
        ]
        keep: Floats = np.max(rows, axis=0)
        return np.where(np.isfinite(keep), keep, 0.0)

    def _bars(self, low: float, high: float) -> Bools:
        """Return which obstacles bar somewhere between two heights, shape (o,)."""
        position, model = self.position, self.model
        others = position.blocks[model] & position.others_at_level(model, low, high)
        mates = position.mates_in_way(model, low, high)
        return np.concatenate((others, position.walls_barring(model, low, high), mates))

    def _levels(self) -> list[float]:
        """Return every height from which on, or down to which, something does not bar."""
        position, mine = self.position, self.mover.height
        others, walls, mates = position.others, position.walls, position.start
        reach = 0.0
        if position.transit_clearance > 0.0:
            reach = position.rules.engagement.vertical + position.rules.tolerance + BEYOND
        far = np.where(position.enemy, reach, 0.0)
        tall = np.array([mover.height for mover in position.movers])
        over = np.maximum(position.headroom, far), np.maximum(mine, far)
        tops = np.concatenate((others.z + over[0], walls.top, mates.z + tall))
        unders = np.concatenate((others.z - over[1], walls.bodies.z - mine, mates.z - mine))
        ever = self.bars(0.0, math.inf)
        found = {0.0, self.start, *tops[ever].tolist(), *unders[ever].tolist()}
        found |= {floor.z for feature in position.scenario.terrain for floor in feature.floors}
        # a raised wall is measured from the base below it: high up it may be low enough
        most = {row.highest for row in position.rules.walls if math.isfinite(row.highest)}
        found |= {
            top - high
            for bottom, top in zip(walls.bodies.z.tolist(), walls.top.tolist(), strict=True)
            for high in most
            if top - bottom <= high < top
        }
        return sorted(z for z in found if z >= 0.0)

    def _floors(self) -> tuple[Ints, Floats]:
        """Return which parts of terrain are floors that bar a climb, and their heights."""
        rules, at, which, z = self.position.rules, 0, [], []
        for feature in self.position.scenario.terrain:
            at += 1 + len(feature.walls)
            bars = rules.terrain_categories and floor_blocks(rules, self.mover, feature.category)
            if bars:
                which += list(range(at, at + len(feature.floors)))
                z += [floor.z for floor in feature.floors]
            at += len(feature.floors)
        return np.array(which, dtype=np.int64), np.array(z, dtype=np.float64)

    def barred_floors(self, low: float, high: float) -> Ints:
        """Return the parts of terrain that are floors a climb may not go through."""
        between = (self.floor_z > low + GROUND) & (self.floor_z <= high + GROUND)
        return self.floors[between]

    def reaching(self, height: float) -> Bools:
        """Return which parts of terrain belong to a feature that reaches a height, shape (q,)."""
        tall: Bools = self.supports.top >= height - GROUND
        return tall

    def climbable(self, high: float) -> Bools | None:
        """Return beside which parts of terrain one can climb up to a height; None for anywhere.

        Up to what exposed and light features reach there is no half inch (13.06).
        """
        if not self.climbs_held:
            return None
        tall, dense = self.reaching(high), self.supports.dense
        if np.any(tall & ~dense):
            return None
        return dense if self.free_slides else tall

    def aloft(self, z: float) -> bool:
        """Return whether slides at a height must keep beside terrain."""
        return self.slides_held and z > GROUND

    def spots(self, points: Floats) -> Spots:
        """Measure places (s, 2)."""
        position, supports = self.position, self.supports
        bodies = self._posed(points, int(position.start.shape[self.model]))
        gaps = np.empty((len(points), self.keep.size))
        gap_rows(position.shapes, bodies, self.obstacles.bodies, gaps)
        slacks = np.empty(len(points))
        table = position.scenario.table
        edge_slacks(position.shapes, bodies, table.width, table.height, slacks)
        near = np.empty((len(points), supports.x.size))
        gap_rows(supports.shapes, self._posed(points, 0), self._terrain, near)
        return Spots(points, gaps, near, slacks)

    def clear(self, spots: Spots, low: float, high: float) -> Bools:
        """Return which places nothing bars between two heights, shape (s,)."""
        bars = self.bars(low, high)
        out: Bools = np.all(spots.gaps[:, bars] >= self.keep[bars] - SLACK, axis=1)
        return out & (spots.slack >= 0.0)

    def standing(self, spots: Spots, z: float) -> Bools:
        """Return in which places the model may pass at a height: clear, and held if up."""
        out = self.clear(spots, z, z)
        if self.aloft(z):
            out &= np.min(spots.near[:, self.reaching(z)], axis=1, initial=math.inf) <= self.limit
        return out

    def entered(self, spots: Spots, z: float) -> Bools:
        """Return which places some way may lead to at a height, in doubt yes; shape (s,)."""
        bars = self.bars(z, z)
        out: Bools = np.all(spots.gaps[:, bars] >= self.keep[bars] - DOUBT, axis=1)
        out &= spots.slack >= -DOUBT
        if self.aloft(z) and self.climbable(z) is not None:
            near = np.min(spots.near[:, self.reaching(z)], axis=1, initial=math.inf)
            out &= near <= self.limit + DOUBT
        return out

    def climbing(self, spots: Spots, low: float, high: float) -> Bools:
        """Return in which places the model can climb between two heights, shape (s,)."""
        out = self.clear(spots, low, high)
        out &= np.all(spots.near[:, self.barred_floors(low, high)] >= 0.0, axis=1)
        beside = self.climbable(high)
        if beside is not None:
            out &= np.min(spots.near[:, beside], axis=1, initial=math.inf) <= self.limit
        return out

    def step(self, a: Pose, b: Pose) -> bool:
        """Return whether the model may go from one pose to another: a slide or a climb."""
        if a[:2] == b[:2]:
            spots = self.spots(np.array([a[:2]]))
            return a[3] == b[3] or bool(self.chain(spots, a[3], b[3])[0])
        return bool(self.slides(a[3], a[:2], np.array([b[:2]]))[0])

    def joined(self, spots: Spots, z: float) -> Bools:
        """Return which places some way may lead to at no height below ``z``, in doubt yes; (s,).

        Whoever keeps beside terrain that reaches ``z`` gets no farther than to where the
        next of it is too far away to be beside both.  The start is the first of ``spots``.
        """
        position = self.position
        shape = position.start.shape[self.model]
        inner, outer = float(position.shapes.inner[shape]), float(position.shapes.outer[shape])
        tall = np.flatnonzero(self.reaching(z))
        near = spots.near[:, tall] <= self.limit + outer - inner + DOUBT
        linked = self._terrain_gaps[np.ix_(tall, tall)] <= 2.0 * (outer + self.limit + DOUBT)
        land = near[0]
        while np.any(more := np.any(linked[land], axis=0) & ~land):
            land = land | more
        still = np.hypot(*(spots.points - spots.points[0]).T) <= DOUBT
        out: Bools = np.any(near[:, land], axis=1) | still
        return out

    @cached_property
    def _terrain_gaps(self) -> Floats:
        def make() -> Floats:
            out = np.empty((self.supports.x.size, self.supports.x.size))
            gap_rows(self.supports.shapes, self._terrain, self._terrain, out)
            return out

        return _GAPS.of((self.position.scenario.terrain,), make)

    def rungs(self, a: float, b: float) -> list[float]:
        """Return the heights at which a climb changes what bars it, and its end, in order."""
        between = [z for z in self.levels if min(a, b) < z < max(a, b)]
        return [*(between if a < b else reversed(between)), b]

    def chain(self, spots: Spots, a: float, b: float) -> Bools:
        """Return in which places the model can climb from one height to another, shape (s,)."""
        low, high = min(a, b), max(a, b)
        out = self.clear(spots, low, low)
        for one, other in pairwise((low, *self.rungs(low, high))):
            if one < other:
                out &= self.climbing(spots, one, other)
        return out

    def slides(self, z: float, start: tuple[float, float], ends: Floats) -> Bools:
        """Return which straight slides at a height are clear, and held if up, shape (s,)."""
        x, y = (np.ascontiguousarray(column) for column in ends.T)
        out = np.empty(x.size, dtype=np.bool_)
        bars, holds, scratch = self.aloft_parts(z)
        held_slides(bars, holds, self.aloft(z), *start, x, y, scratch, out)
        return out

    def _aloft_parts(self, z: float) -> tuple[Beside, Beside, Floats]:
        """Return the base beside what bars it at a height and what holds it, and scratch."""
        bars, owner = self.obstacle_parts
        bars = _some(bars, self.bars(z, z)[owner])
        holds, owner = self.terrain_parts
        holds = _some(holds, self.reaching(z)[owner])
        rows = max(1, (holds.last - holds.first) * holds.depth.size)
        return bars, holds, np.empty((rows, 2))

    @cached_property
    def obstacle_parts(self) -> tuple[Beside, Ints]:
        """The base beside the convex parts of the obstacles, and whose part each is."""
        shapes, mine = self.position.shapes, int(self.position.start.shape[self.model])
        return self._beside(shapes, mine, self.obstacles.bodies, SLACK - self.keep)

    @cached_property
    def terrain_parts(self) -> tuple[Beside, Ints]:
        """The base beside the convex parts of all terrain, met where it is held by them."""
        depth = np.full(self.supports.x.size, -self.limit)
        return self._beside(self.supports.shapes, 0, self._terrain, depth)

    @cached_property
    def floor_parts(self) -> tuple[Beside, Ints]:
        """The base beside the convex parts of the floors that bar it (indices of terrain)."""
        terrain = self._terrain
        floors = chosen(terrain, self.floors)
        found, owner = self._beside(
            self.supports.shapes, 0, floors, np.full(self.floors.size, -SLACK)
        )
        return found, self.floors[owner]

    @cached_property
    def _terrain(self) -> Bodies:
        at = self.supports
        ones, zeros = np.ones_like(at.x), np.zeros_like(at.x)
        return Bodies(at.shape, at.x, at.y, ones, zeros, zeros)

    def _posed(self, points: Floats, shape: int) -> Bodies:
        c, s = heading(self.facing)
        x, y = (np.ascontiguousarray(column) for column in points.T)
        full = np.full(len(points), shape, dtype=np.int64)
        return Bodies(full, x, y, np.full(x.size, c), np.full(x.size, s), np.zeros(x.size))

    def _beside(
        self, shapes: Shapes, mine: int, bodies: Bodies, depth: Floats
    ) -> tuple[Beside, Ints]:
        first = shapes.part_first
        counts = first[bodies.shape + 1] - first[bodies.shape]
        owner = np.repeat(np.arange(counts.size), counts)
        within = np.arange(owner.size) - np.repeat(np.cumsum(counts) - counts, counts)
        parts = chosen(bodies, owner)._replace(shape=first[bodies.shape[owner]] + within)
        pieces = shapes._replace(part_first=np.arange(shapes.part_kind.size + 1))
        c, s = heading(self.facing)
        mine_first, mine_last = int(first[mine]), int(first[mine + 1])
        return Beside(pieces, mine_first, mine_last, c, s, parts, depth[owner]), owner


_GAPS: Prepared[Floats] = Prepared(64)
"""Between the parts of terrain."""


def _some(beside: Beside, which: Bools) -> Beside:
    return beside._replace(
        bodies=chosen(beside.bodies, which), depth=np.ascontiguousarray(beside.depth[which])
    )


def chosen(bodies: Bodies, which: Ints | Bools) -> Bodies:
    """Return some of the bodies."""
    return Bodies(
        np.ascontiguousarray(bodies.shape[which]),
        *(np.ascontiguousarray(column[which]) for column in bodies[1:]),
    )


@dataclass(frozen=True, slots=True)
class Met:
    """Stretches of a line on which a base meets things, inches along it."""

    start: Floats
    end: Floats
    owner: Ints


def met_along(beside: Beside, owner: Ints, line: Floats) -> Met:
    """Return where a base on a line of straight slides (l, 2) meets each of some parts."""
    starts, ends, owners, done = [], [], [], 0.0
    out = np.empty((beside.last - beside.first, owner.size, 2))
    for a, b in zip(line[:-1].tolist(), line[1:].tolist(), strict=True):
        dx, dy = b[0] - a[0], b[1] - a[1]
        length = math.hypot(dx, dy)
        met_stretches(beside, a[0], a[1], dx, dy, out)
        i, m = np.nonzero(out[:, :, 0] <= 1.0)
        starts.append(done + length * out[i, m, 0])
        ends.append(done + length * out[i, m, 1])
        owners.append(owner[m])
        done += length
    return Met(np.concatenate(starts), np.concatenate(ends), np.concatenate(owners))
