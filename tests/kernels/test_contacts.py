"""Spots where bases touch, and formations rebuilt from them."""

from __future__ import annotations

import numpy as np
import pytest

from movekernels.arrays import Floats
from movekernels.search import contacts as fast
from movekernels.search import rebuilding, values
from movekernels.search.routing import SLIDE
from movesolver.formats.scenario import validate
from movesolver.table.army import Model, Unit
from movesolver.table.bases import round
from movesolver.table.scenario import Action, GoalTerm, Scenario, Table
from reference import contacts as slow
from reference import rebuilding as slow_rebuilding
from reference.polishing import legal
from search_data import Tried, odd, small, tried


def aims_of(case: Tried) -> Floats:
    return np.array(case.goal.points, dtype=np.float64).reshape(-1, 2)


def found(case: Tried, k: int, most: int = 4000) -> Floats:
    n = case.squad.member.size
    out = np.empty((most, 2))
    count = fast.contact_points(
        case.ground, case.squad, k, case.squad.start, aims_of(case),
        np.empty((case.ground.rings.x.size + n, 3)), out,
    )  # fmt: skip
    return out[:count]


def sorted_rows(points: Floats) -> Floats:
    return points[np.lexsort(np.round(points, 6).T)]


@pytest.mark.parametrize("seed", range(14))
def test_contact_points_agree_with_the_reference(seed: int) -> None:
    case = small(seed, 4, bases=("round", "mixed")[seed % 2]) if seed < 6 else odd(seed)
    for k in np.flatnonzero(case.squad.round).tolist():
        points = found(case, k)
        wanted = slow.contact_points(case.ground, case.squad, k, case.squad.start, aims_of(case))
        assert len(points) == len(wanted)
        assert sorted_rows(points) == pytest.approx(
            sorted_rows(np.array(wanted).reshape(-1, 2)), abs=1e-8
        )
        assert len(found(case, k, 2)) == min(2, len(wanted))


@pytest.mark.parametrize("seed", range(6))
def test_a_rebuilt_unit_is_legal_and_beats_moving_one_model(seed: int) -> None:
    n = (3, 3, 4)[seed % 3]  # the fourth is an oval
    case = small(seed, n, bases=("round", "round", "mixed")[seed % 3])
    start = case.squad.start
    assert legal(case.ground, case.squad, start)
    wanted = slow_rebuilding.rebuild(case.ground, case.squad, case.terms, aims_of(case), start)
    poses, ways = start.copy(), np.full(n, SLIDE)
    points = rebuilding.rebuild(
        case.ground, case.squad, case.terms, aims_of(case), poses, ways,
        np.random.default_rng(seed).random(2048), 300, 0.5, 6, 0.05,
    )  # fmt: skip
    assert points >= wanted - 1e-6
    assert legal(case.ground, case.squad, poses)
    shapes = case.ground.shapes
    again = values.worth_of_unit(shapes, case.squad, case.terms, poses, 0.0, np.zeros(n))
    assert points == pytest.approx(again, abs=1e-9)
    # From its own answer it goes on, and never back.
    further = rebuilding.rebuild(
        case.ground, case.squad, case.terms, aims_of(case), poses, ways,
        np.random.default_rng(seed).random(2048), 30, 0.5, 6, 0.05,
    )  # fmt: skip
    assert further >= points - 1e-9


def test_a_base_that_would_touch_beyond_the_edge_is_left_out() -> None:
    units = (
        Unit("u", "a", (Model("a", round(32), (1.0, 1.0)), Model("b", round(32), (2.4, 1.0)))),
        Unit("f", "a", (Model("f0", round(32), (1.0, 2.9)),)),
    )
    action = Action("u", "normal", goal=(GoalTerm(near=(0.0, 0.0)),), max_distance=6.0)
    case = tried(validate(Scenario(1, table=Table(30, 20), units=units, action=action)))
    points, squad = found(case, 0), case.squad
    wanted = slow.contact_points(case.ground, squad, 0, squad.start, aims_of(case))
    assert len(points) == len(wanted) > 0
    assert points.min() >= float(squad.outer[0])


def test_a_model_at_a_far_aim_is_one_that_touches_nothing() -> None:
    case = small(0, 1, enemies=0)
    x, y = case.squad.start[0, :2].tolist()
    aims = np.array([[x + 1.0, y], [x + 9.0, y]])
    out = np.empty((60, 2))
    count = fast.contact_points(
        case.ground, case.squad, 0, case.squad.start, aims,
        np.empty((case.ground.rings.x.size + 1, 3)), out,
    )  # fmt: skip
    assert aims[0].tolist() in out[:count].tolist()
    assert aims[1].tolist() not in out[:count].tolist()
