"""The end conditions of a move on many boards: parted by side and judged block by block."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Bools, Floats, Ints
from movekernels.boards.board_coherency import Limits, coherency_boards
from movekernels.boards.board_edge import edge_boards
from movekernels.boards.board_near import self_overlap_boards, within_boards
from movekernels.boards.groups import BAD, _outlines
from movekernels.boards.lanes import Lanes
from movekernels.boards.listed import PairList
from movekernels.boards.sides import (
    ENEMY,
    FRIEND,
    OWN,
    Armies,
    Runs,
    part_side,
    unfit_models,
)

BLOCK = 64
"""Boards whose bodies are parted and judged in one go: few enough to stay in the second-level
cache, as writing them to memory and reading them again would take as long as the checks."""

ENGAGED = 256
"""Engaged, and must not be."""
NOT_ENGAGED = 512
"""Not engaged, and must be."""
TOO_CLOSE = 1024
"""Inside the clearance that the move, or the game, asks for."""
OVERLAP = 2048
"""A base on another."""
OFF_TABLE = 4096
"""A base over the edge of the table."""

WHATEVER = 0
"""Ends may be engaged or not."""
UNENGAGED = 1
"""They must not be."""
FIGHTING = 2
"""They must be."""


class EndRules(NamedTuple):
    """What ends are asked, inches."""

    coherency: Limits
    overlap: float
    """The largest gap that is an overlap, less than 0."""
    rise: float
    """The largest difference of heights on one level."""
    level: float
    """The smallest that makes two levels."""
    tolerance: float
    reach: float
    """Engagement range, the tolerance included ..."""
    vertical: float
    """... and how far it reaches up and down."""
    ends: int
    """`WHATEVER`, `UNENGAGED` or `FIGHTING`."""
    clear: float
    """Enemies within this gap, the tolerance included, are too close; less than 0 for none."""
    width: float
    height: float


class EndSpace(NamedTuple):
    """Bodies parted, and scratch, of one thread."""

    units: Bodies
    """Room for the models of all units that move."""
    first: Ints
    """Shape (g + 1,)."""
    enemies: Bodies
    """Room for those of `BLOCK` boards; headings are read unless all bases are round."""
    first_enemy: Ints
    """Shape (`BLOCK` + 1,)."""
    friends: Bodies
    """Likewise."""
    first_friend: Ints
    """Likewise."""
    hits: Ints
    """As many as models of units that move."""
    slack: Floats
    """Likewise."""
    counts: Ints
    """Shape (`BLOCK`,)."""
    smallest: Floats
    """Likewise."""
    flaws: NDArray[np.uint8]
    """Likewise."""
    bits: NDArray[np.uint8]
    """Shape (g,)."""
    runs: Runs
    """As many as models on `BLOCK` boards."""
    near: Floats
    """From `movekernels.checks.within_rows.near_space` for the most models of a board ..."""
    place: Ints
    """... likewise."""
    lanes: Lanes
    listed: PairList


@kernel
def _ask_near(
    whole: Ints,
    real: Floats,
    first: Ints,
    first_other: Ints,
    others: Bodies,
    limit: float,
    vertical: float,
    strict: bool,
    s: EndSpace,
) -> None:
    """Count the models of boards ``first`` that have another body within a gap."""
    units = s.units
    within_boards(
        whole,
        real,
        first,
        units.shape,
        units.x,
        units.y,
        units.cos,
        units.sin,
        units.z,
        first_other,
        others.shape,
        others.x,
        others.y,
        others.cos,
        others.sin,
        others.z,
        limit,
        vertical,
        strict,
        0,
        first.size - 1,
        s.near,
        s.place,
        s.listed,
        s.counts,
        s.hits,
        s.flaws,
    )


@kernel
def _mark(boards: int, bit: int, s: EndSpace, codes: NDArray[np.uint16]) -> None:
    """Add a bit to the code of each board that has a count, `BAD` to that of a flawed one."""
    for g in range(boards):
        if s.counts[g] > 0:
            codes[g] |= np.uint16(bit)
        if s.flaws[g] > 0:
            codes[g] |= np.uint16(BAD)


@kernel
def _judge_block(
    whole: Ints,
    real: Floats,
    rules: EndRules,
    first: Ints,
    s: EndSpace,
    codes: NDArray[np.uint16],
) -> None:
    """Judge a block of boards but for coherency; ``codes`` are theirs alone."""
    boards = first.size - 1
    enemies, units = s.enemies, s.units
    codes[:] = 0
    self_overlap_boards(
        whole,
        real,
        first,
        units.shape,
        units.x,
        units.y,
        units.cos,
        units.sin,
        units.z,
        rules.level,
        rules.tolerance,
        0,
        boards,
        s.counts,
        s.hits,
        s.flaws,
    )
    _mark(boards, OVERLAP, s, codes)
    overlap, rise = rules.overlap, rules.rise
    _ask_near(whole, real, first, s.first_enemy, enemies, overlap, rise, True, s)
    _mark(boards, OVERLAP, s, codes)
    _ask_near(whole, real, first, s.first_friend, s.friends, overlap, rise, True, s)
    _mark(boards, OVERLAP, s, codes)
    if rules.ends != WHATEVER:
        reach, vertical = rules.reach, rules.vertical
        _ask_near(whole, real, first, s.first_enemy, enemies, reach, vertical, False, s)
        if rules.ends == FIGHTING:
            for g in range(boards):
                s.counts[g] = s.counts[g] == 0
        _mark(boards, ENGAGED if rules.ends == UNENGAGED else NOT_ENGAGED, s, codes)
    if rules.clear >= 0.0:
        _ask_near(whole, real, first, s.first_enemy, enemies, rules.clear, np.inf, False, s)
        _mark(boards, TOO_CLOSE, s, codes)
    edge_boards(
        whole,
        real,
        first,
        units.shape,
        units.x,
        units.y,
        units.cos,
        units.sin,
        units.z,
        rules.width,
        rules.height,
        0,
        boards,
        s.slack,
        s.smallest,
        s.flaws,
    )
    for g in range(boards):
        s.counts[g] = s.smallest[g] < -rules.tolerance
    _mark(boards, OFF_TABLE, s, codes)


@kernel
def ends_boards(
    whole: Ints,
    real: Floats,
    which: Ints,
    armies: Armies,
    largest: float,
    rules: EndRules,
    s: EndSpace,
    codes: NDArray[np.uint16],
    unfit: Bools,
) -> None:
    """What is wrong with where units end a move, board by board (03.01 to 03.04).

    Parameters
    ----------
    whole, real
        Outlines, as `pack_catalogue` packs them.
    which
        The boards asked about, each with a unit that moves; shape (g,).
    armies
        All that stands on boards, the models of the units that move where they end.
    largest
        As in `unfit_models`.
    rules
        What ends are asked.
    s
        Scratch of one thread.
    codes
        Filled: 0 where nothing is wrong, else a sum of the bits of `coherency_boards`,
        `ENGAGED`, `NOT_ENGAGED`, `TOO_CLOSE`, `OVERLAP` and `OFF_TABLE`; `BAD` alone for a board
        whose numbers are nonsense; shape (g,).
    unfit
        Filled: which boards hold a number that no scenario may hold, whose codes mean nothing;
        shape (g,).

    Notes
    -----
    O(m + n c) a board and O(n^2) in its unit, c the bodies near the box around it.
    """
    shapes = _outlines(whole, real)
    turned = False
    for k in range(shapes.inner.size):
        turned |= shapes.inner[k] != shapes.outer[k]
    s.first[0] = 0
    s.first_enemy[0] = 0
    s.first_friend[0] = 0
    for low in range(0, which.size, BLOCK):
        high = min(low + BLOCK, which.size)
        boards = which[low:high]
        for g in range(low, high):
            unfit[g] = unfit_models(armies, which[g], largest) > 0
        first = s.first[low : high + 1]
        part_side(boards, armies, OWN, turned, s.runs, s.units, first)
        part_side(boards, armies, ENEMY, turned, s.runs, s.enemies, s.first_enemy)
        part_side(boards, armies, FRIEND, turned, s.runs, s.friends, s.first_friend)
        _judge_block(whole, real, rules, first, s, codes[low:high])
    units, c = s.units, rules.coherency
    coherency_boards(
        whole,
        real,
        s.first,
        units.shape,
        units.x,
        units.y,
        units.cos,
        units.sin,
        units.z,
        c.neighbour,
        c.vertical,
        c.span,
        c.span_vertical,
        c.needed,
        c.crowd,
        c.needed_in_crowd,
        c.single_group,
        c.tolerance,
        0,
        which.size,
        s.lanes,
        s.listed,
        s.bits,
    )
    for g in range(which.size):
        code = codes[g] | s.bits[g]
        codes[g] = BAD if code & BAD else code
