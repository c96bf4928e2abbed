"""The checks of one board, with few arguments: what a call costs counts here.

As the kernels of many boards, which these agree with, but for offsets and codes.
"""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Floats, Ints
from movekernels.boards.board_coherency import Limits, _code
from movekernels.boards.board_edge import _slacks
from movekernels.boards.board_gaps import _all_gaps
from movekernels.boards.board_near import _on_level
from movekernels.boards.groups import FARTHEST, SKEW, _outlines, _unsound
from movekernels.checks.engagement import engagement
from movekernels.checks.overlap import self_overlaps
from movekernels.checks.within_rows import first_within
from movekernels.checks.words import Rows
from movekernels.geometry.gap import gap
from movekernels.geometry.pair_lanes import PairLanes

UNSOUND = -1
"""Instead of a count: the numbers of the board are nonsense."""


@kernel
def coherency_one(
    whole: Ints,
    real: Floats,
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
    radii: Floats,
    rows: Rows,
) -> int:
    """Coherency of one unit: the code that `coherency_boards` gives it.

    Parameters
    ----------
    whole, real
        Outlines, as `pack_catalogue` packs them.
    shape, x, y, cos, sin, z
        The arrays of `Bodies`; shape (n,).
    neighbour, vertical, span, span_vertical, needed, crowd, needed_in_crowd
        As in `coherency_boards`.
    single_group, tolerance
        As there.
    radii, rows
        Scratch; shape (2, 64) each.
    """
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
    unit = Bodies(shape, x, y, cos, sin, z)
    return _code(_outlines(whole, real), unit, limits, radii, rows)


@kernel
def within_one(
    whole: Ints,
    real: Floats,
    shape: Ints,
    x: Floats,
    y: Floats,
    cos: Floats,
    sin: Floats,
    z: Floats,
    others_shape: Ints,
    others_x: Floats,
    others_y: Floats,
    others_cos: Floats,
    others_sin: Floats,
    others_z: Floats,
    limit: float,
    vertical: float,
    strict: bool,
    near: Floats,
    place: Ints,
    hits: Ints,
) -> int:
    """For each model of one board the first other body within a distance.

    Parameters
    ----------
    whole, real, shape, x, y, cos, sin, z
        Outlines and models, as in `coherency_one`.
    others_shape, others_x, others_y, others_cos, others_sin, others_z
        The other bodies likewise; shape (m,).
    limit, vertical, strict
        As in `within_boards`, inches.
    near, place
        Scratch from `movekernels.checks.within_rows.near_space` for m bodies or more.
    hits
        Filled as by `within_boards`; left alone where the board is nonsense; shape (n,).

    Returns
    -------
    int
        How many models have one, or `UNSOUND`.
    """
    shapes = _outlines(whole, real)
    unit = Bodies(shape, x, y, cos, sin, z)
    others = Bodies(others_shape, others_x, others_y, others_cos, others_sin, others_z)
    if _unsound(shapes, unit) + _unsound(shapes, others) > 0:
        return UNSOUND
    level = vertical >= 0.0 and _on_level(unit, others)
    return first_within(shapes, unit, others, limit, vertical, level, strict, near, place, hits)


@kernel
def nearest_one(
    whole: Ints,
    real: Floats,
    shape: Ints,
    x: Floats,
    y: Floats,
    cos: Floats,
    sin: Floats,
    z: Floats,
    others_shape: Ints,
    others_x: Floats,
    others_y: Floats,
    others_cos: Floats,
    others_sin: Floats,
    others_z: Floats,
    reach: float,
    vertical: float,
    tolerance: float,
    space: Floats,
    nearest: Floats,
    index: Ints,
) -> int:
    """Nearest enemy of each model of one board.

    Parameters
    ----------
    whole, real, shape, x, y, cos, sin, z
        Outlines and models, as in `coherency_one`.
    others_shape, others_x, others_y, others_cos, others_sin, others_z
        The enemies likewise; shape (m,).
    reach, vertical, tolerance
        As in `nearest_boards`, inches.
    space
        Scratch; shape (2, m), or wider.
    nearest, index
        Filled as by `nearest_boards`; left alone where the board is nonsense; shape (n,).

    Returns
    -------
    int
        How many models are engaged, or `UNSOUND`.
    """
    shapes = _outlines(whole, real)
    unit = Bodies(shape, x, y, cos, sin, z)
    enemies = Bodies(others_shape, others_x, others_y, others_cos, others_sin, others_z)
    if _unsound(shapes, unit) + _unsound(shapes, enemies) > 0:
        return UNSOUND
    return engagement(shapes, unit, enemies, reach, vertical, tolerance, space, nearest, index)


@kernel
def self_overlap_one(
    whole: Ints,
    real: Floats,
    shape: Ints,
    x: Floats,
    y: Floats,
    cos: Floats,
    sin: Floats,
    z: Floats,
    level: float,
    tolerance: float,
    hits: Ints,
) -> int:
    """For each model of one unit the first earlier one it overlaps.

    Parameters
    ----------
    whole, real, shape, x, y, cos, sin, z
        Outlines and models, as in `coherency_one`.
    level, tolerance
        As in `self_overlap_boards`, inches.
    hits
        Filled as by `self_overlap_boards`; left alone where the unit is nonsense; shape (n,).

    Returns
    -------
    int
        How many models do, or `UNSOUND`.
    """
    shapes = _outlines(whole, real)
    unit = Bodies(shape, x, y, cos, sin, z)
    if _unsound(shapes, unit) > 0:
        return UNSOUND
    return self_overlaps(shapes, unit, level, tolerance, hits)


@kernel
def edge_one(
    whole: Ints,
    real: Floats,
    shape: Ints,
    x: Floats,
    y: Floats,
    cos: Floats,
    sin: Floats,
    z: Floats,
    width: float,
    height: float,
    slack: Floats,
) -> float:
    """Signed distance to the nearest table edge of the models of one unit.

    Parameters
    ----------
    whole, real, shape, x, y, cos, sin, z
        Outlines and models, as in `coherency_one`.
    width, height
        The table is ``[0, width] x [0, height]``, inches.
    slack
        Filled as by `edge_boards`; shape (n,).

    Returns
    -------
    float
        The smallest; NaN for a unit whose numbers are nonsense, and so is each.
    """
    return _slacks(_outlines(whole, real), Bodies(shape, x, y, cos, sin, z), width, height, slack)


@kernel
def gaps_one(
    whole: Ints,
    real: Floats,
    shape: Ints,
    x: Floats,
    y: Floats,
    cos: Floats,
    sin: Floats,
    z: Floats,
    others_shape: Ints,
    others_x: Floats,
    others_y: Floats,
    others_cos: Floats,
    others_sin: Floats,
    others_z: Floats,
    radii: Floats,
    pairs: Ints,
    kind: Ints,
    half: Floats,
    ovals: Floats,
    points: Floats,
    boxes: Floats,
    slots: Ints,
    out: Floats,
) -> bool:
    """Signed gaps of all models to all others of one board.

    Parameters
    ----------
    whole, real, shape, x, y, cos, sin, z
        Outlines and models, as in `coherency_one`.
    others_shape, others_x, others_y, others_cos, others_sin, others_z
        The others likewise; shape (m,).
    radii, pairs
        Scratch, as of `gap_boards`.
    kind, half, ovals, points, boxes, slots
        Scratch: the arrays of `movekernels.geometry.pair_lanes.pair_lanes`.
    out
        Filled as by `gap_boards`; shape (n m,).

    Returns
    -------
    bool
        Whether the board is sound; if not its gaps are NaN.
    """
    shapes = _outlines(whole, real)
    unit = Bodies(shape, x, y, cos, sin, z)
    others = Bodies(others_shape, others_x, others_y, others_cos, others_sin, others_z)
    if _unsound(shapes, unit) + _unsound(shapes, others) > 0:
        out[:] = math.nan
        return False
    lanes = PairLanes(kind, half, ovals, points, boxes, slots)
    _all_gaps(shapes, unit, others, radii, pairs, lanes, out)
    return True


@kernel
def _posed(x: float, y: float, c: float, s: float) -> bool:
    """Whether a pose is one, by the measure of `_unsound`."""
    near = abs(x) < FARTHEST and abs(y) < FARTHEST
    return near and abs(c) < 2.0 and abs(s) < 2.0 and abs(c * c + s * s - 1.0) <= SKEW


@kernel
def gap_one(
    whole: Ints,
    real: Floats,
    i: int,
    xi: float,
    yi: float,
    ci: float,
    si: float,
    j: int,
    xj: float,
    yj: float,
    cj: float,
    sj: float,
) -> float:
    """Signed gap of two posed bases, `movekernels.geometry.gap.gap` of a catalogue.

    Parameters
    ----------
    whole, real
        Outlines, as `pack_catalogue` packs them.
    i, xi, yi, ci, si
        First shape, its centre (inches) and its heading (cosine, sine).
    j, xj, yj, cj, sj
        Second shape likewise.

    Returns
    -------
    float
        Inches; NaN if there is no such shape, or a pose is nonsense.
    """
    shapes = _outlines(whole, real)
    known = shapes.inner.size
    if not (0 <= i < known and 0 <= j < known):
        return math.nan
    if not (_posed(xi, yi, ci, si) and _posed(xj, yj, cj, sj)):
        return math.nan
    value: float = gap(shapes, i, xi, yi, ci, si, j, xj, yj, cj, sj)
    return value
