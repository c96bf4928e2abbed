"""How far units are from losing coherency, or from having it again (03.03)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Floats, Ints, Shapes
from movekernels.boards.groups import BAD, _outlines, _part_of, _unsound
from movekernels.checks.coherency import _rise
from movekernels.checks.words import MOST
from movekernels.geometry.pair_lanes import PairLanes
from movekernels.geometry.pair_rows import pair_gaps

NEIGHBOUR = 0
SPAN = 1
RISE = 2
GROUP = 3


@kernel
def _nth_smallest(row: Floats, skip: int, nth: int) -> float:
    """The ``nth`` smallest of a row without place ``skip``; infinity if there are not so many."""
    best = -math.inf
    at = -1
    for _ in range(nth):
        value = math.inf
        place = -1
        for j in range(row.size):
            later = row[j] > best or (row[j] == best and j > at)
            if j != skip and later and row[j] < value:
                value = row[j]
                place = j
        if place < 0:
            return math.inf
        best = value
        at = place
    return best


@kernel
def _longest_link(near: Floats, n: int, reached: Floats) -> float:
    """Longest link that one group needs: of the shortest links that make one (Prim).

    ``near`` holds the gaps row by row, infinite where a link is impossible.
    """
    for i in range(n):
        reached[i] = near[i]
    reached[0] = -math.inf
    longest = -math.inf
    for _ in range(n - 1):
        value = math.inf
        place = -1
        for j in range(n):
            if reached[j] > -math.inf and (place < 0 or reached[j] < value):
                value = reached[j]
                place = j
        longest = max(longest, value)
        reached[place] = -math.inf
        for j in range(n):
            reached[j] = min(reached[j], near[place * n + j])
    return longest


@kernel
def _slacks(
    shapes: Shapes,
    unit: Bodies,
    neighbour: float,
    vertical: float,
    span: float,
    span_vertical: float,
    needed: int,
    near: Floats,
    gaps: Floats,
    pairs: Ints,
    lanes: PairLanes,
    out: Floats,
) -> None:
    """Fill the four slacks of one sound unit of two models or more."""
    n = unit.x.size
    count = 0
    for i in range(n):
        for j in range(i):
            pairs[0, count] = i
            pairs[1, count] = j
            count += 1
    pair_gaps(shapes, unit, unit, pairs[0], pairs[1], count, lanes, gaps)
    widest = -math.inf
    count = 0
    for i in range(n):
        near[i * n + i] = math.inf
        for j in range(i):
            value = gaps[count]
            count += 1
            widest = max(widest, value)
            if not abs(unit.z[i] - unit.z[j]) <= vertical:
                value = math.inf
            near[i * n + j] = value
            near[j * n + i] = value
    loneliest = -math.inf
    for i in range(n):
        mates = near[i * n : i * n + n]
        loneliest = max(loneliest, _nth_smallest(mates, i, needed))
    longest = _longest_link(near, n, gaps)
    out[NEIGHBOUR] = neighbour - loneliest if loneliest < math.inf else -math.inf
    out[SPAN] = span - widest
    out[RISE] = span_vertical - _rise(unit)
    out[GROUP] = neighbour - longest if longest < math.inf else -math.inf


@kernel
def slack_boards(
    whole: Ints,
    real: Floats,
    first: Ints,
    shape: Ints,
    x: Floats,
    y: Floats,
    cos: Floats,
    sin: Floats,
    z: Floats,
    neighbour: float,
    vertical: float,
    span: float,
    span_vertical: float,
    needed: int,
    crowd: int,
    needed_in_crowd: int,
    single_group: bool,
    tolerance: float,
    low: int,
    high: int,
    near: Floats,
    gaps: Floats,
    pairs: Ints,
    lanes: PairLanes,
    out: Floats,
    codes: NDArray[np.uint8],
) -> None:
    """Signed distance of units ``low`` to ``high`` to each limit of coherency.

    Parameters
    ----------
    whole, real, first, shape, x, y, cos, sin, z
        As in `coherency_boards`.
    neighbour, vertical, span, span_vertical, needed, crowd, needed_in_crowd
        As there, inches.
    single_group, tolerance
        As there; ``vertical`` includes the tolerance, no slack does.
    low, high
        The units judged.
    near, gaps, pairs
        Scratch; shapes (4096,), (2016,) and (2, 2016).
    lanes
        Scratch from `movekernels.geometry.pair_lanes.pair_lanes` for these outlines.
    out
        Filled at ``low:high``, inches, negative where a limit is broken, infinite where
        there is none: how much nearer the loneliest model's mate is than needed
        (minus infinity if it has too few near enough in height); span less the widest gap;
        its vertical part less the rise; how much shorter than needed the longest link is
        that makes one group.  Infinity for units of fewer than two models, NaN for
        nonsense; shape (b, 4).
    codes
        Filled at ``low:high``: 0, or `BAD`; shape (b,).
    """
    shapes = _outlines(whole, real)
    bodies = Bodies(shape, x, y, cos, sin, z)
    for g in range(low, high):
        unit = _part_of(bodies, first[g], first[g + 1])
        n = unit.x.size
        codes[g] = 0
        if n > MOST or _unsound(shapes, unit) > 0:
            codes[g] = BAD
            out[g] = math.nan
            continue
        out[g] = math.inf
        if n < 2:
            continue
        wanted = needed_in_crowd if 0 < crowd <= n else needed
        _slacks(
            shapes,
            unit,
            neighbour,
            vertical + tolerance,
            span,
            span_vertical,
            wanted,
            near,
            gaps,
            pairs,
            lanes,
            out[g],
        )
        if not single_group:
            out[g, GROUP] = math.inf
