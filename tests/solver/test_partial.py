"""`partial`: as much of a wished move as is legal (VS7)."""

from __future__ import annotations

import math

import pytest

import movesolver
from movesolver import InputError, Result, Status, UnsupportedError, check
from movesolver.table.measures import inches
from situations import Json, box, model, path, situation, unit, wall

VOID: Json = {"game": "voidsiege"}
R = inches(32) / 2
BARRIER = wall("w", box(14 + R, 0, 15 + R, 44))


def made(
    paths: dict[str, list[list[float]]],
    *others: Json,
    move: str = "move",
    rules: Json = VOID,
    terrain: list[Json] | None = None,
) -> Result:
    models = [model(name, (p[0][0], p[0][1])) for name, p in paths.items()]
    me = unit("alpha", "a", *models, move=6)
    asked = situation([me, *others], paths=paths, move=move, rules=rules, terrain=terrain)
    result = movesolver.partial(asked)
    if result.moved is not None:
        assert check(result.moved, tolerance=0.0).legal
        assert check(result.moved).legal
    return result


def test_a_legal_move_is_made_in_full() -> None:
    steps = {"a1": path((10, 10), (13, 10), (13, 13)), "a2": path((10, 12), (12, 12))}
    result = made(steps)
    assert result.status == Status.OPTIMAL
    assert result.objective == pytest.approx(8.0)
    assert {name: [list(p) for p in way] for name, way in result.paths.items()} == steps


def test_up_to_the_maximum_the_wall_and_the_edge() -> None:
    assert made({"a1": path((10, 10), (20, 10))}).objective == pytest.approx(6.0)
    result = made({"a1": path((10, 10), (16, 10))}, terrain=[BARRIER])
    assert result.status == Status.OPTIMAL
    assert result.objective == pytest.approx(4.0, abs=1e-6)
    assert made({"a1": path((3, 10), (0, 10))}).objective == pytest.approx(3 - R, abs=1e-6)


def test_not_into_the_clearance_of_enemies_but_past_them() -> None:
    foe = unit("foe", "b", model("f1", (13, 13 + 2 * R)))
    along = {"a1": path((8, 10), (14, 10))}
    result = made(along, foe)
    assert result.objective == pytest.approx(6.0)
    near = unit("foe", "b", model("f1", (13, 11.5 + 2 * R)))
    result = made(along, near)
    short = math.sqrt((2 + 2 * R) ** 2 - (1.5 + 2 * R) ** 2)
    assert result.status == Status.OPTIMAL
    assert result.objective == pytest.approx(5 - short, abs=1e-5)


def test_mates_wait_for_each_other() -> None:
    """The front one stops at the wall, the one behind it an inch and more before."""
    steps = {"a1": path((10, 10), (16, 10)), "a2": path((12, 10), (18, 10))}
    result = made(steps, terrain=[BARRIER])
    assert result.status == Status.FEASIBLE
    assert result.lengths["a2"] == pytest.approx(2.0, abs=1e-5)
    assert result.lengths["a1"] == pytest.approx(4.0 - 2 * R, abs=1e-4)
    assert [name for name, _ in result.order or ()] == ["a2", "a1"]


def test_the_unit_stays_together() -> None:
    """One is stopped by the wall: its mate goes on only as far as it may leave it."""
    steps = {"a1": path((13, 10), (19, 10)), "a2": path((13, 12), (13, 18))}
    result = made(steps, terrain=[BARRIER])
    assert result.lengths["a1"] + result.lengths["a2"] > 1.7
    steps = {"a1": path((13, 10)), "a2": path((13, 12), (13, 18))}
    assert made(steps).objective == pytest.approx(2 * R, abs=1e-4)


def test_a_swap_is_made_as_far_as_it_goes() -> None:
    steps = {"a1": path((10, 10), (13, 10)), "a2": path((13, 10), (10, 10))}
    result = made(steps)
    assert result.status == Status.FEASIBLE
    assert result.objective == pytest.approx(3 - 2 * R, abs=1e-4)


def test_coherency_on_the_way_is_kept_where_it_is_asked_for() -> None:
    rules = {"game": "voidsiege", "options": {"coherency_during": "interpolated"}}
    steps = {"a1": path((10, 10), (13, 10)), "a2": path((10, 12), (12, 15), (13, 12))}
    free, bound = made(steps), made(steps, rules=rules)
    assert bound.objective is not None
    assert free.objective is not None
    assert bound.objective < free.objective


def test_where_nothing_is_legal_that_is_said() -> None:
    torn = {"a1": path((10, 10), (10, 11)), "a2": path((20, 10), (20, 11))}
    result = made(torn)
    assert result.status == Status.NOT_FOUND
    assert result.objective is None


def test_it_is_for_games_that_move_in_part() -> None:
    with pytest.raises(UnsupportedError, match="in part"):
        made({"a1": path((10, 10), (12, 10))}, move="normal", rules={"game": "wh40k11"})
    me = unit("alpha", "a", model("a1", (10, 10)))
    with pytest.raises(InputError, match=r"action\.paths"):
        movesolver.partial(situation([me], move="move", rules=VOID))
