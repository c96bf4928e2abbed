"""Searches whose best ends only a climb leads to: up to floors, down from them, over walls."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import pytest

from movesolver import check
from movesolver.formats.scenario import validate
from movesolver.search.result import Result, Status
from movesolver.search.solve import solve
from movesolver.table.army import Model, Unit, UnitStatus
from movesolver.table.bases import round
from movesolver.table.scenario import Action, GoalTerm, Scenario, Table
from movesolver.table.terrain import Feature, Floor, Wall

DECK = ((20.0, 10.0), (26.0, 10.0), (26.0, 16.0), (20.0, 16.0))
C32 = 32 / 25.4


def deck(
    *,
    z: float = 3.0,
    category: Any = "dense",
    walls: tuple[Wall, ...] = (),
    floor: tuple[tuple[float, float], ...] = DECK,
) -> Feature:
    return Feature("ruin", category, DECK, walls, (Floor(floor, z),))


def question(
    *goal: GoalTerm,
    terrain: tuple[Feature, ...],
    models: int = 1,
    z: float = 0.0,
    move: float = 9.0,
    keywords: tuple[str, ...] = ("INFANTRY",),
    friends: tuple[tuple[float, float], ...] = (),
    at: tuple[float, float] = (16.0, 12.0),
) -> Scenario:
    own = tuple(Model(f"a{k}", round(32), (at[0], at[1] + 1.5 * k), z=z) for k in range(models))
    units = [Unit("alpha", "a", own, keywords, move)]
    if friends:
        mates = tuple(Model(f"f{k}", round(32), place) for k, place in enumerate(friends))
        units.append(Unit("mates", "a", mates, ("INFANTRY",), move))
    action = Action("alpha", "normal", goal=goal)
    return validate(
        Scenario(1, table=Table(60, 44), units=tuple(units), action=action, terrain=terrain)
    )


def solved(asked: Scenario) -> Result:
    result = solve(asked)
    assert result.moved is not None, result.reasons
    for tolerance in (0.0, None):
        verdict = check(result.moved, tolerance=tolerance)
        assert verdict.legal, verdict.explain()
    assert result.bound is not None
    assert result.objective is not None
    assert result.bound >= result.objective
    return result


def test_a_model_climbs_to_the_place_it_wishes() -> None:
    result = solved(question(GoalTerm(wish={"a0": (21, 13, 0, 3)}), terrain=(deck(),)))
    assert result.status is Status.OPTIMAL
    assert result.ends["a0"] == (21.0, 13.0, 0.0, 3.0)
    # to the foot of the ruin, up, and on
    assert result.lengths["a0"] >= math.hypot(5, 1) + 3 - 1e-9


def test_a_wish_is_as_far_as_it_is_across_and_up_together() -> None:
    result = solved(question(GoalTerm(wish={"a0": (21, 13, 0, 3)}), terrain=(deck(),), move=6.0))
    # It stays below: no floor is within 6 inches with the climb, and the wish is 3 higher.
    flat = math.dist(result.ends["a0"][:2], (21, 13))
    assert result.ends["a0"][3] == 0.0
    assert result.objective == pytest.approx(-math.hypot(flat, 3.0), abs=1e-9)


def test_a_floor_gives_room_where_the_ground_below_is_full() -> None:
    friends = tuple((20.7 + 1.3 * i, 10.7 + 1.3 * j) for i in range(5) for j in range(4))
    near = GoalTerm(near=(23, 13))
    above = solved(question(near, terrain=(deck(),), models=3, friends=friends))
    below = solved(question(near, terrain=(), models=3, friends=friends))
    assert {end[3] for end in above.ends.values()} == {3.0}
    assert (above.objective or 0.0) > (below.objective or 0.0) + 1.0


def test_the_way_up_counts_where_the_goal_counts_inches() -> None:
    wish = GoalTerm(wish={"a0": (21, 13, 0, 3)})
    result = solved(question(wish, GoalTerm(travel=True, weight=0.1), terrain=(deck(),)))
    assert result.ends["a0"][3] == 3.0
    assert result.objective == pytest.approx(-0.1 * result.lengths["a0"], abs=1e-9)
    dear = solved(question(wish, GoalTerm(travel=True, weight=5.0), terrain=(deck(),)))
    assert dear.ends["a0"][:2] == (16.0, 12.0)


def test_a_model_climbs_down_where_it_gains() -> None:
    asked = question(GoalTerm(near=(32.0, 13.0)), terrain=(deck(),), z=3.0, at=(25.0, 13.0))
    result = solved(asked)
    assert result.ends["a0"][3] == 0.0
    assert result.objective == pytest.approx(6.0, abs=0.15)


def test_a_wall_too_high_to_step_over_is_climbed() -> None:
    corners = ((19.0, 0.0), (19.5, 0.0), (19.5, 44.0), (19.0, 44.0))
    wall = Feature("wall", "dense", corners, (Wall(corners, 2.5),), ())
    asked = question(GoalTerm(near=(22.0, 12.0)), terrain=(wall,), keywords=("MOUNTED",), move=12.0)
    result = solved(asked)
    assert result.objective == pytest.approx(6.0, abs=1e-6)
    assert result.lengths["a0"] == pytest.approx(6.0 + 5.0, abs=1e-6)
    low = msgspec.structs.replace(asked.units[0], move=9.0)  # the wall itself takes 4.13 and 5
    near = solved(validate(msgspec.structs.replace(asked, units=(low,))))
    assert near.ends["a0"][0] < 19.0


def test_who_may_not_end_on_what_it_climbed_does_not() -> None:
    wish = GoalTerm(wish={"a0": (23, 13, 0, 3)})
    asked = question(wish, terrain=(deck(),), keywords=("MONSTER",), move=14.0)
    assert solved(asked).ends["a0"][3] == 0.0
    light = question(wish, terrain=(deck(category="light"),), keywords=("MONSTER",), move=14.0)
    assert solved(light).ends["a0"] == (23.0, 13.0, 0.0, 3.0)


def test_a_floor_narrower_than_the_base_is_no_end() -> None:
    narrow = ((20.0, 10.0), (21.0, 10.0), (21.0, 16.0), (20.0, 16.0))
    asked = question(GoalTerm(wish={"a0": (20.5, 13, 0, 3)}), terrain=(deck(floor=narrow),))
    assert solved(asked).ends["a0"][3] == 0.0


def test_units_are_set_up_on_floors_too() -> None:
    own = tuple(Model(f"a{k}", round(32)) for k in range(2))
    status = UnitStatus(in_reserve=True, deep_strike=True)
    foe = Unit("foe", "b", (Model("e", round(32), (50.0, 40.0)),), ("INFANTRY",), 6.0)
    goal = (GoalTerm(wish={"a0": (22, 13, 0, 3)}), GoalTerm(near=(22, 13), models=("a1",)))
    asked = validate(
        Scenario(
            1,
            table=Table(60, 44),
            units=(Unit("alpha", "a", own, ("INFANTRY",), 6.0, status=status), foe),
            action=Action("alpha", "deep_strike", goal=goal),
            terrain=(deck(),),
            round=3,
        )
    )
    result = solved(asked)
    assert result.ends["a0"] == (22.0, 13.0, 0.0, 3.0)
    assert not result.paths


def test_the_same_answer_again() -> None:
    asked = question(GoalTerm(near=(23, 13)), terrain=(deck(),), models=4)
    assert solve(asked).ends == solve(asked).ends
