"""What is asked of single models, pose by pose: may it end there, how far is it."""

from __future__ import annotations

import math

import numpy as np

from movekernels.arrays import Bools, Floats, Ints
from movesolver.paths.ends import OPEN, Ends
from movesolver.paths.rising import Rising
from movesolver.paths.ways import Ways
from movesolver.referee.position import Position

FAN = 30.0
"""Headings tried, besides the start's and the way's own, are this far apart, degrees."""

TRIES = 4
"""Free headings tried at a node of a grid: finding no way takes a hundred times as long as one."""
SPARE = 1e-6
"""What is left of a maximum for arcs that are handed out as chords, inches."""


class Asker:
    """Exact questions about the models of one position.

    Parameters
    ----------
    position
        The packed position.
    passing
        Whether models only have to get to a pose, not to end there.
    mates
        Whether unit-mates stay where they stand; else they are left aside.
    """

    def __init__(self, position: Position, *, passing: bool, mates: bool) -> None:
        if not mates:
            position = position.alone()
        self.position = position
        self.passing = passing
        self.ways = Ways(position)
        self.rising = Rising(self.ways)
        self.ends = Ends(position, mates=mates)
        shapes, shape = position.shapes, position.start.shape
        self.inner: Floats = shapes.inner[shape]
        """Radius of the disc inside each model's base, inches, shape (n,)."""
        self.outer: Floats = shapes.outer[shape]
        """Radius of the disc around it."""

    def start(self, i: int) -> tuple[float, float, float]:
        """Return where a model stands: x, y, facing in degrees."""
        start, facing = self.position.start, self.position.facing
        return float(start.x[i]), float(start.y[i]), float(facing[i])

    def maximum(self, i: int) -> float:
        """Return how far a model may move, inches."""
        return float(self.position.maximum[i])

    def barred(self, i: int, poses: Floats, z: float | None = None) -> Ints:
        """Return `Ends.judge` of poses (s, 3), `OPEN` for all where models only pass."""
        if self.passing:
            return np.full(len(poses), OPEN, dtype=np.int64)
        return self.ends.judge(i, poses, self.rising.height(i, z))

    def upper(self, i: int, poses: Floats, z: float | None = None) -> Floats:
        """Return the length of a legal path to poses (s, 3), infinity where none was found."""
        return self.rising.upper(i, poses, z)

    def reached(self, i: int, poses: Floats) -> Bools:
        """Return which poses (s, 3) a model can get to, with `SPARE` to spare, and may end in."""
        out: Bools = self.barred(i, poses) == OPEN
        out[out] = self.near_enough(i, poses[out])
        return out

    def near_enough(self, i: int, poses: Floats, z: float | None = None) -> Bools:
        """Return which poses (s, 3) a model can get to, with `SPARE` to spare."""
        near: Bools = self.upper(i, poses, z) <= max(0.0, self.maximum(i) - SPARE)
        return near

    def facings(self, i: int, points: Floats) -> Floats:
        """Return the headings to try at points (s, 2), degrees, shape (s, k).

        For a round base its own; for others also the direction of the way from the start,
        across it, and a fan.
        """
        x, y, facing = self.start(i)
        own = np.full((len(points), 1), facing)
        if self.ways.is_round(i):
            return own
        along = np.degrees(np.arctan2(points[:, 1] - y, points[:, 0] - x))[:, None]
        # of the two opposite headings along a line the one that takes the smaller turn
        along = facing + (along - facing + 90.0) % 180.0 - 90.0
        fan = facing + np.arange(FAN, 360.0, FAN)
        fans = np.broadcast_to(fan, (len(points), fan.size))
        return np.hstack([own, along, along + 90.0, fans]) % 360.0

    def best_pose(
        self, i: int, x: float, y: float, facing: float | None, z: float | None = None
    ) -> tuple[tuple[float, float, float], int]:
        """Return the pose at a place that is reached soonest, and what bars ending in it."""
        point = np.array([[x, y]])
        tried = self.facings(i, point)[0] if facing is None else np.array([facing])
        poses = np.column_stack([np.repeat(point, tried.size, axis=0), tried])
        barred, upper = self.barred(i, poses, z), self.upper(i, poses, z)
        order = np.lexsort((np.arange(tried.size), upper, barred != OPEN))
        best = int(order[0])
        return (x, y, float(tried[best])), int(barred[best])

    def some_heading(self, i: int, points: Floats, z: float | None = None) -> Floats:
        """Return a heading in which a model reaches each point, NaN where none was found.

        Parameters
        ----------
        i
            Index of the model.
        points
            Inches, shape (s, 2).
        z
            Their height, inches; that of the level the model stands on if None.

        Returns
        -------
        numpy.ndarray
            Degrees, shape (s,).
        """
        found = np.full(len(points), math.nan)
        tried = np.zeros(len(points), dtype=np.int64)
        reachable = np.isfinite(self.rising.lower(i, points, z))
        for turned in self.facings(i, points).T:
            left = np.flatnonzero(reachable & np.isnan(found) & (tried < TRIES))
            poses = np.column_stack([points[left], turned[left]])
            free = self.barred(i, poses, z) == OPEN
            left, poses = left[free], poses[free]
            hit = self.near_enough(i, poses, z)
            found[left[hit]] = poses[hit, 2]
            tried[left] += 1
        return found
