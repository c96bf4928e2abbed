"""Regions, lengths and paths of single models, against what is known by hand."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest
import shapely

from movesolver import InputError, Scenario, check, loads, reach
from movesolver.paths.reach import Reach
from movesolver.table.army import Model, UnitStatus
from movesolver.table.bases import oval
from movesolver.table.scenario import Action, RulesChoice
from movesolver.table.terrain import Feature, Floor
from reach_data import (
    CENTRE,
    WIDE,
    around,
    box,
    ring,
    situation,
    wall,
    with_action,
    with_paths,
)

FOE_AHEAD = (Model("e0", WIDE, (33.0, 22.0)),)
"""In base contact is 32, two inches off is 30: an enemy that starts engaged."""
PAL_AHEAD = (Model("p0", WIDE, (33.0, 22.0)),)


def holds(found: Reach, *points: tuple[float, float]) -> list[bool]:
    region = found.region("a0").polygons
    return [bool(region.covers(shapely.Point(p))) for p in points]


def test_an_open_table_is_a_disc() -> None:
    found = reach(situation())
    region = found.region("a0")
    assert region.area == pytest.approx(36.0 * math.pi, rel=2e-4)
    corners = shapely.get_coordinates(region.polygons)
    away = np.hypot(*(corners - CENTRE).T)
    assert np.abs(away - 6.0).max() < 1e-5
    assert region.exact
    assert region.outer == region.polygons
    assert found.polygons.area == region.area


def test_lengths_are_exact_at_points() -> None:
    found = reach(situation())
    points = np.array([[33.0, 26.0], [30.0, 22.0], [36.0, 22.0], [36.01, 22.0]])
    assert found.lengths("a0", points).tolist() == [5.0, 0.0, 6.0, math.inf]


def test_lines_of_equal_length() -> None:
    lines = reach(situation()).region("a0").lines(2.0)
    assert [level for level, _ in lines] == [2.0, 4.0]
    for level, line in lines:
        away = np.hypot(*(shapely.get_coordinates(line) - CENTRE).T)
        # straight between the nodes of the grid: off by an eighth of its square by the radius
        assert np.abs(away - level).max() < 0.25**2 / (4.0 * level)
        assert line.length == pytest.approx(2.0 * math.pi * level, rel=0.01)


def test_the_edge_of_the_table_cuts() -> None:
    region = reach(situation(at=((3.0, 22.0),))).region("a0")
    assert region.polygons.bounds[0] == 1.0
    half = math.acos(2.0 / 6.0)
    segment = 36.0 * (half - math.sin(half) * math.cos(half))
    assert region.area == pytest.approx(36.0 * math.pi - segment, rel=3e-4)


def test_the_way_round_an_enemy() -> None:
    """From contact with one side to the other: tangent, arc, tangent, about radius 2."""
    foe = (Model("e0", WIDE, (30.0, 26.0)),)
    scenario = situation(foes=foe, move=12.0, action=Action("alpha", "fall_back"))
    found = reach(scenario)
    (length,) = found.lengths("a0", np.array([[30.0, 30.0]]))
    assert length == pytest.approx(around(8.0, 2.0), abs=1e-9)
    arrival = found.to(30.0, 30.6)["a0"]
    assert arrival.way is not None
    assert arrival.way.length <= arrival.lower + 1e-3
    assert check(with_paths(scenario, a0=arrival.way.path), tolerance=0.0).codes == ()


def test_ends_keep_from_enemies_and_passing_does_not() -> None:
    foe = (Model("e0", WIDE, (36.0, 22.0)),)
    ending, passing = reach(situation(foes=foe)), reach(situation(foes=foe), passing=True)
    assert holds(ending, (32.1, 22.0), (31.9, 22.0)) == [False, True]
    assert holds(passing, (33.9, 22.0), (34.1, 22.0)) == [True, False]
    lost = ending.region("a0").polygons.symmetric_difference(passing.region("a0").polygons)
    near = shapely.Point(36.0, 22.0).buffer(4.0, quad_segs=64)
    assert lost.difference(near).area < 1e-2


def test_friends_are_passed_and_not_ended_on() -> None:
    found = reach(situation(friends=PAL_AHEAD))
    assert holds(found, (33.0, 22.0), (35.1, 22.0)) == [False, True]
    assert found.lengths("a0", np.array([[35.5, 22.0]])).tolist() == [5.5]
    assert found.region("a0").area == pytest.approx(36 * math.pi - 4 * math.pi, abs=0.05)
    arrival = found.to(33.5, 22.0)["a0"]
    assert (arrival.reached, arrival.barred, arrival.lower) == (False, "OVERLAP", 3.5)
    assert arrival.way is not None


def test_unit_mates_are_left_aside_unless_they_stay() -> None:
    scenario = situation(at=(CENTRE, (32.5, 22.0)))
    assert holds(reach(scenario), (32.5, 22.0)) == [True]
    assert holds(reach(scenario, mates=True), (32.5, 22.0), (34.6, 22.0)) == [False, True]
    monsters = situation(at=(CENTRE, (32.5, 22.0)), keywords=("MONSTER",), move=4.0)
    free = reach(monsters).lengths("a0", np.array([[34.0, 22.0]]))
    barred = reach(monsters, mates=True).lengths("a0", np.array([[34.0, 22.0]]))
    assert free.tolist() == [4.0]
    assert barred.tolist() == [math.inf]


def test_every_model_has_its_own_budget() -> None:
    found = reach(situation(at=(CENTRE, (20.0, 16.0)), own={1: 9.0}))
    assert found.region("a0").area == pytest.approx(36.0 * math.pi, rel=1e-3)
    assert found.region("a1").maximum == 9.0
    assert list(found.regions) == ["a0", "a1"]
    assert found.polygons.area < found.region("a0").area + found.region("a1").area
    alone = reach(situation(at=(CENTRE, (20.0, 16.0)), own={1: 9.0}), model="a1")
    assert alone.models == ("a1",)
    same = found.region("a1").polygons
    assert alone.polygons.symmetric_difference(same).area < 1e-9


def test_a_wall_casts_a_shadow() -> None:
    """Round the wall's left end: along circles of radius 1 about two corners of it."""
    found = reach(situation(terrain=(wall("w", 28.0, 24.0, 32.0, 24.5),), move=9.0))
    inside = holds(found, (30.0, 22.9), (30.0, 23.1), (30.0, 25.4), (30.0, 25.6))
    assert inside == [True, False, False, True]
    expected = 0.5
    for right, off in ((2.0, 2.0), (2.0, 1.5)):  # start and end, seen from the nearer corner
        away = math.hypot(right, off)
        arc = math.pi - math.atan2(off, right) - math.acos(1.0 / away)
        expected += math.sqrt(away * away - 1.0) + arc
    arrival = found.to(30.0, 26.0)["a0"]
    assert arrival.lower == pytest.approx(expected, abs=1e-9)
    assert arrival.reached


def test_a_pocket_is_not_reached_and_a_gap_of_the_base_is_passed() -> None:
    """A ring of walls about the start: shut, and with a door of exactly the base's width."""
    x, y = CENTRE
    sides = (
        wall("w", x - 3.5, y - 3.5, x - 3.0, y + 3.5),
        wall("e", x + 3.0, y - 3.5, x + 3.5, y + 3.5),
        wall("s", x - 3.0, y - 3.5, x + 3.0, y - 3.0),
    )
    shut = reach(situation(terrain=(*sides, wall("n", x - 3.0, y + 3.0, x + 3.0, y + 3.5))))
    assert shut.region("a0").polygons.bounds == pytest.approx((x - 2, y - 2, x + 2, y + 2))
    door = (wall("n", x - 3.0, y + 3.0, x - 1.0, y + 3.5), wall("m", x + 1, y + 3, x + 3, y + 3.5))
    found = reach(situation(terrain=(*sides, *door)))
    assert holds(found, (x, y + 5.0), (x + 0.5, y + 2.5)) == [True, False]
    assert found.lengths("a0", np.array([[x, y + 5.0], [x, y + 2.5]])).tolist() == [5.0, 2.5]


def test_obstacles_far_apart_leave_holes() -> None:
    region = reach(situation(friends=ring(4, 4.0, name="p")), passing=False).region("a0")
    assert [len(polygon.interiors) for polygon in region.polygons.geoms] == [4]
    plain = reach(situation(friends=ring(4, 4.0, name="p")), passing=True).region("a0")
    assert [len(polygon.interiors) for polygon in plain.polygons.geoms] == [0]


@pytest.mark.parametrize(
    "scenario",
    [
        situation(move=0.0),
        situation(action=Action("alpha", "remain_stationary")),
        situation(foes=FOE_AHEAD),
        situation(status=UnitStatus(moved="normal", has_moved_this_phase=True)),
    ],
)
def test_what_cannot_move_has_its_own_spot(scenario: Scenario) -> None:
    found = reach(scenario)
    assert found.region("a0").area == 0.0
    assert found.lengths("a0", np.array([CENTRE, (30.5, 22.0)])).tolist() == [0.0, math.inf]
    arrival = found.to(*CENTRE)["a0"]
    assert arrival.way is not None
    assert arrival.way.length == 0.0
    assert not found.to(31.0, 22.0)["a0"].reached


def test_reasons_say_why_a_unit_may_not_move() -> None:
    found = reach(situation(foes=FOE_AHEAD))
    (reason,) = found.reasons
    assert "unengaged" in reason
    assert found.to_json()["reasons"] == [reason]
    assert "reasons" not in reach(situation()).to_json()


def test_a_raised_model_stays_on_its_floor() -> None:
    floor = box(28.0, 20.0, 33.0, 24.0)
    ruin = Feature("ruin", "dense", floor, (), (Floor(floor, 3.0),))
    scenario = situation(terrain=(ruin,), z=3.0, keywords=("INFANTRY",))
    region = reach(scenario).region("a0")
    assert region.polygons.bounds == pytest.approx((29.0, 21.0, 32.0, 23.0))
    assert region.area == pytest.approx(6.0)
    heavy = situation(terrain=(ruin,), z=3.0, keywords=("VEHICLE",))
    assert reach(heavy).region("a0").area == 0.0


def test_a_low_floor_is_not_ended_in() -> None:
    floor = box(32.0, 20.0, 35.0, 24.0)
    low = Feature("step", "light", floor, (), (Floor(floor, 0.5),))
    found = reach(situation(terrain=(low,)))
    assert holds(found, (30.9, 22.0), (33.0, 22.0)) == [True, False]


def test_bases_that_are_not_round() -> None:
    """An oval between two walls goes lengthwise; it can end wherever some heading fits."""
    terrain = (wall("n", 31.0, 23.0, 35.0, 23.5), wall("s", 31.0, 20.5, 35.0, 21.0))
    scenario = situation(base=oval(75, 42), terrain=terrain)
    found = reach(scenario, step=0.5)
    region = found.region("a0")
    assert not region.exact
    assert region.outer.buffer(1e-6).covers(region.polygons)
    assert 0.7 < region.area / region.outer.area <= 1.0
    arrival = found.to(35.0, 22.0)["a0"]
    assert arrival.reached
    assert arrival.way is not None
    assert check(with_paths(scenario, a0=arrival.way.path), tolerance=0.0).legal
    across = found.to(33.0, 22.0, 90.0)["a0"]
    assert (across.reached, across.barred, across.pose) == (False, "IN_TERRAIN", (33.0, 22.0, 90.0))
    answer: Any = found.to_json()["models"]
    assert set(answer["a0"]) >= {"outer", "outer_area"}


def test_json_polygons_are_rings() -> None:
    found = reach(situation(friends=ring(4, 4.0, name="p")))
    answer: Any = found.to_json()
    (polygon,) = answer["models"]["a0"]["polygons"]
    rebuilt = shapely.Polygon(polygon[0], polygon[1:])
    assert len(polygon) == 5
    assert rebuilt.area == pytest.approx(found.region("a0").area, abs=1e-4)


@pytest.mark.parametrize(
    ("arguments", "place"),
    [
        ({"model": "b7"}, "model"),
        ({"step": 0.001}, "step"),
        ({"step": math.nan}, "step"),
    ],
)
def test_wrong_arguments_are_named(arguments: dict[str, Any], place: str) -> None:
    with pytest.raises(InputError) as caught:
        reach(situation(), **arguments)
    assert caught.value.place == place


def test_wrong_questions_are_named() -> None:
    found = reach(situation())
    with pytest.raises(InputError, match="model"):
        found.region("a7")
    with pytest.raises(InputError, match="to"):
        found.to(math.nan, 3.0)
    with pytest.raises(InputError, match='to: wanted a number, got "a"'):
        found.to("a", 1.0)  # type: ignore[arg-type] # tested
    with pytest.raises(InputError, match="points"):
        found.lengths("a0", np.zeros(3))
    with pytest.raises(InputError, match="move"):
        reach(situation(move=None))
    with pytest.raises(InputError, match="unit on the table"):
        reach(situation(status=UnitStatus(in_reserve=True), at=(None,)))
    with pytest.raises(InputError, match="a move on the table"):
        reach(with_action(situation(foes=FOE_AHEAD), move="redeploy"))


def test_other_games() -> None:
    foe = (Model("e0", WIDE, (36.0, 22.0)),)
    rules, action = RulesChoice("voidsiege"), Action("alpha", "move")
    found = reach(situation(foes=foe, rules=rules, action=action, keywords=()))
    assert holds(found, (31.9, 22.0), (32.1, 22.0)) == [True, False]


def test_pieces_of_a_region_that_touch_in_a_point_are_joined() -> None:
    """shapely refuses to mend them together."""
    corners = [[x, y] for x, y in box(11.935393545691001, 15.977, 17.292393545691002, 16.077)]
    document = {
        "movesolver": 1,
        "table": {"width": 24, "height": 24},
        "terrain": [
            {
                "id": "t1",
                "category": "dense",
                "footprint": corners,
                "walls": [{"polygon": corners, "top": 5}],
            }
        ],
        "units": [
            {
                "id": "A",
                "side": "a",
                "keywords": ["VEHICLE"],
                "move": 3,
                "models": [
                    {"id": "a2", "base": {"round": 50}, "at": [10.7, 18.353395339606]},
                ],
            },
            {
                "id": "G",
                "side": "a",
                "keywords": ["VEHICLE"],
                "models": [
                    {"id": "G1", "base": {"round": 25}, "at": [10.239020726693, 13.9]},
                    {"id": "G2", "base": {"round": 40}, "at": [8.295, 15.620426256899]},
                ],
            },
        ],
        "action": {"unit": "A", "move": "normal"},
    }
    region = reach(loads(json.dumps(document)), step=0.5).region("a2")
    assert region.polygons.is_valid
    assert region.area > 10.0
