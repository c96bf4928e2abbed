"""Small steps of a formation to where it gains, as far as time allows."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from movekernels.arrays import Floats, Ints
from movekernels.search import polishing
from movesolver.paths.climbs import Stop
from movesolver.search.arena import Arena
from movesolver.search.goal_table import Goal

SWEEPS = 40
"""Rounds of a polish of all models."""
AT_ONCE = 8
"""So many of them between two looks at the clock, where there is a limit of time."""
FIRST_STEP = 0.3
"""First step of the polish of a formation on spots, inches."""


@dataclass(slots=True)
class Polisher:
    """Polishes formations on one arena, and knows how long that takes."""

    arena: Arena
    goal: Goal
    pace: float = 0.0
    """What a round took at most, seconds."""

    def polish(
        self,
        poses: Floats,
        ways: Ints,
        step: float = FIRST_STEP,
        sweeps: int = SWEEPS,
        stop: Stop | None = None,
    ) -> None:
        """Move legal poses (n, 4) with their routes (n,) by small steps to where they gain.

        ``step`` is the first, inches.  Rounds are made one part after the other, until ``stop``
        says so, if it is given.
        """
        n, left = len(poses), sweeps
        steps, links = np.full(n + 1, step), np.empty((2, n), dtype=np.int64)
        trial, points = np.empty((n, 4)), np.empty(n)
        while left > 0 and not (stop is not None and stop()):
            begun, asked = time.perf_counter(), left if stop is None else min(left, AT_ONCE)
            made = polishing.polish(
                self.arena.ground, self.arena.squad, self.goal.search, poses, ways,
                asked, steps, links, trial, points,
            )  # fmt: skip
            self.pace = max(self.pace, (time.perf_counter() - begun) / max(made, 1))
            if made < asked:
                return
            left -= asked

    def needs(self, times: int) -> float:
        """Return how many seconds it takes to polish so often, as far as it is known yet."""
        return self.pace * SWEEPS * times
