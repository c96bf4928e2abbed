"""Boards for the benchmarks: units grown to be coherent or not, units among enemies."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike
from pytest_benchmark.fixture import BenchmarkFixture

from board_data import Arguments, Group
from geometry_scenes import least
from movekernels.arrays import Floats
from movekernels.boards.groups import pack_catalogue
from shapes_data import build_shapes, oval_base, round_base

SHAPES = build_shapes([round_base(32), oval_base(75, 42)])
CATALOGUE: Arguments = pack_catalogue(SHAPES)
RADIUS = 16 / 25.4
B, N, M = 2000, 10, 100
"""Boards, models and enemies."""
FEW = 2
"""Boards that the slow twins judge."""


def grown(b: int, n: int, wide: float = 2 * RADIUS, seed: int = 0) -> tuple[Floats, Floats]:
    """Units of ``n`` bases, each placed 0 to 2.08 inches beyond ``wide`` from an earlier one."""
    rng = np.random.default_rng(seed)
    x, y = np.empty((b, n)), np.empty((b, n))
    x[:, 0], y[:, 0] = rng.uniform(0, 60, b), rng.uniform(0, 44, b)
    for i in range(1, n):
        mate = rng.integers(0, i, b)
        distance = wide + rng.uniform(0, 2.08, b)
        angle = rng.uniform(0, 2 * np.pi, b)
        x[:, i] = x[np.arange(b), mate] + distance * np.cos(angle)
        y[:, i] = y[np.arange(b), mate] + distance * np.sin(angle)
    return x, y


def units_of(x: Floats, y: Floats, bases: ArrayLike, seed: int = 1) -> Group:
    b, n = x.shape
    turn = np.random.default_rng(seed).uniform(0, 2 * np.pi, b * n)
    return (
        np.arange(b + 1) * n,
        np.broadcast_to(bases, (b, n)).astype(np.int64).ravel(),
        x.ravel(),
        y.ravel(),
        np.cos(turn),
        np.sin(turn),
        np.zeros(b * n),
    )


def tables(base: int) -> tuple[Group, Group]:
    rng = np.random.default_rng(base)
    centre = rng.uniform((5, 5), (55, 39), (B, 2))
    x = centre[:, :1] + rng.normal(0, 1.5, (B, N))
    y = centre[:, 1:] + rng.normal(0, 1.5, (B, N))
    enemies = rng.uniform(0, 60, (B, M)), rng.uniform(0, 44, (B, M))
    return units_of(x, y, np.full(N, base)), units_of(*enemies, np.full(M, base), 2)


def rate(
    benchmark: BenchmarkFixture, run: Callable[[], object], twin: Callable[[], object]
) -> float:
    """Time all boards, and the twin on a few; returns seconds a board."""
    run()
    benchmark(run)
    each = least(run, 7) / B
    benchmark.extra_info["ns_per_board"] = each * 1e9
    benchmark.extra_info["times_slow_twin"] = least(twin, 1) / FEW / each
    return each
