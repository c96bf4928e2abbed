"""Table edge on many boards, against the slow twin."""

from __future__ import annotations

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from board_data import untyped
from board_scenes import CATALOGUE, FEW, B, N, rate, tables
from movekernels.boards import board_edge
from reference import board_edge as slow_edge

board_edge_ = untyped(board_edge)
slow_edge_ = untyped(slow_edge)


@pytest.mark.parametrize("base", [0, 1], ids=["round", "oval"])
def test_edge_boards(benchmark: BenchmarkFixture, base: int) -> None:
    units, _ = tables(base)
    slack, wanted = np.zeros(B * N), np.zeros(B * N)
    smallest, codes = np.zeros(B), np.zeros(B, np.uint8)
    rest = (*CATALOGUE, *units, 60.0, 44.0)
    rate(
        benchmark,
        lambda: board_edge_.edge_boards(*rest, 0, B, slack, smallest, codes),
        lambda: slow_edge_.edge_boards(*rest, 0, FEW, wanted, smallest.copy(), codes),
    )
    assert slack[: FEW * N] == pytest.approx(wanted[: FEW * N], abs=1e-12)
