"""One ellipse against rows: slow twins, scalar kernels, laws, and the awkward cases."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from movekernels.arrays import Floats
from movekernels.geometry.disc_rows import disc_gaps
from movekernels.geometry.ellipse import ellipse_pair, point_ellipse
from movekernels.geometry.ellipse_rows import (
    Oblongs,
    ellipse_disc_gaps,
    ellipse_gaps,
    ellipse_lanes,
)
from reference import ellipse_rows as slow
from rows_data import (
    GAPS,
    OVALS,
    RADII,
    Pose,
    moved,
    moved_pose,
    oblongs,
    oval_gaps,
    picked,
    posed,
    round_gaps,
    rounds,
)

LANES = ellipse_lanes()
SLIVER = np.array([[100.0, 1.0]]) / 50.8
SIZES = np.vstack([OVALS, SLIVER, [[1.0, 1.0]], [[1.2, 1.19]]])
SEARCHED = 1e-9
"""What the golden-section search of the twins leaves, inches."""
SAME = 1e-12
"""How far lanes may be from the scalar kernels, inches."""


def to_ovals(a: float, b: float, pose: Pose, row: Oblongs) -> Floats:
    out = np.full(row.x.size, np.inf)
    ellipse_gaps(a, b, *pose, row, LANES, out)
    return out


def to_discs(a: float, b: float, pose: Pose, row: Oblongs) -> Floats:
    out = np.full(row.x.size, np.inf)
    ellipse_disc_gaps(a, b, *pose, *rounds(row), LANES, out)
    return out


def scalar_ovals(a: float, b: float, pose: Pose, row: Oblongs) -> Floats:
    out = np.empty(row.x.size)
    oval_gaps(a, b, pose, row, out)
    return out


def scalar_discs(a: float, b: float, pose: Pose, row: Oblongs) -> Floats:
    out = np.empty(row.x.size)
    round_gaps(a, b, pose, row, out)
    return out


def any_gaps(rng: np.random.Generator, m: int) -> Floats:
    """Overlaps, near touches, and all there is to 12 inches."""
    near = rng.choice(GAPS, m) * rng.choice([1.0, 1.0, 1.0, -1.0], m)
    return np.where(rng.random(m) < 0.6, near, rng.uniform(-3.0, 12.0, m))


def agree(a: float, b: float, pose: Pose, row: Oblongs) -> None:
    """Lanes give the scalar numbers to 1e-12 and of one sign: the same ones of overlaps.

    Of ellipses, that is; of an ellipse and a disc, where the centre is inside.
    """
    found, scalar = to_ovals(a, b, pose, row), scalar_ovals(a, b, pose, row)
    discs, round_scalar = to_discs(a, b, pose, row), scalar_discs(a, b, pose, row)
    np.testing.assert_allclose(found, scalar, rtol=0.0, atol=SAME)
    np.testing.assert_allclose(discs, round_scalar, rtol=0.0, atol=SAME)
    assert np.array_equal(found > 0.0, scalar > 0.0)
    assert np.array_equal(discs > 0.0, round_scalar > 0.0)
    assert np.array_equal(found[scalar < 1e-10], scalar[scalar < 1e-10])
    inside = round_scalar + row.b < -1e-10
    assert np.array_equal(discs[inside], round_scalar[inside])


def test_scratch() -> None:
    assert LANES.size == slow.ellipse_lanes()
    assert np.all(ellipse_lanes() == 1.0)


@pytest.mark.parametrize("size", range(len(SIZES)))
def test_rows_against_the_twins(size: int) -> None:
    rng = np.random.default_rng(size)
    a, b = SIZES[size].tolist()
    pose = posed(rng)
    row = oblongs(rng, a, b, pose, SIZES, any_gaps(rng, 9))
    found, twin = to_ovals(a, b, pose, row), np.array(slow.ellipse_gaps(a, b, pose, row))
    clear = twin > 0.0
    np.testing.assert_allclose(found[clear], twin[clear], rtol=0.0, atol=SEARCHED)
    assert np.all(found <= twin + SEARCHED)
    twin = np.array(slow.ellipse_disc_gaps(a, b, pose, *rounds(row)))
    np.testing.assert_allclose(to_discs(a, b, pose, row), twin, rtol=0.0, atol=SEARCHED)


@pytest.mark.parametrize("m", [0, 1, 7, 64, 65, 129])
def test_every_lane_is_filled(m: int) -> None:
    rng = np.random.default_rng(m)
    a, b = OVALS[4].tolist()
    pose = posed(rng)
    row = oblongs(rng, a, b, pose, SIZES, any_gaps(rng, m))
    agree(a, b, pose, row)


def test_concentric_touching_and_on_an_axis() -> None:
    a, b = 2.0, 1.0
    pose = (3.0, 4.0, 1.0, 0.0)
    spots = [(0.0, 0.0), (1e-9, 0.0), (0.0, 1e-9), (0.3, 0.0), (0.0, 0.7), (1.7, 0.0), (2.5, 0.0)]
    spots += [(0.0, 1.5), (4.0, 0.0), (0.0, 3.0), (-5.0, 0.0), (0.0, -5.0), (2.0, 0.0), (0.0, 1.0)]
    x, y = np.array(spots).T
    m = x.size
    for turn in (0.0, math.pi / 2, 0.4):
        c, s = np.full(m, math.cos(turn)), np.full(m, math.sin(turn))
        row = Oblongs(3.0 + x, 4.0 + y, np.full(m, 1.0), np.full(m, 0.5), c, s)
        agree(a, b, pose, row)
    point = Oblongs(3.0 + x, 4.0 + y, np.zeros(m), np.zeros(m), c, s)
    scalar = scalar_discs(a, b, pose, point)
    np.testing.assert_allclose(to_discs(a, b, pose, point), scalar, rtol=0.0, atol=SAME)
    # along the axes the answers are plain
    row = Oblongs(*(np.array([v]) for v in (7.5, 4.0, 1.0, 0.5, 0.0, 1.0)))
    assert to_ovals(a, b, pose, row)[0] == pytest.approx(2.0, abs=1e-15)
    assert to_discs(a, b, pose, row)[0] == pytest.approx(2.0, abs=1e-15)


def test_a_disc_is_an_ellipse_of_equal_axes() -> None:
    rng = np.random.default_rng(3)
    for r in RADII:
        pose = posed(rng)
        row = oblongs(rng, r, r, pose, np.column_stack([RADII, RADII]), any_gaps(rng, 20))
        out = np.empty((1, 20))
        hub = (np.array([pose[0]]), np.array([pose[1]]), np.array([r]))
        disc_gaps(*hub, *rounds(row), out)
        np.testing.assert_allclose(to_discs(r, r, pose, row), out[0], rtol=0.0, atol=1e-13)
        clear = out[0] > 0.0
        found = to_ovals(r, r, pose, row)
        np.testing.assert_allclose(found[clear], out[0][clear], rtol=0.0, atol=1e-13)


laws = settings(derandomize=True, max_examples=25, deadline=None)


@laws
@given(st.integers(0, 2**20), st.floats(0.0, 6.28), st.floats(-30.0, 30.0), st.floats(-30.0, 30.0))
def test_moving_turning_and_renumbering(seed: int, turn: float, dx: float, dy: float) -> None:
    rng = np.random.default_rng(seed)
    a, b = SIZES[seed % len(SIZES)].tolist()
    pose = posed(rng)
    row = oblongs(rng, a, b, pose, SIZES, rng.uniform(1e-3, 9.0, 10))
    there, elsewhere = moved_pose(pose, turn, dx, dy), moved(row, turn, dx, dy)
    order = rng.permutation(10)
    for gaps in (to_ovals, to_discs):
        found = gaps(a, b, pose, row)
        np.testing.assert_allclose(gaps(a, b, there, elsewhere), found, rtol=0.0, atol=1e-11)
        assert np.array_equal(gaps(a, b, pose, picked(row, order)), found[order])
    # from the other end
    for k in range(3):
        posed_k = (row.x[k], row.y[k], row.cos[k], row.sin[k])
        hub = Oblongs(*(np.array([v]) for v in (*pose[:2], a, b, *pose[2:])))
        back = to_ovals(float(row.a[k]), float(row.b[k]), posed_k, hub)
        assert back[0] == pytest.approx(to_ovals(a, b, pose, row)[k], abs=SAME)


def test_answers_do_not_depend_on_what_the_scratch_held() -> None:
    rng = np.random.default_rng(6)
    a, b = OVALS[7].tolist()
    pose = posed(rng)
    row = oblongs(rng, a, b, pose, SIZES, any_gaps(rng, 11))
    used, fresh = to_ovals(a, b, pose, row), np.empty(11)
    ellipse_gaps(a, b, *pose, row, ellipse_lanes(), fresh)
    assert np.array_equal(used, fresh)
    used = to_discs(a, b, pose, row)
    ellipse_disc_gaps(a, b, *pose, *rounds(row), ellipse_lanes(), fresh)
    assert np.array_equal(used, fresh)


@pytest.mark.compiled
@pytest.mark.parametrize("size", range(len(SIZES)))
def test_many_against_the_scalar_kernels(size: int) -> None:
    rng = np.random.default_rng(size)
    a, b = SIZES[size].tolist()
    for _ in range(4):
        pose = posed(rng)
        agree(a, b, pose, oblongs(rng, a, b, pose, SIZES, any_gaps(rng, 5000)))


def test_the_scalar_rows_are_the_scalar_kernels() -> None:
    pose = (0.0, 0.0, 1.0, 0.0)
    row = Oblongs(*(np.array([v]) for v in (4.0, 1.0, 1.0, 0.5, 0.6, 0.8)))
    wanted = ellipse_pair(4.0, 1.0, 2.0, 1.0, 1.0, 0.0, 1.0, 0.5, 0.6, 0.8)[0]
    assert scalar_ovals(2.0, 1.0, pose, row).tolist() == [wanted]
    wanted = point_ellipse(2.0, 1.0, 4.0, 1.0)[0] - 0.5
    assert scalar_discs(2.0, 1.0, pose, row).tolist() == [wanted]
