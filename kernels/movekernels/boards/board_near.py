"""Who is near whom on many boards: engagement (03.04), overlap (03.01), gaps (01.04)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Floats, Ints
from movekernels.boards.groups import BAD, _outlines, _part_of, _unsound
from movekernels.checks.engagement import engagement
from movekernels.checks.overlap import self_overlaps
from movekernels.checks.within_rows import NOBODY, NearSpace, first_within


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
        Scratch; shapes (3, m) and (m,), or longer, m the most others of a board.
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
    space = NearSpace(near[0], near[1], near[2], place)
    for g in range(low, high):
        unit = _part_of(bodies, first[g], first[g + 1])
        rest = _part_of(others, others_first[g], others_first[g + 1])
        found = hits[first[g] : first[g + 1]]
        if _unsound(shapes, unit) + _unsound(shapes, rest) > 0:
            codes[g] = BAD
            counts[g] = 0
            found[:] = NOBODY
            continue
        codes[g] = 0
        level = vertical >= 0.0 and _on_level(unit, rest)
        counts[g] = first_within(shapes, unit, rest, limit, vertical, level, strict, space, found)


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
    for g in range(low, high):
        unit = _part_of(bodies, first[g], first[g + 1])
        rest = _part_of(others, others_first[g], others_first[g + 1])
        gaps = nearest[first[g] : first[g + 1]]
        whom = index[first[g] : first[g + 1]]
        if _unsound(shapes, unit) + _unsound(shapes, rest) > 0:
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
    for g in range(low, high):
        unit = _part_of(bodies, first[g], first[g + 1])
        found = hits[first[g] : first[g + 1]]
        if _unsound(shapes, unit) > 0:
            codes[g] = BAD
            counts[g] = 0
            found[:] = NOBODY
            continue
        codes[g] = 0
        counts[g] = self_overlaps(shapes, unit, level, tolerance, found)
