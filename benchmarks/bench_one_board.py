"""Checks of one board, called from Python."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from board_data import Arguments, near_scratch
from board_scenes import CATALOGUE, SHAPES, M, N, tables
from geometry_scenes import least
from movekernels.boards import one_board
from movekernels.boards.listed import pair_list
from movekernels.geometry.pair_lanes import pair_lanes
from reference import one_board as slow_one

LIMIT = 2.0 + 1e-6


def test_one_board(benchmark: BenchmarkFixture) -> None:
    """All checks of one board, called from Python: what a call costs."""
    units, others = tables(0)
    unit, rest = [a[:N] for a in units[1:]], [a[:M] for a in others[1:]]
    rules: Arguments = (2.0, 5.0, 9.0, 5.0, 1, 0, 1, True, 1e-6)
    scratch: Arguments = np.zeros((2, 64)), np.zeros((2, 64), np.uint64)
    near, space = near_scratch(others)[:2], np.zeros((2, M))
    listed = pair_list(pair_lanes(SHAPES))
    hits, gaps = np.zeros(N, np.int64), np.zeros(N)
    a: Arguments = (*CATALOGUE, *unit)
    calls: dict[str, tuple[object, ...]] = {
        "coherency_one": (*a, *rules, *scratch),
        "within_one": (*a, *rest, LIMIT, 5.0, False, *near, hits),
        "nearest_one": (*a, *rest, 2.0, 5.0, 1e-6, space, gaps, hits),
        "gaps_one": (*a, *rest, np.zeros((2, M)), *listed[0:1], *listed.lanes, np.zeros(N * M)),
        "self_overlap_one": (*a, 1.0, 1e-6, hits),
        "edge_one": (*a, 60.0, 44.0, gaps),
        "gap_one": (*CATALOGUE, 0, 1.0, 2.0, 1.0, 0.0, 1, 5.0, 3.0, 0.6, 0.8),
    }
    for name, arguments in calls.items():
        kernel, twin = getattr(one_board, name), getattr(slow_one, name)
        assert kernel(*arguments) == pytest.approx(twin(*arguments), abs=1e-12)

        def thousand(
            kernel: Callable[..., object] = kernel, given: tuple[object, ...] = arguments
        ) -> None:
            for _ in range(1000):
                kernel(*given)

        benchmark.extra_info[f"{name}_us"] = least(thousand) * 1e3
    benchmark(one_board.coherency_one, *calls["coherency_one"])
