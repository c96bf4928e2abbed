"""Checks of units against other bodies: engagement (03.04), overlap (03.01), range (01.04.01)."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from movekernels.arrays import LEVEL, TOLERANCE, Floats, Ints
from movekernels.boards.board_near import nearest_boards, within_boards
from movekernels.boards.groups import BAD
from movekernels.boards.one_board import nearest_one, within_one
from movesolver.arrays.groups import Groups, check_out, check_pair, result_array
from movesolver.arrays.limits import ENGAGEMENT, EngagementLimits, distance, whole
from movesolver.arrays.spread import SPACE, over_boards
from movesolver.errors import InputError

Codes = NDArray[np.uint8]


class Hits(NamedTuple):
    """Which models have some other body within a distance.

    Attributes
    ----------
    counts
        How many models of each unit; shape (b,), a number for a single unit.
    first
        For each model the place of the first such body *within its group* (0 for the
        first enemy of the board), -1 if there is none; shaped like the x of the units.
    codes
        0, or `BAD` for a board whose numbers are nonsense, whose counts are 0 and places
        -1; shape (b,), a number for a single unit.
    """

    counts: Ints | int
    first: Ints
    codes: Codes | int


class Nearest(NamedTuple):
    """The nearest enemy of each model.

    Attributes
    ----------
    counts
        How many models of each unit are engaged; shape (b,), a number for a single unit.
    gap
        Inches to the nearest enemy near enough in height, infinity if there is none, NaN
        on a nonsense board; shaped like the x of the units.
    nearest
        The place of that enemy *within its group*, -1 if there is none; likewise.
    codes
        0, or `BAD` for a board whose numbers are nonsense; shape (b,), a number for a
        single unit.
    """

    counts: Ints | int
    gap: Floats
    nearest: Ints
    codes: Codes | int


def _within(
    units: Groups, others: Groups, reach: tuple[float, float, bool], out: Hits | None, threads: int
) -> Hits:
    if out is not None:
        check_out(out, Hits)
    first = result_array("out.first", out and out.first, units.shape, np.int64)
    if units.single:
        if threads != 1:
            whole("threads", threads)
        count = within_one(*units.one, *others.bodies, *reach, *SPACE.near(others.widest), first)
        if count >= 0:
            return Hits(count, first, 0)
        first[:] = -1
        return Hits(0, first, BAD)
    boards = (len(units),)
    counts = result_array("out.counts", out and out.counts, boards, np.int64)
    codes = result_array("out.codes", out and out.codes, boards, np.uint8)
    shapes, widest = units.bases.shapes, others.widest
    table, hits = (*units.arguments, *others.own, *reach), first.reshape(-1)

    def run(low: int, high: int) -> None:
        space = *SPACE.near(widest), SPACE.listed(shapes)
        arguments = (*table, low, high, *space, counts, hits, codes)
        within_boards(*arguments)

    over_boards(run, len(units), threads)
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
    if not isinstance(limits, EngagementLimits):
        raise InputError("limits", "EngagementLimits", repr(limits))
    return _within(units, enemies, limits.reach, out, threads)


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
    reach = (*reach_of(inches, vertical, tolerance), False)
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
        Heights that differ by this much or more are different levels, inches; equal ones
        never are.
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
    if not isinstance(limits, EngagementLimits):
        raise InputError("limits", "EngagementLimits", repr(limits))
    check_out(out, Nearest)
    gap = result_array("out.gap", out and out.gap, units.shape, np.float64)
    whom = result_array("out.nearest", out and out.nearest, units.shape, np.int64)
    rule = limits.arguments
    if units.single:
        if threads != 1:
            whole("threads", threads)
        space = SPACE.wide(enemies.widest)
        count = nearest_one(*units.one, *enemies.bodies, *rule, space, gap, whom)
        if count >= 0:
            return Nearest(count, gap, whom, 0)
        gap[:] = math.nan
        whom[:] = -1
        return Nearest(0, gap, whom, BAD)
    boards = (len(units),)
    counts = result_array("out.counts", out and out.counts, boards, np.int64)
    codes = result_array("out.codes", out and out.codes, boards, np.uint8)
    found = counts, gap.reshape(-1), whom.reshape(-1), codes
    table = (*units.arguments, *enemies.own, *rule)

    def run(low: int, high: int) -> None:
        arguments = (*table, low, high, SPACE.wide(enemies.widest), *found)
        nearest_boards(*arguments)

    over_boards(run, len(units), threads)
    return Nearest(counts, gap, whom, codes)


def reach_of(inches: float, vertical: float, tolerance: float) -> tuple[float, float]:
    """Return both limits, the tolerance added, after a look at them.

    Raises
    ------
    InputError
        If one is negative or no number.
    """
    hair = distance("tolerance", tolerance)
    return distance("inches", inches) + hair, distance("vertical", vertical) + hair
