"""Unit coherency (03.03): neighbours, span and one contiguous group, on bit rows.

Every limit is an argument, because games and editions share the kernels.  A unit
has at most `MOST` models.
"""

from __future__ import annotations

import math

import numpy as np

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Floats, Ints, Shapes
from movekernels.checks.bounds import ASK, NO, UNDER, YES, _settle, body_gap
from movekernels.checks.words import (
    HEIGHT,
    MOST,
    NO_NEIGHBOUR,
    NONE,
    ONE,
    SPLIT,
    SPREAD,
    Rows,
    _flood,
    _lonely,
)

__all__ = [
    "HEIGHT",
    "MOST",
    "NO_NEIGHBOUR",
    "SPLIT",
    "SPREAD",
    "Rows",
    "coherent",
    "groups",
    "links",
    "widest",
]


@kernel
def links(
    shapes: Shapes, unit: Bodies, neighbour: float, vertical: float, tolerance: float, rows: Rows
) -> None:
    """Bit rows of the graph "within ``neighbour`` and within ``vertical`` in height".

    Parameters
    ----------
    shapes
        Outlines of ``unit``.
    unit
        The models, n <= `MOST`.
    neighbour, vertical
        Limits on the gap and on the difference of heights, inches, inclusive.
    tolerance
        Added to both limits, inches.
    rows
        Filled: bit ``j`` of ``rows[i]`` is set when models ``i != j`` are linked; shape (n,).
    """
    n = unit.x.size
    limit = neighbour + tolerance
    for i in range(n):
        rows[i] = NONE
        k = unit.shape[i]
        for j in range(i):
            if not abs(unit.z[i] - unit.z[j]) <= vertical + tolerance:
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
                False,
            )
            if verdict == YES or (verdict == ASK and body_gap(shapes, unit, i, unit, j) <= limit):
                rows[i] |= ONE << np.uint64(j)
                rows[j] |= ONE << np.uint64(i)


@kernel
def groups(rows: Rows, labels: Ints) -> int:
    """Connected groups of a graph given as bit rows.

    Parameters
    ----------
    rows
        As filled by `links`; shape (n,), n <= `MOST`.
    labels
        Filled: lowest member of the group of model ``i``; shape (n,).

    Returns
    -------
    int
        Number of groups; 0 for no models.
    """
    n = rows.size
    for i in range(n):
        labels[i] = -1
    count = 0
    for i in range(n):
        if labels[i] >= 0:
            continue
        count += 1
        member = _flood(rows, i)
        for j in range(i, n):
            if (member >> np.uint64(j)) & ONE != NONE:
                labels[j] = i
    return count


@kernel
def widest(shapes: Shapes, unit: Bodies, worst: Floats, highest: Ints) -> float:
    """The two models farthest apart, and the two farthest apart in height.

    Parameters
    ----------
    shapes
        Outlines of ``unit``.
    unit
        The models (n).
    worst
        Filled: largest gap of two models, their indices (lower first), and the
        largest difference of heights, inches; shape (4,).  With fewer than two
        models -inf, -1, -1 and 0.
    highest
        Filled: the two models with that difference of heights, lower index
        first, -1 twice with fewer than two models; shape (2,).

    Returns
    -------
    float
        The largest gap, inches.  Among equals the pair that comes first in the
        order (0, 1), (0, 2), ..., (1, 2), ... is named.
    """
    best = -math.inf
    worst[1] = -1.0
    worst[2] = -1.0
    worst[3] = 0.0
    highest[0] = -1
    highest[1] = -1
    n = unit.x.size
    for i in range(n):
        inner = shapes.inner[unit.shape[i]]
        for j in range(i + 1, n):
            rise = abs(unit.z[i] - unit.z[j])
            if highest[0] < 0 or rise > worst[3]:
                worst[3] = rise
                highest[0] = i
                highest[1] = j
            dx = unit.x[i] - unit.x[j]
            dy = unit.y[i] - unit.y[j]
            bound = best + inner + shapes.inner[unit.shape[j]]
            if bound > 0.0 and dx * dx + dy * dy < bound * bound * UNDER:
                continue
            value = body_gap(shapes, unit, j, unit, i)  # the order, and the rounding, of `links`
            if value > best:
                best = value
                worst[1] = i
                worst[2] = j
    worst[0] = best
    return best


@kernel
def _spread(shapes: Shapes, unit: Bodies, limit: float) -> bool:
    """Whether two models are farther apart than ``limit``."""
    if limit == math.inf:
        return False
    for i in range(unit.x.size):
        k = unit.shape[i]
        for j in range(i):
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
                False,
            )
            if verdict == NO or (verdict == ASK and body_gap(shapes, unit, i, unit, j) > limit):
                return True
    return False


@kernel
def _rise(unit: Bodies) -> float:
    """Difference in height of the highest and the lowest model, the largest of any two."""
    low = unit.z[0]
    high = low
    for i in range(1, unit.z.size):
        low = min(low, unit.z[i])
        high = max(high, unit.z[i])
    return float(high - low)


@kernel
def coherent(
    shapes: Shapes,
    unit: Bodies,
    neighbour: float,
    vertical: float,
    span: float,
    span_vertical: float,
    needed: int,
    single_group: bool,
    tolerance: float,
    rows: Rows,
) -> int:
    """What is wrong with a unit's coherency, as bits; 0 when it is coherent.

    Parameters
    ----------
    shapes
        Outlines of ``unit``.
    unit
        The models, n <= `MOST`.
    neighbour, vertical
        Two models are linked when this near, inches, inclusive.
    span, span_vertical
        Every two models must be this near, inches, inclusive; infinite = no limit.
    needed
        Unit-mates each model must be linked with.
    single_group
        Whether the links must make the unit one contiguous group.
    tolerance
        Added to all four limits, inches.
    rows
        Filled as by `links`; shape (n,).

    Returns
    -------
    int
        Sum of `NO_NEIGHBOUR`, `SPREAD`, `HEIGHT` and `SPLIT`.  A unit of one model
        is coherent (03.03 speaks of units of more than one).
    """
    links(shapes, unit, neighbour, vertical, tolerance, rows)
    n = unit.x.size
    if n < 2:
        return 0
    bits = SPREAD if _spread(shapes, unit, span + tolerance) else 0
    if not _rise(unit) <= span_vertical + tolerance:
        bits |= HEIGHT
    if _lonely(rows[:n], needed):
        bits |= NO_NEIGHBOUR
    if single_group and _flood(rows[:n], 0) != ~NONE >> np.uint64(MOST - n):
        bits |= SPLIT
    return bits
