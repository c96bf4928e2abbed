"""One box or polygon against rows: slow twins, scalar kernels, laws, and edge cases."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from movekernels.arrays import Floats
from movekernels.geometry.box_rows import box_disc_gaps, box_gaps, box_lanes, polygon_disc_gaps
from movekernels.geometry.ellipse_rows import Oblongs
from movekernels.geometry.polygon import point_polygon, polygon_pair
from reference import box_rows as slow
from rows_data import Pose, moved, moved_pose, oblongs, picked, posed, rounds

LANES = box_lanes()
SIZES = np.array([(1.5, 0.75), (0.6, 0.6), (3.54, 2.17), (2.0, 0.05), (0.3, 2.5)])
"""Half lengths and half widths: bases, a square, a wall, one wider than long."""
HULLS = [
    ([-1.0, 1.5, -0.3], [-0.4, -0.2, 1.1]),
    ([-1.5, 1.5, 1.5, -1.5], [-0.75, -0.75, 0.75, 0.75]),
    ([0.5, 1.5, 1.5, 0.5], [0.5, 0.5, 1.0, 1.0]),
    ([0.0, 1.0, 2.0, 1.0], [0.0, 0.0, 0.0, 1.0]),  # with a straight corner
]
SAME = 1e-12


def to_boxes(a: float, b: float, pose: Pose, row: Oblongs) -> Floats:
    out = np.full(row.x.size, np.inf)
    box_gaps(a, b, *pose, row, LANES, out)
    return out


def to_discs(a: float, b: float, pose: Pose, row: Oblongs) -> Floats:
    out = np.full(row.x.size, np.inf)
    box_disc_gaps(a, b, *pose, *rounds(row), out)
    return out


def hull_to_discs(hull: int, pose: Pose, row: Oblongs) -> Floats:
    xs, ys = (np.array(coordinates) for coordinates in HULLS[hull])
    out, near = np.full(row.x.size, np.nan), np.full(row.x.size, np.nan)
    polygon_disc_gaps(xs, ys, 0, xs.size, *pose, *rounds(row), near, out)
    return out


def scalar_boxes(a: float, b: float, pose: Pose, row: Oblongs) -> list[float]:
    gaps = []
    for xj, yj, aj, bj, cj, sj in zip(*row, strict=True):
        xs, ys = np.array([-a, a, a, -a, -aj, aj, aj, -aj]), np.array([-b, -b, b, b] + [0.0] * 4)
        ys[4:] = -bj, -bj, bj, bj
        offset = (xj - pose[0], yj - pose[1])
        gaps.append(polygon_pair(xs, ys, 0, 4, *pose[2:], 4, 8, cj, sj, *offset)[0])
    return gaps


def scalar_discs(xs: Floats, ys: Floats, pose: Pose, row: Oblongs) -> list[float]:
    x, y, c, s = pose
    gaps = []
    for xj, yj, rj in zip(*rounds(row), strict=True):
        dx, dy = xj - x, yj - y
        place = (dx * c + dy * s, dy * c - dx * s)
        gaps.append(point_polygon(xs, ys, 0, xs.size, *place)[0] - rj)
    return gaps


def strewn(rng: np.random.Generator, a: float, b: float, pose: Pose, m: int) -> Oblongs:
    """A row about a box, half of it overlapping."""
    return oblongs(rng, a, b, pose, SIZES, rng.uniform(-2.0, 3.0, m))


def test_scratch() -> None:
    assert LANES.size == slow.box_lanes()
    assert np.all(box_lanes() == 1.0)


@pytest.mark.parametrize("m", [0, 1, 7, 64, 65])
@pytest.mark.parametrize("size", range(len(SIZES)))
def test_rows_against_the_twins(size: int, m: int) -> None:
    rng = np.random.default_rng([size, m])
    a, b = SIZES[size].tolist()
    pose = posed(rng)
    row = strewn(rng, a, b, pose, m)
    found = to_boxes(a, b, pose, row)
    np.testing.assert_allclose(found, slow.box_gaps(a, b, pose, row), rtol=0.0, atol=SAME)
    np.testing.assert_allclose(found, scalar_boxes(a, b, pose, row), rtol=0.0, atol=SAME)
    found = to_discs(a, b, pose, row)
    twin = slow.box_disc_gaps(a, b, pose, *rounds(row))
    np.testing.assert_allclose(found, twin, rtol=0.0, atol=SAME)
    scalar = scalar_discs(*slow.corners(a, b), pose, row)
    np.testing.assert_allclose(found, scalar, rtol=0.0, atol=SAME)


@pytest.mark.parametrize("m", [0, 1, 7, 64, 65])
@pytest.mark.parametrize("hull", range(len(HULLS)))
def test_polygons_against_the_twin(hull: int, m: int) -> None:
    rng = np.random.default_rng([hull, m])
    pose = posed(rng)
    row = strewn(rng, 1.0, 1.0, pose, m)
    xs, ys = (np.array(coordinates) for coordinates in HULLS[hull])
    found = hull_to_discs(hull, pose, row)
    twin = slow.polygon_disc_gaps(xs, ys, 0, xs.size, pose, *rounds(row))
    np.testing.assert_allclose(found, twin, rtol=0.0, atol=SAME)
    np.testing.assert_allclose(found, scalar_discs(xs, ys, pose, row), rtol=0.0, atol=SAME)


def test_touching_aligned_and_concentric() -> None:
    pose = (3.0, 4.0, 1.0, 0.0)
    half = math.sqrt(0.5)
    row = Oblongs(
        *np.array(
            [
                (3.0, 4.0, 1.5, 0.75, 1.0, 0.0),  # upon it
                (6.0, 4.0, 1.5, 0.75, 1.0, 0.0),  # side to side
                (6.0, 5.5, 1.5, 0.75, 1.0, 0.0),  # corner to corner
                (7.0, 7.0, 1.5, 0.75, -1.0, 0.0),  # diagonally apart
                (5.5, 4.2, 1.0, 1.0, 0.0, 1.0),  # a square, turned by a quarter
                (4.5 + math.sqrt(2.0), 4.0, 1.0, 1.0, half, half),  # a corner to a side
            ]
        ).T.copy()
    )
    wanted = [-1.5, 0.0, 0.0, math.hypot(1.0, 1.5), 0.0, 0.0]
    np.testing.assert_allclose(to_boxes(1.5, 0.75, pose, row), wanted, rtol=0.0, atol=1e-15)
    spots = np.array([(3.0, 4.0), (3.2, 4.0), (4.5, 4.75), (4.5, 4.1), (7.5, 8.75), (3.0, 0.25)])
    ones = np.ones(6)
    row = Oblongs(spots[:, 0].copy(), spots[:, 1].copy(), ones, 0.25 * ones, ones, 0.0 * ones)
    wanted = [-1.0, -1.0, -0.25, -0.25, 4.75, 2.75]
    assert to_discs(1.5, 0.75, pose, row).tolist() == wanted
    assert hull_to_discs(1, pose, row).tolist() == pytest.approx(wanted, abs=1e-15)


laws = settings(derandomize=True, max_examples=25, deadline=None)


@laws
@given(st.integers(0, 2**20), st.floats(0.0, 6.28), st.floats(-30.0, 30.0), st.floats(-30.0, 30.0))
def test_moving_turning_and_renumbering(seed: int, turn: float, dx: float, dy: float) -> None:
    rng = np.random.default_rng(seed)
    a, b = SIZES[seed % len(SIZES)].tolist()
    pose = posed(rng)
    row = strewn(rng, a, b, pose, 9)
    there, elsewhere = moved_pose(pose, turn, dx, dy), moved(row, turn, dx, dy)
    order = rng.permutation(9)
    for gaps in (to_boxes, to_discs):
        found = gaps(a, b, pose, row)
        np.testing.assert_allclose(gaps(a, b, there, elsewhere), found, rtol=0.0, atol=1e-11)
        assert np.array_equal(gaps(a, b, pose, picked(row, order)), found[order])
    found = hull_to_discs(0, pose, row)
    np.testing.assert_allclose(hull_to_discs(0, there, elsewhere), found, rtol=0.0, atol=1e-11)
    assert np.array_equal(hull_to_discs(0, pose, picked(row, order)), found[order])
    for k in range(3):
        posed_k = (row.x[k], row.y[k], row.cos[k], row.sin[k])
        hub = Oblongs(*(np.array([v]) for v in (*pose[:2], a, b, *pose[2:])))
        back = to_boxes(float(row.a[k]), float(row.b[k]), posed_k, hub)
        assert back[0] == pytest.approx(to_boxes(a, b, pose, row)[k], abs=SAME)


@pytest.mark.compiled
@pytest.mark.parametrize("size", range(len(SIZES)))
def test_many_against_the_scalar_kernels(size: int) -> None:
    rng = np.random.default_rng(size)
    a, b = SIZES[size].tolist()
    pose = posed(rng)
    row = strewn(rng, a, b, pose, 3000)
    found, scalar = to_boxes(a, b, pose, row), np.array(scalar_boxes(a, b, pose, row))
    np.testing.assert_allclose(found, scalar, rtol=0.0, atol=SAME)
    assert np.array_equal(found > 0.0, scalar > 0.0)
    assert 0.2 < (found > 0.0).mean() < 0.9
