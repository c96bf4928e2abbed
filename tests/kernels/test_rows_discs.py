"""Rows of discs against their slow twins, the scalar gap, and at the limit exactly."""

from __future__ import annotations

import math

import numpy as np
import pytest

from movekernels.arrays import Floats, Ints
from movekernels.geometry.disc_rows import disc_counts, disc_gaps, disc_nearest
from reference import disc_rows as slow
from rows_data import RADII

Discs = tuple[Floats, Floats, Floats]
LIMITS = (0.0, 1e-6, 2.0, 9.0, -0.3, -1.0, -20.0)


def discs(rng: np.random.Generator, count: int, size: float = 14.0) -> Discs:
    x, y = rng.uniform(0.0, size, (2, count))
    return x, y, rng.choice(RADII, count)


def counts(ours: Discs, theirs: Discs, limit: float) -> Ints:
    out = np.full(ours[0].size, -9, np.int64)
    disc_counts(*ours, *theirs, limit, out)
    return out


def gaps(ours: Discs, theirs: Discs) -> Floats:
    out = np.full((ours[0].size, theirs[0].size), np.nan)
    disc_gaps(*ours, *theirs, out)
    return out


def nearest(ours: Discs, theirs: Discs) -> tuple[Floats, Ints]:
    n, m = ours[0].size, theirs[0].size
    out, index = np.full(n, np.nan), np.full(n, -9, np.int64)
    disc_nearest(*ours, *theirs, np.empty(m), out, index)
    return out, index


@pytest.mark.parametrize("m", [0, 1, 7, 64, 65])
@pytest.mark.parametrize("n", [0, 1, 2, 5])
def test_discs_against_the_twins(n: int, m: int) -> None:
    rng = np.random.default_rng([n, m])
    ours, theirs = discs(rng, n), discs(rng, m)
    twin = np.array(slow.disc_gaps(*ours, *theirs)).reshape(n, m)
    np.testing.assert_allclose(gaps(ours, theirs), twin, rtol=0.0, atol=1e-13)
    for limit in LIMITS:
        assert counts(ours, theirs, limit).tolist() == slow.disc_counts(*ours, *theirs, limit)
    least, index = nearest(ours, theirs)
    wanted = slow.disc_nearest(*ours, *theirs)
    np.testing.assert_allclose(least, [gap for gap, _ in wanted], rtol=0.0, atol=1e-13)
    assert index.tolist() == [which for _, which in wanted]


def test_no_limit_counts_all_and_overlaps_may_be_asked_for() -> None:
    rng = np.random.default_rng(1)
    ours, theirs = discs(rng, 9, 6.0), discs(rng, 20, 6.0)
    assert counts(ours, theirs, math.inf).tolist() == [20] * 9
    matrix = gaps(ours, theirs)
    assert (matrix < -0.3).sum() > 10
    assert counts(ours, theirs, -0.3).tolist() == (matrix <= -0.3).sum(axis=1).tolist()


@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.parametrize(("x", "y", "limit"), [(3.0, 4.0, 4.0), (1.0, 0.0, 0.0), (0.0, 0.5, -0.5)])
def test_the_limit_is_inclusive(x: float, y: float, limit: float, n: int) -> None:
    """At distances that float64 has exactly."""
    one = (np.zeros(n), np.zeros(n), np.full(n, 0.5))
    other = (np.array([x]), np.array([y]), np.array([0.5]))
    assert counts(one, other, limit).tolist() == [1] * n
    assert counts(one, other, limit - 1e-14).tolist() == [0] * n


def test_less_than_both_radii_is_never_within() -> None:
    one = (np.zeros(3), np.zeros(3), np.full(3, 0.5))
    assert counts(one, one, -1.0).tolist() == [3] * 3  # concentric: at the limit
    assert counts(one, one, -1.5).tolist() == [0] * 3
    assert counts(one, one, -1.0 - 1e-15).tolist() == [0] * 3


def test_within_is_the_same_from_both_sides() -> None:
    """Also a few representable numbers from the limit, however discs are paired."""
    rng = np.random.default_rng(2)
    n = 40
    r = rng.uniform(0.4, 2.0, n)
    angle = rng.uniform(0.0, math.tau, n)
    reach = (r[0] + r + 2.0) * (1.0 + rng.integers(-4, 5, n) * 2.0**-53)
    row = (3.0 + reach * np.cos(angle), 7.0 + reach * np.sin(angle), r)
    hub = (np.array([3.0]), np.array([7.0]), r[:1])
    seen = counts(row, hub, 2.0)
    assert 0 < seen.sum() < n
    assert counts(hub, row, 2.0).tolist() == [seen.sum()]
    assert [int(counts(hub, (x, y, s), 2.0)[0]) for x, y, s in one_by_one(row)] == seen.tolist()


def one_by_one(row: Discs) -> list[Discs]:
    return [(row[0][k : k + 1], row[1][k : k + 1], row[2][k : k + 1]) for k in range(row[0].size)]


def test_nearest_takes_the_first_of_equals() -> None:
    ours = (np.array([0.0, 10.0]), np.zeros(2), np.full(2, 0.5))
    theirs = (np.array([4.0, 2.0, -2.0, 0.25, 0.25]), np.zeros(5), np.full(5, 0.5))
    least, index = nearest(ours, theirs)
    assert least.tolist() == [-0.75, 5.0]
    assert index.tolist() == [3, 0]
    touching = (np.array([1.0, 0.0, -1.0]), np.zeros(3), np.full(3, 0.5))
    least, index = nearest((np.zeros(1), np.array([0.0]), np.array([0.5])), touching)
    assert (least[0], index[0]) == (-1.0, 1)
    least, index = nearest(ours, (touching[0][:1] + 1.0, touching[1][:1], touching[2][:1]))
    assert least.tolist() == [1.0, 7.0]


@pytest.mark.parametrize("seed", range(5))
def test_moving_turning_and_renumbering(seed: int) -> None:
    rng = np.random.default_rng(seed)
    ours, theirs = discs(rng, 4), discs(rng, 33)
    matrix, least = gaps(ours, theirs), nearest(ours, theirs)[0]
    order = rng.permutation(33)
    mixed = (theirs[0][order], theirs[1][order], theirs[2][order])
    assert np.array_equal(gaps(ours, mixed), matrix[:, order])
    assert np.array_equal(nearest(ours, mixed)[0], least)
    assert np.array_equal(matrix[np.arange(4), nearest(ours, theirs)[1]], least)
    np.testing.assert_allclose(gaps(theirs, ours), matrix.T, rtol=0.0, atol=1e-14)
    c, s = math.cos(seed), math.sin(seed)
    turned = [(x * c - y * s + 5.0, x * s + y * c - 3.0, r) for x, y, r in (ours, theirs)]
    np.testing.assert_allclose(gaps(turned[0], turned[1]), matrix, rtol=0.0, atol=1e-13)
    assert counts(turned[0], turned[1], 2.0).tolist() == (matrix <= 2.0).sum(axis=1).tolist()


@pytest.mark.compiled
def test_counts_of_many() -> None:
    rng = np.random.default_rng(9)
    ours, theirs = discs(rng, 301, 60.0), discs(rng, 1003, 60.0)
    matrix = gaps(ours, theirs)
    for limit in (0.0, 2.0, 9.0, -0.1):
        assert np.abs(matrix - limit).min() > 1e-12
        assert np.array_equal(counts(ours, theirs, limit), (matrix <= limit).sum(axis=1))
    least, index = nearest(ours, theirs)
    assert np.array_equal(index, matrix.argmin(axis=1))
    assert np.array_equal(least, matrix.min(axis=1))
