"""What one point is worth, term by term, on ends that can be worked out by hand."""

from __future__ import annotations

import math

import msgspec
import numpy as np
import pytest

from movesolver.formats.scenario import validate
from movesolver.referee.pack import pack
from movesolver.search.arena import build_arena, start_poses
from movesolver.search.bounds import upper_bound
from movesolver.search.ends import value_of
from movesolver.search.goals import pack_goal
from movesolver.search.result import Result, Status
from movesolver.search.solve import solve
from movesolver.table.army import Model, Unit
from movesolver.table.bases import oval, round
from movesolver.table.scenario import (
    Action,
    Field,
    GoalTerm,
    Marker,
    Nearness,
    Scenario,
    Table,
    Target,
    Zone,
)

R32 = 16 / 25.4
AREA = ((30.0, 18.0), (34.0, 18.0), (34.0, 22.0), (30.0, 22.0))


def scenario(*terms: GoalTerm, models: tuple[Model, ...] | None = None) -> Scenario:
    """One model at (10, 20), or others; two enemies, a marker, an area, a zone before it."""
    foes = (Model("e1", round(32), (40, 20)), Model("e2", round(32), (40, 23)))
    return validate(
        Scenario(
            movesolver=1,
            table=Table(60, 44),
            units=(
                Unit("alpha", "a", models or (Model("a1", round(32), (10, 20)),), (), 6),
                Unit("foe", "b", foes),
            ),
            markers=(Marker("m", (20.0, 20.0)), Marker("area", area=AREA)),
            zones=(Zone("z", "a", ((14.0, 0.0), (18.0, 0.0), (18.0, 44.0), (14.0, 44.0))),),
            action=Action("alpha", "normal", goal=terms),
        )
    )


def ask(*terms: GoalTerm) -> Result:
    result = solve(scenario(*terms))
    assert result.moved is not None
    return result


def worth_at(question: Scenario, *poses: tuple[float, float, float]) -> float:
    """Value of given end poses (x, y, heading in degrees), legal or not."""
    position = pack(question)
    goal = pack_goal(position)
    table = start_poses(position)
    for i, (x, y, facing) in enumerate(poses):
        angle = math.radians(facing)
        table[i] = (x, y, math.cos(angle), math.sin(angle))
    straight = np.ones(len(table), dtype=np.int64)
    return value_of(build_arena(position, goal.shapes), goal, table, straight)


NEAR = [
    (GoalTerm(near=(20.0, 20.0)), 6.0, (16.0, 20.0)),
    (GoalTerm(near=Target(marker="m"), weight=2.0), 12.0, (16.0, 20.0)),
    (GoalTerm(near=Target(marker="area")), 6.0, (16.0, 20.0)),
    (GoalTerm(near=Target(unit="foe")), 6.0, (16.0, 20.0)),
    (GoalTerm(near=(10.0, 24.0)), 4.0, (10.0, 24.0)),
    (GoalTerm(near=(20.0, 20.0), weight=-1.0), 6.0, (4.0, 20.0)),
    (GoalTerm(wish={"a1": (10.0, 22.0, 90.0)}), 0.0, (10.0, 22.0)),
    (GoalTerm(wish={"a1": (10.0, 30.0)}, weight=0.5), -2.0, (10.0, 26.0)),
    (GoalTerm(travel=True), 0.0, (10.0, 20.0)),
]


@pytest.mark.parametrize(("term", "points", "end"), NEAR)
def test_inches_are_points(term: GoalTerm, points: float, end: tuple[float, float]) -> None:
    result = ask(term)
    assert result.objective == pytest.approx(points, abs=1e-4)
    assert result.ends["a1"][:2] == pytest.approx(end, abs=1e-3)
    assert result.status is Status.OPTIMAL


def test_travel_may_be_rewarded() -> None:
    result = ask(GoalTerm(travel=True, weight=-1.0))
    assert result.objective == pytest.approx(6.0, abs=1e-5)
    assert result.status is Status.OPTIMAL


@pytest.mark.parametrize(
    ("of", "inches", "at", "counts"),
    [
        ((20.0, 20.0), 3.0, 20 - 3 - R32, True),
        ((20.0, 20.0), 3.0, 20 - 3 - R32 - 1e-4, False),
        # A marker counts from the edge of its disc of 40 mm.
        (Target(marker="m"), 3.0, 20 - 3 - R32 - 20 / 25.4, True),
        (Target(marker="m"), 3.0, 20 - 3 - R32 - 20 / 25.4 - 1e-4, False),
        (Target(marker="area"), 0.0, 30 - R32, True),
        (Target(marker="area"), 0.0, 30 - R32 - 1e-4, False),
        (Target(marker="area"), 1.0, 29 - R32, True),
        (Target(zone="z"), None, 14 - R32, True),
        (Target(zone="z"), None, 14 - R32 - 1e-4, False),
        (Target(unit="foe"), 6.0, 40 - 6 - 2 * R32, True),
        (Target(unit="foe"), 6.0, 40 - 6 - 2 * R32 - 1e-4, False),
    ],
)
def test_within_counts_from_edge_to_edge(
    of: tuple[float, float] | Target, inches: float | None, at: float, counts: bool
) -> None:
    for term, sign in (
        (GoalTerm(within=Nearness(of, inches), weight=3.0), 3.0),
        (GoalTerm(avoid=Nearness(of, inches), weight=3.0), -3.0),
    ):
        assert worth_at(scenario(term), (at, 20.0, 0.0)) == (sign if counts else 0.0)


def test_heights_count_for_markers_and_in_space_for_units() -> None:
    high = (Model("a1", round(32), (20.0, 20.0), z=5.0),)
    marker = GoalTerm(within=Nearness(Target(marker="m"), 3.0))
    assert worth_at(scenario(marker, models=high)) == 1.0
    above = (msgspec.structs.replace(high[0], z=5.1),)
    assert worth_at(scenario(marker, models=above)) == 0.0
    # 3 across and 4 up are 5 inches away.
    near = GoalTerm(within=Nearness(Target(unit="foe"), 5.0))
    tall = (msgspec.structs.replace(high[0], at=(37 - 2 * R32, 20.0), z=4.0),)
    assert worth_at(scenario(near, models=tall)) == 1.0
    assert worth_at(scenario(near, models=(msgspec.structs.replace(tall[0], z=4.01),))) == 0.0


def test_the_search_enters_what_counts_and_leaves_what_it_is_to_avoid() -> None:
    result = ask(GoalTerm(within=Nearness((18.0, 20.0), 2.0)))
    assert result.objective == 1.0
    assert result.status is Status.OPTIMAL
    result = ask(GoalTerm(within=Nearness((25.0, 20.0), 2.0)))
    assert result.objective == 0.0
    assert result.status is Status.OPTIMAL
    assert result.bound == pytest.approx(0.0, abs=1e-6)
    result = ask(GoalTerm(avoid=Nearness((10.0, 20.0), 4.0)))
    assert result.objective == 0.0
    assert math.dist(result.ends["a1"][:2], (10, 20)) - R32 > 4.0
    result = ask(GoalTerm(avoid=Nearness((10.0, 20.0), 9.0)))
    assert result.objective == -1.0


def test_only_the_models_named_count() -> None:
    models = tuple(Model(f"a{k}", round(32), (10 + 1.5 * k, 20)) for k in range(3))
    question = scenario(GoalTerm(near=(10.0, 40.0), models=("a0",)), models=models)
    assert worth_at(question, (10, 21, 0), (11.5, 25, 0), (13, 25, 0)) == pytest.approx(1.0)
    result = solve(question)
    # The others follow only as far as coherency asks for.
    assert result.objective == pytest.approx(6.0, abs=1e-3)


def test_a_field_pulls_to_its_highest_value_in_reach() -> None:
    values = np.zeros((9, 9))
    values[4, 5], values[8, 8] = 5.0, 50.0
    rows = tuple(tuple(float(v) for v in row) for row in values)
    result = ask(GoalTerm(field=Field((4.0, 12.0), 2.0, rows)))
    # The cell at (14, 20) is worth 5; the one at (20, 28) is out of reach.
    assert result.ends["a1"][:2] == pytest.approx((14.0, 20.0), abs=0.01)
    assert result.objective == pytest.approx(5.0, abs=0.01)
    outside = scenario(GoalTerm(field=Field((40.0, 40.0), 1.0, ((7.0, 7.0), (7.0, 7.0)))))
    assert worth_at(outside, (10, 20, 0)) == 0.0


def test_terms_add_up() -> None:
    question = scenario(
        GoalTerm(near=(20.0, 20.0)),
        GoalTerm(within=Nearness((20.0, 20.0), 6.0), weight=10.0),
        GoalTerm(travel=True, weight=0.5),
    )
    assert worth_at(question, (14.0, 20.0, 0.0)) == pytest.approx(4 + 10 - 2)
    assert solve(question).objective == pytest.approx(6 + 10 - 3, abs=1e-4)


def test_an_oval_turns_its_nose_into_range() -> None:
    models = (Model("a1", oval(170, 105), (10.0, 20.0), 90.0),)
    nose = 170 / 50.8
    question = scenario(GoalTerm(within=Nearness((10 + 6 + nose + 0.9, 20.0), 1.0)), models=models)
    result = solve(question)
    assert result.objective == 1.0
    assert result.moved is not None


def test_a_goal_far_beyond_a_unit_that_is_gone_is_worth_nothing() -> None:
    question = scenario(GoalTerm(near=Target(unit="foe")), GoalTerm(travel=True, weight=0.1))
    gone = msgspec.structs.replace(
        question.units[1],
        models=tuple(msgspec.structs.replace(m, slain=True) for m in question.units[1].models),
    )
    question = msgspec.structs.replace(question, units=(question.units[0], gone))
    result = solve(question)
    assert result.objective == pytest.approx(0.0, abs=1e-6)


def test_bounds_are_sums_of_what_each_model_can_reach() -> None:
    models = tuple(Model(f"a{k}", round(32), (10 + 1.5 * k, 20)) for k in range(3))
    terms = (
        GoalTerm(near=(40.0, 20.0)),
        GoalTerm(within=Nearness((21.0, 20.0), 2.0), weight=2.0),
        GoalTerm(wish={"a0": (10.0, 29.0)}),
    )
    position = pack(scenario(*terms, models=models))
    bound = upper_bound(position, pack_goal(position))
    # Three times 6 inches; within 2 of x = 21 come those that start beyond 21 - 8 - R32.
    reached = sum(10 + 1.5 * k >= 21 - 8 - R32 for k in range(3))
    # a model may go beyond its maximum by the tolerance
    assert bound >= 18 + 2 * reached - 3
    assert bound == pytest.approx(18 + 2 * reached - 3, abs=1e-5)
