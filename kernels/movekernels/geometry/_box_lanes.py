"""Separations of rectangles, a block of pairs at a time.

Blocks as in `movekernels.geometry._oval_lanes`.  Nothing is iterated: two boxes are
parted, if at all, by one of their four edge directions; and then a corner of one
is nearest to the other.
"""

from __future__ import annotations

import math

import numpy as np

from movekernels._jit import allocating, kernel
from movekernels.arrays import Floats
from movekernels.geometry._oval_lanes import LANES, _whole

X = 0
"""Centre of the second in the frame of the first."""
Y = LANES
COS = 2 * LANES
"""Heading of the second in the frame of the first."""
SIN = 3 * LANES
LONG1 = 4 * LANES
"""Half sizes along the heading and across it."""
WIDE1 = 5 * LANES
LONG2 = 6 * LANES
WIDE2 = 7 * LANES
FOUND = 8 * LANES
"""The separation."""
ROWS = 9


@allocating
def _box_lanes() -> Floats:
    """Space for one block, every lane of it a pair that can be computed with."""
    return np.ones(ROWS * LANES)


@kernel
def _over(x: float, y: float, long: float, wide: float) -> float:
    """Squared distance of a point to a box about the origin, 0 inside."""
    x = abs(x) - long
    y = abs(y) - wide
    x = x if x > 0.0 else 0.0
    y = y if y > 0.0 else 0.0
    return x * x + y * y


@kernel
def _least_corner(
    x: float, y: float, c: float, s: float, long: float, wide: float, half: float, across: float
) -> float:
    """Squared distance of the nearest corner of one box to another about the origin.

    The box with half sizes ``half``, ``across`` stands at (x, y) with heading (c, s).
    """
    px = half * c - across * s
    py = half * s + across * c
    qx = half * c + across * s
    qy = half * s - across * c
    first = _over(x + px, y + py, long, wide)
    second = _over(x - px, y - py, long, wide)
    third = _over(x + qx, y + qy, long, wide)
    fourth = _over(x - qx, y - qy, long, wide)
    first = first if first < second else second
    third = third if third < fourth else fourth
    return first if first < third else third


@kernel
def _box_planes(f: Floats, count: int) -> None:
    """Fill in the separations that the edge directions show: exact for overlaps."""
    for k in range(count):
        x = f[X + k]
        y = f[Y + k]
        c = f[COS + k]
        s = f[SIN + k]
        long1 = f[LONG1 + k]
        wide1 = f[WIDE1 + k]
        long2 = f[LONG2 + k]
        wide2 = f[WIDE2 + k]
        ac = abs(c)
        as_ = abs(s)
        one = abs(x) - long1 - (long2 * ac + wide2 * as_)
        two = abs(y) - wide1 - (long2 * as_ + wide2 * ac)
        three = abs(x * c + y * s) - long2 - (long1 * ac + wide1 * as_)
        four = abs(y * c - x * s) - wide2 - (long1 * as_ + wide1 * ac)
        one = one if one > two else two
        three = three if three > four else four
        f[FOUND + k] = one if one > three else three


@kernel
def _box_corners(f: Floats, count: int) -> None:
    """Replace positive separations by the distance of the nearest corner."""
    for k in range(count):
        x = f[X + k]
        y = f[Y + k]
        c = f[COS + k]
        s = f[SIN + k]
        long1 = f[LONG1 + k]
        wide1 = f[WIDE1 + k]
        long2 = f[LONG2 + k]
        wide2 = f[WIDE2 + k]
        one = _least_corner(x, y, c, s, long1, wide1, long2, wide2)
        # seen from the second box the first lies the other way, and so do its corners
        two = _least_corner(x * c + y * s, y * c - x * s, c, -s, long2, wide2, long1, wide1)
        near = math.sqrt(one if one < two else two)
        plane = f[FOUND + k]
        f[FOUND + k] = near if plane > 0.0 else plane


@kernel
def _boxes(f: Floats, count: int) -> None:
    """Separations of the first ``count`` lanes of a block of pairs of boxes.

    All rows but `FOUND` are given; that is filled, minus the depth where two overlap.
    """
    lanes = _whole(count)
    _box_planes(f, lanes)
    _box_corners(f, lanes)
