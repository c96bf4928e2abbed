"""Unit coherency (03.03) of many units of any bases in one call."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Floats, Ints, Shapes
from movekernels.boards.groups import BAD, _outlines, _part_of, _unsound
from movekernels.boards.lanes import (
    FAR,
    LANES,
    OPEN,
    UNSURE,
    WIDEST,
    WINDOW,
    Lanes,
    _all_linked,
    _flood_lanes,
    _judge_pairs,
    _load,
    _mark_heights,
    _same_bases,
    _set_limits,
    _sort_units,
)
from movekernels.boards.listed import PairList, _ask_links
from movekernels.checks.unit_code import (
    _in_one_group,
    _links,
    _settle_pairs,
    _widths,
    unit_code,
)
from movekernels.checks.words import MOST, NO_NEIGHBOUR, NONE, SPLIT, SPREAD, Rows

FEW = 32
"""Fewer units of the same bases than this are judged one by one: a half-empty block costs more."""


class Limits(NamedTuple):
    """When the models of a unit belong together, inches."""

    neighbour: float
    vertical: float
    span: float
    span_vertical: float
    needed: int
    crowd: int
    needed_in_crowd: int
    single_group: bool
    tolerance: float


@kernel
def _judge_unit(
    shapes: Shapes,
    first: Ints,
    bodies: Bodies,
    limits: Limits,
    g: int,
    sound: bool,
    s: Lanes,
    listed: PairList,
) -> int:
    """Coherency bits of one unit of many, or `BAD`: `_code`, exact gaps side by side."""
    unit = _part_of(bodies, first[g], first[g + 1])
    n = unit.x.size
    if n > MOST or (not sound and _unsound(shapes, unit) > 0):
        return BAD
    if n < 2:
        return 0
    hair = limits.tolerance
    near, wide, rows = limits.neighbour + hair, limits.span + hair, s.rows
    sure, perhaps = rows[0, :n], rows[1, :n]
    settled = _settle_pairs(
        shapes, unit, near, limits.vertical + hair, wide, s.radii, sure, perhaps
    )
    needed = limits.needed_in_crowd if 0 < limits.crowd <= n else limits.needed
    alone = limits.single_group and needed <= 1
    if not (alone and _in_one_group(sure)):
        _ask_links(shapes, unit, near, sure, perhaps, listed)
    bits = _widths(shapes, unit, wide, limits.span_vertical + hair, settled, s.radii)
    return bits | _links(shapes, unit, near, needed, limits.single_group, sure, perhaps)


@kernel
def _code(shapes: Shapes, unit: Bodies, limits: Limits, radii: Floats, rows: Rows) -> int:
    """Coherency bits of one unit, or `BAD`."""
    n = unit.x.size
    if n > MOST or _unsound(shapes, unit) > 0:
        return BAD
    return unit_code(
        shapes,
        unit,
        limits.neighbour,
        limits.vertical,
        limits.span,
        limits.span_vertical,
        limits.needed_in_crowd if 0 < limits.crowd <= n else limits.needed,
        limits.single_group,
        limits.tolerance,
        radii,
        rows[0],
        rows[1],
    )


@kernel
def _level(z: Floats) -> bool:
    """Whether all heights are the same."""
    other = 0
    for i in range(z.size):
        other += z[i] != z[0]
    return other == 0


@kernel
def _judge_block(
    shapes: Shapes,
    first: Ints,
    bodies: Bodies,
    limits: Limits,
    units: Ints,
    n: int,
    level: bool,
    s: Lanes,
    listed: PairList,
    codes: NDArray[np.uint8],
) -> None:
    """Judge a block of sound units of the same n bases, those in doubt one by one."""
    tolerance = limits.tolerance
    _set_limits(
        shapes,
        bodies.shape,
        first[units[0]],
        n,
        limits.neighbour + tolerance,
        limits.span + tolerance,
        s,
    )
    _load(first, bodies, units, n, s)
    _judge_pairs(n, s)
    if not level:
        vertical = min(limits.vertical, limits.span_vertical) + tolerance
        _mark_heights(first, bodies, units, n, vertical, s)
    _flood_lanes(n, s)
    everyone = ~NONE >> np.uint64(MOST - n)
    for lane in range(units.size):
        flags = s.flags[lane]
        whole = s.reached[lane] == everyone
        if flags & UNSURE != NONE or (not whole and flags & OPEN != NONE):
            codes[units[lane]] = _judge_unit(
                shapes, first, bodies, limits, units[lane], True, s, listed
            )
            continue
        bits = SPREAD if flags & FAR != NONE else 0
        if not whole:
            if limits.single_group:
                bits |= SPLIT
            if limits.needed > 0 and not _all_linked(n, lane, s):
                bits |= NO_NEIGHBOUR
        codes[units[lane]] = bits


@kernel
def coherency_boards(
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
    s: Lanes,
    listed: PairList,
    codes: NDArray[np.uint8],
) -> None:
    """Coherency of units ``low`` to ``high`` of many, blocks of like units in SIMD.

    Parameters
    ----------
    whole, real
        Outlines, as `pack_catalogue` packs them.
    first, shape, x, y, cos, sin, z
        The units: group ``g`` is ``first[g]:first[g + 1]`` of the arrays of `Bodies`;
        shapes (b+1,) and (m,).
    neighbour, vertical, span, span_vertical, single_group, tolerance
        As in `movekernels.checks.coherency.coherent`, inches.
    needed, crowd, needed_in_crowd
        Unit-mates each model must be linked with, and in units of ``crowd`` models
        or more; ``crowd`` 0 for no such rule.
    low, high
        The units judged.
    s
        Scratch from `lanes`, for one thread.
    listed
        Scratch from `movekernels.boards.listed.pair_list`, likewise.
    codes
        Filled at ``low:high``: the bits of `coherent`, or `BAD` for a unit that is
        unsound or has more than 64 models; shape (b,).
    """
    shapes = _outlines(whole, real)
    bodies = Bodies(shape, x, y, cos, sin, z)
    limits = Limits(
        neighbour,
        vertical,
        span,
        span_vertical,
        needed,
        crowd,
        needed_in_crowd,
        single_group,
        tolerance,
    )
    for start in range(low, high, WINDOW):
        stop = min(start + WINDOW, high)
        within = _part_of(bodies, first[start], first[stop])
        sound = _unsound(shapes, within) == 0
        level = _level(within.z)
        alike = _sort_units(first, shape, start, stop, s)
        at = 0
        while at < stop - start:
            end = at + 1
            g = s.order[at]
            while end < min(at + LANES, stop - start):
                if not alike and not _same_bases(first, shape, g, s.order[end]):
                    break
                end += 1
            units = s.order[at:end]
            at = end
            n = first[g + 1] - first[g]
            like = needed <= 1 and not (0 < crowd <= n and needed_in_crowd > 1)
            if sound and like and units.size >= FEW and 2 <= n <= WIDEST:
                _judge_block(shapes, first, bodies, limits, units, n, level, s, listed, codes)
                continue
            for k in range(units.size):
                codes[units[k]] = _judge_unit(
                    shapes, first, bodies, limits, units[k], sound, s, listed
                )
