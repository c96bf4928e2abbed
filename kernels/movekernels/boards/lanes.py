"""Coherency of a block of units of the same bases, one unit to a SIMD lane.

Models of a unit make too few pairs to fill a vector register, so `LANES` units
are transposed into scratch and every pair of indices (i, j) is judged for all of
them at once, by squared centre distances against those of the bounding discs.
That is the whole answer for round bases.  For others a link may stay open: a lane
that needs to know, or whose heights matter, is left to the exact judgement.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Floats, Ints, Shapes
from movekernels.checks.bounds import OVER, UNDER
from movekernels.checks.words import NONE, ONE, Rows

LANES = 64
"""Units in a block."""
WIDEST = 61
"""Most models of a unit judged in a lane: the upper bits of its words are taken."""
WINDOW = 1024
"""Units sorted by their bases at a time: few enough to stay in the second-level cache."""

OPEN = np.uint64(1 << 61)
"""Some link is not settled by the bounding discs."""
UNSURE = np.uint64(1 << 62)
"""Something else is not: the span, or heights."""
FAR = np.uint64(1 << 63)
"""Some two models are surely farther apart than the span."""
_BITS = np.uint64((1 << 61) - 1)


class Lanes(NamedTuple):
    """Space for one block and one window, allocated once for all of them."""

    x: Floats
    """Centres, model by model; shape (`WIDEST`, `LANES`)."""
    y: Floats
    """Shape (`WIDEST`, `LANES`)."""
    below: Rows
    """Bit ``i`` and the linked models below ``i``; shape (`WIDEST`, `LANES`)."""
    flags: Rows
    """`OPEN`, `UNSURE` and `FAR` among bits of no meaning; shape (`LANES`,)."""
    reached: Rows
    """Models connected with model 0; shape (`LANES`,)."""
    limits: Floats
    """Squared centre distances up to which two models are surely linked, perhaps
    linked, surely within the span, perhaps; shape (`WIDEST`, `WIDEST`, 4)."""
    order: Ints
    """Units of the window, those of the same bases side by side; shape (`WINDOW`,)."""
    keys: Ints
    """Which bases a unit has, as a number; shape (`WINDOW`,)."""
    radii: Floats
    """Of the bounding discs of one unit; shape (2, 64)."""
    rows: Rows
    """Links of one unit; shape (2, 64)."""


def lanes() -> Lanes:
    """Allocate the scratch of `coherency_boards`: about 1 MB, to be used again and again."""
    return Lanes(
        np.empty((WIDEST, LANES)),
        np.empty((WIDEST, LANES)),
        np.empty((WIDEST, LANES), np.uint64),
        np.empty(LANES, np.uint64),
        np.empty(LANES, np.uint64),
        np.empty((WIDEST, WIDEST, 4)),
        np.empty(WINDOW, np.int64),
        np.empty(WINDOW, np.int64),
        np.empty((2, 64)),
        np.empty((2, 64), np.uint64),
    )


@kernel
def _squared(inner: float, outer: float, limit: float, exact: bool) -> tuple[float, float]:
    """Squared centre distances up to which two bases are surely, perhaps within a limit."""
    near = inner + limit
    far = outer + limit
    sure = near * near if near >= 0.0 else -1.0
    perhaps = far * far if far >= 0.0 else -1.0
    if exact:
        return perhaps, perhaps
    return sure * UNDER, perhaps * OVER


@kernel
def _set_limits(
    shapes: Shapes, bases: Ints, start: int, n: int, neighbour: float, span: float, s: Lanes
) -> None:
    """Fill ``limits`` for units of the bases of bodies ``start`` to ``start + n``."""
    for i in range(n):
        k = bases[start + i]
        for j in range(i):
            m = bases[start + j]
            inner = shapes.inner[k] + shapes.inner[m]
            outer = shapes.outer[k] + shapes.outer[m]
            exact = inner == outer
            s.limits[i, j, 0], s.limits[i, j, 1] = _squared(inner, outer, neighbour, exact)
            s.limits[i, j, 2], s.limits[i, j, 3] = _squared(inner, outer, span, exact)


@kernel
def _load(first: Ints, bodies: Bodies, units: Ints, n: int, s: Lanes) -> None:
    """Transpose a block of units of n models; the last unit fills spare lanes."""
    for lane in range(LANES):
        at = first[units[min(lane, units.size - 1)]]
        x, y = bodies.x[at : at + n], bodies.y[at : at + n]
        for i in range(n):
            s.x[i, lane] = x[i]
            s.y[i, lane] = y[i]


@kernel
def _mark_heights(
    first: Ints, bodies: Bodies, units: Ints, n: int, vertical: float, s: Lanes
) -> None:
    """Mark `UNSURE` where heights differ by more than ``vertical``.

    The tallest difference of a unit is that of its highest and lowest model.
    """
    z = bodies.z
    for lane in range(units.size):
        at = first[units[lane]]
        low = z[at]
        high = low
        for i in range(at + 1, at + n):
            low = min(low, z[i])
            high = max(high, z[i])
        if not high - low <= vertical:
            s.flags[lane] |= UNSURE


@kernel
def _judge_pairs(n: int, s: Lanes) -> None:
    """Fill ``below`` and the flags of units of n models, for all lanes."""
    x, y, below, flags = s.x, s.y, s.below, s.flags
    for lane in range(LANES):
        below[0, lane] = ONE
        flags[lane] = NONE
    for i in range(1, n):
        for lane in range(LANES):
            below[i, lane] = ONE << np.uint64(i)
        for j in range(i):
            bit = ONE << np.uint64(j)
            linked, nearly = s.limits[i, j, 0], s.limits[i, j, 1]
            inside, within = s.limits[i, j, 2], s.limits[i, j, 3]
            if linked == nearly and inside == within:
                # round bases: two comparisons settle all
                for lane in range(LANES):
                    dx = x[i, lane] - x[j, lane]
                    dy = y[i, lane] - y[j, lane]
                    d2 = dx * dx + dy * dy
                    below[i, lane] |= (bit if d2 <= linked else NONE) | (
                        NONE if d2 <= inside else FAR
                    )
                continue
            for lane in range(LANES):
                dx = x[i, lane] - x[j, lane]
                dy = y[i, lane] - y[j, lane]
                d2 = dx * dx + dy * dy
                near = d2 <= linked
                close = d2 <= inside
                below[i, lane] |= (
                    (bit if near else NONE)
                    | (OPEN if near != (d2 <= nearly) else NONE)
                    | (NONE if d2 <= within else FAR)
                    | (UNSURE if close != (d2 <= within) else NONE)
                )
        for lane in range(LANES):
            flags[lane] |= below[i, lane]
            below[i, lane] &= _BITS


@kernel
def _flood_lanes(n: int, s: Lanes) -> None:
    """Fill ``reached``: model ``i`` and those below it join whoever of them is reached.

    Up and down again, until a whole way down changes nothing: then every link
    has both ends reached or neither.
    """
    below, reached = s.below, s.reached
    for lane in range(LANES):
        reached[lane] = ONE
    changed = ONE
    while changed != NONE:
        for i in range(1, n):
            for lane in range(LANES):
                star, old = below[i, lane], reached[lane]
                reached[lane] = old | star if star & old != NONE else old
        changed = NONE
        for i in range(n - 1, 0, -1):
            for lane in range(LANES):
                star, old = below[i, lane], reached[lane]
                new = old | star if star & old != NONE else old
                changed |= new ^ old
                reached[lane] = new


@kernel
def _all_linked(n: int, lane: int, s: Lanes) -> bool:
    """Whether every model of a lane's unit is surely linked with some other."""
    seen = NONE
    for i in range(1, n):
        row = s.below[i, lane]
        if row != ONE << np.uint64(i):
            seen |= row
    return bool(seen == _BITS >> np.uint64(WIDEST - n))


@kernel
def _sort_units(first: Ints, shape: Ints, low: int, high: int, s: Lanes) -> bool:
    """Fill ``order`` with units ``low`` to ``high``, those of the same bases side by side.

    Mostly all have the bases of the first.  Else a counting sort by a hash of the
    bases: units of other bases may come between, none of the same is far away.
    Returns whether all have the bases of the first.
    """
    n = first[low + 1] - first[low]
    other = 0
    for g in range(low, high):
        s.order[g - low] = g
        if first[g + 1] - first[g] != n:
            other += 1
            break
    if other == 0:
        bases = shape[first[low] : first[high]]
        these, next_ones = bases[: bases.size - n], bases[n:]
        for k in range(these.size):
            other += these[k] != next_ones[k]
    if other == 0:
        return True
    count = s.limits.reshape(s.limits.size)[:257]  # free until the next block is loaded
    count[:] = 0.0
    for g in range(low, high):
        key = first[g + 1] - first[g]
        for k in range(first[g], first[g + 1]):
            key = (key * 31 + shape[k]) & 0xFFFFFFFF
        key = (key ^ (key >> 8)) & 255
        s.keys[g - low] = key
        count[key + 1] += 1.0
    for key in range(256):
        count[key + 1] += count[key]
    for g in range(low, high):
        key = s.keys[g - low]
        s.order[int(count[key])] = g
        count[key] += 1.0
    return False


@kernel
def _same_bases(first: Ints, shape: Ints, g: int, h: int) -> bool:
    """Whether two units have the same bases in the same order."""
    n = first[g + 1] - first[g]
    if first[h + 1] - first[h] != n:
        return False
    other = 0
    for i in range(n):
        other += shape[first[g] + i] != shape[first[h] + i]
    return other == 0
