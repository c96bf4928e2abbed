"""How much work a search may do."""

from __future__ import annotations

import time
from dataclasses import dataclass

from movesolver.errors import InputError
from movesolver.search.result import Limit

CHUNK = 50
"""Iterations between two looks at the clock."""


@dataclass(slots=True)
class Budget:
    """Iterations, milliseconds, or both, whichever ends first.

    Only a budget of iterations gives the same answer on every machine.
    """

    iterations: int
    """How many may be made."""
    deadline: float | None = None
    """End on `time.perf_counter`, seconds."""
    made: int = 0

    def next_chunk(self) -> int:
        """Return how many iterations to make now; 0 when the budget is used up."""
        if self.out_of_time():
            return 0
        return min(CHUNK, self.iterations - self.made)

    def out_of_time(self) -> bool:
        """Return whether the deadline has passed."""
        return self.deadline is not None and time.perf_counter() >= self.deadline

    @property
    def limit(self) -> Limit | None:
        """The budget that is used up, if one is."""
        if self.made >= self.iterations:
            return Limit.ITERATIONS
        return Limit.TIME if self.out_of_time() else None


PER_MODEL = 30
"""Iterations made for each model by default ..."""
FEWEST = 120
"""... but at least so many ..."""
WITH_TIME = 1_000_000_000
"""... and with a time limit as many as it allows."""


def budget_of(models: int, iterations: int | None, time_ms: float | None) -> Budget:
    """Return the budget of a search for a unit of ``models`` models.

    Raises
    ------
    InputError
        If a budget is negative or not a number.
    """
    if iterations is not None and iterations < 0:
        raise InputError("iterations", "zero or more", str(iterations))
    if time_ms is not None and not time_ms >= 0:
        raise InputError("time_ms", "zero or more milliseconds", str(time_ms))
    if iterations is None:
        iterations = WITH_TIME if time_ms is not None else max(FEWEST, PER_MODEL * models)
    deadline = None if time_ms is None else time.perf_counter() + time_ms / 1000
    return Budget(iterations, deadline)
