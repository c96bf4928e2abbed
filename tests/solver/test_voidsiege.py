"""VoidSiege: cover, charges, the shunted mark, and holding together on the way."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

import movesolver
from movesolver import Code, Status, Verdict, bases, check
from movesolver.table.measures import inches
from situations import Json, box, model, path, situation, unit, wall

VOID = {"game": "voidsiege"}
TOGETHER = {"game": "voidsiege", "options": {"coherency_during": "interpolated"}}
COPSE: Json = {"id": "copse", "category": "light", "footprint": box(14, 8, 18, 12)}
R = inches(32) / 2


def walk(*poses: tuple[float, ...], move: str = "run", **more: Any) -> Verdict:
    me = unit("alpha", "a", model("a1", (poses[0][0], poses[0][1])))
    terrain = more.pop("terrain", [COPSE])
    other = more.pop("units", [])
    paths = {"a1": path(*poses)}
    return check(
        situation([me, *other], move=move, rules=VOID, terrain=terrain, paths=paths, **more)
    )


def together(paths: dict[str, list[list[float]]], **more: Any) -> Verdict:
    rules = {"game": "voidsiege", "options": {"coherency_during": "interpolated"} | more}
    models = [model(name, (p[0][0], p[0][1])) for name, p in paths.items()]
    me = unit("alpha", "a", *models, move=40)
    return check(situation([me], move="move", rules=rules, paths=paths))


# Cover (VS11)


@pytest.mark.parametrize("move", ["run", "assault"])
def test_a_run_does_not_go_through_cover(move: str) -> None:
    verdict = walk((10, 10), (20, 10), move=move)
    assert set(verdict.codes) == {Code.THROUGH_TERRAIN}
    (one,) = verdict.violations
    assert one.rule == "VS11"
    assert "the cover of copse" in one.text
    assert one.after == pytest.approx(4 - R)
    assert one.at == pytest.approx((14 - R, 10, 0))


@pytest.mark.parametrize("move", ["move", "advance", "overrun"])
def test_other_moves_do(move: str) -> None:
    assert walk((10, 10), (16, 10), move=move).legal


def test_a_run_stops_at_the_edge_of_cover() -> None:
    assert walk((10, 10), (14 - R, 10)).legal
    verdict = walk((10, 10), (14 - R + 1e-3, 10))
    assert set(verdict.codes) == {Code.THROUGH_TERRAIN, Code.IN_TERRAIN}
    assert {one.rule for one in verdict.violations} == {"VS11"}


def test_a_run_does_not_go_over_cover_either() -> None:
    """On a walkway four inches up: the footprint bars at every height."""
    deck: Json = {"id": "deck", "category": "light", "footprint": box(2, 40, 4, 42)}
    deck["floors"] = [{"polygon": box(0, 0, 30, 20), "z": 4}]
    me = unit("alpha", "a", model("a1", (10, 10), z=4))
    steps = {"a1": [[10, 10, 0, 4], [20, 10, 0, 4]]}
    verdict = check(situation([me], move="run", rules=VOID, terrain=[COPSE, deck], paths=steps))
    assert Code.THROUGH_TERRAIN in verdict.codes


def test_a_run_leaves_the_cover_it_starts_in() -> None:
    assert walk((15, 10), (21, 10)).legal
    two = {"id": "hedge", "category": "light", "footprint": box(19, 8, 19.2, 12)}
    verdict = walk((15, 10), (21, 10), terrain=[COPSE, two])
    assert [one.text.split(" after")[0] for one in verdict.violations] == [
        "The path of a1 cuts through the cover of hedge"
    ]


def test_solve_runs_round_cover() -> None:
    me = unit("alpha", "a", model("a1", (12, 10)), model("a2", (12, 12)))
    asked = situation([me], move="run", rules=VOID, terrain=[COPSE], goal=[{"near": [30, 10]}])
    result = movesolver.solve(asked)
    assert result.moved is not None
    assert check(result.moved, tolerance=0.0).legal
    assert any(len(way) > 2 for way in result.paths.values())


# Charges (VS12)


def charge(gap: float, *, targets: tuple[str, ...] = ("foe",), move: str = "assault") -> Verdict:
    foes = [
        unit("foe", "b", model("f1", (18 + 2 * R + gap, 10))),
        unit("far", "b", model("f2", (50, 40))),
    ]
    ways = {"terrain": [], "units": foes, "targets": list(targets)}
    return walk((10, 10), (18, 10), move=move, **ways)


@pytest.mark.parametrize("move", ["run", "assault", "overrun"])
def test_a_charge_that_engages_may_end_close(move: str) -> None:
    assert charge(1.0, move=move).legal
    assert charge(0.0, move=move).legal


def test_one_that_does_not_keeps_the_clearance() -> None:
    assert charge(1.01).codes == (Code.TOO_CLOSE,)
    assert charge(2.1).legal


def test_only_a_named_target_may_be_closed_in_on() -> None:
    assert charge(1.0, targets=("far",)).codes == (Code.TOO_CLOSE,)
    assert charge(1.0, targets=()).codes == (Code.TOO_CLOSE,)


@pytest.mark.parametrize("start", [14.0, 4.0])
def test_solve_charges_or_keeps_away(start: float) -> None:
    """8" to go and 10" to move: engaged.  18": it comes no closer than it may."""
    me = unit("alpha", "a", model("a1", (start, 10)), model("a2", (start, 12)), move=5)
    foe = unit("foe", "b", model("f1", (22 + 2 * R, 10)))
    asked = situation(
        [me, foe], move="assault", rules=VOID, targets=["foe"], goal=[{"near": {"unit": "foe"}}]
    )
    result = movesolver.solve(asked)
    assert result.moved is not None
    assert check(result.moved, tolerance=0.0).legal
    near = min(math.dist(end[:2], (22 + 2 * R, 10)) for end in result.ends.values()) - 2 * R
    assert near < 0.01 if start == 14.0 else near > 2.0


# Shunted (VS9)


@pytest.mark.parametrize(
    ("poses", "shunted"),
    [
        ([(10, 10)], True),
        ([(10, 10), (11.999, 10)], True),
        ([(10, 10), (12, 10)], False),
        ([(10, 10), (11, 10), (10, 10)], False),
        ([(10, 10), (10, 10, 90)], True),
    ],
)
def test_shunted_asks_how_far_the_path_went(poses: list[Any], shunted: bool) -> None:
    verdict = walk(*poses, move="move", terrain=[])
    assert verdict.shunted is shunted
    assert verdict.to_json()["shunted"] is shunted
    assert ("not shunted" in verdict.explain()) is not shunted


def test_ends_alone_may_leave_it_open() -> None:
    me = unit("alpha", "a", model("a1", (10, 10)))

    def ends(**poses: list[float]) -> bool | None:
        return check(situation([me], move="move", rules=VOID, ends=poses)).shunted

    assert ends() is True
    assert ends(a1=[11, 10, 0, 0]) is None
    assert ends(a1=[12.5, 10, 0, 0]) is False


def test_other_games_know_no_shunted_units() -> None:
    verdict = check(situation([unit("alpha", "a", model("a1", (10, 10)))]))
    assert verdict.shunted is None
    assert verdict.explain() == "The move is legal."


# Coherency on the way (VS6)

TOUCH = 2 + 2 * R
"""Centres this far apart are just near enough."""


def test_the_same_move_side_by_side_holds_together() -> None:
    steps = {"a1": path((10, 10), (16, 10)), "a2": path((10, 10 + TOUCH), (16, 10 + TOUCH))}
    assert together(steps).legal


def test_a_mate_left_behind_is_found_with_its_moment() -> None:
    steps = {"a1": path((10, 20), (16, 20)), "a2": path((10, 22), (13, 26), (16, 22))}
    verdict = together(steps)
    assert set(verdict.codes) == {Code.NO_NEIGHBOUR}
    lone, other = verdict.violations
    assert (lone.models, other.models) == (("a1",), ("a2",))
    assert lone.rule == "VS6/VS16"
    assert lone.found == pytest.approx(6 - 2 * R)
    # a2 is at (10 + 6 s, 22 + 8 s) and a1 below it at 6 s: 2 + 8 s apart
    moment = (TOUCH - 2) / 8
    assert lone.after == pytest.approx(6 * moment, abs=1e-5)
    assert other.after == pytest.approx(10 * moment, abs=1e-5)
    assert other.at == pytest.approx((10 + 6 * moment, 22 + 8 * moment, 0), abs=1e-5)


def test_a_moment_too_short_to_be_hit_by_samples_is_found() -> None:
    """Two that swap ends far apart, and one that is near both but for a blink."""
    gap = TOUCH + 1e-5
    steps = {
        "a1": path((10, 10), (10, 10.1)),
        "a2": path((10, 10 + TOUCH), (10, 10.1 + TOUCH - 1e-3), (10, 10.1 + gap - 1e-3)),
    }
    assert together(steps).legal
    apart = {
        "a1": path((10, 10), (30, 10)),
        "a2": path((10, 10 + TOUCH), (20, 10 + gap), (30, 10 + TOUCH)),
    }
    verdict = together(apart)
    assert set(verdict.codes) == {Code.NO_NEIGHBOUR}
    assert verdict.violations[0].found == pytest.approx(2 + 1e-5, abs=1e-9)


def test_one_mate_may_take_over_from_another() -> None:
    """a3 passes from a1's side to a2's; both of these stand, with a mate each."""
    steps = {
        "a1": path((10, 10)),
        "b1": path((10, 8)),
        "a2": path((10 + 2 * TOUCH, 10)),
        "b2": path((10 + 2 * TOUCH, 8)),
        "a3": path((10 + TOUCH - 1, 10), (10 + TOUCH + 1, 10)),
    }
    assert together(steps).legal
    steps["a2"] = path((10 + 2 * TOUCH + 0.01, 10))
    verdict = together(steps)
    assert [one.models for one in verdict.violations] == [("a3",)]
    assert verdict.violations[0].found == pytest.approx(2.005, abs=1e-6)


def test_one_group_is_asked_for_where_the_option_says_so() -> None:
    steps = {
        "a1": path((10, 10), (20, 10)),
        "a2": path((10, 12), (20, 12)),
        "a3": path((10, 14), (15, 20), (20, 14)),
        "a4": path((10, 16), (15, 22), (20, 16)),
    }
    assert together(steps).legal
    verdict = together(steps, single_group=True)
    assert verdict.codes == (Code.SPLIT,)
    (one,) = verdict.violations
    assert one.found == pytest.approx(8 - 2 * R)
    assert "% of the move" in one.text


def test_turns_and_standing_models_take_no_time() -> None:
    oval = {"oval": [120, 60]}
    models = [model("a1", (10, 10), oval), model("a2", (10, 14), oval)]
    me = unit("alpha", "a", *models, move=20)
    steps = {
        "a1": [[10, 10, 0, 0], [10, 10, 90, 0], [20, 10, 90, 0], [20, 10, 0, 0]],
        "a2": [[10, 14, 0, 0], [20, 14, 0, 0]],
    }
    assert check(situation([me], move="move", rules=TOGETHER, paths=steps)).legal


def test_solve_keeps_the_unit_together() -> None:
    """Two abreast before a wall that only a way round it passes."""
    barrier = wall("w", box(16, 4, 16.5, 22))
    me = unit("alpha", "a", model("a1", (13, 10)), model("a2", (13, 12)), move=14)
    for rules in (VOID, TOGETHER):
        asked = situation(
            [me], move="move", rules=rules, terrain=[barrier], goal=[{"near": [26, 11]}]
        )
        result = movesolver.solve(asked)
        assert result.status in (Status.FEASIBLE, Status.OPTIMAL)
        assert result.moved is not None
        assert check(result.moved, tolerance=0.0).legal


def test_answers_are_written_with_the_mark() -> None:
    me = unit("alpha", "a", model("a1", (10, 10)))
    result = movesolver.solve(situation([me], move="move", rules=VOID, goal=[{"near": [11, 10]}]))
    assert result.verdict is not None
    assert result.verdict.shunted is True
    assert json.loads(json.dumps(result.to_json()))["order"] is None


@pytest.mark.parametrize(
    ("heights", "legal"),
    [((1.0, 1.0), True), ((None, 1.0), False), ((1.0, None), False), ((3.0, 1.0), False)],
)
def test_heights_that_are_given_make_distances_solid(
    heights: tuple[float | None, float | None], legal: bool
) -> None:
    """1.5" across and 2" above a body of 1" is 2.5" away (VS5, VS10)."""
    mine, its = heights
    deck = [(12.0, 5.0), (20.0, 5.0), (20.0, 15.0), (12.0, 15.0)]
    scenario = movesolver.Scenario(
        movesolver=1,
        table=movesolver.Table(30.0, 20.0),
        terrain=(movesolver.Feature("deck", "light", tuple(deck),
                                    floors=(movesolver.Floor(tuple(deck), 3.0),)),),
        rules=movesolver.RulesChoice(game="voidsiege"),
        units=(
            movesolver.Unit("a", "a", (
                movesolver.Model("a0", bases.round(25.4), at=(8.0, 10.0), height=mine),), move=6.0),
            movesolver.Unit("b", "b", (
                movesolver.Model("b0", bases.round(25.4), at=(13.0, 10.0), z=3.0, height=its),)),
        ),
        action=movesolver.Action("a", "move", ends={"a0": (10.5, 10.0, 0.0, 0.0)}),
    )  # fmt: skip
    assert movesolver.check(movesolver.validate(scenario)).legal == legal
