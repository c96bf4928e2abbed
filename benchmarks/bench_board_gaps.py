"""Gaps and counts of near bodies on boards of 10 and 100, against the slow twins and NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from board_data import Arguments, untyped
from board_scenes import CATALOGUE, FEW, RADIUS, SHAPES, B, M, N, rate, tables
from geometry_scenes import least
from movekernels.arrays import Ints
from movekernels.boards import board_gaps
from movekernels.boards.listed import PAIRS
from movekernels.geometry.pair_lanes import pair_lanes
from reference import board_gaps as slow

fast_ = untyped(board_gaps)
slow_ = untyped(slow)


@pytest.mark.parametrize("base", [0, 1], ids=["round", "oval"])
def test_gap_boards(benchmark: BenchmarkFixture, base: int) -> None:
    units, others = tables(base)
    start = np.arange(B + 1) * (N * M)
    out, wanted, codes = np.zeros(B * N * M), np.zeros(B * N * M), np.zeros(B, np.uint8)
    rest: Arguments = (*CATALOGUE, *units, *others)
    pairs = np.zeros((2, PAIRS), np.int64)
    space: Arguments = (np.zeros((2, M)), pairs, pair_lanes(SHAPES))
    rate(
        benchmark,
        lambda: fast_.gap_boards(*rest, 0, B, *space, start, out, codes),
        lambda: slow_.gap_boards(*rest, 0, FEW, *space, start, wanted, codes),
    )
    apart = wanted[: start[FEW]] > 0
    assert out[: start[FEW]][apart] == pytest.approx(wanted[: start[FEW]][apart], abs=1e-12)


@pytest.mark.parametrize("base", [0, 1], ids=["round", "oval"])
def test_count_boards(benchmark: BenchmarkFixture, base: int) -> None:
    units, others = tables(base)
    number, wanted, codes = (
        np.zeros(B * N, np.int64),
        np.zeros(B * N, np.int64),
        np.zeros(B, np.uint8),
    )
    rest: Arguments = (*CATALOGUE, *units, *others, 2.0 + 1e-6, 5.0)
    radii = np.zeros((2, M))

    def broadcast() -> Ints:
        x, y, ex, ey = (a.reshape(B, -1) for a in (units[2], units[3], others[2], others[3]))
        dx, dy = x[:, :, None] - ex[:, None], y[:, :, None] - ey[:, None]
        reach = 2 * RADIUS + 2.0 + 1e-6
        near: Ints = (dx * dx + dy * dy <= reach * reach).sum(2)
        return near

    each = rate(
        benchmark,
        lambda: fast_.count_boards(*rest, 0, B, radii, number, codes),
        lambda: slow_.count_boards(*rest, 0, FEW, radii, wanted, codes),
    )
    assert number[: FEW * N].tolist() == wanted[: FEW * N].tolist()
    if base == 0:
        assert (broadcast().ravel() == number).all()
        benchmark.extra_info["times_numpy"] = least(broadcast, 5) / B / each
