"""No base may end on another of the same level (03.01, ending a move)."""

from __future__ import annotations

import numpy as np

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Ints, Shapes
from movekernels.checks.bounds import ASK, OVER, YES, _largest, _settle, body_gap, within

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
    return bool(abs(a.z[i] - b.z[j]) < level) and within(shapes, a, i, b, j, _deepest(tolerance))


@kernel
def _deepest(tolerance: float) -> float:
    """The largest gap that is an overlap: the next number below minus the tolerance."""
    return float(np.nextafter(-tolerance, -np.inf))


@kernel
def overlaps(
    shapes: Shapes, unit: Bodies, others: Bodies, level: float, tolerance: float, first: Ints
) -> int:
    """For each model of a unit, the first other body it stands on.

    Parameters
    ----------
    shapes
        Outlines of ``unit`` and ``others``.
    unit, others
        The models (n) and what they may not overlap (m).
    level, tolerance
        As in `overlapping`, inches.
    first
        Filled: lowest index in ``others`` of a body overlapped, `NOBODY` if none; shape (n,).

    Returns
    -------
    int
        How many models overlap something.
    """
    count = 0
    limit = _deepest(tolerance)
    largest = _largest(shapes, others)
    m = others.x.size
    for i in range(unit.x.size):
        first[i] = NOBODY
        x, y, z = unit.x[i], unit.y[i], unit.z[i]
        outer = shapes.outer[unit.shape[i]]
        inner = shapes.inner[unit.shape[i]]
        # A count without an exit runs in SIMD; mostly nobody comes near.
        far = max(outer + largest + limit, 0.0)
        far2 = far * far * OVER
        near = 0
        for j in range(m):
            dx = x - others.x[j]
            dy = y - others.y[j]
            near += dx * dx + dy * dy <= far2
        if near == 0:
            continue
        for j in range(m):
            if not abs(z - others.z[j]) < level:
                continue
            dx = x - others.x[j]
            dy = y - others.y[j]
            k = others.shape[j]
            verdict = _settle(
                dx * dx + dy * dy, outer, shapes.outer[k], inner, shapes.inner[k], limit
            )
            if verdict == YES or (verdict == ASK and body_gap(shapes, unit, i, others, j) <= limit):
                first[i] = j
                count += 1
                break
    return count


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
            )
            if verdict == YES or (verdict == ASK and body_gap(shapes, unit, i, unit, j) <= limit):
                first[i] = j
                count += 1
                break
    return count
