"""Goals with many peaks, and units that come from anywhere: the best place is looked for first."""

from __future__ import annotations

import numpy as np
import pytest

from goal_data import legal, row, scenario
from movesolver import Scenario, solve
from movesolver.referee.pack import pack
from movesolver.search.arena import build_arena
from movesolver.search.goals import pack_goal
from movesolver.search.improve import DENSEST, Searcher
from movesolver.search.promising import elsewhere, promising, reach_of
from movesolver.table.scenario import Field, GoalTerm
from packing_data import ROUND, document, others, reserves

PEAKS = Field(
    (0.0, 0.0), 6.0, tuple(tuple(float((7 * i + 5 * j) % 6) for i in range(8)) for j in range(6))
)


def searcher(question: Scenario) -> Searcher:
    position = pack(question)
    goal = pack_goal(position)
    return Searcher(position, build_arena(position, goal.shapes), goal, 0)


def ingress(goal: list[dict[str, object]]) -> Scenario:
    foe = others("foe", "b", ROUND, [[30.0, 21.0]])
    return document([reserves(3, ROUND), foe], "ingress", goal)


def test_seeds_agree_on_a_goal_with_many_peaks() -> None:
    question = scenario(GoalTerm(field=PEAKS), at=row(5))
    found = [solve(question, seed=seed) for seed in range(4)]
    for one in found:
        legal(one)
    points = [one.objective for one in found if one.objective is not None]
    assert min(points) >= 0.95 * max(points)


def test_places_are_apart_and_sorted_and_worth_no_less_than_what_is_found_there() -> None:
    search = searcher(scenario(GoalTerm(field=PEAKS), at=row(4)))
    places = promising(search, 5, 3.0)
    assert len(places) > 1
    middles = np.array([middle for middle, _ in places])
    apart = np.hypot(*(middles[:, None, :] - middles[None, :, :]).transpose(2, 0, 1))
    assert (apart[~np.eye(len(places), dtype=bool)] > 3.0).all()
    most = [points for _, points in places]
    assert most == sorted(most, reverse=True)
    place = elsewhere(search, -np.inf)
    assert place is not None
    total = search.pure[np.arange(place.size), place].sum()
    assert total <= most[0] + 1e-9
    far = np.hypot(search.spots.x[place, None] - middles[:, 0],
                   search.spots.y[place, None] - middles[:, 1])  # fmt: skip
    assert (far.max(axis=0) <= reach_of(search) + 1e-9).any()
    assert elsewhere(search, most[0]) is None


def test_goals_with_one_peak_are_left_alone() -> None:
    assert elsewhere(searcher(scenario(GoalTerm(near=(20.0, 20.0)), at=row(4))), -np.inf) is None


@pytest.mark.parametrize("corner", [(0.0, 0.0), (60.0, 44.0)])
def test_a_wish_in_a_far_corner_is_met(corner: tuple[float, float]) -> None:
    result = solve(ingress([{"wish": {"a0": list(corner)}}]))
    assert result.objective is not None
    radius = 16 / 25.4
    assert result.objective == pytest.approx(-radius * 2**0.5, abs=1e-3)


def test_one_wants_to_be_far_from_where_the_others_go() -> None:
    goal: list[dict[str, object]] = [{"near": [11.0, 6.0], "priorities": {"a0": -1}}]
    points = [solve(ingress(goal), seed=seed).objective for seed in range(3)]
    assert None not in points
    spread = [one for one in points if one is not None]
    assert max(spread) - min(spread) < 0.3


def test_few_models_begin_on_denser_spots() -> None:
    few = searcher(scenario(GoalTerm(near=(20.0, 20.0)), at=row(1)))
    position = few.position
    plain = Searcher(position, few.arena, few.goal, 0, 1.0)
    assert plain.spots.x.size < few.spots.x.size <= 2 * DENSEST * plain.spots.x.size
    many = searcher(scenario(GoalTerm(near=(20.0, 20.0)), at=row(12)))
    assert many.spots.x.size == Searcher(many.position, many.arena, many.goal, 0, 1.0).spots.x.size
