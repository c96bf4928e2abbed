"""Models that walk to their ends one after the other, each round those in its way (17.01, VS4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from movekernels.arrays import Floats
from movekernels.search.ending import OPEN, end_conflict
from movesolver.paths.climbs import Stop, never
from movesolver.paths.ways import Ways
from movesolver.referee.position import Position, heading
from movesolver.search.arena import Arena
from movesolver.search.ends import Ends, Path, poses_of, valued
from movesolver.search.goal_table import Goal
from movesolver.table.scenario import Pose

ASKED = 6
"""Ways asked for a model on average, at most."""
NEAR, STEP = 3.0, 0.3
"""How far about its end, and how densely, who cannot get there looks for another, inches."""


def one_after_another(
    position: Position, arena: Arena, goal: Goal, ends: Ends, stop: Stop = never
) -> Ends | None:
    """Return the same end places by ways that can be walked in an order, if one is found.

    Who ends farthest along the way of the unit goes first; each goes round mates where these stand
    by then.  Where nobody can go on to its own end, somebody goes to that of a mate like it.

    Parameters
    ----------
    position, arena, goal
        The question, and the ground that the answer was found on.
    ends
        An answer that overlooks mates in the way.
    stop
        Whether to give it up.
    """
    lasts = [ends.paths[name][-1] for name in position.ids]
    if any(last[3] != z for last, z in zip(lasts, position.start.z.tolist(), strict=True)):
        return None  # climbs have ways of their own
    walk = _Walk(position, arena, lasts, poses_of(position, ends))
    while walk.left:
        if stop() or not walk.next():
            return None
    found = valued(position, arena, goal, walk.paths, walk.now_poses())
    return replace(found, order=tuple(walk.order))


class _Walk:
    """Who stands where while models walk one after the other."""

    def __init__(self, position: Position, arena: Arena, lasts: list[Pose], poses: Floats) -> None:
        self.position, self.arena, self.lasts, self.poses = position, arena, lasts, poses
        self.kinds = [
            (int(arena.squad.member[i]), position.movers[i]) for i in range(len(position.ids))
        ]
        self.left = _foremost(position, poses)
        self.free = list(self.left)
        """Whose ends nobody is at."""
        self.now = position.start
        self.paths: dict[str, Path] = dict.fromkeys(position.ids, ())
        self.order: list[tuple[str, int]] = []
        self.asked = ASKED * len(self.left)

    def next(self) -> bool:
        """Let somebody walk to its end, or to that of another; return whether anybody can."""
        for i, j, pose in self._choices():
            if self.asked == 0:
                return False
            self.asked -= 1
            way = self._ways().way(i, pose)
            if way is not None:
                self._walked(i, j, way.path)
                return True
        return False

    def _choices(self) -> Iterator[tuple[int, int, Pose]]:
        """Yield who may go where, and whose end that is instead."""
        yield from ((i, i, self.lasts[i]) for i in self.left if i in self.free)
        for j in self.free:
            for i in self.left:
                if i != j and self.kinds[i] == self.kinds[j] and self._is_near(i, j):
                    yield i, j, self.lasts[j]
        for i in self.left:
            j = i if i in self.free else self.free[0]
            yield from ((i, j, pose) for pose in self._about(i, j))

    def _about(self, i: int, j: int) -> list[Pose]:
        """Return the place nearest to an end that a model gets to, if there is one."""
        x, y, facing, z = self.lasts[j]
        side = np.arange(-NEAR, NEAR + STEP / 2, STEP)
        gx, gy = (grid.ravel() for grid in np.meshgrid(side, side))
        nearest = np.argsort(gx**2 + gy**2, kind="stable")
        points = np.column_stack([x + gx, y + gy])[nearest]
        start, outer = self.position.start, self.position.shapes.outer
        for other in self.free:
            apart = outer[start.shape[i]] + outer[start.shape[other]]
            if other != j:
                points = points[np.hypot(*(points - self.poses[other, :2]).T) > apart]
        arena, kind = self.arena, int(self.arena.squad.member[i])
        lengths = self._ways().lengths(i, points)
        for px, py in points[np.isfinite(lengths)].tolist():
            open_ = end_conflict(arena.ground, arena.squad, kind, px, py, *self.poses[j, 2:])
            if open_ == OPEN:
                return [(px, py, facing, z)]
        return []

    def _ways(self) -> Ways:
        return Ways(replace(self.position, start=self.now))

    def now_poses(self) -> Floats:
        """Return where all stand: x, y, cos, sin, shape (n, 4)."""
        return np.column_stack([self.now.x, self.now.y, self.now.cos, self.now.sin])

    def _is_near(self, i: int, j: int) -> bool:
        start, (x, y) = self.position.start, self.poses[j, :2]
        return bool(np.hypot(start.x[i] - x, start.y[i] - y) <= self.position.maximum[i])

    def _walked(self, i: int, j: int, path: Path) -> None:
        self.left.remove(i)
        self.free.remove(j)
        name = self.position.ids[i]
        self.paths[name] = path
        if len(path) > 1:
            self.order.append((name, len(path) - 1))
        x, y, *_ = path[-1]
        c, sine = heading(path[-1][2])
        now = self.now
        self.now = now._replace(
            x=_with(now.x, i, x),
            y=_with(now.y, i, y),
            cos=_with(now.cos, i, c),
            sin=_with(now.sin, i, sine),
        )


def _with(row: Floats, i: int, value: float) -> Floats:
    row = row.copy()
    row[i] = value
    return row


def _foremost(position: Position, poses: Floats) -> list[int]:
    """Return the models, those first that end farthest along the way of the unit."""
    dx, dy = poses[:, 0] - position.start.x, poses[:, 1] - position.start.y
    along = poses[:, 0] * dx.mean() + poses[:, 1] * dy.mean()
    return [int(i) for i in np.argsort(-along, kind="stable")]
