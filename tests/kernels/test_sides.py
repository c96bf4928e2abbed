"""Bodies of boards parted by side, against the slow twin."""

from __future__ import annotations

import numpy as np
import pytest

from board_data import untyped
from movekernels.boards import sides
from reference import sides as slow_sides
from side_data import parted

sides_ = untyped(sides)
slow_sides_ = untyped(slow_sides)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("size", [(1, 1, 1), (9, 4, 6), (40, 3, 12), (3, 0, 2)])
def test_part_sides(seed: int, size: tuple[int, int, int]) -> None:
    fast, slow = parted(seed, *size), parted(seed, *size)
    sides_.part_sides(*fast)
    slow_sides_.part_sides(*slow)
    for one, other in zip(fast[-3:], slow[-3:], strict=True):
        np.testing.assert_array_equal(one, other)
