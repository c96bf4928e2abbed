"""Whether a much finer lattice finds a way, where `Ways` found none."""

from __future__ import annotations

import numpy as np

from movekernels.paths.barriers import PRESS, build_barriers
from movekernels.paths.lattice import Lattice, build_lattice
from movekernels.paths.lattice_ways import lattice_way
from movekernels.paths.straight import STRAIGHT_POSES
from movesolver.paths.obstacles import clear_row, obstacles_of
from movesolver.paths.ways import Ways
from movesolver.referee.position import heading

STEP = 0.15
"""Inches."""
TURNS = 30
"""Headings in half a turn: 6 degrees."""
EXPANSIONS = 400_000
ENTRIES = 12_000_000
"""Entries of the heap."""
POSES = 4096


class Finer:
    """Searches from the start of the only model of a position."""

    def __init__(self, ways: Ways) -> None:
        position = ways.position
        start, table = position.start, position.scenario.table
        shape = int(start.shape[0])
        self._start = (
            float(start.x[0]),
            float(start.y[0]),
            float(start.cos[0]),
            float(start.sin[0]),
        )
        self._most = float(ways.most[0])
        obstacles = obstacles_of(position)
        row = clear_row(position, obstacles, 0, float(start.z[0]))
        clear = np.where(row <= 0.0, row - PRESS, row)
        self._barriers = build_barriers(
            position.shapes, shape, obstacles.bodies, clear, *self._start[:2], self._most,
            float(table.width), float(table.height),
        )  # fmt: skip
        self._lattice: Lattice = build_lattice(self._most + STEP, STEP, TURNS, ENTRIES)
        side = self._lattice.side
        rows, columns = np.divmod(np.arange(side * side), side)
        places = np.column_stack([columns - side // 2, rows - side // 2]) * STEP
        inner = ways.of_disc(0, float(position.shapes.inner[shape]), STEP)
        self._lattice.rest[:] = inner.lengths(places + self._start[:2])

    def verdict(self, x: float, y: float, degrees: float) -> int:
        """`FOUND`, `EXHAUSTED` or `BUDGET` for a pose."""
        verdict, _, _ = lattice_way(
            self._barriers, self._lattice, *self._start, x, y, *heading(degrees), self._most,
            EXPANSIONS, np.empty((POSES, 4)), np.empty((STRAIGHT_POSES, 4)),
        )  # fmt: skip
        return int(verdict)
