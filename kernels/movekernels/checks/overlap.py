"""No base may end on another of the same level (03.01, ending a move)."""

from __future__ import annotations

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Ints, Shapes
from movekernels.checks.bounds import OVER, UNDER, body_gap

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
    dx = a.x[i] - b.x[j]
    dy = a.y[i] - b.y[j]
    d2 = dx * dx + dy * dy
    k = a.shape[i]
    m = b.shape[j]
    far = shapes.outer[k] + shapes.outer[m] - tolerance
    if far <= 0.0 or d2 > far * far * OVER:
        return False
    near = shapes.inner[k] + shapes.inner[m] - tolerance
    if near > 0.0 and d2 < near * near * UNDER:
        return True
    return body_gap(shapes, a, i, b, j) < -tolerance


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
    for i in range(unit.x.size):
        first[i] = NOBODY
        for j in range(others.x.size):
            if overlapping(shapes, unit, i, others, j, level, tolerance):
                first[i] = j
                count += 1
                break
    return count


@kernel
def self_overlaps(
    shapes: Shapes, unit: Bodies, level: float, tolerance: float, first: Ints
) -> int:
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
    for i in range(unit.x.size):
        first[i] = NOBODY
        for j in range(i):
            if overlapping(shapes, unit, i, unit, j, level, tolerance):
                first[i] = j
                count += 1
                break
    return count
