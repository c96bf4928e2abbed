"""Limits of time in tests that other work on the machine cannot break."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

Answer = TypeVar("Answer")
TRIES = 3


def in_time(
    seconds: float,
    work: Callable[[], Answer],
    clock: Callable[[], float] = time.process_time,
) -> Answer:
    """Return what some work returns that must be done within so many seconds.

    The least time of up to `TRIES` counts.  Other processes, caches they fill, and a full pass of
    the garbage collector (a tenth of a second, with all kernels loaded) only ever add to a time,
    never take from it: work that is too slow by itself is too slow each time.
    """
    took = []
    for _ in range(TRIES):
        begun = clock()
        answer = work()
        took.append(clock() - begun)
        if took[-1] <= seconds:
            return answer
    raise AssertionError(f"wanted at most {seconds:.4g} s, took {min(took):.4g} s at the least")
