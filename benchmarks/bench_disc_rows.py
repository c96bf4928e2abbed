"""Rows of discs: NumPy's broadcasting, SciPy's cdist and bare square roots are the rivals."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from pytest_benchmark.fixture import BenchmarkFixture
from scipy.spatial.distance import cdist

from geometry_scenes import least
from movekernels._jit import kernel
from movekernels.arrays import Floats, Ints
from movekernels.geometry.disc_rows import disc_counts, disc_gaps, disc_nearest
from movekernels.geometry.gap import gap_rows
from reference import disc_rows as slow
from shapes_data import build_bodies, build_shapes

N, M, TIMES = 16, 128, 200
"""Sixteen discs against a row that fits the innermost cache, so many times."""
PAIRS = N * M * TIMES
RNG = np.random.default_rng(0)
X, Y, R = RNG.uniform(0.0, 60.0, N), RNG.uniform(0.0, 44.0, N), np.full(N, 0.63)
ROW_X, ROW_Y = RNG.uniform(0.0, 60.0, M), RNG.uniform(0.0, 44.0, M)
ROW_R = RNG.choice([0.5, 0.63, 0.79, 1.0], M)
FEW = (X[:2], Y[:2], R[:2], ROW_X, ROW_Y, ROW_R)
Rate = Callable[[Callable[[], object], int, Callable[[], object], int], None]


@kernel
def gaps_again(
    x: Floats, y: Floats, r: Floats, ox: Floats, oy: Floats, o: Floats, out: Floats
) -> None:
    for _ in range(TIMES):
        disc_gaps(x, y, r, ox, oy, o, out)


@kernel
def counts_again(
    x: Floats, y: Floats, r: Floats, ox: Floats, oy: Floats, o: Floats, limit: float, out: Ints
) -> None:
    for _ in range(TIMES):
        disc_counts(x, y, r, ox, oy, o, limit, out)


@kernel
def nearest_again(
    x: Floats,
    y: Floats,
    r: Floats,
    ox: Floats,
    oy: Floats,
    o: Floats,
    row: Floats,
    out: Floats,
    index: Ints,
) -> None:
    for _ in range(TIMES):
        disc_nearest(x, y, r, ox, oy, o, row, out, index)


@kernel
def roots_again(values: Floats, out: Floats) -> None:
    for _ in range(TIMES):
        for i in range(out.shape[0]):
            for j in range(values.size):
                out[i, j] = math.sqrt(values[j])


def broadcast() -> Floats:
    squares = (X[:, None] - ROW_X) ** 2 + (Y[:, None] - ROW_Y) ** 2
    found: Floats = np.sqrt(squares) - R[:, None] - ROW_R
    return found


def test_disc_gaps(benchmark: BenchmarkFixture, rate: Rate) -> None:
    out = np.empty((N, M))

    def run() -> None:
        gaps_again(X, Y, R, ROW_X, ROW_Y, ROW_R, out)

    rate(run, PAIRS, lambda: slow.disc_gaps(*FEW), 2 * M)
    np.testing.assert_allclose(out[:2], slow.disc_gaps(*FEW), rtol=0.0, atol=1e-13)
    np.testing.assert_allclose(out, broadcast(), rtol=0.0, atol=1e-13)
    roots = np.empty((N, M))
    roots_again(ROW_X, roots)
    bare = least(lambda: roots_again(ROW_X, roots), 20)
    benchmark.extra_info["times_square_roots"] = least(run, 20) / bare
    shapes = build_shapes([("disc", float(r)) for r in (*R, *ROW_R)])
    ours = build_bodies([(k, X[k], Y[k], 0.0, 0.0) for k in range(N)])
    theirs = build_bodies([(N + k, ROW_X[k], ROW_Y[k], 0.0, 0.0) for k in range(M)])
    scalar = np.empty((N, M))
    gap_rows(shapes, ours, theirs, scalar)
    assert np.array_equal(scalar, out)
    each = least(run) / TIMES
    centres = (np.column_stack([X, Y]), np.column_stack([ROW_X, ROW_Y]))
    rivals: dict[str, Callable[[], object]] = {
        "scalar": lambda: gap_rows(shapes, ours, theirs, scalar),
        "numpy": broadcast,
        "cdist": lambda: cdist(*centres) - R[:, None] - ROW_R,
    }
    for name, rival in rivals.items():
        benchmark.extra_info[f"times_{name}"] = least(rival, 50) / each


def test_disc_counts(benchmark: BenchmarkFixture, rate: Rate) -> None:
    out = np.empty(N, np.int64)

    def run() -> None:
        counts_again(X, Y, R, ROW_X, ROW_Y, ROW_R, 2.0, out)

    rate(run, PAIRS, lambda: slow.disc_counts(*FEW, 2.0), 2 * M)
    assert out[:2].tolist() == slow.disc_counts(*FEW, 2.0)
    assert out.tolist() == (broadcast() <= 2.0).sum(axis=1).tolist()
    each = least(run) / TIMES
    numpy = least(lambda: (broadcast() <= 2.0).sum(axis=1), 50)
    benchmark.extra_info["times_numpy"] = numpy / each


def test_disc_nearest(benchmark: BenchmarkFixture, rate: Rate) -> None:
    out, index, row = np.empty(N), np.empty(N, np.int64), np.empty(M)

    def run() -> None:
        nearest_again(X, Y, R, ROW_X, ROW_Y, ROW_R, row, out, index)

    rate(run, PAIRS, lambda: slow.disc_nearest(*FEW), 2 * M)
    assert index[:2].tolist() == [which for _, which in slow.disc_nearest(*FEW)]
    assert index.tolist() == broadcast().argmin(axis=1).tolist()
    each = least(run) / TIMES
    numpy = least(lambda: broadcast().argmin(axis=1), 50)
    benchmark.extra_info["times_numpy"] = numpy / each
