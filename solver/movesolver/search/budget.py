"""How much work a search may do."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from movesolver.errors import InputError
from movesolver.paths.pausing import moment
from movesolver.search.result import Limit
from movesolver.table.fields import check_amount, shown

if TYPE_CHECKING:
    from movesolver.search.watch import Watch

CHUNK = 400
"""At most so many iterations between two looks at the clock ..."""
FIRST = 60
"""... and so many while it is not known how long they take."""


@dataclass(slots=True)
class Pace:
    """How long work takes, where there is a limit of time."""

    each: dict[str, float] = field(default_factory=dict)
    """What an iteration of each kind took last, seconds."""
    cut: bool = False
    """Whether a stage ended because of the time."""


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
    spare: float = 0.0
    """Seconds after `seconds` in which what was found is judged, and a bound worked out."""
    pace: Pace = field(default_factory=Pace)
    """Shared by all parts of a budget."""
    _since: tuple[str, float] = ("", 0.0)
    """Kind and start of the chunk that is being made."""

    @property
    def end(self) -> float:
        """When all must be done, on `time.perf_counter`; infinity without a limit of time."""
        return self.begun + self.whole

    @property
    def whole(self) -> float:
        """All the time that there is, seconds; infinity without a limit."""
        return math.inf if self.seconds is None else self.seconds + self.spare

    def left(self) -> float:
        """Return how many seconds are left for all that is to be done, 0 or more."""
        return max(self.end - time.perf_counter(), 0.0)

    def late(self) -> bool:
        """Return whether all should have been done by now."""
        return time.perf_counter() >= self.end

    def keep(self, part: float) -> None:
        """Leave a part of the time, 0 to 1, for what comes after the search."""
        if self.seconds is not None:
            self.spare += part * self.seconds
            self.seconds *= 1.0 - part

    def part(self, part: float) -> Budget:
        """Return a budget of a part of the time, and the rest of it to judge what it finds."""
        if self.seconds is None:
            return replace(self, made=0)
        rest = (1.0 - part) * self.seconds if part < 1.0 else 0.0
        return replace(self, made=0, seconds=part * self.seconds, spare=self.spare + rest)

    def progress(self) -> float:
        """Return which part of the budget is used up, 0 to 1; all of it once stopped."""
        moment()
        part = self.made / self.iterations if self.iterations > 0 else 1.0
        return min(max(part, self.time_used()), 1.0)

    def time_used(self) -> float:
        """Return which part of the time is used up, 0 where there is no limit of time."""
        if self.watch is not None and self.watch.stopped:
            return 1.0
        return self._spent()

    def _spent(self) -> float:
        if self.seconds is None:
            return 0.0
        spent = time.perf_counter() - self.begun
        return spent / self.seconds if self.seconds > 0 else 1.0

    def spent(self) -> bool:
        """Return whether the time for the search is over, whoever else may have stopped it."""
        return self._spent() >= 1.0

    def chunk(self, end: float, kind: str = "", kept: float = 0.0, first: int = FIRST) -> int:
        """Return how many iterations to make now if a stage ends at this part of the budget.

        Where there is a limit of time, no more than are expected to be made by then, as those of
        this ``kind`` went before, or so many as the ``first``; ``kept`` seconds are left out of it.
        """
        most = max(0, min(CHUNK, math.ceil(end * self.iterations) - self.made))
        if self.seconds is None or not most:
            return most if self.progress() < end else 0
        now = time.perf_counter()
        self._since = kind, now
        left = self.begun + end * self.seconds - kept - now
        fitting = left / self.pace.each[kind] if kind in self.pace.each else first
        if self.progress() >= end or left <= 0.0 or fitting < 1.0:
            self.pace.cut = True
            return 0
        return int(min(fitting, most))

    def count(self, chunk: int) -> None:
        """Count iterations that were made since they were asked for."""
        self.made += chunk
        if self.seconds is not None and chunk > 0:
            kind, since = self._since
            self.pace.each[kind] = max(time.perf_counter() - since, 1e-9) / chunk

    @property
    def limit(self) -> Limit | None:
        """The budget that is used up, if one is."""
        if self.watch is not None and self.watch.stopped:
            return Limit.STOPPED
        if self.made >= self.iterations:
            return Limit.ITERATIONS
        return Limit.TIME if self.pace.cut or self.progress() >= 1.0 else None


def time_left(time_ms: float | None, begun: float) -> float | None:
    """Return what is left of a limit of time, and a little where that is nothing, milliseconds.

    ``begun`` is on `time.perf_counter`.
    """
    if time_ms is None:
        return None
    return max(time_ms - (time.perf_counter() - begun) * 1000, LATE * time_ms)


BOUND = 0.2
"""About this part of a limit of time is for the bound ..."""
LATE = 0.1
"""... and what is begun in time, or another way to find anything, may take this part more."""
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


def budget_of(
    models: int, iterations: int | None, time_ms: float | None, begun: float | None = None
) -> Budget:
    """Return the budget of a search for a unit of ``models`` models.

    ``begun`` is when the question was asked, on `time.perf_counter`; now if it is None.

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
    return Budget(iterations, time.perf_counter() if begun is None else begun, seconds)
