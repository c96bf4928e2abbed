"""Checks of units against other bodies: engagement (03.04), overlap (03.01), gaps (01.04)."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from movekernels.arrays import LEVEL, TOLERANCE, Floats, Ints
from movekernels.boards.board_gaps import count_boards, gap_boards
from movekernels.boards.board_near import nearest_boards, within_boards
from movekernels.boards.groups import BAD
from movekernels.boards.one_board import gap_one, gaps_one, nearest_one, within_one
from movesolver.arrays.groups import Bases, Groups, check_pair, result_array
from movesolver.arrays.limits import ENGAGEMENT, EngagementLimits, distance
from movesolver.arrays.spread import SPACE, offsets_of_pairs, over_boards
from movesolver.errors import InputError

Codes = NDArray[np.uint8]


class Hits(NamedTuple):
    """Which models have some other body within a distance."""

    counts: Ints | int
    """How many of each unit; shape (b,), or a number for one unit."""
    first: Ints
    """For each model the place of the first such body in its group, -1 if none; shape (n,)."""
    codes: Codes | int
    """0, or `BAD` for a board whose numbers are nonsense; shape (b,), or a number."""


class Nearest(NamedTuple):
    """The nearest enemy of each model."""

    counts: Ints | int
    """How many models of each unit are engaged; shape (b,), or a number for one unit."""
    gap: Floats
    """Inches to the nearest enemy near enough in height, infinity if none; shape (n,)."""
    nearest: Ints
    """Its place in its group, -1 if none; shape (n,)."""
    codes: Codes | int
    """0, or `BAD` for a board whose numbers are nonsense; shape (b,), or a number."""


class Gaps(NamedTuple):
    """Gaps of all pairs, board by board."""

    gap: Floats
    """Inches; shape (n, m) for single groups, (b, n, m) for equal ones, else flat:
    board ``g`` has ``start[g]:start[g + 1]``, its models one after the other."""
    start: Ints | None
    """Shape (b + 1,); None for single groups."""
    codes: Codes | int
    """0, or `BAD` for a board whose numbers are nonsense: its gaps are NaN; shape (b,),
    or a number for single groups."""


class Counts(NamedTuple):
    """How many bodies are within a distance of each model."""

    number: Ints
    """Shape (n,)."""
    codes: Codes
    """0, or `BAD` for a board whose numbers are nonsense: its numbers are 0; shape (b,)."""


def _within(
    units: Groups, others: Groups, reach: tuple[float, float, bool], out: Hits | None, threads: int
) -> Hits:
    first = result_array("out.first", out and out.first, units.size, np.int64)
    if units.single:
        count = within_one(*units.one, *others.bodies, *reach, *SPACE.near(others.widest), first)
        if count < 0:
            first[:] = -1
        return Hits(max(count, 0), first, BAD if count < 0 else 0)
    counts = result_array("out.counts", out and out.counts, len(units), np.int64)
    codes = result_array("out.codes", out and out.codes, len(units), np.uint8)
    over_boards(
        lambda low, high: within_boards(
            *units.arguments,
            *others.own,
            *reach,
            low,
            high,
            *SPACE.near(others.widest),
            counts,
            first,
            codes,
        ),
        len(units),
        threads,
    )
    return Hits(counts, first, codes)


def engaged(
    units: Groups,
    enemies: Groups,
    limits: EngagementLimits = ENGAGEMENT,
    *,
    out: Hits | None = None,
    threads: int = 1,
) -> Hits:
    """Return which models are engaged, and by whom (03.04).

    Parameters
    ----------
    units, enemies
        One unit and its enemies a board, of one catalogue.
    limits
        The rules; the 11th edition's unless given.
    out
        An earlier answer of the same shapes, whose arrays are filled again.
    threads
        How many threads share the boards; 0 for one a processor.

    Returns
    -------
    Hits
        ``counts > 0`` where a unit is engaged, ``first >= 0`` where a model is.

    Raises
    ------
    InputError
        Naming the argument, what was wanted and given.

    Notes
    -----
    O(m + n c) a board, c the enemies near the box around the unit.
    """
    check_pair(units, enemies, "enemies")
    limit = limits.horizontal + limits.tolerance
    vertical = limits.vertical + limits.tolerance
    return _within(units, enemies, (limit, vertical, False), out, threads)


def within(
    units: Groups,
    others: Groups,
    inches: float,
    *,
    vertical: float = math.inf,
    tolerance: float = TOLERANCE,
    out: Hits | None = None,
    threads: int = 1,
) -> Hits:
    """Return which models are within a distance of some other body (01.04.01).

    Parameters
    ----------
    units, others
        One unit and some bodies a board, of one catalogue.
    inches, vertical
        Largest gap and largest difference of heights, inclusive.
    tolerance
        Added to both, inches.
    out, threads
        As in `engaged`.

    Returns
    -------
    Hits
        The models that are, and the first body near each.

    Raises
    ------
    InputError
        Naming the argument, what was wanted and given.

    Notes
    -----
    As `engaged`.
    """
    check_pair(units, others, "others")
    reach = (*_reach(inches, vertical, tolerance), False)
    return _within(units, others, reach, out, threads)


def overlap(
    units: Groups,
    others: Groups,
    *,
    level: float = LEVEL,
    tolerance: float = TOLERANCE,
    out: Hits | None = None,
    threads: int = 1,
) -> Hits:
    """Return which models stand on some other body of their level (03.01).

    Parameters
    ----------
    units, others
        One unit and some bodies a board, of one catalogue.
    level
        Heights that differ by this much or more are different levels, inches.
    tolerance
        Overlaps no deeper than this are none, inches: touching is legal.
    out, threads
        As in `engaged`.

    Returns
    -------
    Hits
        The models that do, and the first body under each.

    Raises
    ------
    InputError
        Naming the argument, what was wanted and given.

    Notes
    -----
    As `engaged`.
    """
    check_pair(units, others, "others")
    deepest = math.nextafter(-distance("tolerance", tolerance), -math.inf)
    reach = (deepest, math.nextafter(distance("level", level), 0.0), True)
    return _within(units, others, reach, out, threads)


def nearest(
    units: Groups,
    enemies: Groups,
    limits: EngagementLimits = ENGAGEMENT,
    *,
    out: Nearest | None = None,
    threads: int = 1,
) -> Nearest:
    """Return the nearest enemy of each model, and how many models are engaged (03.04).

    Parameters
    ----------
    units, enemies, limits
        As in `engaged`; enemies beyond the vertical limit are not looked at.
    out, threads
        As in `engaged`.

    Returns
    -------
    Nearest
        Gaps of separated bases are exact for every base; of enemies that are
        overlapped the deepest is named, the depth of ovals being a lower bound.

    Raises
    ------
    InputError
        Naming the argument, what was wanted and given.

    Notes
    -----
    O(n m) a board, in SIMD; exact gaps only where bounding discs leave a question open.
    """
    check_pair(units, enemies, "enemies")
    gap = result_array("out.gap", out and out.gap, units.size, np.float64)
    whom = result_array("out.nearest", out and out.nearest, units.size, np.int64)
    rule = limits.arguments
    if units.single:
        space = SPACE.wide(enemies.widest)
        count = nearest_one(*units.one, *enemies.bodies, *rule, space, gap, whom)
        if count < 0:
            gap[:] = math.nan
            whom[:] = -1
        return Nearest(max(count, 0), gap, whom, BAD if count < 0 else 0)
    counts = result_array("out.counts", out and out.counts, len(units), np.int64)
    codes = result_array("out.codes", out and out.codes, len(units), np.uint8)
    over_boards(
        lambda low, high: nearest_boards(
            *units.arguments,
            *enemies.own,
            *rule,
            low,
            high,
            SPACE.wide(enemies.widest),
            counts,
            gap,
            whom,
            codes,
        ),
        len(units),
        threads,
    )
    return Nearest(counts, gap, whom, codes)


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
    shapes, widest = units.bases.shapes, max(units.widest, others.widest)
    if units.single and others.single:
        space = SPACE
        gap = result_array(
            "out.gap", out and out.gap.reshape(-1), units.size * others.size, np.float64
        )
        scratch = space.wide(widest), space.square()[2], *space.pairs(shapes)
        arguments = (*units.one, *others.bodies, *scratch, gap)
        sound = gaps_one(*arguments)
        return Gaps(gap.reshape(units.size, others.size), None, 0 if sound else BAD)
    start = offsets_of_pairs(units.first, others.first)
    flat = out.gap.reshape(-1) if out is not None else None
    gap = result_array("out.gap", flat, int(start[-1]), np.float64)
    codes = result_array("out.codes", out and out.codes, len(units), np.uint8)

    def run(low: int, high: int) -> None:
        pairs = SPACE.square()[2], SPACE.pairs(shapes)
        span = low, high, SPACE.wide(widest)
        gap_boards(*units.arguments, *others.own, *span, *pairs, start, gap, codes)

    over_boards(run, len(units), threads)
    if units.equal and others.equal:
        return Gaps(gap.reshape(len(units), units.widest, others.widest), start, codes)
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
    reach = _reach(inches, vertical, tolerance)
    number = result_array("out.number", out and out.number, units.size, np.int64)
    codes = result_array("out.codes", out and out.codes, len(units), np.uint8)
    widest = max(units.widest, others.widest)
    over_boards(
        lambda low, high: count_boards(
            *units.arguments, *others.own, *reach, low, high, SPACE.wide(widest), number, codes
        ),
        len(units),
        threads,
    )
    return Counts(number, codes)


def _reach(inches: float, vertical: float, tolerance: float) -> tuple[float, float]:
    """Return both limits, the tolerance added, after a look at them."""
    hair = distance("tolerance", tolerance)
    return distance("inches", inches) + hair, distance("vertical", vertical) + hair


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
    try:
        x, y, facing = pose
        other_x, other_y, other_facing = other_pose
        turn, other_turn = math.radians(facing), math.radians(other_facing)
        value = gap_one(
            *bases.catalogue,
            base,
            float(x),
            float(y),
            math.cos(turn),
            math.sin(turn),
            other,
            float(other_x),
            float(other_y),
            math.cos(other_turn),
            math.sin(other_turn),
        )
    except (TypeError, ValueError):
        raise InputError("pose", "x, y and facing, finite", f"{pose} and {other_pose}") from None
    if math.isnan(value):
        if not (0 <= base < len(bases) and 0 <= other < len(bases)):
            raise InputError("base", f"an index below {len(bases)}", f"{base} and {other}")
        raise InputError("pose", "x, y and facing, finite", f"{pose} and {other_pose}")
    return value
