"""Orders of moving: units that need several stops, found and ruled out."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from movekernels.search.ordering import NONE, order_moves
from reference import ordering as slow


@pytest.mark.parametrize("density", [0.02, 0.2])
def test_order_moves(rate: Callable[..., None], density: float) -> None:
    n, stops = 6, 4
    first = stops * np.arange(n + 1)
    blocks = np.random.default_rng(5).random((n * stops, n * stops)) < density
    at, out = np.empty(n, np.int64), np.empty(n * stops, np.int64)
    tried, memo = np.empty((2, n * stops + 1), np.int64), np.empty((1024, n), np.int64)
    answers = list[list[int] | int]()

    def ask() -> int:
        memo.fill(-1)
        return order_moves(first, blocks, at, out, tried, memo)

    rate(ask, 1, lambda: answers.append(slow.order_moves(first, blocks)), 1)
    assert (ask() == NONE) == (answers[0] == NONE)
