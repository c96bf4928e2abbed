"""The order in which unit-mates that bar each other are moved (17.01, VS4)."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import numpy as np
import pytest

import movesolver
from movesolver import Code, InputError, Scenario, Verdict, check, dumps, loads
from movesolver.referee.crossings import crossings, cuts
from movesolver.referee.hazards import mate_hazards
from movesolver.referee.order import find_order
from movesolver.referee.pack import pack
from movesolver.referee.position import select
from movesolver.referee.steps import steps_of as steps_of_path
from movesolver.table.measures import inches
from movesolver.table.scenario import Pose
from situations import Json, model, path, situation, unit

VOID = {"game": "voidsiege"}
R = inches(32) / 2
Paths = dict[str, list[list[float]]]


def asked(paths: Paths, *, order: Any = None, rules: Json | None = None, **more: Any) -> Scenario:
    rules = VOID if rules is None else rules
    models = [model(name, (p[0][0], p[0][1])) for name, p in paths.items()]
    me = unit("alpha", "a", *models, move=12, **more)
    move = "move" if rules == VOID else "normal"
    return situation([me], move=move, rules=rules, paths=paths, order=order)


def verdict(paths: Paths, **more: Any) -> Verdict:
    return check(asked(paths, **more))


ROW = {
    "a1": path((10, 10), (14, 10)),
    "a2": path((12, 10), (16, 10)),
    "a3": path((14, 10), (18, 10)),
}
"""Three in a row, all to the right: the front one goes first."""
CROSS = {
    "a1": path((10, 10), (12, 10), (14, 10)),
    "a2": path((14, 12), (14, 10), (10, 10.0)),
}
"""a2 walks over where a1 starts, a1 over where a2 walks: neither whole path is first."""


def test_a_row_moves_front_first() -> None:
    assert verdict(ROW).legal
    assert verdict(ROW, order=[["a3", 1], ["a2", 1], ["a1", 1]]).legal
    found = verdict(ROW, order=[["a2", 1], ["a3", 1], ["a1", 1]])
    assert found.codes == (Code.THROUGH_FRIEND,)
    one, other = found.violations
    assert (one.models, other.models) == (("a2", "a3"), ("a3", "a2"))
    assert one.rule == "VS4"
    assert one.at == pytest.approx((14 - 2 * R, 10, 0))


def test_every_mate_in_the_way_is_named() -> None:
    found = verdict(ROW, order=[["a1", 1], ["a2", 1], ["a3", 1]])
    assert [one.models for one in found.violations][:2] == [("a1", "a2"), ("a1", "a3")]


def test_a_swap_has_no_order() -> None:
    swap = {"a1": path((10, 10), (13, 10)), "a2": path((13, 10), (10, 10))}
    found = verdict(swap)
    assert found.codes == (Code.THROUGH_FRIEND,)
    assert {name for one in found.violations for name in one.models} == {"a1", "a2"}


def test_a_stop_aside_lets_a_mate_pass() -> None:
    """a1 steps aside, a2 goes through, a1 goes to where a2 was."""
    steps = {
        "a1": path((10, 10), (10, 12), (13, 10)),
        "a2": path((13, 10), (10, 10)),
    }
    assert verdict(steps).legal
    assert find_order(pack(asked(steps)), steps_of(steps)).order == (
        ("a1", 1),
        ("a2", 1),
        ("a1", 2),
    )
    assert verdict(steps, order=[["a1", 1], ["a2", 1], ["a1", 2]]).legal
    assert not verdict(steps, order=[["a1", 2], ["a2", 1]]).legal


def test_without_stops_on_the_way_it_does_not() -> None:
    """17.01 in the 11th edition: a model moves once, from its start to its end."""
    steps = {
        "a1": path((10, 10), (10, 12), (13, 10)),
        "a2": path((13, 10), (10, 10)),
    }
    rules = {"game": "wh40k11"}
    assert verdict(steps, rules=rules, keywords=["INFANTRY"]).legal
    found = verdict(steps, rules=rules, keywords=["VEHICLE"])
    assert found.codes == (Code.THROUGH_FRIEND,)
    assert {one.rule for one in found.violations} == {"17.01"}


def test_models_that_do_not_move_bar_all_along() -> None:
    steps = {"a1": path((10, 10), (14, 10)), "a2": path((12, 10))}
    assert verdict(steps).codes == (Code.THROUGH_FRIEND,)
    assert verdict(steps, order=[["a1", 1]]).codes == (Code.THROUGH_FRIEND,)


def test_who_cannot_pass_is_said() -> None:
    """Three chase each other round; a fourth has nothing to do with it."""
    corners = [(10.0, 10.0), (13.0, 10.0), (11.5, 12.6)]
    steps = {f"a{k}": path(corners[k], corners[(k + 1) % 3]) for k in range(3)}
    steps["b"] = path((15.5, 10), (16, 10))
    found = verdict(steps)
    assert found.codes == (Code.THROUGH_FRIEND,)
    assert found.violations[0].models == ("a0", "a1", "a2")
    assert "No order" in found.violations[0].text


def steps_of(paths: Paths) -> dict[str, list[tuple[float, float, float, float]]]:
    return {name: [(p[0], p[1], p[2], p[3]) for p in poses] for name, poses in paths.items()}


# The field


@pytest.mark.parametrize(
    ("order", "place"),
    [
        ([["a4", 1]], r"action\.order\[0\]\[0\]"),
        ([["a1", 1], ["a1", 1]], r"action\.order\[1\]\[1\]"),
        ([["a1", 2]], r"action\.order\[0\]\[1\]"),
        ([["a1", 0]], r"action\.order\[0\]\[1\]"),
        ([["a1", 1]], r"action\.order: wanted an entry that takes \"a2\""),
    ],
)
def test_bad_orders_name_the_place(order: Any, place: str) -> None:
    with pytest.raises(InputError, match=place):
        asked(ROW, order=order)


def test_an_order_needs_paths() -> None:
    me = unit("alpha", "a", model("a1", (10, 10)))
    with pytest.raises(InputError, match=r"action\.order"):
        situation([me], move="move", rules=VOID, order=[["a1", 1]])


def test_stops_are_for_games_that_have_them() -> None:
    steps = {"a1": path((10, 10), (10, 12), (14, 10)), "a2": path((14, 14), (14, 12))}
    order = [["a1", 1], ["a2", 1], ["a1", 2]]
    assert asked(steps, order=order).action.order is not None
    with pytest.raises(InputError, match=r"action\.order\[0\]\[1\]"):
        asked(steps, order=order, rules={"game": "wh40k11"})


def test_orders_survive_the_file() -> None:
    scenario = asked(ROW, order=[["a3", 1], ["a2", 1], ["a1", 1]])
    assert loads(dumps(scenario)) == scenario


# The search


def solved(starts: list[tuple[float, float]], wishes: list[tuple[float, float]]) -> Any:
    models = [model(f"a{k}", at) for k, at in enumerate(starts)]
    goal = [{"wish": {f"a{k}": list(at) for k, at in enumerate(wishes)}}]
    me = unit("alpha", "a", *models, move=8)
    scenario = situation([me], move="move", rules=VOID, goal=goal)
    result = movesolver.solve(scenario, iterations=300)
    assert result.moved is not None
    assert check(result.moved, tolerance=0.0).legal
    assert check(result.moved).legal
    return result


def test_answers_come_with_an_order() -> None:
    result = solved([(10, 10), (12, 10), (14, 10)], [(14, 10), (16, 10), (18, 10)])
    assert result.order is not None
    assert [name for name, _ in result.order] == ["a2", "a1", "a0"]
    assert result.moved.action.order == result.order
    assert result.to_json()["order"] == [list(entry) for entry in result.order]
    assert loads(dumps(result.moved)) == result.moved
    worst = max(math.dist(result.ends[n][:2], (14 + 2 * k, 10)) for k, n in enumerate(result.ends))
    assert worst < 0.05


def test_a_wished_swap_is_answered_legally() -> None:
    result = solved([(10, 10), (12.5, 10)], [(12.5, 10), (10, 10)])
    assert result.order is not None


def test_stops_between_solve_what_whole_paths_cannot() -> None:
    """Each crosses where the other starts and ends near it: only a stop half-way helps."""
    starts = [(10.0, 10.0), (12.6, 10.0), (11.3, 12.25)]
    wishes = [(15.0, 10.0), (10.0, 13.0), (13.5, 12.25)]
    result = solved(starts, wishes)
    assert result.order is not None
    assert {name for name, _ in result.order} <= {"a0", "a1", "a2"}


def test_every_unit_in_a_dense_block_gets_an_answer() -> None:
    """Twelve shoulder to shoulder through a crowd of themselves: never stuck, always legal."""
    starts = [(10 + 1.3 * (k % 4), 10 + 1.3 * (k // 4)) for k in range(12)]
    wishes = [(x + 4, 25 - y) for x, y in reversed(starts)]
    result = solved(starts, wishes)
    assert result.objective > -12 * 6
    moved = msgspec.structs.replace(result.moved.action, order=None)
    assert check(msgspec.structs.replace(result.moved, action=moved)).legal


@pytest.mark.parametrize("seed", range(3))
def test_tables_of_legs_agree_with_the_judge_of_crossings(seed: int) -> None:
    """Slides, turns, climbs past round and oval mates: far away, by a hair, pressed into one."""
    rng = np.random.default_rng(seed)
    bases: list[Json | float] = [32, {"oval": [60, 35]}, 40, 32]
    at = [(10.0, 10.0), (14.0, 10.0), (10.0, 14.0), (10.0, 10.0 - 2 * R + 1e-10)]
    models = [model(f"a{k}", *one) for k, one in enumerate(zip(at, bases, strict=True))]
    position = pack(situation([unit("alpha", "a", *models, move=12)], move="move", rules=VOID))
    start = position.start
    poses = np.column_stack([start.x, start.y, position.facing, start.z])
    for i in (0, 1):
        walk: list[Pose] = [(*poses[i].tolist(),)]
        for _ in range(60):
            x, y, facing, z = walk[-1]
            kind = rng.integers(4)
            if kind < 2:
                x, y = (poses[rng.integers(4), :2] + rng.normal(0, 1.5, 2)).tolist()
                if kind:  # along the tangent of a mate
                    y = at[2][1] + R + inches(40) / 2 + rng.choice([-1e-10, 0.0, 1e-6])
            if kind == 2:
                facing += 40.0
            elif kind == 3:
                z = 0.0 if z else 0.3
            walk.append((x, y, facing, z))
        steps = steps_of_path(position, i, walk)
        mates = np.flatnonzero(np.arange(4) != i)
        tall = np.array([position.movers[j].height for j in mates])
        hazards = mate_hazards(position, i, select(start, mates), tall, walk[0])
        mine = int(start.shape[i])
        found = cuts(position.shapes, mine, steps, hazards)
        for step, row in zip(steps, found, strict=True):
            met = {one.hazard for one in crossings(position.shapes, mine, [step], hazards)}
            assert set(np.flatnonzero(row).tolist()) == met
        assert found.any()
        assert not found.all()
