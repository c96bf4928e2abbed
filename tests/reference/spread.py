"""Slow twin of `movekernels.paths.spread`."""

from __future__ import annotations

from movekernels.arrays import Floats
from movekernels.paths.grown import Grown
from reference.dense import lengths


def new_tree(curves: int) -> tuple[int, int]:
    """How many curves, and oriented curves, there are."""
    return curves, len([(j, sense) for j in range(curves) for sense in (1, -1)])


def along(start: float, end: float, sense: float, length: float) -> float:
    """Round once in small steps of whole turns until the way is not negative."""
    way = (end - start) * sense
    while way < 0.0:
        way += length
    while way >= length:
        way -= length
    return 0.0 if length - way < 3e-7 else way


def spread(grown: Grown, x: float, y: float, most: float, arrivals: Floats) -> Floats:
    """How far it is to where paths meet curves, points (a, 2)."""
    return lengths(grown, x, y, most, arrivals)
