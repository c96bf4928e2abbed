"""Checks of units against other bodies: engagement (03.04), overlap (03.01), gaps (01.04)."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from movekernels.arrays import LEVEL, TOLERANCE, Floats, Ints
from movekernels.boards.board_near import gap_boards, nearest_boards, within_boards
from movekernels.boards.groups import BAD
from movekernels.boards.one_board import gap_one, nearest_one, within_one
from movesolver.arrays.groups import Bases, Groups, check_pair, result_array
from movesolver.arrays.limits import ENGAGEMENT, EngagementLimits
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
    start: Ints
    """Shape (b + 1,)."""
    codes: Codes | int
    """0, or `BAD` for a board whose numbers are nonsense: its gaps are NaN."""


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
    for name, value in (("inches", inches), ("vertical", vertical)):
        if not isinstance(value, int | float) or not value >= 0.0:
            raise InputError(name, "a distance, 0 or more", repr(value))
    reach = (float(inches + tolerance), float(vertical + tolerance), False)
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
    deepest = math.nextafter(-float(tolerance), -math.inf)
    reach = (deepest, math.nextafter(float(level), 0.0), True)
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
        The gaps are exact for every base.

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
    O(n m) a board.
    """
    check_pair(units, others, "others")
    start = offsets_of_pairs(units.first, others.first)
    pairs = int(start[-1])
    flat = out.gap.reshape(-1) if out is not None else None
    gap = result_array("out.gap", flat, pairs, np.float64)
    kept = out.codes if out is not None and not units.single else None
    codes = result_array("out.codes", kept, len(units), np.uint8)
    over_boards(
        lambda low, high: gap_boards(*units.arguments, *others.own, low, high, start, gap, codes),
        len(units),
        threads,
    )
    if units.single:
        return Gaps(gap.reshape(units.widest, -1), start, int(codes[0]))
    if units.equal and others.equal:
        gap = gap.reshape(len(units), units.widest, others.widest)
    return Gaps(gap, start, codes)


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
