"""Gaps of all pairs on many boards (01.04), and how many others are near each model."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Floats, Ints, Shapes
from movekernels.boards.board_near import _on_level
from movekernels.boards.groups import BAD, _outlines, _part_of, _unsound
from movekernels.boards.listed import PAIRS
from movekernels.checks.bounds import within
from movekernels.geometry.disc_rows import disc_counts, disc_gaps
from movekernels.geometry.pair_lanes import PairLanes
from movekernels.geometry.pair_rows import pair_gaps


@kernel
def _round_radii(shapes: Shapes, bodies: Bodies, radii: Floats) -> bool:
    """Fill the outer radii of bodies; returns whether all bodies are round."""
    angular = 0
    for i in range(bodies.shape.size):
        k = bodies.shape[i]
        radii[i] = shapes.outer[k]
        angular += shapes.inner[k] != radii[i]
    return angular == 0


@kernel
def _listed_gaps(
    shapes: Shapes, unit: Bodies, rest: Bodies, pairs: Ints, lanes: PairLanes, out: Floats
) -> None:
    """Gaps of all pairs, model by model, listed `PAIRS` at a time."""
    m = rest.x.size
    count = 0
    done = 0
    for i in range(unit.x.size):
        for j in range(m):
            pairs[0, count] = i
            pairs[1, count] = j
            count += 1
            if count == PAIRS:
                pair_gaps(shapes, unit, rest, pairs[0], pairs[1], count, lanes, out[done:])
                done += count
                count = 0
    pair_gaps(shapes, unit, rest, pairs[0], pairs[1], count, lanes, out[done:])


@kernel
def _all_gaps(
    shapes: Shapes,
    unit: Bodies,
    rest: Bodies,
    radii: Floats,
    pairs: Ints,
    lanes: PairLanes,
    out: Floats,
) -> None:
    """Gaps of all pairs of one sound board."""
    n, m = unit.x.size, rest.x.size
    own, theirs = radii[0, :n], radii[1, :m]
    flat = _round_radii(shapes, unit, own)
    if _round_radii(shapes, rest, theirs) and flat:
        disc_gaps(unit.x, unit.y, own, rest.x, rest.y, theirs, out.reshape(n, m))
    else:
        _listed_gaps(shapes, unit, rest, pairs, lanes, out)


@kernel
def gap_boards(
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
    low: int,
    high: int,
    radii: Floats,
    pairs: Ints,
    lanes: PairLanes,
    start: Ints,
    out: Floats,
    codes: NDArray[np.uint8],
) -> None:
    """Signed gaps of all models to all others of boards ``low`` to ``high``.

    Parameters
    ----------
    whole, real, first, shape, x, y, cos, sin, z
        Outlines and models, as in `movekernels.boards.board_near.within_boards`.
    others_first, others_shape, others_x, others_y, others_cos, others_sin, others_z
        The others likewise.
    low, high
        The boards judged.
    radii, pairs
        Scratch; shapes (2, m), m the most bodies of a group, and (2, `PAIRS`).
    lanes
        Scratch from `movekernels.geometry.pair_lanes.pair_lanes` for these outlines.
    start
        Where the gaps of a board begin, its models one after the other; shape (b+1,).
    out
        Filled: inches, as `movekernels.geometry.gap.gap` to 1e-12; NaN on a nonsense board.
    codes
        Filled at ``low:high``: 0, or `BAD` for a board whose numbers are nonsense.
    """
    shapes = _outlines(whole, real)
    bodies = Bodies(shape, x, y, cos, sin, z)
    others = Bodies(others_shape, others_x, others_y, others_cos, others_sin, others_z)
    for g in range(low, high):
        unit = _part_of(bodies, first[g], first[g + 1])
        rest = _part_of(others, others_first[g], others_first[g + 1])
        gaps = out[start[g] : start[g + 1]]
        if _unsound(shapes, unit) + _unsound(shapes, rest) > 0:
            codes[g] = BAD
            gaps[:] = math.nan
            continue
        codes[g] = 0
        _all_gaps(shapes, unit, rest, radii, pairs, lanes, gaps)


@kernel
def count_boards(
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
    low: int,
    high: int,
    radii: Floats,
    counts: Ints,
    codes: NDArray[np.uint8],
) -> None:
    """How many others are within a distance of each model of boards ``low`` to ``high``.

    Parameters
    ----------
    whole, real, first, shape, x, y, cos, sin, z
        Outlines and models, as in `movekernels.boards.board_near.within_boards`.
    others_first, others_shape, others_x, others_y, others_cos, others_sin, others_z
        The others likewise.
    limit, vertical
        Largest gap and largest difference of heights that count, inches, tolerance
        included; 0 or more.
    low, high
        The boards judged.
    radii
        Scratch; shape (2, m), m the most bodies of a group.
    counts
        Filled for their models; 0 on a nonsense board; shape (n,).
    codes
        Filled at ``low:high``: 0, or `BAD` for a board whose numbers are nonsense.
    """
    shapes = _outlines(whole, real)
    bodies = Bodies(shape, x, y, cos, sin, z)
    others = Bodies(others_shape, others_x, others_y, others_cos, others_sin, others_z)
    for g in range(low, high):
        unit = _part_of(bodies, first[g], first[g + 1])
        rest = _part_of(others, others_first[g], others_first[g + 1])
        found = counts[first[g] : first[g + 1]]
        found[:] = 0
        codes[g] = 0
        if _unsound(shapes, unit) + _unsound(shapes, rest) > 0:
            codes[g] = BAD
            continue
        own, theirs = radii[0, : unit.x.size], radii[1, : rest.x.size]
        flat = _round_radii(shapes, unit, own)
        if _round_radii(shapes, rest, theirs) and flat and _on_level(unit, rest):
            disc_counts(unit.x, unit.y, own, rest.x, rest.y, theirs, limit, found)
            continue
        for i in range(unit.x.size):
            for j in range(rest.x.size):
                if abs(unit.z[i] - rest.z[j]) <= vertical:
                    found[i] += within(shapes, unit, i, rest, j, limit)
