"""Ways of bases that are not round: what no way is shorter than, and a legal one."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from movekernels.arrays import Bodies, Floats, Shapes
from movekernels.paths.barriers import PRESS, Barriers, build_barriers, stands
from movekernels.paths.following import Following, build_following, follow
from movekernels.paths.lattice import FOUND, Lattice, build_lattice
from movekernels.paths.lattice_ways import lattice_way
from movekernels.paths.shortening import way_length
from movekernels.paths.straight import STRAIGHT_POSES, straight_way
from movesolver.paths.discs import DiscPaths
from movesolver.referee.position import heading

HEADINGS = 8
"""Headings tried for a straight slide, besides those the poses and the slide suggest."""
WIDER = (0.02, 0.1, 0.3, 0.6)
"""Where the shortest path of the disc inside the base cannot be followed, paths of larger discs
are: these parts of the way to the disc around it."""
STEP = 0.5
"""Of the lattice that is searched last, inches ..."""
TURNS = 12
"""... and headings in half a turn."""
EXPANSIONS = 20_000
"""Nodes of it that may be looked at for one pose: 20 times what most need."""
ENTRIES = 40
"""Entries of its heap for each of them."""
POSES = 4096
"""Room for the poses of a way."""


@dataclass(frozen=True, slots=True)
class Witness:
    """A legal way: poses (x, y, cos, sin), each step a slide or a turn; shape (p, 4)."""

    poses: Floats
    length: float


class BaseWays:
    """Ways of one model on a base that is not round, from where it stands.

    Parameters
    ----------
    shapes, shape
        Packed outlines, and the model's.
    start
        Its centre, inches, and heading in degrees.
    bodies, clear
        Obstacles (o), and the gap to keep from each as `clear_row` has it, shape (o,).
    most
        Longest way that counts, inches.
    table
        Width and height, inches.
    paths_of
        Shortest paths of a disc of some radius from the same place, and so much longer
        than ``most`` (inches).
    """

    def __init__(
        self,
        shapes: Shapes,
        shape: int,
        start: tuple[float, float, float],
        bodies: Bodies,
        clear: Floats,
        most: float,
        table: tuple[float, float],
        paths_of: Callable[[float, float], DiscPaths],
    ) -> None:
        self._start = (*start[:2], *heading(start[2]))
        self._most, self._table = most, table
        self._inner, self._outer = float(shapes.inner[shape]), float(shapes.outer[shape])
        self._paths_of = paths_of
        need = np.where(clear <= 0.0, clear - PRESS, clear)
        reach = max(most, 0.0)
        self._barriers: Barriers = build_barriers(
            shapes, shape, bodies, need, *start[:2], reach, *table
        )
        self._out = np.empty((POSES, 4))
        self._part = np.empty((STRAIGHT_POSES, 4))
        self._space: Following = build_following(2)
        self._lattice: Lattice | None = None

    def lower(self, x: float, y: float) -> float:
        """Return what no way to a point is shorter than: the disc inside the base, inches."""
        return self._paths_of(self._inner, 0.0).length(x, y)

    def witness(self, x: float, y: float, facing: float, extra: float) -> Witness | None:
        """Return the shortest legal way found to a pose; none found proves nothing.

        Parameters
        ----------
        x, y, facing
            Where it ends, inches and degrees.
        extra
            How much longer than the path of its centre the straight moves may be, inches.
        """
        lower, end = self.lower(x, y), (x, y, *heading(facing))
        if end == self._start:
            return Witness(np.array([end]), 0.0)
        if math.isinf(lower) or not stands(self._barriers, *end):
            return None
        count = straight_way(self._barriers, *self._start, *end, HEADINGS, self._out)
        if count:
            return self._kept(count)
        found = self._followed(self._inner, end, extra)
        if found is not None:
            return found
        wider = [self._inner + part * (self._outer - self._inner) for part in (*WIDER, 1.0)]
        for radius in wider:
            found = self._followed(radius, end, extra)
            if found is not None:
                return found
        return self._searched(end)

    def _kept(self, count: int) -> Witness | None:
        length = float(way_length(self._out, count))
        return Witness(self._out[:count].copy(), length) if length <= self._most else None

    def _followed(
        self, radius: float, end: tuple[float, float, float, float], extra: float
    ) -> Witness | None:
        """Follow the shortest path of a disc, which must be free at both ends."""
        paths = self._paths_of(radius, 0.0)
        if not (paths.free(paths.x, paths.y) and paths.free(*end[:2])):
            return None
        line = paths.corners(*end[:2], extra)
        if line is None:
            return None
        if len(line) > self._space.on.size:
            self._space = build_following(2 * len(line))
        if 4 * len(line) > len(self._out):
            self._out = np.empty((8 * len(line), 4))
        count, _ = follow(
            self._barriers, self._space, line, len(line), *self._start[2:], *end[2:], self._out
        )
        return self._kept(count) if count else None

    def _searched(self, end: tuple[float, float, float, float]) -> Witness | None:
        """Search the lattice of places and headings."""
        if self._lattice is None:
            self._lattice = self._new_lattice()
        lattice = self._lattice
        verdict, count, _ = lattice_way(
            self._barriers,
            lattice,
            *self._start,
            *end,
            self._most,
            EXPANSIONS,
            self._out,
            self._part,
        )
        return self._kept(count) if verdict == FOUND else None

    def _new_lattice(self) -> Lattice:
        """Return a lattice that knows how far the disc inside has to each of its places."""
        reach = min(self._most, math.hypot(*self._table)) + STEP
        lattice = build_lattice(reach, STEP, TURNS, ENTRIES * EXPANSIONS)
        half = lattice.side // 2
        rows, columns = np.divmod(np.arange(lattice.side * lattice.side), lattice.side)
        places = np.column_stack([columns - half, rows - half]) * STEP + self._start[:2]
        lattice.rest[:] = self._paths_of(self._inner, STEP).lengths(places)
        return lattice
