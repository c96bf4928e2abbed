"""Coherency of a block of units of round models, one unit to a SIMD lane.

Models of a unit make too few pairs to fill a vector register, so `LANES` units
are transposed into scratch and every pair of indices (i, j) is judged for all of
them at once.  Distances stay squared; a lane in which a pair lies within
rounding of a limit, or whose heights matter, is marked `UNSURE` and left to the
exact judgement of one unit.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from movekernels._jit import kernel
from movekernels.arrays import Floats
from movekernels.checks.bounds import OVER, UNDER
from movekernels.checks.words import HEIGHT, MOST, NO_NEIGHBOUR, NONE, ONE, SPLIT, SPREAD, Rows

LANES = 64
"""Units in a block."""
WIDEST = 62
"""Most models of a unit judged in a lane: bits 62 and 63 of its words are taken."""

UNSURE = np.uint64(1 << 62)
FAR = np.uint64(1 << 63)
_BITS = np.uint64((1 << 62) - 1)


class Scratch(NamedTuple):
    """Space for one block, allocated once for all of them."""

    x: Floats
    """Centres, model by model; shape (n, `LANES`)."""
    y: Floats
    """Shape (n, `LANES`)."""
    below: Rows
    """Bit ``i`` and the linked models below ``i``; shape (n, `LANES`)."""
    flags: Rows
    """`UNSURE` and `FAR` among bits of no meaning; shape (`LANES`,)."""
    reached: Rows
    """Models connected with model 0; shape (`LANES`,)."""
    limits: Floats
    """Squared centre distances: surely linked, surely not, within the span, beyond; (n, n, 4)."""


@kernel
def _scratch(r: Floats, neighbour: float, span: float) -> Scratch:
    """Space for units of radii ``r``, with the limits (tolerance included) filled in."""
    n = r.size
    limits = np.empty((n, n, 4))
    for i in range(n):
        for j in range(n):
            link = r[i] + r[j] + neighbour
            wide = r[i] + r[j] + span
            limits[i, j, 0] = link * link * UNDER
            limits[i, j, 1] = link * link * OVER
            limits[i, j, 2] = wide * wide * UNDER
            limits[i, j, 3] = wide * wide * OVER
    return Scratch(
        np.empty((n, LANES)),
        np.empty((n, LANES)),
        np.empty((n, LANES), np.uint64),
        np.empty(LANES, np.uint64),
        np.empty(LANES, np.uint64),
        limits,
    )


@kernel
def _load(x: Floats, y: Floats, start: int, s: Scratch) -> None:
    """Transpose the block that begins at unit ``start``; the last unit fills spare lanes."""
    b, n = x.shape
    for lane in range(LANES):
        unit = min(start + lane, b - 1)
        for i in range(n):
            s.x[i, lane] = x[unit, i]
            s.y[i, lane] = y[unit, i]


@kernel
def _mark_heights(z: Floats, start: int, vertical: float, s: Scratch) -> None:
    """Clear the flags, then mark `UNSURE` where heights differ by more than ``vertical``.

    The tallest difference of a unit is that of its highest and lowest model.  On
    level ground, the common case, one flat pass over the block finds that out.
    """
    b, n = z.shape
    stop = min(start + LANES, b)
    for lane in range(LANES):
        s.flags[lane] = NONE
    block = z[start:stop].ravel()
    ground = block[0]
    differ = 0
    for k in range(block.size):
        differ += block[k] != ground
    if differ == 0:
        return
    for unit in range(start, stop):
        low = z[unit, 0]
        high = low
        for i in range(1, n):
            low = min(low, z[unit, i])
            high = max(high, z[unit, i])
        if not high - low <= vertical:
            s.flags[unit - start] = UNSURE


@kernel
def _judge_pairs(s: Scratch) -> None:
    """Fill ``below`` and add to the flags, for all lanes."""
    n = s.x.shape[0]
    x, y, below, flags = s.x, s.y, s.below, s.flags
    for lane in range(LANES):
        below[0, lane] = ONE
    for i in range(1, n):
        for lane in range(LANES):
            below[i, lane] = ONE << np.uint64(i)
        for j in range(i):
            bit = ONE << np.uint64(j)
            linked, apart = s.limits[i, j, 0], s.limits[i, j, 1]
            inside, beyond = s.limits[i, j, 2], s.limits[i, j, 3]
            for lane in range(LANES):
                dx = x[i, lane] - x[j, lane]
                dy = y[i, lane] - y[j, lane]
                d2 = dx * dx + dy * dy
                near = d2 <= linked
                far = d2 > beyond
                unsure = (near != (d2 <= apart)) | (far != (d2 > inside))
                below[i, lane] |= (
                    (bit if near else NONE) | (FAR if far else NONE) | (UNSURE if unsure else NONE)
                )
        for lane in range(LANES):
            flags[lane] |= below[i, lane]
            below[i, lane] &= _BITS


@kernel
def _flood_lanes(s: Scratch) -> None:
    """Fill ``reached``: model ``i`` and those below it join whoever of them is reached.

    Up and down again, until a whole way down changes nothing: then every link
    has both ends reached or neither.
    """
    n = s.x.shape[0]
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
def _all_linked(s: Scratch, lane: int) -> bool:
    """Whether every model of a lane's unit is linked with some other."""
    n = s.x.shape[0]
    seen = NONE
    for i in range(1, n):
        row = s.below[i, lane]
        if row != ONE << np.uint64(i):
            seen |= row
    return bool(seen == _BITS >> np.uint64(WIDEST - n))


@kernel
def _round_unit(
    x: Floats,
    y: Floats,
    z: Floats,
    r: Floats,
    neighbour: float,
    vertical: float,
    span: float,
    stars: Rows,
) -> int:
    """Coherency bits of one unit of round models, gaps computed as `links` has them.

    The limits include the tolerance; ``stars`` is scratch, shape (n,).
    """
    n = x.size
    far = 0
    high = 0
    seen = NONE
    for i in range(n):
        star = ONE << np.uint64(i)
        for j in range(i):
            dx = x[i] - x[j]
            dy = y[i] - y[j]
            apart = math.sqrt(dx * dx + dy * dy) - r[i] - r[j]
            level = abs(z[i] - z[j]) <= vertical
            high += not level
            far += not apart <= span
            star |= (ONE if level & (apart <= neighbour) else NONE) << np.uint64(j)
        stars[i] = star
        if star != ONE << np.uint64(i):
            seen |= star
    bits = (SPREAD if far else 0) | (HEIGHT if high else 0)
    reach = ONE
    before = NONE
    while reach != before:
        before = reach
        for i in range(1, n):
            if stars[i] & reach != NONE:
                reach |= stars[i]
    everyone = ~NONE >> np.uint64(MOST - n)
    if seen != everyone:
        bits |= NO_NEIGHBOUR
    if reach != everyone:
        bits |= SPLIT
    return bits
