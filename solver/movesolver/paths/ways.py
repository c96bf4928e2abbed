"""Shortest ways of the models of a unit on the level each stands on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from movekernels.arrays import Floats
from movesolver.paths.bases import BaseWays
from movesolver.paths.discs import DiscClass, DiscPaths
from movesolver.paths.obstacles import Obstacles, clear_rows, obstacles_of
from movesolver.referee.motion import path_length
from movesolver.referee.position import Position, heading
from movesolver.table.scenario import Pose

EXTRA = 1e-3
"""How much longer than the shortest path the straight moves handed out may be, inches."""
FINEST = 1e-7
"""They are never asked to be closer than this."""


@dataclass(frozen=True, slots=True)
class Way:
    """A legal path, and what is known about the shortest one."""

    lower: float
    """No path is shorter, inches."""
    length: float
    """Length of this one, as the referee measures it."""
    path: tuple[Pose, ...]
    """Poses (x, y, facing, z), as `movesolver.check` takes them."""


class Ways:
    """Shortest ways of each model of a packed position, found when asked for.

    Parameters
    ----------
    position
        The packed position.
    further
        Inches by which to exceed the models' maxima, to tell "too far" from "no path"; may
        be negative.

    Notes
    -----
    Every model goes by itself; unit-mates that bar its way (17.01, VS4) do so where they
    start (`Position.alone` is without them).  A path is at most the model's maximum and the
    tolerance in force.
    """

    def __init__(self, position: Position, *, further: float = 0.0) -> None:
        self.position = position
        self.most: Floats = position.maximum + position.rules.tolerance + further
        """Longest way that counts, inches, shape (n,)."""
        self.obstacles: Obstacles = obstacles_of(position)
        """What may bar some model's way, axis ``o``."""
        self.clear: Floats = clear_rows(
            position, self.obstacles, range(len(position.ids)), position.start.z.tolist()
        )
        """Gap each model must keep from each, as `clear_row` has it, inches, shape (n, o)."""
        self._keys: dict[float, list[tuple[float, float, bytes]]] = {}
        self._classes: dict[tuple[float, float, bytes], DiscClass] = {}
        self._paths: dict[tuple[int, float, float], DiscPaths] = {}
        self._bases: dict[int, BaseWays] = {}

    def lengths(self, model: int, points: Floats) -> Floats:
        """Return how far it is to points on the level a model stands on.

        Parameters
        ----------
        model
            Index into ``position.ids``.
        points
            Where its centre would be, shape (s, 2).

        Returns
        -------
        numpy.ndarray
            Inches; infinity where it is farther than the model may go, or no path leads
            there; shape (s,).  Exact for round bases; a lower bound for others, for which
            the disc inside the base is asked.
        """
        shape = self.position.start.shape[model]
        return self.of_disc(model, float(self.position.shapes.inner[shape])).lengths(points)

    def is_round(self, model: int) -> bool:
        """Return whether a model stands on a round base, whose heading does not matter."""
        shape = self.position.start.shape[model]
        shapes = self.position.shapes
        return bool(shapes.inner[shape] == shapes.outer[shape])

    def of_disc(self, model: int, radius: float, further: float = 0.0) -> DiscPaths:
        """Return the paths of a disc of some radius about a model's centre.

        Those that are up to ``further`` inches too long overlook what lies out of the
        model's reach: lower bounds.
        """
        key = (model, radius, further)
        if key not in self._paths:
            start = self.position.start
            x, y = float(start.x[model]), float(start.y[model])
            disc = self._class(model, radius)
            self._paths[key] = disc.explore(x, y, float(self.most[model]) + further)
        return self._paths[key]

    def classes(self, radii: Floats) -> list[tuple[DiscClass, list[int]]]:
        """Return the classes of discs about the models, and who is in each; radii (n,)."""
        found: dict[int, tuple[DiscClass, list[int]]] = {}
        for i, radius in enumerate(radii.tolist()):
            disc = self._class(i, radius)
            found.setdefault(id(disc), (disc, []))[1].append(i)
        return list(found.values())

    def sources(self, models: Sequence[int]) -> Floats:
        """Return where models start and how far their ways may lead: x, y, inches, (k, 3)."""
        start = self.position.start
        chosen = list(models)
        return np.column_stack([start.x[chosen], start.y[chosen], self.most[chosen]])

    def _class(self, model: int, radius: float) -> DiscClass:
        keys = self._keys.get(radius)
        if keys is None:
            keys = self._keys[radius] = [
                (radius, self._inset(i, radius), row.tobytes()) for i, row in enumerate(self.clear)
            ]
        key = keys[model]
        if key not in self._classes:
            table = self.position.scenario.table
            self._classes[key] = DiscClass(
                self.position.shapes,
                self.obstacles.bodies,
                self.clear[model],
                radius,
                self.sources([i for i, other in enumerate(keys) if other == key]),
                (float(table.width), float(table.height)),
                key[1],
            )
        return self._classes[key]

    def _inset(self, model: int, radius: float) -> float:
        """Return what a disc must keep from the table's edge: no more than it does at the start.

        Coordinates of a few digits put bases that stand flush a little over the edge.
        """
        start, table = self.position.start, self.position.scenario.table
        x, y = float(start.x[model]), float(start.y[model])
        room = min(x, y, table.width - x, table.height - y)
        over = 0.0 < radius - room <= self.position.rules.tolerance
        return room if over else max(radius, 0.0)

    def bounds(self, model: int, poses: Floats) -> tuple[Floats, Floats]:
        """Return what is known of the shortest ways of a model to poses.

        Parameters
        ----------
        model
            Index into ``position.ids``.
        poses
            x, y (inches) and facing (degrees), shape (s, 3).

        Returns
        -------
        lower, upper
            No way is shorter, and the length of a legal one (infinity where none was found,
            which proves nothing); inches, shape (s,).  Equal for round bases.
        """
        lower = self.lengths(model, np.ascontiguousarray(poses[:, :2]))
        if self.is_round(model):
            return lower, lower.copy()
        base, upper = self._base(model), np.full(lower.size, math.inf)
        for k in np.flatnonzero(np.isfinite(lower)):
            x, y, facing = poses[k].tolist()
            extra = self._extra(model, float(lower[k]), EXTRA)
            found = base.witness(x, y, facing, extra)
            upper[k] = math.inf if found is None else found.length
        return lower, upper

    def way(self, model: int, pose: Sequence[float], extra: float = EXTRA) -> Way | None:
        """Return a legal path of a model to a pose, or None if none was found.

        Parameters
        ----------
        model
            Index into ``position.ids``.
        pose
            Where it should end: x, y and, for bases that are not round, the facing in
            degrees (the facing it has if left out).
        extra
            How much longer than the shortest path of its centre it may be, inches.
        """
        x, y = float(pose[0]), float(pose[1])
        z, old = float(self.position.start.z[model]), float(self.position.facing[model])
        facing = float(pose[2]) if len(pose) > 2 else old
        if self.is_round(model):
            lower, path = self._disc_path(model, x, y, extra)
        else:
            lower, path = self._base_path(model, x, y, facing, extra)
        if not path:
            return None
        path.append((x, y, facing, z))
        steps = tuple(p for k, p in enumerate(path) if k == 0 or p != path[k - 1])
        return Way(lower, path_length(self.position, model, steps), steps)

    def _disc_path(self, model: int, x: float, y: float, extra: float) -> tuple[float, list[Pose]]:
        shape = self.position.start.shape[model]
        paths = self.of_disc(model, float(self.position.shapes.outer[shape]))
        length = paths.length(x, y)
        corners = paths.corners(x, y, self._extra(model, length, extra))
        if corners is None:
            return length, []
        z, old = float(self.position.start.z[model]), float(self.position.facing[model])
        return length, [(float(a), float(b), old, z) for a, b in corners]

    def _base_path(
        self, model: int, x: float, y: float, facing: float, extra: float
    ) -> tuple[float, list[Pose]]:
        base = self._base(model)
        lower = base.lower(x, y)
        found = base.witness(x, y, facing, self._extra(model, lower, extra))
        if found is None:
            return lower, []
        z, old = float(self.position.start.z[model]), float(self.position.facing[model])
        start, end = heading(old), heading(facing)
        poses: list[Pose] = []
        for px, py, c, s in found.poses.tolist():
            turned = {start: old, end: facing}.get((c, s), math.degrees(math.atan2(s, c)))
            poses.append((px, py, turned, z))
        return lower, poses

    def _extra(self, model: int, length: float, extra: float) -> float:
        """Return what a path of some length may be longer by: no more than the model may go."""
        return max(min(extra, float(self.position.maximum[model]) - length), FINEST)

    def _base(self, model: int) -> BaseWays:
        if model not in self._bases:
            position, start = self.position, self.position.start
            shape, table = int(start.shape[model]), position.scenario.table
            self._bases[model] = BaseWays(
                position.shapes,
                shape,
                (float(start.x[model]), float(start.y[model]), float(position.facing[model])),
                self.obstacles.bodies,
                self.clear[model],
                float(self.most[model]),
                (float(table.width), float(table.height)),
                partial(self.of_disc, model),
            )
        return self._bases[model]
