"""How much work a search may do."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from movesolver.errors import InputError
from movesolver.search.result import Limit
from movesolver.table.fields import check_amount, shown

if TYPE_CHECKING:
    from movesolver.search.watch import Watch

__all__ = ["CHUNK", "Budget", "budget_of", "check_amount", "check_whole"]

CHUNK = 400
"""At most so many iterations between two looks at the clock."""


@dataclass(slots=True)
class Budget:
    """Iterations, milliseconds, or both, whichever ends first.

    Only a budget of iterations gives the same answer on every machine.
    """

    iterations: int
    """How many may be made."""
    begun: float = 0.0
    """Start on `time.perf_counter`, seconds."""
    seconds: float | None = None
    """How long it may take."""
    made: int = 0
    watch: Watch | None = None
    """Who is told after each chunk of work, and may stop it."""

    def progress(self) -> float:
        """Return which part of the budget is used up, 0 to 1; all of it once stopped."""
        part = self.made / self.iterations if self.iterations > 0 else 1.0
        return min(max(part, self.time_used()), 1.0)

    def time_used(self) -> float:
        """Return which part of the time is used up, 0 where there is no limit of time."""
        if self.watch is not None and self.watch.stopped:
            return 1.0
        if self.seconds is None:
            return 0.0
        spent = time.perf_counter() - self.begun
        return spent / self.seconds if self.seconds > 0 else 1.0

    def chunk(self, end: float) -> int:
        """Return how many iterations to make now if a stage ends at this part of the budget."""
        if self.progress() >= end:
            return 0
        # A stage bounded by time alone makes whole chunks; the clock is asked between them.
        left = math.ceil(end * self.iterations) - self.made
        return max(0, min(CHUNK, left))

    @property
    def limit(self) -> Limit | None:
        """The budget that is used up, if one is."""
        if self.watch is not None and self.watch.stopped:
            return Limit.STOPPED
        if self.made >= self.iterations:
            return Limit.ITERATIONS
        return Limit.TIME if self.progress() >= 1.0 else None


PER_MODEL = 75
"""Iterations made for each model by default ..."""
FEWEST = 200
"""... but at least so many ..."""
WITH_TIME = 1_000_000_000
"""... and with a time limit as many as it allows."""


def check_whole(name: str, value: object) -> None:
    """Raise unless an argument is a whole number, 0 or more."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 0:
        raise InputError(name, "a whole number, 0 or more", shown(value))


def budget_of(models: int, iterations: int | None, time_ms: float | None) -> Budget:
    """Return the budget of a search for a unit of ``models`` models.

    Raises
    ------
    InputError
        If a budget is negative or not a number.
    """
    if iterations is not None:
        check_whole("iterations", iterations)
    if time_ms is not None:
        check_amount("time_ms", "zero or more milliseconds", time_ms)
    if iterations is None:
        iterations = WITH_TIME if time_ms is not None else max(FEWEST, PER_MODEL * models)
    seconds = None if time_ms is None else time_ms / 1000
    return Budget(iterations, time.perf_counter(), seconds)
