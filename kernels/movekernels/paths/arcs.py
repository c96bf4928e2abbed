"""Free arcs: the parts of a curve that lie in no other grown obstacle, on the table.

Every obstacle covers some angles of a curve; what none covers is free.  As everywhere a
point in an obstacle by no more than `SLACK` is free: two obstacles that leave a gap of
exactly the base's width cover nothing of each other.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from movekernels._jit import kernel
from movekernels.arrays import Floats, Ints
from movekernels.paths.covers import cover_all
from movekernels.paths.curves import TAU, place_of
from movekernels.paths.grown import Grown

UNKNOWN = -2
"""In place of the number of arcs: not looked at yet."""
WHOLE = -1
"""In place of the number of arcs: the whole curve is free."""


class Arcs(NamedTuple):
    """Free arcs of curves (k), as places from ``low`` to ``high``, counter-clockwise."""

    first: Ints
    """First arc of each curve, shape (k,)."""
    number: Ints
    """How many it has, `WHOLE` or `UNKNOWN`; shape (k,)."""
    low: Floats
    """Place in [0, length) where the arc begins; shape (a,)."""
    high: Floats
    """Place where the arc ends, ``low`` or more; beyond the length if it runs over angle 0."""
    used: Ints
    """How many arcs are known, shape (1,)."""
    covers: Floats
    """Scratch: angles from which and to which others cover a curve; shape (c, 2)."""


@kernel
def _sort(covers: Floats, n: int) -> None:
    """Sort the first ``n`` covers by where they begin: they are few."""
    for a in range(1, n):
        low = covers[a, 0]
        high = covers[a, 1]
        b = a
        while b > 0 and covers[b - 1, 0] > low:
            covers[b, 0] = covers[b - 1, 0]
            covers[b, 1] = covers[b - 1, 1]
            b -= 1
        covers[b, 0] = low
        covers[b, 1] = high


@kernel
def find_arcs(grown: Grown, arcs: Arcs, length: float, j: int) -> bool:
    """Find the free arcs of curve ``j``, ``length`` long; false if the scratch is too small."""
    covers = arcs.covers
    n = cover_all(grown, j, covers)
    used = arcs.used[0]
    if n > covers.shape[0] or used + n > arcs.low.size:
        return False
    arcs.first[j] = used
    if n == 0:
        arcs.number[j] = WHOLE
        return True
    _sort(covers, n)
    reach = 0.0
    for a in range(n):
        reach = max(reach, covers[a, 1])
    reach -= TAU
    count = 0
    for a in range(n):
        low = covers[a, 0]
        if low > reach:
            start = _place(grown, j, reach)
            arcs.low[used + count] = start
            arcs.high[used + count] = start + _run(grown, j, length, start, reach, low)
            count += 1
        reach = max(reach, covers[a, 1])
    arcs.number[j] = count
    arcs.used[0] = used + count
    return True


@kernel
def _run(grown: Grown, j: int, length: float, start: float, low: float, high: float) -> float:
    """Length of curve ``j``, all of it ``length``, from an angle at place ``start`` to a larger."""
    run = _place(grown, j, high) - start
    if run < 0.0:
        run += length
    # the ends of a very short arc, or of nearly the whole, are one place by rounding
    turn = high - low
    if turn < 1.0 and run > 0.9 * length:
        return 0.0
    return length if turn > 5.0 and run < 0.1 * length else run


@kernel
def _place(grown: Grown, j: int, angle: float) -> float:
    """Place of curve ``j`` at an angle of the table; see `place_of`."""
    return place_of(grown, j, math.cos(angle), math.sin(angle))


@kernel
def room_at(arcs: Arcs, length: float, j: int, place: float, sense: float) -> float:
    """How far one may go on from a place of curve ``j`` in a sense, inches.

    -1 if the place is not on a free arc; the arcs must be known.
    """
    count = arcs.number[j]
    if count == WHOLE:
        return length
    for a in range(arcs.first[j], arcs.first[j] + count):
        low = arcs.low[a]
        high = arcs.high[a]
        at = place if place >= low else place + length
        if at <= high:
            return float(high - at if sense > 0.0 else at - low)
    return -1.0
