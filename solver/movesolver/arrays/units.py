"""Checks of units by themselves: coherency (03.03), overlaps within, the table edge."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from movekernels.arrays import LEVEL, TOLERANCE, Floats
from movekernels.boards.board_coherency import coherency_boards
from movekernels.boards.board_edge import edge_boards
from movekernels.boards.board_near import self_overlap_boards
from movekernels.boards.board_slack import slack_boards
from movekernels.boards.groups import BAD
from movekernels.boards.one_board import coherency_one, edge_one, self_overlap_one
from movesolver.arrays.groups import Groups, check_out, result_array
from movesolver.arrays.limits import COHERENCY, CoherencyLimits, distance, whole
from movesolver.arrays.near import Hits
from movesolver.arrays.spread import SPACE, over_boards
from movesolver.errors import InputError

Codes = NDArray[np.uint8]


class Edge(NamedTuple):
    """How far models are from the edge of the table.

    Attributes
    ----------
    slack
        Inches from each model to the nearest edge, negative over it, NaN in a nonsense
        unit; shaped like the x of the units.
    smallest
        The smallest of each unit, infinity for no models; shape (b,), a number for a
        single unit.
    codes
        0, or `BAD` for a unit whose numbers are nonsense; shape (b,), a number for a
        single unit.
    """

    slack: Floats
    smallest: Floats | float
    codes: Codes | int


class Slack(NamedTuple):
    """How far units are from each limit of coherency.

    Attributes
    ----------
    inches
        What is left to each limit, negative where it is broken; infinite where there is
        no limit or fewer than two models, NaN in a nonsense unit; shape (b, 4).  Columns:
        0, how much nearer than needed the mate of the loneliest model is (minus infinity
        where one has too few near enough in height); 1, what the widest gap leaves of the
        span; 2, what the heights leave of its vertical part; 3, how much shorter than
        needed the longest link is that makes the unit one group.
    codes
        0, or `BAD` for a unit whose numbers are nonsense; shape (b,).
    """

    inches: Floats
    codes: Codes


def coherency(
    units: Groups,
    limits: CoherencyLimits = COHERENCY,
    *,
    out: Codes | None = None,
    threads: int = 1,
) -> Codes | int:
    """Return what is wrong with the coherency of units (03.03).

    Parameters
    ----------
    units
        One unit a board.
    limits
        The rules; the 11th edition's unless given.
    out
        Filled and returned instead of a new array: uint8, shape (b,).
    threads
        How many threads share the boards; 0 for one a processor.

    Returns
    -------
    int or array of uint8, shape (b,)
        0 for a coherent unit, else a sum of `NO_NEIGHBOUR` (1), `SPREAD` (2), `HEIGHT`
        (4) and `SPLIT` (8); `BAD` (128) for a unit whose numbers are nonsense or that has
        more than 64
        models.  A number if ``units`` is a single group.

    Raises
    ------
    InputError
        Naming the argument, what was wanted and given.

    Notes
    -----
    O(n^2) a unit.  From 32 units of the same bases on they are judged side by side in
    SIMD.  Exact gaps are computed only where bounding discs leave a question open.
    """
    _check(units, limits)
    if units.single and out is None:
        if threads != 1:
            whole("threads", threads)
        space = SPACE
        arguments = (*units.one, *limits.arguments, space.radii, space.rows)
        return coherency_one(*arguments)
    codes = result_array("out", out, (len(units),), np.uint8)
    shapes = units.bases.shapes

    def run(low: int, high: int) -> None:
        space = SPACE.lanes(), SPACE.listed(shapes)
        coherency_boards(*units.arguments, *limits.arguments, low, high, *space, codes)

    over_boards(run, len(units), threads)
    return codes


def coherency_slack(
    units: Groups,
    limits: CoherencyLimits = COHERENCY,
    *,
    out: Slack | None = None,
    threads: int = 1,
) -> Slack:
    """Return how far units are from each limit of coherency (03.03), all gaps exact.

    Parameters
    ----------
    units, limits
        As in `coherency`.
    out
        An earlier answer of the same shapes, whose arrays are filled again.
    threads
        How many threads share the boards; 0 for one a processor.

    Returns
    -------
    Slack
        Inches left to each limit, negative where it is broken; no tolerance enters.

    Raises
    ------
    InputError
        Naming the argument, what was wanted and given.

    Notes
    -----
    O(n^2) exact gaps a unit: use `coherency` where the codes are enough.
    """
    _check(units, limits)
    check_out(out, Slack)
    boards = len(units)
    inches = result_array("out.inches", out and out.inches, (boards, 4), np.float64)
    codes = result_array("out.codes", out and out.codes, (boards,), np.uint8)
    shapes = units.bases.shapes

    def run(low: int, high: int) -> None:
        listed = SPACE.listed(shapes)
        space = SPACE.table(), listed.gaps, listed.pairs, listed.lanes
        slack_boards(*units.arguments, *limits.arguments, low, high, *space, inches, codes)

    over_boards(run, boards, threads)
    return Slack(inches, codes)


def self_overlap(
    units: Groups,
    *,
    level: float = LEVEL,
    tolerance: float = TOLERANCE,
    out: Hits | None = None,
    threads: int = 1,
) -> Hits:
    """Return which models of units overlap a mate (03.01).

    Parameters
    ----------
    units
        One unit a board.
    level
        Heights that differ by this much or more are different levels, inches.
    tolerance
        Overlaps no deeper than this are none, inches.
    out, threads
        As in `movesolver.arrays.engaged`.

    Returns
    -------
    Hits
        Models that overlap a mate of lower index; ``first`` is the lowest of these.

    Raises
    ------
    InputError
        Naming the argument, what was wanted and given.

    Notes
    -----
    O(n^2) a unit.
    """
    if not isinstance(units, Groups):
        raise InputError("units", "Groups", type(units).__name__)
    check_out(out, Hits)
    first = result_array("out.first", out and out.first, units.shape, np.int64)
    depths = distance("level", level), distance("tolerance", tolerance)
    if units.single:
        if threads != 1:
            whole("threads", threads)
        count = self_overlap_one(*units.one, *depths, first)
        if count >= 0:
            return Hits(count, first, 0)
        first[:] = -1
        return Hits(0, first, BAD)
    counts = result_array("out.counts", out and out.counts, (len(units),), np.int64)
    codes = result_array("out.codes", out and out.codes, (len(units),), np.uint8)
    hits = first.reshape(-1)
    over_boards(
        lambda low, high: self_overlap_boards(
            *units.arguments, *depths, low, high, counts, hits, codes
        ),
        len(units),
        threads,
    )
    return Hits(counts, first, codes)


def edge(
    units: Groups,
    width: float,
    height: float,
    *,
    out: Edge | None = None,
    threads: int = 1,
) -> Edge:
    """Return how far models are from the edge of the table (03.01).

    Parameters
    ----------
    units
        One unit a board.
    width, height
        Of the table, inches.
    out
        An earlier answer of the same shapes, whose arrays are filled again.
    threads
        How many threads share the boards; 0 for one a processor.

    Returns
    -------
    Edge
        Slack of each model and the smallest of each unit; NaN on a nonsense board.

    Raises
    ------
    InputError
        Naming the argument, what was wanted and given.

    Notes
    -----
    O(n) a unit, exact for every base at its heading.
    """
    if not isinstance(units, Groups):
        raise InputError("units", "Groups", type(units).__name__)
    check_out(out, Edge)
    table = distance("width", width), distance("height", height)
    for name, value in zip(("width", "height"), table, strict=True):
        if not 0.0 < value < math.inf:
            raise InputError(name, "a positive number of inches", repr(value))
    slack = result_array("out.slack", out and out.slack, units.shape, np.float64)
    if units.single:
        if threads != 1:
            whole("threads", threads)
        least = edge_one(*units.one, *table, slack)
        return Edge(slack, least, BAD if least != least else 0)
    smallest = result_array("out.smallest", out and out.smallest, (len(units),), np.float64)
    codes = result_array("out.codes", out and out.codes, (len(units),), np.uint8)
    flat = slack.reshape(-1)
    over_boards(
        lambda low, high: edge_boards(*units.arguments, *table, low, high, flat, smallest, codes),
        len(units),
        threads,
    )
    return Edge(slack, smallest, codes)


def _check(units: Groups, limits: CoherencyLimits) -> None:
    if not isinstance(units, Groups):
        raise InputError("units", "Groups", type(units).__name__)
    if not isinstance(limits, CoherencyLimits):
        raise InputError("limits", "CoherencyLimits", repr(limits))
