"""Where a model may end, as far as everything but its own unit is concerned."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from movekernels.arrays import LEVEL, Bodies, Bools, Floats, Ints
from movekernels.checks.edge import edge_slacks
from movekernels.checks.within_rows import first_within, near_space
from movesolver.referee.nearness import within
from movesolver.referee.position import Berth, Position, heading, joined_bodies, select
from movesolver.referee.surfaces import GROUND, judge_surfaces
from movesolver.referee.verdict import Code

OPEN = -1
"""Nothing bars the pose; else its number is an index into `CODES`."""
CODES = (
    Code.OFF_TABLE,
    Code.OVERLAP,
    Code.IN_TERRAIN,
    Code.ENGAGED,
    Code.ENGAGED_WITH_OTHER,
    Code.TOO_CLOSE,
    Code.SURFACE,
    Code.OVERHANG,
)


class Ends:
    """The end conditions of one model at a time.

    Parameters
    ----------
    position
        The packed position.
    mates
        Whether unit-mates stay where they stand, so that no end may overlap them.

    Notes
    -----
    The referee's own predicates and tolerance (sections 03.01, 03.04, 13.06).  What only
    the unit as a whole can meet, coherency above all, is left aside.
    """

    def __init__(self, position: Position, *, mates: bool = False) -> None:
        self.position = position
        self.mates = mates
        self._deepest = math.nextafter(-position.rules.tolerance, -math.inf)
        self._limits = lru_cache(maxsize=None)(self._limits_of)

    def judge(self, model: int, poses: Floats, z: float | None = None) -> Ints:
        """Return what keeps a model from ending at poses.

        Parameters
        ----------
        model
            Index into ``position.ids``.
        poses
            x, y (inches) and facing (degrees), shape (s, 3).
        z
            Height of its base there, inches; that of the level it stands on if None.

        Returns
        -------
        numpy.ndarray
            `OPEN` or an index into `CODES`, shape (s,).
        """
        position, slop = self.position, self.position.rules.tolerance
        own = float(position.start.z[model])
        z = own if z is None else z
        ends = posed(position, model, poses, z)
        out = np.full(len(poses), OPEN, dtype=np.int64)

        def bar(code: Code, barred: Bools) -> None:
            out[barred & (out == OPEN)] = CODES.index(code)

        table = position.scenario.table
        slacks = np.empty(len(poses))
        edge_slacks(position.shapes, ends, table.width, table.height, slacks)
        bar(Code.OFF_TABLE, slacks < -slop)
        others, walls, berths, floors = self._limits(model, z)
        moved = ~self._stays(model, poses) | (z != own)
        bar(Code.OVERLAP, _near(position, ends, others, self._deepest, math.inf, strict=True))
        in_wall = _near(position, ends, walls, self._deepest, math.inf, strict=True)
        bar(Code.IN_TERRAIN, moved & in_wall)
        for berth in berths:
            reach, tall = berth.horizontal + slop, berth.vertical + slop
            bar(berth.code, within(position, ends, berth.whom, reach, tall))
        if floors:
            for s in np.flatnonzero((out == OPEN) & moved):
                out[s] = self._surface(model, poses[s], z)
        return out

    def _limits_of(self, model: int, z: float) -> tuple[Bodies, Bodies, list[Berth], bool]:
        """Return what no base may overlap, the walls, whom to keep from, whether floors count."""
        position = self.position
        walls = select(position.walls.bodies, self.walls(model, z))
        return self.level_mates(model, z), walls, position.berths(), self._floors_matter(z)

    def level_mates(self, model: int, z: float) -> Bodies:
        """Return the bodies at a height that a model's base may not overlap at the end."""
        position = self.position
        others = select(position.others, np.abs(position.others.z - z) < LEVEL)
        if not self.mates:
            return others
        beside = np.abs(position.start.z - z) < LEVEL
        beside[model] = False
        return joined_bodies(others, select(position.start, beside))

    def walls(self, model: int, z: float) -> Bools:
        """Return which walls a model may not end in at a height, shape (w,)."""
        return self.position.walls_barring_end(model, z)

    def _stays(self, model: int, poses: Floats) -> Bools:
        start = self.position.start
        stays: Bools = (poses[:, 0] == start.x[model]) & (poses[:, 1] == start.y[model])
        return stays

    def _floors_matter(self, z: float) -> bool:
        """Return whether some floor may carry a model at a height or cut into it."""
        if not self.position.rules.terrain_categories:
            return False
        return z > GROUND or bool(floor_heights(self.position, z + GROUND, z + LEVEL))

    def _surface(self, model: int, pose: Floats, z: float) -> int:
        name = self.position.ids[model]
        end = (float(pose[0]), float(pose[1]), float(pose[2]), z)
        tolerance = self.position.rules.tolerance
        wrong = judge_surfaces(self.position, {name: end}, None, tolerance)
        return CODES.index(wrong[0].code) if wrong else OPEN


def posed(position: Position, model: int, poses: Floats, z: float | None = None) -> Bodies:
    """Return a model's base at poses (s, 3) at a height, that of its level if None; shape (s,)."""
    facings, which = np.unique(poses[:, 2], return_inverse=True)
    turned = np.array([heading(facing) for facing in facings.tolist()]).reshape(-1, 2)
    directions = turned[which]
    return Bodies(
        shape=np.full(len(poses), position.start.shape[model]),
        x=np.ascontiguousarray(poses[:, 0]),
        y=np.ascontiguousarray(poses[:, 1]),
        cos=np.ascontiguousarray(directions[:, 0]),
        sin=np.ascontiguousarray(directions[:, 1]),
        z=np.full(len(poses), position.start.z[model] if z is None else z),
    )


def floor_heights(position: Position, low: float, high: float) -> list[float]:
    """Return the heights of floors strictly between two heights, inches."""
    return [
        floor.z
        for feature in position.scenario.terrain
        for floor in feature.floors
        if low < floor.z < high
    ]


def _near(
    position: Position,
    ends: Bodies,
    others: Bodies,
    reach: float,
    tall: float,
    *,
    strict: bool = False,
) -> Bools:
    """Return which poses have another body within both limits, as all checks judge it."""
    first = np.empty(ends.x.size, dtype=np.int64)
    space = near_space(others.x.size)
    first_within(
        position.shapes, ends, others, reach, tall, not math.isfinite(tall), strict, *space, first
    )
    near: Bools = first >= 0
    return near
