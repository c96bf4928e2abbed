"""Hulls whose centre lies outside them: nobody is at the hull by being at its centre."""

from __future__ import annotations

import pytest

from movesolver import Action, Code, GoalTerm, Model, Scenario, Table, Unit, bases, check, solve

FAR = bases.hull([(5, 0), (7, 0), (7, 1), (5, 1)])
NOTCHED = bases.hull(
    [(-2, -2), (2, -2), (2, 2), (1.2, 2), (1.2, -1.2), (-1.2, -1.2), (-1.2, 2), (-2, 2)]
)
DISC = bases.round(25)


def table(*units: Unit, goal: tuple[GoalTerm, ...] = (), **ends: tuple[float, ...]) -> Scenario:
    action = Action(unit="own", move="normal", goal=goal, ends=ends or None)  # type: ignore[arg-type]
    return Scenario(movesolver=1, table=Table(width=60, height=44), units=units, action=action)


def own(*models: Model) -> Unit:
    return Unit(id="own", side="a", move=6, models=models)


def test_a_unit_with_a_far_hull_is_split() -> None:
    disc, hull = (Model(id=name, base=b, at=(20, 20)) for name, b in (("d", DISC), ("h", FAR)))
    verdict = check(table(own(disc, hull), d=(20, 20, 0, 0)))
    assert verdict.codes == (Code.NO_NEIGHBOUR, Code.SPLIT)
    assert verdict.slack["neighbour"] == pytest.approx(2.0 - (5.0 - 25 / 50.8))


def test_an_enemy_hull_engages_from_its_outline() -> None:
    disc = Model(id="d", base=DISC, at=(20, 20))
    foe = Unit(id="foe", side="b", models=(Model(id="f", base=FAR, at=(20, 20)),))
    assert check(table(own(disc), foe, d=(20, 20, 0, 0))).legal


@pytest.mark.parametrize("hull", [FAR, NOTCHED])
def test_the_spot_at_its_centre_is_free(hull: bases.Base) -> None:
    disc = Model(id="d", base=DISC, at=(20, 24))
    friend = Unit(id="friend", side="a", models=(Model(id="f", base=hull, at=(20, 20)),))
    goal = (GoalTerm(near=(20.0, 20.3)),)
    result = solve(table(own(disc), friend, goal=goal))
    assert result.objective == pytest.approx(3.7, abs=2e-3)
    assert result.moved is not None
    assert check(result.moved, tolerance=0.0).legal
