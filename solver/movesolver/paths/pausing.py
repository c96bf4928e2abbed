"""Moments at which long work that nobody watches can be left: between kernels, never within one.

Whoever serves questions says what happens there (`left_by`); for all others a moment costs a look
at a variable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import numpy as np

from movekernels.arrays import Floats

CHUNK = 512
"""So many points are measured between two moments."""

_CALL: ContextVar[Callable[[], None] | None] = ContextVar("movesolver_moment", default=None)


class LeftError(Exception):
    """Work was left before its end: whoever waited for it wants no more of it."""


@contextmanager
def left_by(call: Callable[[], None]) -> Iterator[None]:
    """Call something at every moment of the work in the block; it may raise `LeftError`."""
    token = _CALL.set(call)
    try:
        yield
    finally:
        _CALL.reset(token)


def moment() -> None:
    """Say that work could be left here."""
    call = _CALL.get()
    if call is not None:
        call()


def by_chunks(measure: Callable[[Floats], Floats], points: Floats) -> Floats:
    """Measure points, each by itself, with a moment before every so many of them.

    Parameters
    ----------
    measure
        Takes points, shape (s, ...), and gives a value for each, shape (s,); what it gives for
        a point does not depend on the others.
    points
        Shape (s, ...).

    Returns
    -------
    numpy.ndarray
        What ``measure`` gives for all of them, shape (s,).
    """
    moment()
    if _CALL.get() is None or len(points) <= CHUNK:
        return measure(points)
    parts = []
    for first in range(0, len(points), CHUNK):
        moment()
        parts.append(measure(np.ascontiguousarray(points[first : first + CHUNK])))
    return np.concatenate(parts)
