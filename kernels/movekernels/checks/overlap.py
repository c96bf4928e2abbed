"""No base may end on another of the same level (03.01, ending a move)."""

from __future__ import annotations

import numpy as np

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Ints, Shapes
from movekernels.checks.bounds import ASK, YES, _settle, body_gap

NOBODY = -1
"""In a list of indices: no such body."""


@kernel
def overlapping(
    shapes: Shapes, a: Bodies, i: int, b: Bodies, j: int, level: float, tolerance: float
) -> bool:
    """Whether two bodies share a level and their bases overlap.

    Parameters
    ----------
    shapes
        Outlines the bodies refer to.
    a, i, b, j
        The two bodies.
    level
        Heights that differ by this much or more, in inches, are different levels.
    tolerance
        Bases overlap when their gap is below minus this, in inches: touching is legal.
    """
    if not abs(a.z[i] - b.z[j]) < level:
        return False
    k, m = a.shape[i], b.shape[j]
    dx = a.x[i] - b.x[j]
    dy = a.y[i] - b.y[j]
    limit = _deepest(tolerance)
    verdict = _settle(
        dx * dx + dy * dy,
        shapes.outer[k],
        shapes.outer[m],
        shapes.inner[k],
        shapes.inner[m],
        limit,
        True,
    )
    if verdict == ASK:
        return body_gap(shapes, a, i, b, j) <= limit
    return verdict == YES


@kernel
def _deepest(tolerance: float) -> float:
    """The largest gap that is an overlap: the next number below minus the tolerance.

    Added to radii it may round to no less than before: discs are compared strictly.
    """
    return float(np.nextafter(-tolerance, -np.inf))


@kernel
def self_overlaps(shapes: Shapes, unit: Bodies, level: float, tolerance: float, first: Ints) -> int:
    """For each model of a unit, the first model of lower index it overlaps.

    Parameters
    ----------
    shapes
        Outlines of ``unit``.
    unit
        The models (n).
    level, tolerance
        As in `overlapping`, inches.
    first
        Filled: lowest index of an earlier model overlapped, `NOBODY` if none; shape (n,).

    Returns
    -------
    int
        How many models overlap an earlier one; 0 exactly when the unit is free of overlaps.
    """
    count = 0
    limit = _deepest(tolerance)
    for i in range(unit.x.size):
        first[i] = NOBODY
        k = unit.shape[i]
        for j in range(i):
            if not abs(unit.z[i] - unit.z[j]) < level:
                continue
            m = unit.shape[j]
            dx = unit.x[i] - unit.x[j]
            dy = unit.y[i] - unit.y[j]
            verdict = _settle(
                dx * dx + dy * dy,
                shapes.outer[k],
                shapes.outer[m],
                shapes.inner[k],
                shapes.inner[m],
                limit,
                True,
            )
            if verdict == YES or (verdict == ASK and body_gap(shapes, unit, i, unit, j) <= limit):
                first[i] = j
                count += 1
                break
    return count
