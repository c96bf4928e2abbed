"""Sets of a unit's models as bit words: their parts, their groups, and what they weigh."""

from __future__ import annotations

import numpy as np

from movekernels._jit import kernel
from movekernels.arrays import Ints
from movekernels.checks.words import NONE, ONE, Rows


@kernel
def _lowest(word: np.uint64) -> np.uint64:
    """The lowest bit of a word that has one, alone."""
    return word & (~word + ONE)


@kernel
def _size(word: np.uint64) -> int:
    """How many bits are set."""
    count = 0
    while word != NONE:
        word &= word - ONE
        count += 1
    return count


@kernel
def _place(bit: np.uint64) -> int:
    """Which bit it is, of a word that has one."""
    return _size(bit - ONE)


@kernel
def _weight(weights: Ints, members: np.uint64) -> int:
    """What the models of a set weigh together."""
    total = 0
    while members != NONE:
        bit = _lowest(members)
        members ^= bit
        total += weights[_place(bit)]
    return total


@kernel
def _core(near: Rows, members: np.uint64, needed: int) -> np.uint64:
    """The largest part of a set in which each has the neighbours it needs.

    Who has too few in the whole has too few in any part.
    """
    before = NONE
    while members != before:
        before = members
        left = members
        while left != NONE:
            bit = _lowest(left)
            left ^= bit
            if _size(near[_place(bit)] & members) < needed:
                members ^= bit
    return members


@kernel
def _group(near: Rows, members: np.uint64, start: np.uint64) -> np.uint64:
    """The part of a set that is linked with one of its models, itself included."""
    group = start
    ahead = start
    while ahead != NONE:
        bit = _lowest(ahead)
        ahead ^= bit
        fresh = near[_place(bit)] & members & ~group
        group |= fresh
        ahead |= fresh
    return group


@kernel
def _worst_clash(together: Rows, members: np.uint64) -> np.uint64:
    """The model of a set that clashes with most others, or none if nothing clashes."""
    worst = NONE
    most = 0
    left = members
    while left != NONE:
        bit = _lowest(left)
        left ^= bit
        count = _size(members & ~bit & ~together[_place(bit)])
        if count > most:
            most = count
            worst = bit
    return worst


@kernel
def _at_most(together: Rows, weights: Ints, members: np.uint64) -> int:
    """What a part of a set without clashes weighs at most.

    The set is cut into bunches that clash all with all: one of each can stay.
    """
    total = 0
    left = members
    while left != NONE:
        bit = _lowest(left)
        left ^= bit
        i = _place(bit)
        heaviest = weights[i]
        bunch = left & ~together[i]
        while bunch != NONE:
            bit = _lowest(bunch)
            left ^= bit
            i = _place(bit)
            heaviest = max(heaviest, weights[i])
            bunch &= ~bit & ~together[i]
        total += heaviest
    return total
