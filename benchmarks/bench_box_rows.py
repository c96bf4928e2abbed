"""One box or polygon against rows: the scalar kernels and shapely are the rivals."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import shapely
from pytest_benchmark.fixture import BenchmarkFixture

from geometry_scenes import least
from movekernels._jit import kernel
from movekernels.arrays import Floats
from movekernels.geometry.box_rows import box_disc_gaps, box_gaps, box_lanes, polygon_disc_gaps
from movekernels.geometry.ellipse_rows import Oblongs
from movekernels.geometry.polygon import point_polygon, polygon_pair
from reference import box_rows as slow
from rows_data import Pose, oblongs, picked, rounds

M, TIMES = 128, 50
PAIRS = M * TIMES
SIZES = np.array([(1.5, 0.75), (0.6, 0.6), (3.54, 2.17)])
A, B = SIZES[0].tolist()
POSE = (20.0, 20.0, 0.8, 0.6)
RNG = np.random.default_rng(1)
ROW = oblongs(RNG, A, B, POSE, SIZES, RNG.uniform(1.0, 12.0, M))
FEW = picked(ROW, np.arange(20))
XS, YS = slow.corners(A, B)
LANES = box_lanes()
Rate = Callable[[Callable[[], object], int, Callable[[], object], int], None]


@kernel
def boxes_again(a: float, b: float, pose: Pose, row: Oblongs, lanes: Floats, out: Floats) -> None:
    x, y, c, s = pose
    for _ in range(TIMES):
        box_gaps(a, b, x, y, c, s, row, lanes, out)


@kernel
def discs_again(a: float, b: float, pose: Pose, row: Oblongs, out: Floats) -> None:
    x, y, c, s = pose
    for _ in range(TIMES):
        box_disc_gaps(a, b, x, y, c, s, row.x, row.y, row.b, out)


@kernel
def hull_again(xs: Floats, ys: Floats, pose: Pose, row: Oblongs, near: Floats, out: Floats) -> None:
    x, y, c, s = pose
    for _ in range(TIMES):
        polygon_disc_gaps(xs, ys, 0, xs.size, x, y, c, s, row.x, row.y, row.b, near, out)


@kernel
def boxes_one_by_one(xs: Floats, ys: Floats, pose: Pose, row: Oblongs, out: Floats) -> None:
    x, y, c, s = pose
    for _ in range(TIMES):
        for k in range(out.size):
            first, dx, dy = 4 * k + 4, row.x[k] - x, row.y[k] - y
            cos, sin = row.cos[k], row.sin[k]
            out[k] = polygon_pair(xs, ys, 0, 4, c, s, first, first + 4, cos, sin, dx, dy)[0]


@kernel
def discs_one_by_one(xs: Floats, ys: Floats, pose: Pose, row: Oblongs, out: Floats) -> None:
    x, y, c, s = pose
    for _ in range(TIMES):
        for k in range(out.size):
            dx, dy = row.x[k] - x, row.y[k] - y
            depth = point_polygon(xs, ys, 0, xs.size, dx * c + dy * s, dy * c - dx * s)[0]
            out[k] = depth - row.b[k]


def outlines(row: Oblongs) -> np.ndarray:
    signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    along, across = row.a[:, None] * signs[:, 0], row.b[:, None] * signs[:, 1]
    c, s = row.cos[:, None], row.sin[:, None]
    x = row.x[:, None] + along * c - across * s
    y = row.y[:, None] + along * s + across * c
    return np.asarray(shapely.polygons(np.stack([x, y], axis=-1)))


HUB = outlines(Oblongs(*(np.array([v]) for v in (*POSE[:2], A, B, *POSE[2:]))))


def test_box_gaps(benchmark: BenchmarkFixture, rate: Rate) -> None:
    out, scalar = np.empty(M), np.empty(M)

    def run() -> None:
        boxes_again(A, B, POSE, ROW, LANES, out)

    rate(run, PAIRS, lambda: slow.box_gaps(A, B, POSE, FEW), 20)
    np.testing.assert_allclose(out[:20], slow.box_gaps(A, B, POSE, FEW), rtol=0.0, atol=1e-12)
    each = least(run) / TIMES
    own = [slow.corners(a, b) for a, b in zip(ROW.a, ROW.b, strict=True)]
    xs, ys = (np.concatenate([XS if k == 0 else YS] + [both[k] for both in own]) for k in (0, 1))
    one_by_one = least(lambda: boxes_one_by_one(xs, ys, POSE, ROW, scalar)) / TIMES
    np.testing.assert_allclose(out, scalar, rtol=0.0, atol=1e-12)
    polygons = outlines(ROW)
    rival = np.asarray(shapely.distance(HUB, polygons))
    np.testing.assert_allclose(np.maximum(out, 0.0), rival, rtol=0.0, atol=1e-12)
    benchmark.extra_info["times_scalar"] = one_by_one / each
    benchmark.extra_info["times_shapely"] = least(lambda: shapely.distance(HUB, polygons)) / each


def against_points(benchmark: BenchmarkFixture, run: Callable[[], None], out: Floats) -> None:
    """Times of what other ways to the same gaps from discs take."""
    scalar = np.empty(M)
    each = least(run) / TIMES
    one_by_one = least(lambda: discs_one_by_one(XS, YS, POSE, ROW, scalar)) / TIMES
    np.testing.assert_allclose(out, scalar, rtol=0.0, atol=1e-12)
    spots = shapely.points(ROW.x, ROW.y)
    benchmark.extra_info["times_scalar"] = one_by_one / each
    benchmark.extra_info["times_shapely"] = least(lambda: shapely.distance(HUB, spots)) / each


def test_box_disc_gaps(benchmark: BenchmarkFixture, rate: Rate) -> None:
    out = np.empty(M)

    def run() -> None:
        discs_again(A, B, POSE, ROW, out)

    def twin() -> list[float]:
        return slow.box_disc_gaps(A, B, POSE, *rounds(FEW))

    rate(run, PAIRS, twin, 20)
    np.testing.assert_allclose(out[:20], twin(), rtol=0.0, atol=1e-12)
    against_points(benchmark, run, out)


def test_polygon_disc_gaps(benchmark: BenchmarkFixture, rate: Rate) -> None:
    out, near = np.empty(M), np.empty(M)

    def run() -> None:
        hull_again(XS, YS, POSE, ROW, near, out)

    def twin() -> list[float]:
        return slow.polygon_disc_gaps(XS, YS, 0, 4, POSE, *rounds(FEW))

    rate(run, PAIRS, twin, 20)
    np.testing.assert_allclose(out[:20], twin(), rtol=0.0, atol=1e-12)
    against_points(benchmark, run, out)
