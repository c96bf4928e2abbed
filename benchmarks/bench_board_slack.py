"""Slacks of coherency of many units, against the slow twin."""

from __future__ import annotations

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from board_data import Arguments, untyped
from board_scenes import CATALOGUE, FEW, SHAPES, B, rate, tables
from movekernels.boards import board_slack
from movekernels.geometry.pair_lanes import pair_lanes
from reference import board_slack as slow_slack

board_slack_ = untyped(board_slack)
slow_slack_ = untyped(slow_slack)


@pytest.mark.parametrize("base", [0, 1], ids=["round", "oval"])
def test_slack_boards(benchmark: BenchmarkFixture, base: int) -> None:
    units, _ = tables(base)
    rules: Arguments = (2.0, 5.0, 9.0, 5.0, 1, 0, 1, True, 1e-6)
    out, wanted, codes = np.zeros((B, 4)), np.zeros((B, 4)), np.zeros(B, np.uint8)
    rest: Arguments = (*CATALOGUE, *units, *rules)
    scratch: Arguments = (
        np.zeros(4096),
        np.zeros(2016),
        np.zeros((2, 2016), np.int64),
        pair_lanes(SHAPES),
    )
    rate(
        benchmark,
        lambda: board_slack_.slack_boards(*rest, 0, B, *scratch, out, codes),
        lambda: slow_slack_.slack_boards(*rest, 0, FEW, *scratch, wanted, codes),
    )
    assert out[:FEW, 1:3] == pytest.approx(wanted[:FEW, 1:3], abs=1e-12)
