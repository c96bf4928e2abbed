"""Coherency of one unit (03.03) as a code alone: no gap is computed that cannot change it."""

from __future__ import annotations

import numpy as np

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Floats, Shapes
from movekernels.checks.bounds import OVER, UNDER, body_gap
from movekernels.checks.coherency import _rise
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

WITHIN = 0
BEYOND = 1
DOUBTFUL = 2


@kernel
def _settle_pairs(
    shapes: Shapes,
    unit: Bodies,
    neighbour: float,
    vertical: float,
    span: float,
    radii: Floats,
    sure: Rows,
    perhaps: Rows,
) -> int:
    """Fill the links that bounding discs settle and those they leave open, below the diagonal.

    Returns whether all pairs are within the span, as far as the discs tell.  The
    loop over pairs has no branches.
    """
    n = unit.x.size
    x, y, z, shape = unit.x, unit.y, unit.z, unit.shape
    inner, outer = radii[0], radii[1]
    for i in range(n):
        inner[i] = shapes.inner[shape[i]]
        outer[i] = shapes.outer[shape[i]]
    far = 0
    doubt = 0
    for i in range(n):
        inner_i, outer_i, x_i, y_i, z_i = inner[i], outer[i], x[i], y[i], z[i]
        row = NONE
        wide_row = NONE
        for j in range(i):
            dx = x_i - x[j]
            dy = y_i - y[j]
            d2 = dx * dx + dy * dy
            lower = inner_i + inner[j]
            upper = outer_i + outer[j]
            # round bases are their own discs: no margin for rounding
            under = 1.0 if lower == upper else UNDER
            over = 1.0 if lower == upper else OVER
            link = lower + neighbour
            reach = upper + neighbour
            level = abs(z_i - z[j]) <= vertical
            linked = (d2 <= link * link * under) & (link >= 0.0) & level
            nearly = (d2 <= reach * reach * over) & (reach >= 0.0) & level
            row |= np.uint64(linked) << np.uint64(j)
            wide_row |= np.uint64(nearly) << np.uint64(j)
            inside = lower + span
            beyond = upper + span
            far += d2 > beyond * beyond * over
            doubt += (d2 > inside * inside * under) | (inside < 0.0)
        sure[i] = row
        perhaps[i] = wide_row & ~row
    if far > 0:
        return BEYOND
    return DOUBTFUL if doubt > 0 else WITHIN


@kernel
def _in_one_group(rows: Rows) -> bool:
    """Whether links given below the diagonal connect everyone.

    Model ``i`` and those below it join whoever of them is reached, until nobody new is.
    """
    reach = ONE
    before = NONE
    while reach != before:
        before = reach
        for i in range(1, rows.size):
            star = rows[i] | (ONE << np.uint64(i))
            if star & reach != NONE:
                reach |= star
    return bool(reach == ~NONE >> np.uint64(MOST - rows.size))


@kernel
def _mirror(rows: Rows) -> None:
    """Copy the bits below the diagonal to the other side of it."""
    for i in range(rows.size):
        row = rows[i]
        for j in range(i):
            rows[j] |= ((row >> np.uint64(j)) & ONE) << np.uint64(i)


@kernel
def _too_wide(shapes: Shapes, unit: Bodies, span: float, radii: Floats) -> bool:
    """Whether two models are farther apart than the span, where discs leave it open."""
    for i in range(unit.x.size):
        for j in range(i):
            dx = unit.x[i] - unit.x[j]
            dy = unit.y[i] - unit.y[j]
            inside = radii[0, i] + radii[0, j] + span
            if inside >= 0.0 and dx * dx + dy * dy <= inside * inside * UNDER:
                continue
            if body_gap(shapes, unit, i, unit, j) > span:
                return True
    return False


@kernel
def _ask(
    shapes: Shapes, unit: Bodies, i: int, j: int, neighbour: float, sure: Rows, perhaps: Rows
) -> bool:
    """Settle the open link of ``i`` and ``j`` by their gap."""
    perhaps[i] &= ~(ONE << np.uint64(j))
    perhaps[j] &= ~(ONE << np.uint64(i))
    if body_gap(shapes, unit, max(i, j), unit, min(i, j)) <= neighbour:
        sure[i] |= ONE << np.uint64(j)
        sure[j] |= ONE << np.uint64(i)
        return True
    return False


@kernel
def _reach_all(
    shapes: Shapes, unit: Bodies, neighbour: float, sure: Rows, perhaps: Rows
) -> np.uint64:
    """Models connected with model 0, asking only for links that would bring in another."""
    n = unit.x.size
    everyone = ~NONE >> np.uint64(MOST - n)
    reach = _flood(sure, 0)
    i = 0
    while i < n and reach != everyone:
        wanted = perhaps[i] & ~reach
        if (reach >> np.uint64(i)) & ONE == NONE or wanted == NONE:
            i += 1
            continue
        j = 0
        while (wanted >> np.uint64(j)) & ONE == NONE:
            j += 1
        if _ask(shapes, unit, i, j, neighbour, sure, perhaps):
            reach = _flood(sure, 0)
            i = 0
    return reach


@kernel
def unit_code(
    shapes: Shapes,
    unit: Bodies,
    neighbour: float,
    vertical: float,
    span: float,
    span_vertical: float,
    needed: int,
    single_group: bool,
    tolerance: float,
    radii: Floats,
    sure: Rows,
    perhaps: Rows,
) -> int:
    """What is wrong with a unit's coherency: the bits of `coherent`, without its rows.

    Parameters
    ----------
    shapes, unit, neighbour, vertical, span, span_vertical, needed, single_group, tolerance
        As in `movekernels.checks.coherency.coherent`; infinite limits are none.
    radii
        Scratch; shape (2, 64).
    sure, perhaps
        Scratch; shape (64,).

    Returns
    -------
    int
        Sum of `NO_NEIGHBOUR`, `SPREAD`, `HEIGHT` and `SPLIT`.

    Notes
    -----
    All pairs by their bounding discs, n^2 / 2 of them; then the exact gap of those
    whose link could still join two groups, or leave a model with too few.
    """
    n = unit.x.size
    if n < 2:
        return 0
    near = neighbour + tolerance
    wide = span + tolerance
    sure, perhaps = sure[:n], perhaps[:n]
    settled = _settle_pairs(shapes, unit, near, vertical + tolerance, wide, radii, sure, perhaps)
    bits = _widths(shapes, unit, wide, span_vertical + tolerance, settled, radii)
    return bits | _links(shapes, unit, near, needed, single_group, sure, perhaps)


@kernel
def _widths(
    shapes: Shapes, unit: Bodies, span: float, span_vertical: float, settled: int, radii: Floats
) -> int:
    """The bits `SPREAD` and `HEIGHT`; limits with the tolerance."""
    if settled == DOUBTFUL:
        settled = BEYOND if _too_wide(shapes, unit, span, radii) else WITHIN
    bits = SPREAD if settled == BEYOND else 0
    if not _rise(unit) <= span_vertical:
        bits |= HEIGHT
    return bits


@kernel
def _links(
    shapes: Shapes,
    unit: Bodies,
    near: float,
    needed: int,
    single_group: bool,
    sure: Rows,
    perhaps: Rows,
) -> int:
    """The bits `NO_NEIGHBOUR` and `SPLIT`; open links are asked for where that matters."""
    n = unit.x.size
    bits = 0
    if single_group and needed <= 1 and _in_one_group(sure):
        return bits
    _mirror(sure)
    _mirror(perhaps)
    if single_group:
        everyone = ~NONE >> np.uint64(MOST - n)
        if _reach_all(shapes, unit, near, sure, perhaps) != everyone:
            bits |= SPLIT
        elif needed <= 1:
            return bits
    for i in range(n):
        for j in range(n):
            if not _lonely(sure[i : i + 1], needed):
                break
            if (perhaps[i] >> np.uint64(j)) & ONE != NONE:
                _ask(shapes, unit, i, j, near, sure, perhaps)
    if _lonely(sure, needed):
        bits |= NO_NEIGHBOUR
    return bits
