"""`solve` goes round what is in the way, and counts the way it goes."""

from __future__ import annotations

import math

import pytest

import movesolver
from movesolver import Result, Status
from movesolver.formats.scenario import validate
from movesolver.table.army import Model, Unit
from movesolver.table.bases import Base, oval, round
from movesolver.table.scenario import Action, GoalTerm, Scenario, Table
from movesolver.table.terrain import Feature, Wall


def scenario(
    base: Base | None = None, *, move: float = 12.0, facing: float = 0.0, goal: tuple[GoalTerm, ...]
) -> Scenario:
    """One model before a wall 6" long; a vehicle cannot walk through it."""
    wall = Wall(((13, 7), (13.5, 7), (13.5, 13), (13, 13)), 4.0)
    model = Model("a1", base or round(60), (10.0, 10.0), facing)
    return validate(
        Scenario(
            movesolver=1,
            table=Table(60, 44),
            units=(
                Unit("alpha", "a", (model,), ("VEHICLE",), move),
                Unit("far", "b", (Model("e1", round(32), (50, 40)),)),
            ),
            terrain=(Feature("w", "dense", wall.polygon, (wall,)),),
            action=Action("alpha", "normal", goal=goal),
        )
    )


def legal(result: Result) -> bool:
    return result.moved is not None and movesolver.check(result.moved, tolerance=0.0).legal


@pytest.mark.parametrize("base", [round(60), oval(75, 42)])
def test_a_place_behind_a_wall_is_reached(base: Base) -> None:
    result = movesolver.solve(
        scenario(base, move=14.0, goal=(GoalTerm(wish={"a1": (17, 10, 0, 0)}),))
    )
    assert result.status == Status.OPTIMAL
    assert math.dist(result.ends["a1"][:2], (17, 10)) < 1e-6
    assert result.lengths["a1"] > 7.0
    assert len(result.paths["a1"]) > 3
    assert legal(result)


def test_a_way_around_uses_the_whole_move() -> None:
    result = movesolver.solve(
        scenario(move=8.0, goal=(GoalTerm(wish={"a1": (17, 10, 0, 0)}),)), iterations=400
    )
    assert legal(result)
    assert 7.9 < result.lengths["a1"] <= 8.0
    assert result.ends["a1"][0] > 14.6  # past the wall


def test_inches_of_path_are_counted_as_they_are_gone() -> None:
    goal = (GoalTerm(wish={"a1": (17, 10, 0, 0)}), GoalTerm(travel=True, weight=0.25))
    result = movesolver.solve(scenario(goal=goal))
    assert legal(result)
    away = math.dist(result.ends["a1"][:2], (17, 10))
    assert result.objective == pytest.approx(-away - 0.25 * result.lengths["a1"], abs=1e-9)
    assert result.lengths["a1"] > 8.0
    dear = (GoalTerm(wish={"a1": (17, 10, 0, 0)}), GoalTerm(travel=True, weight=3.0))
    assert movesolver.solve(scenario(goal=dear)).lengths["a1"] < 0.1


def test_same_seed_same_way() -> None:
    goal = (GoalTerm(near=(20.0, 11.0)),)
    one, two = (movesolver.solve(scenario(goal=goal), seed=4) for _ in range(2))
    assert one.paths == two.paths
