"""One ellipse against rows: the scalar kernels and shapely's 128-gons are the rivals."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import shapely
from pytest_benchmark.fixture import BenchmarkFixture

from geometry_scenes import least
from movekernels._jit import kernel
from movekernels.arrays import Floats
from movekernels.geometry.ellipse_rows import (
    Oblongs,
    ellipse_disc_gaps,
    ellipse_gaps,
    ellipse_lanes,
)
from reference import ellipse_rows as slow
from rows_data import OVALS, Pose, oblongs, oval_gaps, picked, round_gaps, rounds

M, TIMES = 128, 50
"""A row of so many, so many times."""
PAIRS = M * TIMES
A, B = OVALS[4].tolist()
POSE = (20.0, 20.0, 0.8, 0.6)
RNG = np.random.default_rng(1)
ROW = oblongs(RNG, A, B, POSE, OVALS, RNG.uniform(0.0, 12.0, M))
FEW = picked(ROW, np.arange(8))
LANES = ellipse_lanes()
Rate = Callable[[Callable[[], object], int, Callable[[], object], int], None]


@kernel
def ovals_again(a: float, b: float, pose: Pose, row: Oblongs, lanes: Floats, out: Floats) -> None:
    x, y, c, s = pose
    for _ in range(TIMES):
        ellipse_gaps(a, b, x, y, c, s, row, lanes, out)


@kernel
def discs_again(a: float, b: float, pose: Pose, row: Oblongs, lanes: Floats, out: Floats) -> None:
    x, y, c, s = pose
    for _ in range(TIMES):
        ellipse_disc_gaps(a, b, x, y, c, s, row.x, row.y, row.b, lanes, out)


@kernel
def ovals_one_by_one(a: float, b: float, pose: Pose, row: Oblongs, out: Floats) -> None:
    for _ in range(TIMES):
        oval_gaps(a, b, pose, row, out)


@kernel
def discs_one_by_one(a: float, b: float, pose: Pose, row: Oblongs, out: Floats) -> None:
    for _ in range(TIMES):
        round_gaps(a, b, pose, row, out)


def outlines(row: Oblongs) -> np.ndarray:
    """128 corners on each ellipse."""
    t = np.arange(128) * (2 * np.pi / 128)
    along, across = row.a[:, None] * np.cos(t), row.b[:, None] * np.sin(t)
    c, s = row.cos[:, None], row.sin[:, None]
    x = row.x[:, None] + along * c - across * s
    y = row.y[:, None] + along * s + across * c
    return np.asarray(shapely.polygons(np.stack([x, y], axis=-1)))


HUB = Oblongs(*(np.array([v]) for v in (*POSE[:2], A, B, *POSE[2:])))


def test_ellipse_gaps(benchmark: BenchmarkFixture, rate: Rate) -> None:
    out, scalar = np.empty(M), np.empty(M)

    def run() -> None:
        ovals_again(A, B, POSE, ROW, LANES, out)

    rate(run, PAIRS, lambda: slow.ellipse_gaps(A, B, POSE, FEW), 8)
    np.testing.assert_allclose(out[:8], slow.ellipse_gaps(A, B, POSE, FEW), rtol=0.0, atol=1e-9)
    each = least(run) / TIMES
    one_by_one = least(lambda: ovals_one_by_one(A, B, POSE, ROW, scalar)) / TIMES
    np.testing.assert_allclose(out, scalar, rtol=0.0, atol=1e-12)
    hub, polygons = outlines(HUB), outlines(ROW)
    rough = shapely.distance(hub, polygons)
    benchmark.extra_info["times_scalar"] = one_by_one / each
    benchmark.extra_info["times_shapely_128"] = (
        least(lambda: shapely.distance(hub, polygons)) / each
    )
    benchmark.extra_info["error_shapely_128"] = f"{np.abs(rough - out).max():.1e}"
    assert np.all(out <= rough + 1e-12)  # inscribed polygons read too much


def test_ellipse_disc_gaps(benchmark: BenchmarkFixture, rate: Rate) -> None:
    out, scalar = np.empty(M), np.empty(M)

    def run() -> None:
        discs_again(A, B, POSE, ROW, LANES, out)

    def twin() -> list[float]:
        return slow.ellipse_disc_gaps(A, B, POSE, *rounds(FEW))

    rate(run, PAIRS, twin, 8)
    np.testing.assert_allclose(out[:8], twin(), rtol=0.0, atol=1e-9)
    each = least(run) / TIMES
    one_by_one = least(lambda: discs_one_by_one(A, B, POSE, ROW, scalar)) / TIMES
    np.testing.assert_allclose(out, scalar, rtol=0.0, atol=1e-12)
    hub, spots = outlines(HUB), shapely.points(ROW.x, ROW.y)
    rough = shapely.distance(hub, spots) - ROW.b
    benchmark.extra_info["times_scalar"] = one_by_one / each
    benchmark.extra_info["times_shapely_128"] = least(lambda: shapely.distance(hub, spots)) / each
    benchmark.extra_info["error_shapely_128"] = f"{np.abs(rough - out).max():.1e}"
    assert np.all(out <= rough + 1e-12)
