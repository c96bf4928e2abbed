"""Gaps of pairs of bodies (01.04), and how many others are near each model."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from movekernels.arrays import TOLERANCE, Floats, Ints
from movekernels.boards.board_gaps import count_boards, gap_boards
from movekernels.boards.groups import BAD
from movekernels.boards.one_board import gap_one, gaps_one
from movesolver.arrays.groups import Bases, Groups, check_out, check_pair, result_array
from movesolver.arrays.limits import whole
from movesolver.arrays.near import reach_of
from movesolver.arrays.spread import SPACE, offsets_of_pairs, over_boards
from movesolver.errors import InputError

Codes = NDArray[np.uint8]


class Gaps(NamedTuple):
    """Gaps of all pairs, board by board.

    Attributes
    ----------
    gap
        Inches, NaN on a nonsense board; shape (n, m) for single groups, (b, n, m) for
        equal ones, else flat: board ``g`` has ``start[g]:start[g + 1]``, its models one
        after the other.
    start
        Shape (b + 1,); None for single groups.
    codes
        0, or `BAD` for a board whose numbers are nonsense; shape (b,), a number for single
        groups.
    """

    gap: Floats
    start: Ints | None
    codes: Codes | int


class Counts(NamedTuple):
    """How many bodies are within a distance of each model.

    Attributes
    ----------
    number
        0 on a nonsense board; shaped like the x of the units.
    codes
        0, or `BAD` for a board whose numbers are nonsense; shape (b,).
    """

    number: Ints
    codes: Codes


def gaps(units: Groups, others: Groups, *, out: Gaps | None = None, threads: int = 1) -> Gaps:
    """Return the signed gap of every model to every other body (01.04).

    Parameters
    ----------
    units, others
        One unit and some bodies a board, of one catalogue.
    out, threads
        As in `engaged`.

    Returns
    -------
    Gaps
        Inches between the closest edges, negative where bases overlap; heights are
        ignored.

    Raises
    ------
    InputError
        Naming the argument, what was wanted and given.

    Notes
    -----
    O(n m) a board, pairs of one kind side by side in SIMD.
    """
    check_pair(units, others, "others")
    check_out(out, Gaps)
    shapes, widest = units.bases.shapes, max(units.widest, others.widest)
    if units.single and others.single:
        if threads != 1:
            whole("threads", threads)
        shape: tuple[int, ...] = (units.size, others.size)
        gap = result_array("out.gap", out and out.gap, shape, np.float64)
        listed = SPACE.listed(shapes)
        scratch = SPACE.wide(widest), listed.pairs, *listed.lanes
        arguments = (*units.one, *others.bodies, *scratch, gap.reshape(-1))
        sound = gaps_one(*arguments)
        return Gaps(gap, None, 0 if sound else BAD)
    start = offsets_of_pairs(units.first, others.first)
    equal = units.equal and others.equal
    shape = (len(units), units.widest, others.widest) if equal else (int(start[-1]),)
    gap = result_array("out.gap", out and out.gap, shape, np.float64)
    codes = result_array("out.codes", out and out.codes, (len(units),), np.uint8)
    flat = gap.reshape(-1)

    def run(low: int, high: int) -> None:
        listed = SPACE.listed(shapes)
        span = low, high, SPACE.wide(widest), listed.pairs, listed.lanes
        gap_boards(*units.arguments, *others.own, *span, start, flat, codes)

    over_boards(run, len(units), threads)
    return Gaps(gap, start, codes)


def counts(
    units: Groups,
    others: Groups,
    inches: float,
    *,
    vertical: float = math.inf,
    tolerance: float = TOLERANCE,
    out: Counts | None = None,
    threads: int = 1,
) -> Counts:
    """Return how many other bodies are within a distance of each model (01.04.01).

    Parameters
    ----------
    units, others, inches, vertical, tolerance
        As in `within`.
    out, threads
        As in `engaged`.

    Returns
    -------
    Counts
        A model of the units is not left out where it is one of the others.

    Raises
    ------
    InputError
        Naming the argument, what was wanted and given.

    Notes
    -----
    O(n m) a board; in SIMD where all bases are round and on one level.
    """
    check_pair(units, others, "others")
    reach = reach_of(inches, vertical, tolerance)
    check_out(out, Counts)
    number = result_array("out.number", out and out.number, units.shape, np.int64)
    codes = result_array("out.codes", out and out.codes, (len(units),), np.uint8)
    flat = number.reshape(-1)
    widest = max(units.widest, others.widest)
    over_boards(
        lambda low, high: count_boards(
            *units.arguments, *others.own, *reach, low, high, SPACE.wide(widest), flat, codes
        ),
        len(units),
        threads,
    )
    return Counts(number, codes)


def gap(
    bases: Bases,
    base: int,
    pose: tuple[float, float, float],
    other: int,
    other_pose: tuple[float, float, float],
) -> float:
    """Return the signed gap of two bases (01.04): numbers in, a number out.

    Parameters
    ----------
    bases
        The catalogue.
    base, pose
        Which base, and where: x and y in inches, facing in degrees.
    other, other_pose
        The other one.

    Returns
    -------
    float
        Inches between the closest edges, negative where the bases overlap.

    Raises
    ------
    InputError
        If there is no such base, or a pose is not three finite numbers.

    Notes
    -----
    Exact for every base; O(1), for two polygons O(corners).
    """
    if not isinstance(bases, Bases):
        raise InputError("bases", "a Bases", type(bases).__name__)
    for name, index in (("base", base), ("other", other)):
        if not whole(name, index) < len(bases):
            raise InputError(name, f"an index below {len(bases)}", repr(index))
    x, y, cos, sin = _posed("pose", pose)
    other_x, other_y, other_cos, other_sin = _posed("other_pose", other_pose)
    value = gap_one(
        *bases.catalogue,
        int(base),
        x,
        y,
        cos,
        sin,
        int(other),
        other_x,
        other_y,
        other_cos,
        other_sin,
    )
    if math.isnan(value):
        got = f"{pose} and {other_pose}"
        raise InputError("pose", "coordinates below 10^6 inches", got)
    return value


def _posed(name: str, pose: tuple[float, float, float]) -> tuple[float, float, float, float]:
    """Return place and heading of a pose."""
    try:
        x, y, facing = pose
        turn = math.radians(facing)
        return float(x), float(y), math.cos(turn), math.sin(turn)
    except (TypeError, ValueError):
        raise InputError(name, "x, y and facing, finite", repr(pose)) from None
