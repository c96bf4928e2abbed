"""Open questions of a board put into one list, whose gaps are then found side by side."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Floats, Ints, Shapes
from movekernels.checks.bounds import ASK, NO, body_gap
from movekernels.checks.within_rows import (
    BELOW,
    NOBODY,
    NearSpace,
    _first_discs,
    _largest_outer,
    _near_unit,
    _settle_near,
)
from movekernels.checks.words import NONE, ONE, Rows
from movekernels.geometry.pair_lanes import PairLanes
from movekernels.geometry.pair_rows import pair_gaps

PAIRS = 2016
"""Pairs in a list: as many as the largest unit has."""
SURE = -1
"""Instead of a place in the list of pairs: no gap is needed."""


HAIR = 1e-12
"""Inches; twenty times as far as lanes and the scalar kernel are ever apart."""


class PairList(NamedTuple):
    """Scratch for a list of pairs of bodies."""

    pairs: Ints
    """Both bodies of each pair; shape (2, `PAIRS`)."""
    entries: Ints
    """Model, other body and the place of their pair, or `SURE`; shape (3, `PAIRS`)."""
    gaps: Floats
    """Shape (`PAIRS`,)."""
    lanes: PairLanes
    """Space for `pair_gaps`."""


def pair_list(lanes: PairLanes) -> PairList:
    """Allocate scratch for a list of pairs."""
    pairs, entries = np.zeros((2, PAIRS), np.int64), np.zeros((3, PAIRS), np.int64)
    return PairList(pairs, entries, np.zeros(PAIRS), lanes)


@kernel
def _no_more(
    shapes: Shapes, a: Bodies, i: int, b: Bodies, j: int, found: float, limit: float
) -> bool:
    """Whether a gap found in a lane is within a limit, as the scalar kernel has it.

    Lanes are a screen: within a hair of the limit the scalar kernel decides, so that a
    verdict does not depend on the company in which it was found.
    """
    if abs(found - limit) <= HAIR:
        return body_gap(shapes, a, i, b, j) <= limit
    return bool(found <= limit)


@kernel
def _ask_links(
    shapes: Shapes, unit: Bodies, neighbour: float, sure: Rows, perhaps: Rows, s: PairList
) -> None:
    """Settle all open links of a unit, given below the diagonal, by their gaps."""
    count = 0
    for i in range(unit.x.size):
        for j in range(i):
            if (perhaps[i] >> np.uint64(j)) & ONE != NONE:
                s.pairs[0, count] = i
                s.pairs[1, count] = j
                count += 1
        perhaps[i] = NONE
    pair_gaps(shapes, unit, unit, s.pairs[0], s.pairs[1], count, s.lanes, s.gaps)
    for k in range(count):
        i, j = s.pairs[0, k], s.pairs[1, k]
        if _no_more(shapes, unit, i, unit, j, s.gaps[k], neighbour):
            sure[i] |= ONE << np.uint64(j)


@kernel
def _take_entries(
    shapes: Shapes,
    unit: Bodies,
    others: Bodies,
    limit: float,
    entries: int,
    asked: int,
    s: PairList,
    first: Ints,
) -> int:
    """Fill ``first`` from a list in the order of models and others; returns how many are new."""
    pair_gaps(shapes, unit, others, s.pairs[0], s.pairs[1], asked, s.lanes, s.gaps)
    count = 0
    for k in range(entries):
        i, j, at = s.entries[0, k], s.entries[1, k], s.entries[2, k]
        if first[i] != NOBODY:
            continue
        if at == SURE or _no_more(shapes, unit, i, others, j, s.gaps[at], limit):
            first[i] = j
            count += 1
    return count


@kernel
def _first_listed(
    shapes: Shapes,
    unit: Bodies,
    others: Bodies,
    limit: float,
    vertical: float,
    level: bool,
    strict: bool,
    near: NearSpace,
    s: PairList,
    first: Ints,
) -> int:
    """As `first_within`, the exact gaps of all models being found side by side."""
    found, exact = _near_unit(shapes, unit, others, limit, _largest_outer(shapes), near)
    if exact and level:
        margin = BELOW if strict else 1.0
        return _first_discs(shapes, unit, limit, margin, found, near, first)
    count = 0
    entries = 0
    asked = 0
    first[:] = NOBODY
    for i in range(unit.x.size):
        for c in range(found):
            verdict = _settle_near(shapes, unit, i, others, c, limit, vertical, strict, near)
            if verdict == NO:
                continue
            if entries == PAIRS:
                count += _take_entries(shapes, unit, others, limit, entries, asked, s, first)
                entries = 0
                asked = 0
            if first[i] != NOBODY:
                break
            s.entries[0, entries] = i
            s.entries[1, entries] = near.place[c]
            s.entries[2, entries] = SURE
            entries += 1
            if verdict != ASK:
                break
            s.entries[2, entries - 1] = asked
            s.pairs[0, asked] = i
            s.pairs[1, asked] = near.place[c]
            asked += 1
    return count + _take_entries(shapes, unit, others, limit, entries, asked, s, first)
