"""Gaps of discs from rows of discs, several lanes of a register at a time.

Coordinates come as one array each.  Every loop over a row is free of branches and
of function calls other than the square root, so the compiler fills whole registers
with it; and free of sums of floats, whose order it may not change.
"""

from __future__ import annotations

import math

import numpy as np

from movekernels._jit import kernel
from movekernels.arrays import Floats, Ints

_LARGEST = np.int64(2**63 - 1)
_SIGN = np.int64(63)


@kernel
def disc_gaps(
    x: Floats,
    y: Floats,
    r: Floats,
    others_x: Floats,
    others_y: Floats,
    others_r: Floats,
    out: Floats,
) -> None:
    """Signed gap of every disc of one group to every disc of another.

    Parameters
    ----------
    x, y, r
        Centres and radii, inches; shape (n,).
    others_x, others_y, others_r
        Those of the other group; shape (m,).
    out
        Filled with gaps, inches, negative where two discs overlap; shape (n, m).

    Notes
    -----
    The numbers are those of `movekernels.geometry.gap.gap`, to the last digit: eight
    operations, each rounded once, with an error of at most 4 units in the last place
    of the distance of the centres or the radii, whichever is largest.
    """
    for i in range(x.size):
        xi = x[i]
        yi = y[i]
        ri = r[i]
        for j in range(others_x.size):
            dx = others_x[j] - xi
            dy = others_y[j] - yi
            out[i, j] = math.sqrt(dx * dx + dy * dy) - ri - others_r[j]


@kernel
def _count(
    x: float,
    y: float,
    r: float,
    others_x: Floats,
    others_y: Floats,
    others_r: Floats,
    limit: float,
) -> int:
    """`disc_counts` of one disc."""
    count = 0
    for j in range(others_x.size):
        dx = others_x[j] - x
        dy = others_y[j] - y
        reach = r + others_r[j] + limit
        count += (dx * dx + dy * dy <= reach * reach) & (reach >= 0.0)
    return count


@kernel
def disc_counts(
    x: Floats,
    y: Floats,
    r: Floats,
    others_x: Floats,
    others_y: Floats,
    others_r: Floats,
    limit: float,
    out: Ints,
) -> None:
    """How many discs of one group each disc of another has within a distance.

    Parameters
    ----------
    x, y, r
        Centres and radii, inches; shape (n,).
    others_x, others_y, others_r
        Those of the other group; shape (m,).
    limit
        The distance, inclusive, inches: any tolerance is part of it.  If negative,
        it asks for an overlap that deep.
    out
        Filled with counts, 0 to m; shape (n,).

    Notes
    -----
    Two discs are within ``limit`` if ``d^2 <= (r + R + limit)^2``, d the distance of
    their centres, and ``r + R + limit`` is not negative, in float64 as written here:
    this is what "within" means of two discs.  It is the same whichever of the two
    comes first, and differs from `disc_gaps` only within rounding of the limit.
    """
    n = x.size
    done = 0
    if limit >= 0.0:
        # two discs to a pass, so that the row is read half as often
        for i in range(0, n - 1, 2):
            xi = x[i]
            yi = y[i]
            ri = r[i]
            xk = x[i + 1]
            yk = y[i + 1]
            rk = r[i + 1]
            count_i = 0
            count_k = 0
            for j in range(others_x.size):
                xj = others_x[j]
                yj = others_y[j]
                rj = others_r[j]
                dx = xj - xi
                dy = yj - yi
                reach = ri + rj + limit
                count_i += dx * dx + dy * dy <= reach * reach
                dx = xj - xk
                dy = yj - yk
                reach = rk + rj + limit
                count_k += dx * dx + dy * dy <= reach * reach
            out[i] = count_i
            out[i + 1] = count_k
        done = n // 2 * 2
    for i in range(done, n):
        out[i] = _count(x[i], y[i], r[i], others_x, others_y, others_r, limit)


@kernel
def disc_nearest(
    x: Floats,
    y: Floats,
    r: Floats,
    others_x: Floats,
    others_y: Floats,
    others_r: Floats,
    row: Floats,
    out: Floats,
    index: Ints,
) -> None:
    """Gap of each disc of one group to the nearest disc of another, and which that is.

    Parameters
    ----------
    x, y, r
        Centres and radii, inches; shape (n,).
    others_x, others_y, others_r
        Those of the other group; shape (m,).
    row
        Scratch; shape (m,).
    out
        Filled with the smallest gaps, inches; infinite if m is 0; shape (n,).
    index
        Filled with the first disc at that gap; -1 if m is 0; shape (n,).

    Notes
    -----
    The smallest of a row of floats is found as integers, whose order may be changed:
    with all bits but the sign flipped in negative numbers, both have the same order.
    """
    m = others_x.size
    bits = row.view(np.int64)
    for i in range(x.size):
        if m == 0:
            out[i] = math.inf
            index[i] = -1
            continue
        xi = x[i]
        yi = y[i]
        ri = r[i]
        for j in range(m):
            dx = others_x[j] - xi
            dy = others_y[j] - yi
            row[j] = math.sqrt(dx * dx + dy * dy) - ri - others_r[j]
        least = _LARGEST
        for j in range(m):
            rank = bits[j] ^ ((bits[j] >> _SIGN) & _LARGEST)
            least = rank if rank < least else least
        least ^= (least >> _SIGN) & _LARGEST
        j = 0
        while bits[j] != least:
            j += 1
        out[i] = row[j]
        index[i] = j
