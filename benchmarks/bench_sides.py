"""Parting the bodies of many boards by side."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from board_data import untyped
from movekernels.boards import sides
from reference import sides as slow_sides
from side_data import parted

BOARDS = 2_000
sides_ = untyped(sides)
slow_sides_ = untyped(slow_sides)


def test_part_sides(rate: Callable[..., None]) -> None:
    """Boards of up to six units of up to twenty models."""
    fast, slow = parted(1, BOARDS, 6, 20), parted(1, BOARDS, 6, 20)
    rate(lambda: sides_.part_sides(*fast), BOARDS, lambda: slow_sides_.part_sides(*slow), BOARDS)
    np.testing.assert_array_equal(fast[-2], slow[-2])
