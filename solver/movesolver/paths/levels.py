"""Shortest ways between levels: over walls, up to floors and down, from floor to floor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from movekernels.arrays import Floats
from movesolver.paths.climber import Climber
from movesolver.paths.climbs import Stop, never
from movesolver.paths.heights import Heights
from movesolver.paths.ways import EXTRA, FINEST, Way, Ways
from movesolver.referee.motion import judge_paths, path_length
from movesolver.referee.verdict import Code
from movesolver.table.scenario import Pose


class Bounds(NamedTuple):
    """What is known of the lengths of shortest ways to places, inches; infinity: too far."""

    lower: Floats
    """No way is shorter, shape (s,)."""
    upper: Floats
    """One as long was found, shape (s,)."""


class Levels:
    """Shortest ways of the models of a position to places at any height.

    Parameters
    ----------
    ways
        The ways on the level each model stands on.
    stop
        Whether to look for ways no longer: what is found until then stands.

    Notes
    -----
    Horizontal travel and climbs add up (13.06; the way down is free where the game says
    so, VS3).  Whoever may end where is not asked.  Lower bounds: at the heights a way
    visits, from the lowest to the highest, some obstacles bar all along; the shortest path
    among these and the least climbs are no longer than the way.  Upper bounds are ways:
    along the straight line, along those paths, and by way of places around everything that
    bars or holds.
    """

    def __init__(self, ways: Ways, stop: Stop = never) -> None:
        self.position = ways.position
        self._stop = stop
        self.most: Floats = ways.most
        self._obstacles = ways.obstacles
        self._climbers: dict[tuple[int, float], Climber] = {}

    def lengths(self, model: int, points: Floats, z: float) -> Bounds:
        """Return how far it is to points at a height.

        Parameters
        ----------
        model
            Index into ``position.ids``.
        points
            Where its centre would be, shape (s, 2).
        z
            Height of its base there, inches.

        Returns
        -------
        Bounds
            Exact where both are equal (to 1e-9).  A base that is not round is taken to
            keep its heading above the ground and goes as the disc around it on the ground;
            the lower bound is that of the disc inside it.
        """
        climber = self._climber(model, float(self.position.facing[model]))
        lower = climber.lower(points, float(z))
        return Bounds(lower, climber.upper(points, float(z), lower)[0])

    def lower(self, model: int, points: Floats, z: float) -> Floats:
        """Return the lower bounds of `lengths` by themselves, inches, shape (s,)."""
        climber = self._climber(model, float(self.position.facing[model]))
        return climber.lower(points, float(z))

    def climbing_helps(self, model: int) -> bool:
        """Return whether some way within the level a model stands on may be shorter by climbs."""
        climber = self._climber(model, float(self.position.facing[model]))
        return len(climber.freed(climber.heights.start)) > 1

    def way(self, model: int, pose: Sequence[float], extra: float = EXTRA) -> Way | None:
        """Return a legal path of a model to a pose at any height, or None if none was found.

        Parameters
        ----------
        model
            Index into ``position.ids``.
        pose
            Where it should end: x, y, facing in degrees and height in inches.
        extra
            How much longer than the shortest way found it may be, inches.

        Returns
        -------
        Way or None
            A path of at most the model's maximum that the referee finds nothing against at
            zero tolerance, and the lower bound of `lengths`.
        """
        x, y, facing, z = (float(number) for number in pose)
        own = float(self.position.facing[model])
        best: Way | None = None
        for kept in dict.fromkeys((own, facing)):
            way = self._keeping(model, kept, (x, y, facing, z), extra)
            if way is not None and (best is None or way.length < best.length):
                best = way
        return best

    def _keeping(self, model: int, kept: float, end: Pose, extra: float) -> Way | None:
        """Return a way whose base keeps one heading between its first and its last turn."""
        x, y, _, z = end
        climber, point = self._climber(model, kept), np.array([[x, y]])
        lower = climber.lower(point, z)
        upper, recipes = climber.upper(point, z, lower)
        if 0 not in recipes:
            return None
        room = float(self.position.maximum[model]) - float(upper[0])
        poses = recipes[0](max(min(extra, room), FINEST))
        if poses is None:
            return None
        start = self.position.start
        own, height = float(self.position.facing[model]), float(start.z[model])
        whole = [(float(start.x[model]), float(start.y[model]), own, height), *poses, end]
        path = tuple(p for k, p in enumerate(whole) if k == 0 or p != whole[k - 1])
        for tried in (_whole_climbs(path), path):
            found = judge_paths(self.position, {self.position.ids[model]: tried}, 0.0)[0]
            # how long it is the caller sees: rounding may take it past the very maximum
            if all(one.code is Code.TOO_FAR for one in found):
                return Way(float(lower[0]), path_length(self.position, model, tried), tried)
        return None

    def _climber(self, model: int, facing: float) -> Climber:
        key = (model, facing)
        if key not in self._climbers:
            heights = Heights(self.position, self._obstacles, model, facing)
            self._climbers[key] = Climber(heights, float(self.most[model]), self._stop)
        return self._climbers[key]


def _whole_climbs(path: tuple[Pose, ...]) -> tuple[Pose, ...]:
    """Return a path without stops on climbs that go on the same way."""
    kept: list[Pose] = []
    for pose in path:
        while len(kept) > 1 and _goes_on(kept[-2], kept[-1], pose):
            kept.pop()
        kept.append(pose)
    return tuple(kept)


def _goes_on(a: Pose, b: Pose, c: Pose) -> bool:
    same = a[:3] == b[:3] == c[:3]
    return same and (a[3] < b[3] < c[3] or a[3] > b[3] > c[3])
