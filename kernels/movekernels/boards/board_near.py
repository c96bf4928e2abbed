"""Who is near whom on many boards: engagement (03.04), overlap (03.01), gaps (01.04)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Floats, Ints
from movekernels.boards.groups import BAD, _outlines, _part_of, _unsound
from movekernels.boards.listed import PairList, _first_listed
from movekernels.checks.engagement import engagement
from movekernels.checks.overlap import self_overlaps
from movekernels.checks.within_rows import NOBODY, _space

WINDOW = 64
"""Boards looked at for nonsense in one go, and for heights."""


@kernel
def _on_level(bodies: Bodies, others: Bodies) -> bool:
    """Whether all bodies of both groups stand at one height."""
    if bodies.z.size == 0:
        return True
    ground = bodies.z[0]
    differ = 0
    for i in range(bodies.z.size):
        differ += bodies.z[i] != ground
    for j in range(others.z.size):
        differ += others.z[j] != ground
    return differ == 0


@kernel
def within_boards(
    whole: Ints,
    real: Floats,
    first: Ints,
    shape: Ints,
    x: Floats,
    y: Floats,
    cos: Floats,
    sin: Floats,
    z: Floats,
    others_first: Ints,
    others_shape: Ints,
    others_x: Floats,
    others_y: Floats,
    others_cos: Floats,
    others_sin: Floats,
    others_z: Floats,
    limit: float,
    vertical: float,
    strict: bool,
    low: int,
    high: int,
    near: Floats,
    place: Ints,
    listed: PairList,
    counts: Ints,
    hits: Ints,
    codes: NDArray[np.uint8],
) -> None:
    """For each model of boards ``low`` to ``high`` the first other body within a distance.

    Parameters
    ----------
    whole, real
        Outlines, as `pack_catalogue` packs them.
    first, shape, x, y, cos, sin, z
        The models: board ``g`` has ``first[g]:first[g + 1]`` of the arrays of `Bodies`;
        shapes (b+1,) and (n,).
    others_first, others_shape, others_x, others_y, others_cos, others_sin, others_z
        The other bodies likewise; shapes (b+1,) and (m,).
    limit, vertical
        Largest gap and largest difference of heights that count, inches, tolerance included.
    strict
        As in `movekernels.checks.within_rows.first_within`.
    low, high
        The boards judged.
    near, place
        Scratch from `movekernels.checks.within_rows.near_space` for the most others of a
        board.
    listed
        Scratch from `movekernels.boards.listed.pair_list`.
    counts
        Filled at ``low:high``: how many models have one; shape (b,).
    hits
        Filled for their models: its place among the others of the board, `NOBODY` if
        there is none; shape (n,).
    codes
        Filled at ``low:high``: 0, or `BAD` for a board whose numbers are nonsense: its
        count is 0 and its hits are `NOBODY`; shape (b,).
    """
    shapes = _outlines(whole, real)
    bodies = Bodies(shape, x, y, cos, sin, z)
    others = Bodies(others_shape, others_x, others_y, others_cos, others_sin, others_z)
    space = _space(near, place)
    for start in range(low, high, WINDOW):
        stop = min(start + WINDOW, high)
        models = _part_of(bodies, first[start], first[stop])
        strangers = _part_of(others, others_first[start], others_first[stop])
        sound = _unsound(shapes, models) + _unsound(shapes, strangers) == 0
        level = vertical >= 0.0 and _on_level(models, strangers)
        for g in range(start, stop):
            unit = _part_of(bodies, first[g], first[g + 1])
            rest = _part_of(others, others_first[g], others_first[g + 1])
            found = hits[first[g] : first[g + 1]]
            codes[g] = 0
            if not sound and _unsound(shapes, unit) + _unsound(shapes, rest) > 0:
                codes[g] = BAD
                counts[g] = 0
                found[:] = NOBODY
                continue
            counts[g] = _first_listed(
                shapes, unit, rest, limit, vertical, level, strict, space, listed, found
            )


@kernel
def nearest_boards(
    whole: Ints,
    real: Floats,
    first: Ints,
    shape: Ints,
    x: Floats,
    y: Floats,
    cos: Floats,
    sin: Floats,
    z: Floats,
    others_first: Ints,
    others_shape: Ints,
    others_x: Floats,
    others_y: Floats,
    others_cos: Floats,
    others_sin: Floats,
    others_z: Floats,
    reach: float,
    vertical: float,
    tolerance: float,
    low: int,
    high: int,
    space: Floats,
    counts: Ints,
    nearest: Floats,
    index: Ints,
    codes: NDArray[np.uint8],
) -> None:
    """Nearest enemy of each model of boards ``low`` to ``high``, and how many are engaged.

    Parameters
    ----------
    whole, real, first, shape, x, y, cos, sin, z
        Outlines and models, as in `within_boards`.
    others_first, others_shape, others_x, others_y, others_cos, others_sin, others_z
        The enemies likewise.
    reach, vertical, tolerance
        As in `movekernels.checks.engagement.engagement`, inches.
    low, high
        The boards judged.
    space
        Scratch; (2, m) or wider, m the most enemies of a board.
    counts
        Filled at ``low:high``: engaged models; shape (b,).
    nearest, index
        Filled for their models: gap to the nearest enemy, inches, and its place among
        those of the board; infinity and `NOBODY` if there is none; shape (n,).
    codes
        Filled as by `within_boards`; a nonsense board has NaN for gaps; shape (b,).
    """
    shapes = _outlines(whole, real)
    bodies = Bodies(shape, x, y, cos, sin, z)
    others = Bodies(others_shape, others_x, others_y, others_cos, others_sin, others_z)
    flaws = 0
    for g in range(low, high):
        if (g - low) % WINDOW == 0:
            stop = min(g + WINDOW, high)
            flaws = _unsound(shapes, _part_of(bodies, first[g], first[stop]))
            flaws += _unsound(shapes, _part_of(others, others_first[g], others_first[stop]))
        unit = _part_of(bodies, first[g], first[g + 1])
        rest = _part_of(others, others_first[g], others_first[g + 1])
        gaps = nearest[first[g] : first[g + 1]]
        whom = index[first[g] : first[g + 1]]
        if flaws > 0 and _unsound(shapes, unit) + _unsound(shapes, rest) > 0:
            codes[g] = BAD
            counts[g] = 0
            gaps[:] = math.nan
            whom[:] = NOBODY
            continue
        codes[g] = 0
        counts[g] = engagement(shapes, unit, rest, reach, vertical, tolerance, space, gaps, whom)


@kernel
def self_overlap_boards(
    whole: Ints,
    real: Floats,
    first: Ints,
    shape: Ints,
    x: Floats,
    y: Floats,
    cos: Floats,
    sin: Floats,
    z: Floats,
    level: float,
    tolerance: float,
    low: int,
    high: int,
    counts: Ints,
    hits: Ints,
    codes: NDArray[np.uint8],
) -> None:
    """For each model of boards ``low`` to ``high`` the first earlier one it overlaps.

    Parameters
    ----------
    whole, real, first, shape, x, y, cos, sin, z
        Outlines and models, as in `within_boards`.
    level, tolerance
        As in `movekernels.checks.overlap.self_overlaps`, inches.
    low, high
        The boards judged.
    counts, hits, codes
        Filled as by `within_boards`, places being those within the unit.
    """
    shapes = _outlines(whole, real)
    bodies = Bodies(shape, x, y, cos, sin, z)
    flaws = 0
    for g in range(low, high):
        if (g - low) % WINDOW == 0:
            flaws = _unsound(shapes, _part_of(bodies, first[g], first[min(g + WINDOW, high)]))
        unit = _part_of(bodies, first[g], first[g + 1])
        found = hits[first[g] : first[g + 1]]
        if flaws > 0 and _unsound(shapes, unit) > 0:
            codes[g] = BAD
            counts[g] = 0
            found[:] = NOBODY
            continue
        codes[g] = 0
        counts[g] = self_overlaps(shapes, unit, level, tolerance, found)
