"""Ways around, packed for the search, and what they cost where inches of path count."""

from __future__ import annotations

import math

import numpy as np
import pytest

from movekernels.paths.detours import ARRIVALS, detour
from movekernels.search import routing, travelling, values
from movekernels.search.ground import BARRED
from movekernels.search.routing import AROUND, NO_ROUTE, SLIDE
from movesolver.formats.scenario import validate
from movesolver.table.army import Model, Unit
from movesolver.table.bases import round
from movesolver.table.scenario import Action, GoalTerm, Scenario, Table
from reference import detours as slow
from reference import travelling as costs
from search_data import Tried, few_spots, odd, small, tried


def behind(foe: float = 13.0, *, move: float = 12.0, goal: tuple[GoalTerm, ...] = ()) -> Tried:
    """Two models, an enemy on a 40 mm base in the way of the first."""
    models = (Model("a1", round(32), (8, 10)), Model("a2", round(32), (8, 30)))
    return tried(
        validate(
            Scenario(
                movesolver=1,
                table=Table(60, 44),
                units=(
                    Unit("alpha", "a", models, ("INFANTRY",), move),
                    Unit("foe", "b", (Model("e1", round(40), (foe, 10)),)),
                ),
                action=Action("alpha", "normal", goal=goal),
            )
        )
    )


ROUND = 10.404518281449914
"""Two tangents to a disc of radius 1.417323 and the arc between them."""


@pytest.mark.parametrize("seed", range(4))
def test_what_is_packed_answers_as_before(seed: int) -> None:
    for case in (small(seed), small(seed, bases="mixed"), odd(seed)):
        ways, ground = case.arena.ways, case.ground
        rng = np.random.default_rng([7, seed])
        for i in range(case.squad.member.size):
            around = 0
            for x, y in (case.squad.start[i, :2] + rng.uniform(-3, 3, (60, 2))).tolist():
                wanted = slow.detour(ways, i, x, y)
                found = detour(ground.detours, i, x, y)
                straight = math.dist(case.squad.start[i, :2], (x, y))
                # ways that are straight are not asked for
                assert found == wanted or wanted == pytest.approx(straight, abs=1e-12)
                around += found < math.inf
                way = routing.around(ground.detours, i, x, y)
                assert way == (AROUND if found < math.inf else NO_ROUTE)
            assert around == 0 or ground.detours.layout[i, ARRIVALS] > 0


def test_length_of_a_known_way_around() -> None:
    case = behind()
    assert detour(case.ground.detours, 0, 18.0, 10.0) == pytest.approx(ROUND, abs=1e-12)
    assert detour(case.ground.detours, 0, 13.0, 10.0) == math.inf  # in the enemy's base
    assert detour(case.ground.detours, 1, 18.0, 10.0) == math.inf  # farther than it may go
    short = behind(move=10.4)
    assert detour(short.ground.detours, 0, 18.0, 10.0) == math.inf


def test_inches_of_path_cost_what_they_are_worth() -> None:
    plain, paid = behind(), behind(goal=(GoalTerm(travel=True, weight=2.0),))
    more = ROUND - 10.0
    for case, weight in ((plain, 1.0), (paid, 2.0)):
        # without any goal the shortest move is looked for
        assert travelling.travel_weight(case.terms, 0) == weight
        cost = travelling.bend_cost(case.ground, case.squad, case.terms, 0, 18.0, 10.0)
        assert cost == pytest.approx(weight * more, abs=1e-12)
        assert travelling.travel_weight(case.terms, 0) == costs.travel_weight(case.terms, 0)
        assert cost == costs.bend_cost(case.arena.ways, case.squad, case.terms, 0, 18.0, 10.0)
    poses = np.array([[18.0, 10.0, 1.0, 0.0], [18.0, 30.0, 1.0, 0.0]])
    points, ways = np.zeros(2), np.array([AROUND, SLIDE])
    total = travelling.bend_costs(paid.ground, paid.squad, paid.terms, poses, ways, points)
    assert points.tolist() == pytest.approx([-2 * more, 0.0], abs=1e-12)
    assert total == -points.sum()
    wanted = costs.bend_costs(paid.arena.ways, paid.squad, paid.terms, poses, ways)
    assert (-points).tolist() == wanted
    aimed = behind(goal=(GoalTerm(near=(20.0, 10.0)),))
    assert travelling.bend_cost(aimed.ground, aimed.squad, aimed.terms, 0, 18.0, 10.0) == 0.0


def test_rows_of_costs_are_single_costs() -> None:
    for goal in ((GoalTerm(travel=True),), (GoalTerm(near=(20.0, 10.0)),)):
        case = behind(goal=goal)
        spots = few_spots(np.random.default_rng(3), case, 200)
        conflicts = np.full(spots.x.size, -1, dtype=np.int64)
        ways = np.zeros((2, spots.x.size), dtype=np.int64)
        routing.routes(case.ground, case.squad, spots, conflicts, ways)
        out = np.full(ways.shape, BARRED)
        arguments = (case.ground.shapes, case.squad, case.terms, spots, ways, values.SLOPE)
        values.worth_rows(*arguments, out)
        before = out.copy()
        travelling.bend_rows(case.ground, case.squad, case.terms, spots, ways, out)
        assert (ways == AROUND).sum() > 3
        wanted = costs.bend_rows(case.arena.ways, case.squad, case.terms, spots, ways)
        reached = ways != NO_ROUTE
        assert (out[reached] == before[reached] - np.array(wanted)[reached]).all()
        assert (out[~reached] == BARRED).all()
        dearer = out[ways == AROUND] < before[ways == AROUND]
        assert dearer.all() if goal[0].travel else not dearer.any()
