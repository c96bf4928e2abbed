"""A way looked at in many moments, with shapely: shares nothing with what it judges."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import shapely

from movekernels.arrays import Bools, Floats
from waysproof.scenes import HEIGHT, WIDTH, Scene

STEP = 0.01
"""Inches between the places looked at on a slide."""
ANGLE = 0.2
"""Degrees between the headings looked at in a turn."""

Pose = tuple[float, float, float, float]
"""x, y, facing in degrees, height."""


def moments(path: Sequence[Pose]) -> Floats:
    """Poses on a path, turning the short way: x, y, degrees; shape (t, 3)."""
    found = [np.array([path[0][:3]])]
    for one, two in pairwise(path):
        turn = (two[2] - one[2] + 180.0) % 360.0 - 180.0
        length = math.dist(one[:2], two[:2])
        count = max(math.ceil(length / STEP), math.ceil(abs(turn) / ANGLE), 1)
        along = np.linspace(0.0, 1.0, count + 1)[1:, None]
        by = np.array([two[0] - one[0], two[1] - one[1], turn])
        found.append(np.array(one[:3]) + along * by)
    return np.concatenate(found)


class Sampler:
    """Tells at which poses the mover of a scene meets nothing, to 2e-5 inches."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._outer = float(np.hypot(*scene.outline.T).max())
        self._mover = shapely.Polygon(scene.outline)
        shapely.prepare(self._mover)

    def clear(self, poses: Floats) -> Bools:
        """Whether the mover is on the table and clear at poses (t, 3); shape (t,)."""
        out: Bools = self._on_table(poses)
        for x, y, radius in self._scene.discs.tolist():
            near = np.flatnonzero(np.hypot(poses[:, 0] - x, poses[:, 1] - y) < self._outer + radius)
            seen = _from(poses[near], np.array([[x, y]]))[:, 0]
            out[near] &= shapely.distance(self._mover, shapely.points(seen)) >= radius
        for corners in self._scene.polygons:
            middle = corners.mean(axis=0)
            reach = self._outer + float(np.hypot(*(corners - middle).T).max())
            near = np.flatnonzero(np.hypot(*(poses[:, :2] - middle).T) < reach)
            bodies = shapely.polygons(_from(poses[near], corners))
            out[near] &= ~shapely.intersects(self._mover, bodies)
        return out

    def _on_table(self, poses: Floats) -> Bools:
        room = np.minimum(poses[:, :2], np.array([WIDTH, HEIGHT]) - poses[:, :2]).min(axis=1)
        out: Bools = room >= self._outer
        for t in np.flatnonzero(~out):
            turn = math.radians(poses[t, 2])
            c, s = math.cos(turn), math.sin(turn)
            corners = self._scene.outline @ np.array([[c, s], [-s, c]]) + poses[t, :2]
            out[t] = bool((corners >= 0.0).all() and (corners <= np.array([WIDTH, HEIGHT])).all())
        return out


def _from(poses: Floats, points: Floats) -> Floats:
    """Points (v, 2) as seen from each of poses (t, 3); shape (t, v, 2)."""
    turn = np.radians(poses[:, 2])[:, None]
    c, s = np.cos(turn), np.sin(turn)
    dx, dy = points[None, :, 0] - poses[:, :1], points[None, :, 1] - poses[:, 1:2]
    return np.stack([dx * c + dy * s, dy * c - dx * s], axis=-1)
