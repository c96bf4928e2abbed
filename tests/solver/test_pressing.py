"""What a search is pressed to by duties: no more than they ask, and all that they ask."""

from __future__ import annotations

import pytest

import movesolver as ms
from situations import model, situation, unit


def surging(mates: int) -> ms.Scenario:
    """Models near an enemy that may surge, and would rather go elsewhere."""
    mine = [model(f"a{k}", (5.795, 1.285 - 1.3 * k + 2), 28.5) for k in range(mates)]
    foes = [model("b0", (6.905, 9.421), 40), model("b1", (5.221, 11.964))]
    units = [unit("a", "a", *mine, move=2), unit("b", "b", *foes)]
    goal = [{"near": [0.6, 12]}]
    return situation(units, move="surge", width=9, height=14, roll=4, goal=goal)


@pytest.mark.parametrize(("mates", "least"), [(1, 3.8), (2, 6.7)])
def test_who_is_engaged_by_a_surge_comes_no_closer_than_it_likes(mates: int, least: float) -> None:
    """Being engaged is enough (21.02): the rest of the way is for the goal."""
    found = ms.solve(surging(mates))
    assert found.moved is not None
    assert found.objective is not None
    assert found.objective > least
    assert ms.check(found.moved, tolerance=0.0).legal


def test_a_limit_of_time_leaves_some_for_letting_go() -> None:
    found = ms.solve(surging(1), time_ms=2000.0, bound=False)
    assert found.objective is not None
    assert found.objective > 3.8


def test_a_model_may_have_to_engage_several_targets() -> None:
    """One model, two targets: it ends in the narrow place that is engaged with both (11.02)."""
    first = [model("b0", (4.69, 6.69), 28.5), model("b1", (6.49, 5.51), 50)]
    second = [model("c0", (3.92, 10.68), 50), model("c1", (2.0, 7.73), 50)]
    units = [
        unit("a", "a", model("a0", (4.79, 2.16)), move=4),
        unit("b", "b", *first),
        unit("c", "b", *second),
    ]
    asked = situation(units, move="charge", width=8, height=13, roll=8, targets=["b", "c"])
    found = ms.solve(asked)
    assert found.solved
    assert found.moved is not None
    assert ms.check(found.moved, tolerance=0.0).legal
