"""Terrain that holds a model above the ground: climbs, and slides and turns aloft (13.06).

The texts say nothing about what must be under a base on its way; option ``slides_aloft``
has the reading.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from movekernels.arrays import CONTACT, Bools, Floats, Ints
from movekernels.geometry.gap import gap
from movesolver.referee.board import indexed, shapes_of
from movesolver.referee.crossings import Stretch, joined_up, short_turn, stretches
from movesolver.referee.outlines import Outline, centred, outline_of_base
from movesolver.referee.position import Position, heading
from movesolver.referee.surfaces import GROUND, height_of, polygons_of
from movesolver.table.prepared import Prepared
from movesolver.table.scenario import Pose
from movesolver.table.terrain import Feature

FINE = 1e-6
"""Inches that no part of a turning base moves unlooked at where its support is a near thing."""
LOOKS = 20_000
"""Headings looked at before a turn counts as unsupported; real cases need tens."""


@dataclass(frozen=True, slots=True, eq=False)
class Land:
    """All polygons of some terrain: footprints, walls and floors; axis ``q``."""

    outlines: tuple[Outline, ...]
    """Distinct ones."""
    shape: Ints
    """Which of them each is, counted from 1: the base comes first; shape (q,)."""
    x: Floats
    y: Floats
    """Where they stand, inches, shape (q,)."""
    top: Floats
    """How high the feature of each reaches, inches, shape (q,)."""
    dense: Bools
    """Whose feature is dense, shape (q,)."""


def _land(terrain: tuple[Feature, ...]) -> Land:
    placed = [
        (*centred(polygon), height_of(feature), feature.category == "dense")
        for feature in terrain
        for polygon in polygons_of(feature)
    ]
    shape, outlines = indexed(outline for _, _, outline, _, _ in placed)
    return Land(
        outlines=tuple(outlines),
        shape=shape + 1,
        x=np.array([x for x, *_ in placed], dtype=np.float64),
        y=np.array([y for _, y, *_ in placed], dtype=np.float64),
        top=np.array([top for *_, top, _ in placed], dtype=np.float64),
        dense=np.array([dense for *_, dense in placed], dtype=np.bool_),
    )


_LANDS: Prepared[Land] = Prepared(64)
"""What `Supports` asks of terrain."""


class Supports:
    """The terrain beside which one model may stay above the ground.

    Parameters
    ----------
    position, model
        The packed scenario, and which model of its unit.
    tolerance
        Inches that "within half an inch" forgives.

    Notes
    -----
    A feature reaches as high as its highest wall or floor; one given by its footprint
    alone reaches any height.  Distances are from the base's edge to the nearest of its
    footprint, walls and floors, horizontally (13.06, 01.04).  Dense features are climbed
    from within half an inch, exposed and light ones have no such limit; slides and turns
    aloft need a feature of any category.
    """

    def __init__(self, position: Position, model: int, tolerance: float) -> None:
        terrain = position.scenario.terrain
        land = _LANDS.of((terrain,), lambda: _land(terrain))
        base = outline_of_base(position.models[model].base)
        self.shapes = shapes_of((base, *land.outlines))
        self.shape, self.x, self.y = land.shape, land.x, land.y
        self.top, self.dense = land.top, land.dense
        self.reach = position.rules.climb_reach
        self.limit = self.reach + tolerance + CONTACT

    def distance(self, pose: Pose, height: float) -> float:
        """Return how far a base is from terrain that reaches a height, inches; inf for none."""
        x, y, facing, _ = pose
        near = np.hypot(self.x - x, self.y - y) - self.shapes.outer[self.shape]
        near -= self.shapes.outer[0]
        near[~self._tall(height)] = math.inf
        best, c_s = math.inf, heading(facing)
        for k in np.argsort(near):
            if near[k] >= best:
                break
            best = min(
                best,
                gap(self.shapes, 0, x, y, *c_s, self.shape[k], self.x[k], self.y[k], 1.0, 0.0),
            )
        return best

    def climb_distance(self, pose: Pose, high: float) -> float:
        """Return how far a base is from what it may climb to a height, inches.

        The distance to dense terrain that reaches the height, infinity for none; 0 where
        some exposed or light feature does, which is climbed without a limit (13.06).
        """
        if np.any(self._tall(high) & ~self.dense):
            return 0.0
        return self.distance(pose, high)

    def top_of_climb(self, pose: Pose) -> float:
        """Return up to which height a base at a pose has something to climb, inches."""
        tops = sorted(set(self.top.tolist()))
        return max(
            (top for top in tops if self.climb_distance(pose, top) <= self.limit), default=0.0
        )

    def holes(self, a: Pose, b: Pose) -> list[Stretch]:
        """Return the parts of a straight slide from ``a`` to ``b`` that nothing supports."""
        held: list[Stretch] = []
        for k in np.flatnonzero(self._tall(a[3]) & self._passed(a, b)):
            there = (float(self.x[k]), float(self.y[k]), 1.0, 0.0)
            held += stretches(self.shapes, 0, a, b, int(self.shape[k]), there, -self.limit)
        return list(_between(joined_up(held, 0.0)))

    def turn_reach(self, a: Pose, b: Pose) -> float:
        """Return how far from terrain a turn in place gets before it is out of reach.

        More than `limit` if it is, at the first heading found so; else the distance at
        the end.  No part of a base moves faster towards terrain than the part of its
        reach that is not round: steps of what is left to the limit miss nothing.
        """
        outer, inner = float(self.shapes.outer[0]), float(self.shapes.inner[0])
        convex = self.shapes.part_first[1] == 1
        speed = math.sqrt((outer - inner) * (outer + inner)) if convex and inner > 0 else outer
        turn = short_turn(a[2], b[2])
        done, whole = 0.0, abs(math.radians(turn))
        for _ in range(LOOKS):
            facing = a[2] + math.copysign(math.degrees(done), turn)
            reach = self.distance((*a[:2], facing, a[3]), a[3])
            if reach > self.limit or done >= whole or speed == 0.0:
                return reach
            done = min(whole, done + max(self.limit - reach, FINE) / speed)
        return math.inf

    def _tall(self, height: float) -> Bools:
        tall: Bools = self.top >= height - GROUND
        return tall

    def _passed(self, a: Pose, b: Pose) -> Bools:
        """Return which pieces of terrain a slide may come near enough to."""
        dx, dy = b[0] - a[0], b[1] - a[1]
        wx, wy = self.x - a[0], self.y - a[1]
        t = np.clip((wx * dx + wy * dy) / (dx * dx + dy * dy), 0.0, 1.0)
        apart = np.hypot(wx - t * dx, wy - t * dy)
        near: Bools = apart <= self.shapes.outer[0] + self.shapes.outer[self.shape] + 2 * self.limit
        return near


def _between(held: list[Stretch]) -> Iterator[Stretch]:
    """Yield what a list of stretches, in order and apart, leaves of [0, 1]."""
    done = 0.0
    for start, end in held:
        if start > done:
            yield done, start
        done = end
    if done < 1.0:
        yield done, 1.0
