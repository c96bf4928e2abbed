"""Boards cut into chunks, over threads; and scratch that is kept."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

import numpy as np

from movekernels.arrays import Floats, Ints, Shapes
from movekernels.boards.lanes import Lanes, lanes
from movekernels.boards.listed import PairList, pair_list
from movekernels.checks.within_rows import near_space
from movekernels.checks.words import Rows
from movekernels.geometry.pair_lanes import pair_lanes
from movesolver.arrays.limits import whole

CHUNKS_A_THREAD = 8
"""Chunks for each thread: boards are not all alike, and a late one should be short."""
SMALLEST = 256
"""Boards in a chunk at least, where there are so many."""


class Scratch:
    """Scratch of kernels for one call at a time, made when it is first needed and kept."""

    def __init__(self) -> None:
        self.radii: Floats = np.zeros((2, 64))
        self.rows: Rows = np.zeros((2, 64), np.uint64)
        self._lanes: Lanes | None = None
        self._near: tuple[Floats, Ints] = near_space(64)
        self._wide: Floats = np.zeros((3, 64))
        self._table: Floats = np.zeros(0)
        self._listed: tuple[object, PairList] | None = None

    def lanes(self) -> Lanes:
        """Return space for blocks of units."""
        if self._lanes is None:
            self._lanes = lanes()
        return self._lanes

    def near(self, bodies: int) -> tuple[Floats, Ints]:
        """Return space for so many bodies near a unit, or more."""
        if self._wide.shape[1] < bodies:
            self._grow(bodies)
        return self._near

    def wide(self, bodies: int) -> Floats:
        """Return three rows of so many numbers or more."""
        if self._wide.shape[1] < bodies:
            self._grow(bodies)
        return self._wide

    def table(self) -> Floats:
        """Return room for a number for each pair of the largest unit."""
        if self._table.size == 0:
            self._table = np.zeros(64 * 64)
        return self._table

    def listed(self, shapes: Shapes) -> PairList:
        """Return space for a list of pairs of these outlines; that of the last ones is kept."""
        if self._listed is None or self._listed[0] is not shapes:
            self._listed = shapes, pair_list(pair_lanes(shapes))
        return self._listed[1]

    def _grow(self, bodies: int) -> None:
        self._near = near_space(2 * bodies)
        self._wide = np.zeros((3, 2 * bodies))


class Space(Scratch, threading.local):
    """Scratch of one thread."""


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
    threads = whole("threads", threads)
    if threads == 1:
        run(0, boards)
        return
    workers = threads or os.cpu_count() or 1
    size = max(SMALLEST, -(-boards // (CHUNKS_A_THREAD * workers)))
    try:
        chunks = _pool(os.getpid(), workers).map(
            lambda low: run(low, min(low + size, boards)), range(0, boards, size)
        )
    except RuntimeError:  # the interpreter is shutting down and starts no threads
        run(0, boards)
        return
    for _ in chunks:
        pass


@lru_cache(maxsize=1)
def _pool(process: int, workers: int) -> ThreadPoolExecutor:
    """Threads that wait for work: starting them costs more than a thousand small boards.

    Those of the last number asked for are kept.  A forked process starts its own, as
    threads do not survive the fork.
    """
    return ThreadPoolExecutor(workers, thread_name_prefix=f"movesolver-{process}")


def offsets_of_pairs(first: Ints, others: Ints) -> Ints:
    """Return where the pairs of each board begin in a flat array; shape (b + 1,)."""
    offsets = np.zeros(first.size, np.int64)
    np.cumsum(np.diff(first) * np.diff(others), out=offsets[1:])
    return offsets
