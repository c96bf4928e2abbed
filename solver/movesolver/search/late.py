"""What is answered where time is over before the search has judged what it found."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from movesolver.duties.owed import duties_of
from movesolver.referee.position import Position
from movesolver.search.budget import BOUND, LATE, Budget
from movesolver.search.found import Judged

JUDGING, MOST = 0.1, 0.5
"""Where models have duties, or need an order of moving, this is kept for the referee, seconds, or
that part of the time."""
SEARCHED, JUDGED = 0.3, 0.6
"""Where unit-mates bar the way ends that overlook them are searched and judged until such parts of
the time: what does not overlook them is quick to judge, and is gone on to if nothing is found."""


def kept_of(position: Position, seconds: float | None, bounded: bool) -> float:
    """Return which part of a limit of time is for what comes after the search, 0 to 1.

    What is found is polished and judged then, and a bound worked out if there is to be one.
    """
    part = BOUND if bounded else LATE
    asks_more = bool(duties_of(position)) or bool(position.mates_block.any())
    if seconds is None or seconds <= 0.0 or not asks_more:
        return part
    return max(part, min(JUDGING / seconds, MOST))


class Late:
    """Says whether to leave work: all time is over, and there is something to answer.

    Parameters
    ----------
    budget
        Whose time it is.
    other
        Returns a legal answer that takes no search, if there is one; asked once, and only where
        nothing better is known in time.
    """

    def __init__(self, budget: Budget, other: Callable[[], Judged | None]) -> None:
        self._budget, self._other = budget, other
        self._asked = False
        self.until = math.inf
        """When to leave what has led to nothing, on `time.perf_counter`: something else is next."""
        self.best: Judged | None = None
        """The best that is known to be legal, or that other one."""

    def know(self, found: Judged | None) -> None:
        """Tell of a legal answer that is better than those before."""
        if found is not None:
            self.best = found

    def __call__(self) -> bool:
        """Return whether to leave it at `best`."""
        if self.best is None and time.perf_counter() >= self.until:
            return True
        if not self._budget.late():
            return False
        if self.best is None and not self._asked:
            self._asked = True
            self.best = self._other()
        return self.best is not None
