"""Shortest ways between levels: what the rules say of single scenes, to the last digit."""

from __future__ import annotations

import math

import numpy as np
import pytest

from levels_scenes import R32, bounds, judged, levels, ruin, scene
from movesolver import Code
from movesolver.paths.levels import Levels
from movesolver.paths.ways import Ways
from movesolver.referee.pack import pack
from movesolver.referee.surfaces import judge_surfaces
from situations import Json, box, wall

pytestmark = pytest.mark.compiled

LONG = wall("w", box(20, 2, 20.5, 42), top=3.0)
TEN = {"game": "wh40k10"}
VOID = {"game": "voidsiege"}


def reached(found: Levels, x: float, y: float, z: float, length: float | None) -> None:
    """The exact length, and a way of that length that the referee lets pass."""
    lower, upper = bounds(found, x, y, z)
    way = found.way(0, (x, y, float(found.position.facing[0]), z), 1e-3)
    if length is None:
        assert upper == math.inf
        assert way is None
        return
    assert (lower, upper) == pytest.approx((length, length), abs=1e-9)
    assert way is not None
    assert way.lower == lower
    assert way.length == pytest.approx(length, abs=1.001e-3)
    assert way.path[-1] == (x, y, float(found.position.facing[0]), z)
    assert not judged(found, way)


def test_up_over_and_down_both_ways_count() -> None:
    """Case 55: an inch, three up, half an inch over, three down."""
    foot = [ruin("r", 20, 10, 20.5, 20, 3.0, walls=[box(20, 10, 20.5, 20)], top=3.0)]
    walks = levels((18, 15), foot, "INFANTRY")
    reached(walks, 20.0 - R32, 15, 3.0, 2.0 - R32 + 3.0)
    reached(walks, 22, 15, 0, 4.0)  # infantry walks through the wall
    rides = levels((19 - R32, 15), foot, "VEHICLE", move=12)
    reached(rides, 20.5 + R32, 15, 0, 1.0 + 3 + 2 * R32 + 0.5 + 3)


@pytest.mark.parametrize(("move", "legal"), [(7.02, True), (7.01, False)])
def test_a_wall_just_too_high_is_climbed(move: float, legal: bool) -> None:
    """Case 58: three inches across a section 2.01 inches high."""
    found = levels(
        (19, 20), [wall("w", box(20, 2, 20.5, 42), top=2.01)], "VEHICLE", base=32, move=move
    )
    reached(found, 22, 20, 0, 7.02 if legal else None)


@pytest.mark.parametrize(
    ("barrier", "word"),
    [
        (wall("w", box(20, 2, 20.5, 42), top=4.0, category="light"), "VEHICLE"),
        (wall("w", box(20, 2, 20.5, 42), top=2.0), "VEHICLE"),
        (wall("w", box(20, 2, 20.5, 42), top=4.0), "SUPER-HEAVY WALKER"),
        (wall("w", box(20, 2, 20.5, 42), top=9.0), "MOBILE"),
        (wall("w", box(20, 2, 20.5, 42), top=9.0, bottom=1.0), "VEHICLE"),
    ],
)
def test_what_does_not_bar_costs_nothing(barrier: Json, word: str) -> None:
    """Case 59: a light barricade, and all else that is passed."""
    reached(levels((19, 20), [barrier], word), 22, 20, 0, 3.0)


def test_a_vehicle_passes_a_roof_and_may_not_end_there() -> None:
    """Case 62: the way is there, only the end is not allowed."""
    roof = [ruin("roof", 11, 8, 16, 12, 3.0, category="light")]
    found = levels((10 - 0.5, 10), roof, "VEHICLE")
    reached(found, 13, 10, 3, 6.5)
    ends = judge_surfaces(found.position, {"a1": (13.0, 10.0, 0.0, 3.0)}, None, 0.0)
    assert [one.code for one in ends] == [Code.SURFACE]


def test_heights_count_for_nothing_in_the_skies() -> None:
    """Case 56: eight less two, straight over a tower and onto it."""
    tower = [wall("t", box(12, 8, 14, 12), top=9.0)]
    flies = {"status": {"fly_declared": True}}
    found = levels((10, 10), tower, "FLY", "VEHICLE", move=8, mover=flies, foes=((15, 10, 0),))
    reached(found, 16, 10, 0, 6.0)
    reached(found, 13, 10, 9, 3.0)
    reached(found, 16.1, 10, 0, None)
    reached(levels((10, 10), tower, "FLY", "VEHICLE", move=8), 16, 10, 0, None)


def test_voidsiege_counts_the_way_up_only() -> None:
    """Three across, two up, four down; and any wall bars."""
    ground = [wall("h", box(20, 2, 21, 42), top=2.0)]
    found = levels((18, 20), ground, z=2.0, action="move", rules=VOID)
    reached(found, 21, 20, 2, 3.0)
    down = levels((10, 10), [], z=2.0, action="move", rules=VOID)
    reached(down, 13, 10, 0, 3.0)
    over = [wall("h", box(20, 2, 20.5, 42), top=4.0)]
    reached(levels((18.2, 20), over, z=2.0, action="move", rules=VOID), 21.2, 20, 0, 5.0)
    reached(levels((18.2, 20), over, "MOBILE", action="move", rules=VOID), 21.2, 20, 0, 7.0)


def test_tenth_edition_climbs_alike_and_keeps_its_distance() -> None:
    found = levels((19 - R32, 20), [LONG], "VEHICLE", rules=TEN)
    reached(found, 20.5 + R32, 20, 0, 1.0 + 2 * R32 + 0.5 + 6)
    foe = levels((10, 10), [ruin("r", 12, 5, 16, 15, 3.0)], foes=((16.5, 10, 0),), rules=TEN)
    reached(foe, 13, 10, 3, 6.0)
    assert bounds(foe, 14.8, 10, 3)[1] == math.inf  # within an inch of the enemy below


def test_mobile_walks_through_walls_but_not_through_floors() -> None:
    two = [ruin("r", 20, 10, 26, 16, 3.0, 6.0, walls=[box(20, 10, 20.5, 16)])]
    found = levels((18, 13), two, "MONSTER", "MOBILE", move=14)
    reached(found, 23, 13, 0, 5.0)
    reached(found, 22, 13, 3, 7.0)
    under = levels((23, 13), two, "MONSTER", "MOBILE", move=16)
    lower, upper = bounds(under, 23, 13, 3)
    assert lower == 3.0  # proved without asking for floors
    # out from under the floor and back
    assert upper == pytest.approx(3 + 2 * (3 + R32), abs=1e-6)
    way = under.way(0, (23, 13, 0, 3), 1e-3)
    assert way is not None
    assert not judged(under, way)


@pytest.mark.parametrize("category", ["light", "exposed"])
def test_a_monster_goes_through_floors_of_light_terrain(category: str) -> None:
    found = levels((18, 13), [ruin("r", 20, 10, 26, 16, 3.0, category=category)], "MONSTER")
    reached(found, 23, 13, 3, 8.0)


def test_a_ruin_with_two_floors() -> None:
    two = [ruin("r", 20, 10, 26, 16, 3.0, 6.0, walls=[box(20, 10, 20.5, 16)])]
    walks = levels((18, 13), two)
    reached(walks, 23, 13, 3, 8.0)
    reached(walks, 23, 13, 6, 11.0)
    reached(walks, 24.1, 13, 6, None)
    upstairs = levels((23, 13), two, z=3.0)
    reached(upstairs, 23, 13, 0, 3.0)
    reached(upstairs, 22, 14, 6, math.sqrt(2) + 3)
    reached(upstairs, 22, 14, 3, math.sqrt(2))
    reached(upstairs, 18, 13, 0, 8.0)


def test_a_long_wall_is_climbed_and_a_short_one_gone_round() -> None:
    start = (18.5, 20)
    over = levels(start, [LONG], "VEHICLE")
    reached(over, 22, 20, 0, 3.5 + 6)
    short = levels(start, [wall("w", box(20, 19, 20.5, 21), top=3.0)], "VEHICLE")
    lower, upper = bounds(short, 22, 20, 0)
    assert (
        lower
        == upper
        == pytest.approx(
            float(Ways(short.position).lengths(0, np.array([[22.0, 20.0]]))[0]), abs=1e-12
        )
    )
    assert 4.0 < upper < 6.0


def test_from_floor_to_floor_of_two_ruins() -> None:
    near = [ruin("r", 10, 10, 14, 16, 3.0), ruin("q", 15, 10, 19, 16, 3.0)]
    reached(levels((12, 13), near, z=3.0), 17, 13, 3, 5.0)  # half an inch from both
    far = [near[0], ruin("q", 14 + 2 * R32 + 1.1, 10, 22, 16, 3.0)]
    reached(levels((12, 13), far, z=3.0), 18, 13, 3, 6 + 6)  # down and up again
    between = [*far, ruin("low", 13, 10, 17, 16, 2.0)]
    reached(levels((12, 13), between, z=3.0), 18, 13, 3, 6 + 2)
    high = [near[0], ruin("q", 15, 10, 19, 16, 6.0)]
    reached(levels((12, 13), high, z=3.0), 17, 13, 6, 5 + 3)


def test_where_an_enemy_stands_nobody_climbs() -> None:
    """The end is above it: the climb is made beside it, on the way."""
    floor = [ruin("r", 20, 10, 26, 16, 3.0)]
    found = levels((18, 13), floor, foes=((23, 13, 0.0),))
    reached(found, 23, 13, 3, 8.0)
    way = found.way(0, (23, 13, 0, 3), 1e-3)
    assert way is not None
    (climb,) = [a for a, b in zip(way.path, way.path[1:], strict=False) if a[3] != b[3]]
    assert climb[0] <= 23 - 2 * R32 + 1e-9
    ring = tuple((18 + 1.3 * math.cos(t), 13 + 1.3 * math.sin(t), 0.0) for t in range(6))
    closed = levels((18, 13), floor, foes=ring)
    assert bounds(closed, 23, 13, 3)[1] == math.inf


def test_round_an_enemy_in_front_of_a_wall() -> None:
    """Not the straight line: round who stands there, over the wall beyond."""
    found = levels((17, 20), [LONG], "VEHICLE", foes=((19.2, 20, 0.0),))
    lower, upper = bounds(found, 22, 20, 0)
    assert lower == pytest.approx(5 + 6)
    assert lower + 1e-3 < upper < lower + 0.7
    way = found.way(0, (22, 20, 0, 0), 1e-3)
    assert way is not None
    assert way.length <= upper + 1e-3
    assert not judged(found, way)


def test_places_nobody_gets_to_are_out_of_reach() -> None:
    found = levels((18, 13), [ruin("r", 20, 10, 26, 16, 3.0)], foes=((15, 13, 0.0),))
    for x, y, z in ((10, 13, 3), (0.1, 13, 0), (15, 13.2, 0), (18, 13, 40)):
        assert bounds(found, x, y, z) == (math.inf, math.inf)


def test_climbing_in_the_open_by_light_terrain_leads_nowhere() -> None:
    """The letter allows it; without anything beside it nobody slides up there."""
    light = [ruin("l", 40, 10, 46, 16, 3.0, category="light")]
    found = levels((10, 13), light)
    assert bounds(found, 10, 13, 3) == (3.0, 3.0)
    assert bounds(found, 11, 13, 3) == (4.0, 4.0)
    way = found.way(0, (11, 13, 0, 3))
    assert way is not None
    assert way.path[-2] == (11, 13, 0.0, 0.0)
    free = levels((10, 13), light, rules={"options": {"slides_aloft": "free"}})
    reached(free, 12, 13, 3, 5.0)


def test_an_oval_keeps_its_heading_and_turns_at_the_end() -> None:
    oval = {"oval": [105, 70]}
    half = 52.5 / 25.4
    found = levels((20 - half - 0.2, 20), [LONG], "VEHICLE", base=oval, move=14)
    lower, upper = bounds(found, 20.5 + half + 0.3, 20, 0)
    assert lower == upper == pytest.approx(2 * half + 1.0 + 6)
    way = found.way(0, (20.5 + half + 0.3, 20, 10.0, 0.0))
    assert way is not None
    assert way.length == pytest.approx(upper)
    assert way.path[-1][2] == 10.0
    assert not judged(found, way)


def test_unit_mates_bar_where_the_rules_say_so() -> None:
    from situations import model, situation, unit

    big = [model("a1", (18, 20)), model("a2", (23.5, 20))]
    units = [unit("alpha", "a", *big, keywords=["VEHICLE"], move=14)]
    position = pack(situation(units, terrain=[LONG]))
    stays, leaves = Levels(Ways(position)), Levels(Ways(position.alone()))
    assert bounds(leaves, 23.5, 20, 0)[1] == pytest.approx(5.5 + 6)
    assert bounds(stays, 23.5, 20, 0)[1] == math.inf
    reached(stays, 25, 20.0, 3.0, None)


def test_a_wall_that_begins_above_the_ground_is_low_from_higher_up() -> None:
    """Seen from the ground it is 2.4 inches high, from a step of 0.4 it is 2."""
    raised = wall("w", box(20, 2, 20.5, 42), bottom=0.5, top=2.4)
    step = ruin("s", 18, 10, 23, 30, 0.4)
    found = levels((18.5, 20), [raised, step], "MOBILE", "MONSTER")
    reached(found, 22, 20, 0, 3.5)
    rides = levels((18.5, 20), [raised, step | {"category": "light"}], "VEHICLE")
    reached(rides, 22, 20, 0, 3.5 + 0.8)


def test_lengths_do_not_depend_on_how_many_are_asked() -> None:
    two = [ruin("r", 20, 10, 26, 16, 3.0, 6.0, walls=[box(20, 10, 20.5, 16)])]
    position = pack(scene((18, 13), two, "VEHICLE", move=14))
    points = np.random.default_rng(5).uniform([15, 8], [28, 20], (60, 2))
    many = Levels(Ways(position)).lengths(0, points, 3.0)
    for k in range(0, 60, 7):
        one = Levels(Ways(position)).lengths(0, points[k : k + 1], 3.0)
        assert one.lower[0] == many.lower[k]
        # single ends are pulled tight
        assert one.upper[0] <= many.upper[k]
    assert Levels(Ways(position)).lengths(0, np.empty((0, 2)), 3.0).upper.shape == (0,)
