"""Squares: what models are worth in them at most, and which of them are shut."""

from __future__ import annotations

import math

import numpy as np
import pytest

from movekernels.search import cells as fast
from movekernels.search.cells import CROSSED, SHUT
from movekernels.search.ending import OPEN, end_conflict
from movekernels.search.values import worth
from movesolver.formats.scenario import validate
from movesolver.table.army import Model, Unit
from movesolver.table.bases import round
from movesolver.table.scenario import (
    Action,
    Field,
    GoalTerm,
    Marker,
    Nearness,
    Scenario,
    Table,
    Target,
)
from movesolver.table.terrain import Feature, Floor
from price_data import loose_of
from reference import cells as slow
from search_data import odd, small, tried

Square = tuple[float, float, float]


def squares_near(rng: np.random.Generator, starts: np.ndarray, count: int) -> list[Square]:
    centre = starts[rng.integers(len(starts), size=count), :2]
    at = centre + rng.normal(0, 2.5, (count, 2))
    at[::10, 0] = rng.uniform(-0.5, 1.5, at[::10, 0].size)
    half = rng.choice([0.0, 0.1, 0.5], count)
    return [(float(x), float(y), float(h)) for (x, y), h in zip(at, half, strict=True)]


def test_nearest_and_farthest() -> None:
    rng = np.random.default_rng(1)
    for x, y, half, px, py in rng.uniform(-1, 1, (200, 5)).tolist():
        wanted = slow.nearest_and_farthest(x, y, abs(half), px, py)
        assert fast.nearest_and_farthest(x, y, abs(half), px, py) == pytest.approx(wanted)


@pytest.mark.parametrize("seed", range(20))
def test_squares_agree_with_the_reference(seed: int) -> None:
    case = odd(seed)
    loose = loose_of(case)
    squad, rng = loose.squad, np.random.default_rng(seed)
    for x, y, half in squares_near(rng, squad.start, 15):
        i = int(rng.integers(squad.member.size))
        k = int(squad.member[i])
        args = (loose.shapes, squad, loose.terms, loose.dot, i, float(squad.z[k]))
        for clip in (False, True):
            wanted = slow.most_in(*args, clip, x, y, half)
            assert fast.most_in(*args, clip, x, y, half) == pytest.approx(wanted, abs=1e-9)
        where = (loose.ground, squad, loose.shapes, loose.dot, k, x, y, half)
        assert fast.state_of(*where) == slow.state_of(*where)


@pytest.mark.parametrize("weight", [2.0, -1.0])
def test_terms_of_every_kind_agree_with_the_reference(weight: float) -> None:
    """Near a unit; a marker too far below to count; a field that ends before the table does."""
    deck = ((4.0, 4.0), (16.0, 4.0), (16.0, 16.0), (4.0, 16.0))
    units = (
        Unit("u", "a", (Model("a", round(32), (10.0, 10.0), z=6.0),), ("INFANTRY",), 5.0),
        Unit("f", "b", (Model("f0", round(40), (20.0, 12.0)),)),
    )
    goal = (
        GoalTerm(near=Target(unit="f"), weight=weight),
        GoalTerm(within=Nearness(Target(marker="m"), 3.0), weight=weight),
        GoalTerm(field=Field((7.0, 7.0), 1.0, ((1.0, 2.0), (3.0, 5.0))), weight=weight),
    )
    asked = Scenario(
        1, table=Table(30, 20), units=units, action=Action("u", "normal", goal=goal),
        markers=(Marker("m", (11.0, 10.0)),),
        terrain=(Feature("deck", "light", deck, (), (Floor(deck, 6.0),)),),
    )  # fmt: skip
    loose = loose_of(tried(validate(asked)))
    for x, y, half in [(10.0, 10.0, 0.5), (7.5, 7.5, 0.25), (14.0, 12.0, 1.0), (8.2, 8.2, 0.5)]:
        for clip in (False, True):
            args = (loose.shapes, loose.squad, loose.terms, loose.dot, 0, 6.0, clip, x, y, half)
            assert fast.most_in(*args) == pytest.approx(slow.most_in(*args), abs=1e-9)


@pytest.mark.parametrize("seed", range(20))
def test_no_pose_in_a_square_is_worth_more(seed: int) -> None:
    """At any heading, and where squares are shut no pose is a legal end."""
    case = odd(seed)
    loose = loose_of(case)
    squad, rng = loose.squad, np.random.default_rng([7, seed])
    for x, y, half in squares_near(rng, squad.start, 30):
        i = int(rng.integers(squad.member.size))
        k = int(squad.member[i])
        args = (loose.shapes, squad, loose.terms, loose.dot, i, float(squad.z[k]))
        most = fast.most_in(*args, False, x, y, half)
        shut = fast.state_of(loose.ground, squad, loose.shapes, loose.dot, k, x, y, half) == SHUT
        for px, py, turn in rng.uniform(-1, 1, (10, 3)).tolist():
            ax, ay = x + half * px, y + half * py
            c, s = (1.0, 0.0) if squad.round[k] else (math.cos(4 * turn), math.sin(4 * turn))
            point = worth(loose.shapes, squad, loose.terms, i, ax, ay, c, s, 0.0)
            assert point <= most + 1e-9
            assert not (shut and end_conflict(case.ground, squad, k, ax, ay, c, s) == OPEN)


@pytest.mark.parametrize("seed", range(3))
def test_windows_agree_with_the_reference(seed: int) -> None:
    case = small(seed)
    loose = loose_of(case)
    squad, side = loose.squad, 0.5
    x0, y0 = np.floor(squad.start[:, :2].min(axis=0) - 3.5).tolist()
    shape = (squad.shape.size, 18, 17)
    found = np.full(shape, CROSSED, dtype=np.int64)
    found[:, 4, 4] = SHUT
    wanted = found.copy()
    for k in range(squad.shape.size):
        args = (loose.ground, squad, loose.shapes, loose.dot, k, x0, y0, side)
        fast.fill_states(*args, found[k])
        slow.fill_states(*args, wanted[k])
    assert (found == wanted).all()
    most, twin = np.empty(shape[1:]), np.empty(shape[1:])
    head = (loose.shapes, squad, loose.terms, loose.dot, 1, x0, y0, side)
    fast.fill_most(*head, found[squad.member[1]], most)
    slow.fill_most(*head, found[squad.member[1]], twin)
    assert most == pytest.approx(twin)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_in_reach_of_each_row(seed: int) -> None:
    case = small(seed)
    squad, side = case.squad, 0.25
    x0, y0 = np.floor(squad.start[:, :2].min(axis=0) - 2.0).tolist()
    n, rows, columns = squad.member.size, 44, 30
    low, high = np.empty((2, n, rows), dtype=np.int64)
    fast.list_reach(squad, x0, y0, side, columns, low, high)
    found = [
        [list(range(a, b)) for a, b in zip(*pair, strict=True)]
        for pair in zip(low.tolist(), high.tolist(), strict=True)
    ]
    assert found == slow.list_reach(squad, x0, y0, side, rows, columns)
    assert any(not row for rows in found for row in rows)
