"""The end conditions of whole boards in one call, beside the slow twin."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from board_data import CATALOGUE, untyped
from movekernels.boards import board_ends
from reference import board_ends as slow_ends
from side_data import RULES, armies_of, space_of

BOARDS, TIMES = 20, 50
"""Boards, and how often each is asked about."""


def test_ends_boards(rate: Callable[..., None]) -> None:
    """Boards of up to four units of up to ten models of all kinds of bases."""
    armies, which = armies_of(1, BOARDS, 4, 10), np.tile(np.arange(BOARDS), TIMES)
    space = space_of(armies, times=TIMES)
    codes = [np.zeros(which.size, np.uint16) for _ in range(2)]
    unfit = [np.zeros(which.size, np.bool_) for _ in range(2)]

    def run(module: object, out: int, boards: int) -> None:
        call = untyped(module).ends_boards
        call(*CATALOGUE, which[:boards], armies, 1e6, RULES, space, codes[out], unfit[out])

    many = which.size
    rate(lambda: run(board_ends, 0, many), many, lambda: run(slow_ends, 1, BOARDS), BOARDS)
    np.testing.assert_array_equal(codes[0][:BOARDS], codes[1][:BOARDS])
