"""Unit coherency (03.03): neighbours, span and one contiguous group, on bit rows.

Every limit is an argument, because games and editions share the kernels.  A unit
has at most `MOST` models; row ``i`` of its graph is one 64-bit word whose bit
``j`` says that models ``i`` and ``j`` are linked.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Floats, Ints, Shapes
from movekernels.checks.bounds import UNDER, body_gap, within

Rows = NDArray[np.uint64]

MOST = 64
"""Most models a unit may have: one bit each."""

NO_NEIGHBOUR = 1
"""Some model is linked with fewer unit-mates than needed."""
SPREAD = 2
"""Two models are farther apart than the span."""
HEIGHT = 4
"""Two models are farther apart in height than allowed."""
SPLIT = 8
"""The linked models form more than one group."""

_ONE = np.uint64(1)
_NONE = np.uint64(0)


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
    for i in range(n):
        rows[i] = _NONE
        for j in range(i):
            if abs(unit.z[i] - unit.z[j]) <= vertical + tolerance and within(
                shapes, unit, i, unit, j, neighbour + tolerance
            ):
                rows[i] |= _ONE << np.uint64(j)
                rows[j] |= _ONE << np.uint64(i)


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
            if (member >> np.uint64(j)) & _ONE != _NONE:
                labels[j] = i
    return count


@kernel
def _flood(rows: Rows, start: int) -> np.uint64:
    """Bit set of the models connected with ``start``, itself included."""
    reach = _ONE << np.uint64(start)
    before = _NONE
    while reach != before:
        before = reach
        for i in range(rows.size):
            if (reach >> np.uint64(i)) & _ONE != _NONE:
                reach |= rows[i]
    return reach


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
            value = body_gap(shapes, unit, i, unit, j)
            if value > best:
                best = value
                worst[1] = i
                worst[2] = j
    worst[0] = best
    return best


@kernel
def _lonely(rows: Rows, needed: int) -> bool:
    """Whether some row has fewer than ``needed`` bits."""
    for i in range(rows.size):
        row = rows[i]
        for _ in range(needed):
            if row == _NONE:
                return True
            row &= row - _ONE
    return False


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
    bits = 0
    for i in range(n):
        for j in range(i):
            if not abs(unit.z[i] - unit.z[j]) <= span_vertical + tolerance:
                bits |= HEIGHT
            if bits & SPREAD == 0 and not within(shapes, unit, i, unit, j, span + tolerance):
                bits |= SPREAD
    if _lonely(rows[:n], needed):
        bits |= NO_NEIGHBOUR
    if single_group and _flood(rows[:n], 0) != ~_NONE >> np.uint64(MOST - n):
        bits |= SPLIT
    return bits


@kernel
def coherent_discs(
    x: Floats,
    y: Floats,
    z: Floats,
    r: Floats,
    neighbour: float,
    vertical: float,
    span: float,
    tolerance: float,
    out: NDArray[np.uint8],
) -> None:
    """Coherency bits of many units of round models; see `coherent`."""
    n = x.shape[1]
    rows = np.empty(n, np.uint64)
    for b in range(x.shape[0]):
        out[b] = 0 if n < 2 else _discs(x[b], y[b], z[b], r, neighbour + tolerance,
                                       vertical + tolerance, span + tolerance, rows)


@kernel
def _discs(
    x: Floats, y: Floats, z: Floats, r: Floats, neighbour: float, vertical: float, span: float,
    rows: Rows,
) -> int:
    n = x.size
    bits = 0
    for i in range(n):
        rows[i] = _NONE
        for j in range(i):
            dx = x[i] - x[j]
            dy = y[i] - y[j]
            gap = math.sqrt(dx * dx + dy * dy) - (r[i] + r[j])
            level = abs(z[i] - z[j]) <= vertical
            if not level:
                bits |= HEIGHT
            if not gap <= span:
                bits |= SPREAD
            if level and gap <= neighbour:
                rows[i] |= _ONE << np.uint64(j)
                rows[j] |= _ONE << np.uint64(i)
    if _lonely(rows, 1):
        bits |= NO_NEIGHBOUR
    if _flood(rows, 0) != ~_NONE >> np.uint64(MOST - n):
        bits |= SPLIT
    return bits
