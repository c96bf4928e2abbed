"""Times of calls that take turns in one process, so that a busy machine slows all alike."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from functools import partial

SHORTEST = 1e-4
"""Calls shorter than this are timed several at a time, seconds."""


def once(run: Callable[[], object]) -> float:
    """Return the seconds of one call."""
    return _several(run, 1)


def _several(run: Callable[[], object], calls: int) -> float:
    start = time.perf_counter()
    for _ in range(calls):
        run()
    return (time.perf_counter() - start) / calls


def interleave(
    runs: Sequence[Callable[[], object]], seconds: float, least_calls: int = 2
) -> list[float]:
    """Call each in turn, round after round, and return the seconds of its fastest call.

    Parameters
    ----------
    runs
        What is timed.  Each should have been called before.
    seconds
        In all, about.  Each has an equal share, and sits further rounds out once that
        is used up.
    least_calls
        Of each, whatever they take: 1 or 2.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        least = [once(run) for run in runs]
        calls = [max(1, int(SHORTEST / max(first, 1e-9))) for first in least]
        share = seconds / max(1, len(runs))
        used = list(least) if least_calls == 1 else [0.0] * len(runs)
        waiting = [k for k in range(len(runs)) if used[k] < share]
        while waiting:
            for k in waiting:
                spent = _several(runs[k], calls[k])
                least[k] = min(least[k], spent)
                used[k] += spent * calls[k]
            waiting = [k for k in waiting if used[k] < share]
    finally:
        if collecting:
            gc.enable()
    return least


def sample_size(run: Callable[[int], object], most: int, seconds: float) -> int:
    """Return how many boards a way can do in about so many seconds, 1 to ``most``.

    Parameters
    ----------
    run
        Does a number of boards.
    most
        The answer is no larger.
    seconds
        For one call.
    """
    boards = 1
    while boards < most:
        spent = once(partial(run, boards))
        if spent < 4.0 * seconds:  # a first call may have been held up
            spent = min(spent, once(partial(run, boards)))
        if spent * 2.0 > seconds:
            break
        boards = min(most, int(boards * min(8.0, max(2.0, seconds / max(spent, 1e-9)))))
    return boards
