"""Engagement, overlap and gaps of boards of 10 models and 100 others, against NumPy and twins."""

from __future__ import annotations

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from board_data import Arguments, near_scratch, untyped
from board_scenes import CATALOGUE, FEW, B, M, N, rate, tables
from geometry_scenes import least
from movekernels.boards import board_near
from reference import board_near as slow_near

board_near_ = untyped(board_near)
slow_near_ = untyped(slow_near)

LIMIT = 2.0 + 1e-6


@pytest.mark.parametrize("base", [0, 1], ids=["round", "oval"])
def test_within_boards(benchmark: BenchmarkFixture, base: int) -> None:
    units, others = tables(base)
    counts, codes = np.zeros(B, np.int64), np.zeros(B, np.uint8)
    hits, wanted = np.zeros(B * N, np.int64), np.zeros(B * N, np.int64)
    scratch: Arguments = near_scratch(others)
    rest: Arguments = (*CATALOGUE, *units, *others, LIMIT, 5.0, False)

    def broadcast() -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
        x, y, ex, ey = (a.reshape(B, -1) for a in (units[2], units[3], others[2], others[3]))
        dx, dy = x[:, :, None] - ex[:, None], y[:, :, None] - ey[:, None]
        reach = 2 * 16 / 25.4 + LIMIT
        near = dx * dx + dy * dy <= reach * reach
        return np.where(near.any(2), near.argmax(2), -1)

    each = rate(
        benchmark,
        lambda: board_near_.within_boards(*rest, 0, B, *scratch, counts, hits, codes),
        lambda: slow_near_.within_boards(*rest, 0, FEW, *scratch, counts.copy(), wanted, codes),
    )
    assert hits[: FEW * N].tolist() == wanted[: FEW * N].tolist()
    if base == 0:
        assert (broadcast().ravel() == hits).all()
        benchmark.extra_info["times_numpy"] = least(broadcast, 5) / B / each


@pytest.mark.parametrize("base", [0, 1], ids=["round", "oval"])
def test_nearest_boards(benchmark: BenchmarkFixture, base: int) -> None:
    units, others = tables(base)
    counts, codes, space = np.zeros(B, np.int64), np.zeros(B, np.uint8), np.zeros((2, M))
    gaps, wanted = np.zeros(B * N), np.zeros(B * N)
    whom = np.zeros(B * N, np.int64)
    rest: Arguments = (*CATALOGUE, *units, *others, 2.0, 5.0, 1e-6)
    rate(
        benchmark,
        lambda: board_near_.nearest_boards(*rest, 0, B, space, counts, gaps, whom, codes),
        lambda: slow_near_.nearest_boards(
            *rest, 0, FEW, space, counts.copy(), wanted, whom.copy(), codes
        ),
    )
    apart = wanted[: FEW * N] > 0
    assert gaps[: FEW * N][apart] == pytest.approx(wanted[: FEW * N][apart], abs=1e-12)


@pytest.mark.parametrize("base", [0, 1], ids=["round", "oval"])
def test_self_overlap_boards(benchmark: BenchmarkFixture, base: int) -> None:
    units, _ = tables(base)
    counts, codes = np.zeros(B, np.int64), np.zeros(B, np.uint8)
    hits, wanted = np.zeros(B * N, np.int64), np.zeros(B * N, np.int64)
    rest: Arguments = (*CATALOGUE, *units, 1.0, 1e-6)
    rate(
        benchmark,
        lambda: board_near_.self_overlap_boards(*rest, 0, B, counts, hits, codes),
        lambda: slow_near_.self_overlap_boards(*rest, 0, FEW, counts.copy(), wanted, codes),
    )
    assert hits[: FEW * N].tolist() == wanted[: FEW * N].tolist()
