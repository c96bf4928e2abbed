"""Slides of 10 models past 100 obstacles on each of many boards, against NumPy and the twin."""

from __future__ import annotations

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from board_data import Arguments, Group, untyped
from board_scenes import CATALOGUE, RADIUS, B, M, N, rate, tables
from geometry_scenes import least
from movekernels.arrays import CONTACT, Floats
from movekernels.boards import board_sweep
from reference import board_sweep as slow

fast = untyped(board_sweep)
FEW = 3
"""Obstacles of the board that the twin judges."""


def cut(group: Group, count: int) -> Group:
    """The first bodies of the first board, twice, as two boards."""
    twice = [np.concatenate([array[:count], array[:count]]) for array in group[1:]]
    return (np.array([0, count, 2 * count]), *twice)


@pytest.mark.parametrize("base", [0, 1], ids=["round", "oval"])
def test_sweep_boards(benchmark: BenchmarkFixture, base: int) -> None:
    units, others = tables(base)
    rng = np.random.default_rng(3)
    length, bearing = rng.uniform(0.0, 6.0, B * N), rng.uniform(0.0, 2.0 * np.pi, B * N)
    slides = (length * np.cos(bearing), length * np.sin(bearing))
    space, codes = np.zeros((3, M)), np.zeros(B, np.uint8)
    gaps, contact = np.zeros(B * N), np.zeros(B * N)
    nearest, struck = np.zeros(B * N, np.int64), np.zeros(B * N, np.int64)
    filled: Arguments = (gaps, nearest, contact, struck, codes)
    scene: Arguments = (*CATALOGUE, *units, *slides, *others, CONTACT)

    small: Arguments = (*cut(units, 1), slides[0][:2], slides[1][:2], *cut(others, FEW), CONTACT)
    some: Arguments = tuple(np.zeros(2, array.dtype) for array in filled)

    def broadcast() -> Floats:
        x, y, ox, oy = (a.reshape(B, -1) for a in (units[2], units[3], others[2], others[3]))
        dx, dy = (a.reshape(B, N)[:, :, None] for a in slides)
        wx, wy = ox[:, None] - x[:, :, None], oy[:, None] - y[:, :, None]
        t = np.clip((wx * dx + wy * dy) / (dx * dx + dy * dy), 0.0, 1.0)
        found: Floats = np.hypot(wx - t * dx, wy - t * dy).min(2) - 2 * RADIUS
        return found

    each = rate(
        benchmark,
        lambda: fast.sweep_boards(*scene, 0, B, space, *filled),
        lambda: untyped(slow).sweep_boards(*CATALOGUE, *small, 0, 2, space, *some),
    )
    # the twin judges one model and a few obstacles of a board, and is counted for all
    benchmark.extra_info["times_slow_twin"] *= N * M / FEW
    checked: Arguments = tuple(np.zeros(2, array.dtype) for array in filled)
    fast.sweep_boards(*CATALOGUE, *small, 0, 2, space, *checked)
    assert checked[0] == pytest.approx(some[0], abs=1e-8)
    assert checked[2] == pytest.approx(some[2], abs=1e-7)
    assert 0.2 < np.mean(struck >= 0) < 0.9
    if base == 0:
        assert broadcast().ravel() == pytest.approx(gaps, abs=1e-12)
        benchmark.extra_info["times_numpy"] = least(broadcast, 3) / B / each
