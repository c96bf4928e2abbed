"""Formations on lattices of touching bases."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

from movekernels.search import assigning as fast
from movekernels.search import values
from movekernels.search.ground import MARGIN
from movekernels.search.routing import AROUND
from reference import assigning as slow
from reference.polishing import legal
from search_data import small


@pytest.mark.parametrize("seed", range(12))
def test_assignments_are_the_best(seed: int) -> None:
    rng = np.random.default_rng([18, seed])
    n, size = int(rng.integers(1, 5)), int(rng.integers(1, 7))
    value = np.round(rng.uniform(-5, 5, (n, size)), 1)
    value[rng.random((n, size)) < 0.3] = -np.inf
    place = np.zeros(n, np.int64)
    found = fast.assign(value, place)
    wanted = slow.assign(value)
    assert found == (wanted > -math.inf)
    if found:
        assert len(set(place.tolist())) == n
        assert value[np.arange(n), place].sum() == pytest.approx(wanted, abs=1e-9)


def test_a_large_assignment_is_the_best() -> None:
    value = np.random.default_rng(19).uniform(-5, 5, (30, 100))
    place = np.zeros(30, np.int64)
    assert fast.assign(value, place)
    rows, columns = linear_sum_assignment(value, maximize=True)
    wanted = float(value[rows, columns].sum())
    assert value[np.arange(30), place].sum() == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize("seed", range(8))
def test_a_formation_on_a_lattice_is_legal_and_worth_what_is_said(seed: int) -> None:
    case = small(seed, 4, bases=("round", "mixed", "ovals")[seed % 3], enemies=seed % 4)
    squad, n = case.squad, 4
    centres = squad.start[:, :2].copy()
    poses, ways = np.empty((n, 4)), np.zeros(n, np.int64)
    draws = np.random.default_rng(seed).random(3 * n)
    found = fast.best_phase(case.ground, squad, case.terms, centres, draws, poses, ways)
    if found == -math.inf:
        assert seed in MAY_FAIL
        return
    assert ways.min() > 0
    assert legal(case.ground, squad, poses)
    assert slow.best_phase(poses, 2 * float(squad.outer[squad.member].max()) + MARGIN)
    shapes, slope = case.ground.shapes, values.SLOPE
    worth = values.worth_of_unit(shapes, squad, case.terms, poses, slope, np.zeros(n))
    assert found == pytest.approx(worth, abs=1e-9)


def test_a_formation_may_be_reached_by_ways_that_bend() -> None:
    case = small(20, 4, bases="mixed", enemies=0)
    poses, ways = np.empty((4, 4)), np.zeros(4, np.int64)
    draws = np.random.default_rng(20).random(12)
    centres = case.squad.start[:, :2].copy()
    found = fast.best_phase(case.ground, case.squad, case.terms, centres, draws, poses, ways)
    assert found > -math.inf
    assert AROUND in ways
    assert legal(case.ground, case.squad, poses)


MAY_FAIL: tuple[int, ...] = ()
"""Seeds where no lattice that is tried holds the whole unit."""


def test_nobody_reaches_a_lattice_far_away() -> None:
    case = small(0, 3)
    poses, ways = np.empty((3, 4)), np.zeros(3, np.int64)
    draws = np.random.default_rng(0).random(9)
    far = np.array([[50.0, 40.0]])
    found = fast.best_phase(case.ground, case.squad, case.terms, far, draws, poses, ways)
    assert found == -math.inf
