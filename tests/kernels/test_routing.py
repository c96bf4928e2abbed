from __future__ import annotations

import math

import msgspec
import numpy as np
import pytest

from movekernels.search import ending, routing
from movekernels.search.ground import UNSURE
from movekernels.search.routing import ALONG, AROUND, NO_ROUTE, SLIDE, TURN_LAST
from movesolver.formats.scenario import validate
from movesolver.table.army import Model, Unit
from movesolver.table.bases import oval, round
from movesolver.table.scenario import Action, Scenario, Table
from movesolver.table.terrain import Feature, Wall
from reference import routing as slow
from search_data import Tried, few_spots, odd, random_poses, small, tried


def agree(case: Tried, rng: np.random.Generator, count: int) -> None:
    ground, squad = case.ground, case.squad
    for x, y, c, s in random_poses(rng, case, count).tolist():
        i = int(rng.integers(squad.member.size))
        found = routing.route(ground, squad, i, x, y, c, s)
        assert found == slow.route(ground, squad, i, x, y, c, s)
        x0, y0 = (float(v) for v in squad.start[i, :2])
        by_disc = routing.slide_by_disc(ground.rings, i, x0, y0, x - x0, y - y0)
        assert by_disc == slow.slide_by_disc(ground.rings, i, x0, y0, x - x0, y - y0)
        if squad.round[squad.member[i]] and by_disc != UNSURE and found not in (NO_ROUTE, AROUND):
            assert by_disc == found


@pytest.mark.parametrize(("bases", "seed"), [("round", 0), ("round", 1), ("mixed", 2)])
def test_routes_agree_with_the_reference(bases: str, seed: int) -> None:
    agree(small(seed, bases=bases), np.random.default_rng([3, seed]), 20)


@pytest.mark.parametrize("seed", range(7))
def test_routes_agree_in_scenes_of_any_kind(seed: int) -> None:
    agree(odd(seed), np.random.default_rng([4, seed]), 6)


def test_rows_are_single_answers() -> None:
    case = small(0, bases="mixed")
    spots = few_spots(np.random.default_rng(0), case, 30)
    conflicts = np.zeros(spots.x.size, dtype=np.int64)
    ending.end_conflicts(case.ground, case.squad, spots, conflicts)
    shape = (case.squad.member.size, spots.x.size)
    found, wanted = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    count = routing.routes(case.ground, case.squad, spots, conflicts, found)
    assert count == slow.routes(case.ground, case.squad, spots, conflicts, wanted)
    assert (found == wanted).all()


def corridor(facing: float, gap: float, *, side: float = 0.0) -> Tried:
    """An oval before a passage between two walls."""
    half = gap / 2
    walls = tuple(
        Wall(((14, low), (17, low), (17, high), (14, high)), 5.0)
        for low, high in ((20 + half + side, 24 + side), (16 - side, 20 - half - side))
    )
    return tried(
        validate(
            Scenario(
                movesolver=1,
                table=Table(60, 44),
                units=(
                    Unit("alpha", "a", (Model("a1", oval(75, 42), (10, 20), facing),), (), 12),
                    Unit("far", "b", (Model("e1", round(32), (50, 40)),)),
                ),
                action=Action("alpha", "normal"),
                terrain=(Feature("w", "dense", ((14, 16), (17, 16), (17, 24), (14, 24)), walls),),
            )
        )
    )


UP = (0.0, 1.0)
FORWARD = (1.0, 0.0)


@pytest.mark.parametrize(
    ("facing", "gap", "end", "wanted"),
    [
        (0.0, 2.0, FORWARD, SLIDE),
        (90.0, 2.0, FORWARD, SLIDE),  # turns where it stands
        (0.0, 2.0, UP, TURN_LAST),
        (90.0, 2.0, UP, ALONG),  # turns into the passage and out of it
        (90.0, 1.6, UP, NO_ROUTE),
        (0.0, 1.6, FORWARD, NO_ROUTE),  # 1.654 wide
        (180.0, 2.0, FORWARD, SLIDE),  # half a turn, either way round
    ],
)
def test_an_oval_goes_through_a_passage(
    facing: float, gap: float, end: tuple[float, float], wanted: int
) -> None:
    case = corridor(facing, gap)
    assert routing.route(case.ground, case.squad, 0, 21.0, 20.0, *end) == wanted
    assert slow.route(case.ground, case.squad, 0, 21.0, 20.0, *end) == wanted


def test_a_turn_needs_room_at_the_edge_and_between_walls() -> None:
    case = corridor(0.0, 2.0)
    assert routing.route(case.ground, case.squad, 0, 15.5, 20.0, *UP) == NO_ROUTE
    squad = case.squad._replace(start=np.array([[15.5, 20.0, 1.0, 0.0]]))
    assert routing.route(case.ground, squad, 0, 15.5, 20.0, *UP) == NO_ROUTE
    squad = case.squad._replace(start=np.array([[1.0, 20.0, 0.0, 1.0]]))
    assert routing.route(case.ground, squad, 0, 1.0, 20.0, *FORWARD) == NO_ROUTE
    assert routing.route(case.ground, squad, 0, 0.9, 25.0, *UP) == SLIDE
    assert routing.route(case.ground, squad, 0, 0.5, 25.0, *UP) == NO_ROUTE


def test_a_model_without_a_move_reaches_its_own_pose_only() -> None:
    case = small(0)
    squad = case.squad._replace(maximum=np.zeros_like(case.squad.maximum))
    x, y, c, s = (float(v) for v in squad.start[0])
    assert routing.route(case.ground, squad, 0, x, y, c, s) == SLIDE
    assert routing.route(case.ground, squad, 0, x + 0.1, y, c, s) == NO_ROUTE


def test_from_contact_a_model_may_leave_but_not_push_through() -> None:
    touching = 10 + 32 / 25.4
    scenario = Scenario(
        movesolver=1,
        table=Table(60, 44),
        units=(
            Unit("alpha", "a", (Model("a1", round(32), (10, 20)),), (), 6),
            Unit("foe", "b", (Model("e1", round(32), (touching, 20)),)),
        ),
        action=Action("alpha", "fall_back"),
    )
    for pressed in (0.0, 1e-7, 1e-3):
        foe = msgspec.structs.replace(
            scenario.units[1], models=(Model("e1", round(32), (touching - pressed, 20)),)
        )
        case = tried(validate(msgspec.structs.replace(scenario, units=(scenario.units[0], foe))))
        ground, squad = case.ground, case.squad
        assert routing.route(ground, squad, 0, 5.0, 20.0, 1.0, 0.0) == SLIDE
        assert routing.route(ground, squad, 0, 10.0, 25.0, 1.0, 0.0) == SLIDE
        assert routing.route(ground, squad, 0, 10.2, 20.0, 1.0, 0.0) == NO_ROUTE
        assert routing.route(ground, squad, 0, 14.5, 20.0, 1.0, 0.0) == AROUND  # not through
        assert routing.route(ground, squad, 0, 15.5, 20.0, 1.0, 0.0) == NO_ROUTE
        assert math.isinf(case.ground.clear.min()) or case.ground.clear.min() >= -2e-3


def test_on_top_of_an_enemy_nothing_turns() -> None:
    scenario = Scenario(
        movesolver=1,
        table=Table(60, 44),
        units=(
            Unit("alpha", "a", (Model("a1", oval(75, 42), (10, 20)),), (), 6),
            Unit("foe", "b", (Model("e1", round(32), (10.2, 20)),)),
        ),
        action=Action("alpha", "fall_back"),
    )
    case = tried(validate(scenario))
    assert routing.route(case.ground, case.squad, 0, 10.0, 20.0, *UP) == NO_ROUTE
    assert slow.route(case.ground, case.squad, 0, 10.0, 20.0, *UP) == NO_ROUTE
