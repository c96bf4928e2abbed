"""Coherency of units in batches, against csgraph, the slow twin and one by one."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import connected_components

from board_data import Arguments, Group, coherency_scratch, untyped
from board_scenes import CATALOGUE, RADIUS, SHAPES, grown, units_of
from geometry_scenes import least
from movekernels.arrays import Floats
from movekernels.boards.board_coherency import coherency_boards
from reference import board_coherency as slow

slow_ = untyped(slow)
coherency_boards_ = untyped(coherency_boards)
RULES: Arguments = (2.0, 5.0, 9.0, 5.0, 1, 0, 1, True, 1e-6)


def by_csgraph(x: Floats, y: Floats) -> list[bool]:
    """Coherent or not, with NumPy distances and the sparse graph routines."""
    found = []
    for px, py in zip(x, y, strict=True):
        gap = np.hypot(px[:, None] - px, py[:, None] - py) - 2 * RADIUS
        parts, _ = connected_components(csr_matrix(gap <= 2.0 + 1e-6), directed=False)
        found.append(bool(parts == 1 and gap.max() <= 9.0 + 1e-6))
    return found


def timed(
    benchmark: BenchmarkFixture, units: Group, b: int, sample: int
) -> Callable[[], list[int]]:
    codes, space = np.zeros(b, np.uint8), coherency_scratch(SHAPES)

    def run(count: int = b) -> None:
        coherency_boards_(*CATALOGUE, *units, *RULES, 0, count, *space, codes)

    run()
    benchmark(run)
    wanted = np.zeros(b, np.uint8)
    twin = least(
        lambda: slow_.coherency_boards(*CATALOGUE, *units, *RULES, 0, sample, None, None, wanted), 1
    )
    assert codes[:sample].tolist() == wanted[:sample].tolist()
    benchmark.extra_info["ns_per_unit"] = least(run, 10) / b * 1e9
    benchmark.extra_info["times_slow_twin"] = twin / sample * b / least(run, 10)
    return codes.tolist


@pytest.mark.parametrize("n", [5, 10, 20])
def test_coherency_boards(benchmark: BenchmarkFixture, n: int) -> None:
    b, sample = 65_536, 400
    x, y = grown(b, n)
    codes = timed(benchmark, units_of(x, y, np.zeros(n)), b, sample)
    assert [code == 0 for code in codes()[:sample]] == by_csgraph(x[:sample], y[:sample])
    graph = least(lambda: by_csgraph(x[:sample], y[:sample]), 3) / sample
    benchmark.extra_info["times_csgraph"] = graph * 1e9 / benchmark.extra_info["ns_per_unit"]
    assert benchmark.extra_info["times_csgraph"] >= 100


def test_coherency_boards_ovals(benchmark: BenchmarkFixture) -> None:
    b = 8192
    x, y = grown(b, 10, 2.3)
    timed(benchmark, units_of(x, y, np.ones(10)), b, 10)


def test_coherency_boards_mixed(benchmark: BenchmarkFixture) -> None:
    """Round and oval bases in any order: units of the same pattern are brought together."""
    b = 8192
    x, y = grown(b, 5, 2.3)
    bases = np.random.default_rng(5).integers(0, 2, (b, 5))
    timed(benchmark, units_of(x, y, bases), b, 10)
