"""Hulls whose centre lies outside them: nobody is at the hull by being at its centre."""

from __future__ import annotations

import numpy as np
import pytest

from movesolver import (
    Action,
    Code,
    GoalTerm,
    Model,
    Scenario,
    Table,
    Unit,
    arrays,
    bases,
    check,
    solve,
)

FAR_CORNERS = [(5, 0), (7, 0), (7, 1), (5, 1)]
FAR = bases.hull(FAR_CORNERS)
NOTCH_CORNERS = [(-2, -2), (2, -2), (2, 2), (1.2, 2), (1.2, -1.2), (-1.2, -1.2), (-1.2, 2), (-2, 2)]
NOTCHED = bases.hull(NOTCH_CORNERS)
DISC = bases.round(25)


def table(
    *units: Unit, goal: tuple[GoalTerm, ...] = (), **ends: tuple[float, float, float, float]
) -> Scenario:
    action = Action(unit="own", move="normal", goal=goal, ends=ends or None)
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


@pytest.mark.parametrize(
    ("hull", "at", "gap"),
    [(FAR_CORNERS, (0.0, 0.0), 5.0 - 25 / 50.8), (NOTCH_CORNERS, (0.0, 0.3), 1.2 - 25 / 50.8)],
)
def test_a_hull_whose_centre_is_outside_it(
    hull: list[tuple[float, float]], at: tuple[float, float], gap: float
) -> None:
    """Nobody stands on such a centre by standing there: every check asks the outline."""
    odd = arrays.Bases([bases.hull(hull), bases.round(25)])
    x, y = at
    disc, body = arrays.Groups(odd, [x], [y], base=1), arrays.Groups(odd, [0.0], [0.0])
    both = arrays.Groups(odd, [0.0, x], [0.0, y], base=[0, 1])
    assert arrays.gaps(disc, body).gap[0, 0] == pytest.approx(gap)
    for threads in (1, 2):
        many = [
            arrays.Groups(
                odd, *(np.tile(a, (40, 1)) for a in (g.bodies.x, g.bodies.y)), base=g.bodies.shape
            )
            for g in (disc, body, both)
        ]
        for one, two, pair in ((disc, body, both), many):
            assert np.all(np.equal(arrays.engaged(one, two).counts, gap <= 2.0))
            assert not np.any(arrays.overlap(one, two, threads=threads).counts)
            assert not np.any(arrays.self_overlap(pair, threads=threads).counts)
            assert not np.any(arrays.within(one, two, gap - 1e-4).counts)
            assert np.all(np.equal(arrays.within(one, two, gap + 1e-4).counts, 1))
            assert np.all(arrays.counts(one, two, gap - 1e-4).number == 0)
            wrong = 0 if gap <= 2.0 else arrays.NO_NEIGHBOUR | arrays.SPLIT
            assert np.all(np.equal(arrays.coherency(pair, threads=threads), wrong))
            near = arrays.CoherencyLimits(span=gap - 1e-4)
            assert np.all(np.equal(arrays.coherency(pair, near), wrong | arrays.SPREAD))
