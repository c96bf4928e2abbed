"""What ways around cost where inches of path count."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import numpy as np

from movekernels.search import routing, travelling
from movesolver.table.scenario import GoalTerm
from reference import travelling as slow
from scenes import crowded
from search_data import few_spots, tried


def test_bend_rows_and_costs(rate: Callable[..., None]) -> None:
    scenario = crowded(1, 10)
    action = msgspec.structs.replace(scenario.action, goal=(GoalTerm(travel=True),))
    case = tried(msgspec.structs.replace(scenario, action=action))
    ground, squad, terms, ways = case.ground, case.squad, case.terms, case.arena.ways
    spots = few_spots(np.random.default_rng(4), case, 300)
    routes = np.zeros((10, spots.x.size), dtype=np.int64)
    routing.routes(ground, squad, spots, np.full(spots.x.size, -1), routes)
    out = np.zeros(routes.shape)
    wanted = list[list[list[float]]]()
    rate(
        lambda: travelling.bend_rows(ground, squad, terms, spots, routes, out),
        routes.size,
        lambda: wanted.append(slow.bend_rows(ways, squad, terms, spots, routes)),
        routes.size,
    )
    out[:] = 0.0
    travelling.bend_rows(ground, squad, terms, spots, routes, out)
    assert (-out).tolist() == wanted[0]
    points, poses = np.zeros(10), squad.start.copy()
    here = np.full(10, routing.SLIDE)
    assert travelling.bend_costs(ground, squad, terms, poses, here, points) == 0.0
    assert slow.bend_costs(ways, squad, terms, poses, here) == points.tolist()
    assert travelling.travel_weight(terms, 0) == slow.travel_weight(terms, 0) == 1.0
    reached = np.argwhere(routes == routing.AROUND)
    for i, p in reached[:5].tolist():
        at = (float(spots.x[p]), float(spots.y[p]))
        cost = travelling.bend_cost(ground, squad, terms, i, *at)
        assert cost == slow.bend_cost(ways, squad, terms, i, *at)
