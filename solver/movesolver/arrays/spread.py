"""Boards cut into chunks, over threads; and the scratch each thread keeps."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from movekernels.arrays import Floats, Ints, Shapes
from movekernels.boards.board_gaps import PAIRS
from movekernels.boards.lanes import Lanes, lanes
from movekernels.checks.words import Rows
from movekernels.geometry.pair_lanes import PairLanes, pair_lanes
from movesolver.errors import InputError

CHUNKS_A_THREAD = 8
"""Chunks for each thread: boards are not all alike, and a late one should be short."""
SMALLEST = 256
"""Boards in a chunk at least, where there are so many."""


class Space(threading.local):
    """Scratch of one thread, made when it is first needed and kept."""

    def __init__(self) -> None:
        self.radii: Floats = np.zeros((2, 64))
        self.rows: Rows = np.zeros((2, 64), np.uint64)
        self._lanes: Lanes | None = None
        self._near: tuple[Floats, Ints] = np.zeros((3, 64)), np.zeros(64, np.int64)
        self._wide: Floats = np.zeros((3, 64))
        self._square: tuple[Floats, Floats, Ints] | None = None
        self._pairs: tuple[object, PairLanes] | None = None

    def lanes(self) -> Lanes:
        """Return space for blocks of units."""
        if self._lanes is None:
            self._lanes = lanes()
        return self._lanes

    def near(self, bodies: int) -> tuple[Floats, Ints]:
        """Return three rows of numbers and one of places, for so many bodies or more."""
        if self._near[1].size < bodies:
            self._near = np.zeros((3, 2 * bodies)), np.zeros(2 * bodies, np.int64)
        return self._near

    def wide(self, bodies: int) -> Floats:
        """Return three rows of so many numbers or more."""
        if self._wide.shape[1] < bodies:
            self._wide = np.zeros((3, 2 * bodies))
        return self._wide

    def square(self) -> tuple[Floats, Floats, Ints]:
        """Return room for a table of the largest unit's pairs, and for a list of them."""
        if self._square is None:
            self._square = np.zeros(64 * 64), np.zeros(PAIRS), np.zeros((2, PAIRS), np.int64)
        return self._square

    def pairs(self, shapes: Shapes) -> PairLanes:
        """Return space for pairs of these outlines; that of the last ones is kept."""
        if self._pairs is None or self._pairs[0] is not shapes:
            self._pairs = shapes, pair_lanes(shapes)
        return self._pairs[1]


SPACE = Space()


def over_boards(run: Callable[[int, int], None], boards: int, threads: int) -> None:
    """Call ``run(low, high)`` for chunks of ``boards`` boards, on some threads.

    Chunks do not share results, so these do not depend on threads or chunks.

    Parameters
    ----------
    run
        Judges boards ``low`` to ``high``; releases the GIL.
    boards
        How many there are.
    threads
        At least 1; 0 for one a processor.

    Raises
    ------
    InputError
        If ``threads`` is no such number.
    """
    if threads == 1:
        run(0, boards)
        return
    if not isinstance(threads, int) or threads < 0:
        raise InputError("threads", "a whole number, 0 for one a processor", repr(threads))
    workers = threads or os.cpu_count() or 1
    size = max(SMALLEST, -(-boards // (CHUNKS_A_THREAD * workers)))
    starts = range(0, boards, size)
    with ThreadPoolExecutor(workers) as pool:
        for _ in pool.map(lambda low: run(low, min(low + size, boards)), starts):
            pass


def offsets_of_pairs(first: Ints, others: Ints) -> Ints:
    """Return where the pairs of each board begin in a flat array; shape (b + 1,)."""
    offsets = np.zeros(first.size, np.int64)
    np.cumsum(np.diff(first) * np.diff(others), out=offsets[1:])
    return offsets
