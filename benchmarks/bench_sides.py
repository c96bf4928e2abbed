"""Parting the bodies of many boards by side, and the look at their numbers."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from board_data import untyped
from movekernels._jit import kernel
from movekernels.arrays import Ints
from movekernels.boards import sides
from movekernels.boards.sides import ENEMY, Armies, unfit_models
from reference import sides as slow_sides
from side_data import armies_of, room, runs_of

BOARDS, TIMES = 40, 50
"""Boards, and how often each is asked about."""
sides_ = untyped(sides)
slow_sides_ = untyped(slow_sides)


def count_unfit(armies: Armies, boards: int, counts: Ints) -> None:
    """Count on board after board, as the kernel of whole boards does."""
    for board in range(boards):
        counts[board] = unfit_models(armies, board, 1e6)


unfit_boards = untyped(kernel(count_unfit))


def test_part_side(rate: Callable[..., None]) -> None:
    """Boards of up to six units of up to twenty models; a rate of boards."""
    armies, which = armies_of(1, BOARDS, 6, 20), np.tile(np.arange(BOARDS), TIMES)
    fast, slow = room(armies, TIMES), room(armies)
    fast[1][0] = slow[1][0] = 0
    scratch = runs_of(armies, TIMES)
    rate(
        lambda: sides_.part_side(which, armies, ENEMY, True, scratch, *fast), which.size,
        lambda: slow_sides_.part_side(which[:BOARDS], armies, ENEMY, True, scratch, *slow), BOARDS,
    )  # fmt: skip
    count = slow[1][BOARDS]
    np.testing.assert_array_equal(fast[0].x[:count], slow[0].x[:count])


def test_unfit_models(rate: Callable[..., None]) -> None:
    armies = armies_of(1, BOARDS, 6, 20)
    fast, slow = np.zeros(BOARDS, np.int64), np.zeros(BOARDS, np.int64)

    def twin() -> None:
        for board in range(BOARDS):
            slow[board] = slow_sides_.unfit_models(armies, board, 1e6)

    rate(lambda: unfit_boards(armies, BOARDS, fast), BOARDS, twin, BOARDS)
    np.testing.assert_array_equal(fast, slow)
