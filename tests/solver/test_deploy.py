"""Two armies set up by the solver, each unit judged by the referee."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import pytest

from movesolver import (
    Action,
    InputError,
    Marker,
    Model,
    Scenario,
    Table,
    Unit,
    UnitStatus,
    UnsupportedError,
    Zone,
    check,
)
from movesolver.armies.boards import build_game
from movesolver.armies.deploying import Deployed, Placement, deploy
from movesolver.armies.goals import GOALS
from movesolver.armies.options import GOALS as OFFERED
from movesolver.formats import wh40kdc
from movesolver.phases.board import changed, index_of, placed, with_unit
from movesolver.table.bases import Base, oval, round

LAYOUT = "Disrupt vs Recon 01"
pytestmark = pytest.mark.compiled


def unit(name: str, count: int, base: Base, *words: str, **status: object) -> Unit:
    models = tuple(Model(f"{name}.{k}", base) for k in range(count))
    waiting = msgspec.convert({"in_reserve": True, **status}, UnitStatus)
    return Unit(name, name[0], models, words or ("INFANTRY",), 6, waiting)


def board(*units: Unit, deep: float = 8.0) -> Scenario:
    """A small table with a zone along each long side."""
    low, high = (
        ((0, 0), (44, 0), (44, deep), (0, deep)),
        ((0, 30), (44, 30), (44, 30 - deep), (0, 30 - deep)),
    )
    return Scenario(
        1,
        Table(44, 30),
        units,
        Action(units[0].id, "remain_stationary"),
        zones=(Zone("low", "a", low), Zone("high", "b", high)),
        markers=(Marker("m1", at=(8, 14)), Marker("m2", at=(36, 15))),
    )


def replayed(start: Scenario, deployed: Deployed) -> Scenario:
    """Set the units up again one by one, each judged by the referee; the board after that."""
    for one in deployed.placements:
        if one.ends:
            index = index_of(start, one.unit)
            mode = "in_zone" if one.how == "zone" else "infiltrate"
            action = Action(one.unit, "set_up", mode=mode, ends=dict(one.ends))
            asked = changed(start, action=action, active_side=one.side, phase="deployment")
            assert check(asked, tolerance=0.0).legal, one
            now = start.units[index]
            status = changed(now.status, in_reserve=False)
            start = with_unit(start, index, placed(now, one.ends, status))
    return start


ARMIES = (
    unit("a-foot", 5, round(32)),
    unit("a-riders", 3, oval(75, 42), "MOUNTED"),
    unit("b-foot", 10, round(28.5)),
    unit("b-beast", 1, oval(120, 92), "MONSTER"),
    unit("b-few", 3, round(40)),
)


def test_every_unit_is_set_up_in_turn_and_legally() -> None:
    start = board(*ARMIES)
    deployed = deploy(start, seed=3, iterations=20)
    order = [one.unit for one in deployed.placements]
    assert order == ["a-riders", "b-beast", "a-foot", "b-foot", "b-few"]
    assert all(one.how == "zone" and not one.reasons for one in deployed.placements)
    assert deployed.complete
    after = replayed(start, deployed)
    assert after.units == deployed.scenario.units
    assert (deployed.scenario.round, deployed.scenario.phase) == (1, "movement")
    assert deployed.scenario.active_side == "a"
    assert check(deployed.scenario).legal
    again = deploy(start, seed=3, iterations=20)
    assert again == deployed
    assert "<svg" in deployed._repr_svg_()


def test_who_is_first_and_who_watches() -> None:
    seen: list[Placement] = []
    deployed = deploy(board(*ARMIES), first="b", iterations=5, watch=seen.append)
    assert [one.side for one in deployed.placements] == ["b", "a", "b", "a", "b"]
    assert tuple(seen) == deployed.placements
    assert deployed.scenario.active_side == "b"


def middle(deployed: Deployed, name: str) -> tuple[float, float]:
    ends = next(one.ends for one in deployed.placements if one.unit == name)
    n = len(ends)
    return sum(p[0] for p in ends.values()) / n, sum(p[1] for p in ends.values()) / n


def test_goals() -> None:
    assert GOALS == OFFERED
    foot = [unit(f"a-{k}", 3, round(32)) for k in range(2)]
    start = board(*foot, unit("b-foot", 3, round(32)))
    near = deploy(start, goals="markers", iterations=20)
    back = deploy(start, goals={"a": "back"}, iterations=20)
    far = deploy(start, goals={"a": "spread", "b": "back"}, iterations=20)
    for name, marker in (("a-0", (8, 14)), ("a-1", (36, 15))):
        x, y = middle(near, name)
        assert abs(x - marker[0]) < 3
        assert y > 5
        assert middle(back, name)[1] < 2.5
    assert math.dist(middle(far, "a-0"), middle(far, "a-1")) > 15
    assert middle(far, "b-foot")[1] > 27.5
    with pytest.raises(InputError, match="did you mean back"):
        deploy(start, goals="bakc")  # type: ignore[arg-type]  # a typist's word


def test_without_markers_or_zones_of_the_enemy_goals_still_mean_something() -> None:
    start = msgspec.structs.replace(board(unit("a-foot", 3, round(32))), markers=())
    start = msgspec.structs.replace(start, zones=start.zones[:1])
    assert middle(deploy(start, iterations=20), "a-foot")[1] < 2.5


def test_infiltrators_come_last_and_keep_their_distance() -> None:
    scouts = unit("a-scouts", 5, round(32), infiltrators=True)
    start = board(scouts, unit("a-foot", 3, round(32)), unit("b-foot", 3, round(32)), deep=5.0)
    deployed = deploy(start, iterations=20)
    assert [one.unit for one in deployed.placements] == ["a-foot", "b-foot", "a-scouts"]
    last = deployed.placements[-1]
    assert last.how == "infiltrate"
    assert 8 < min(25 - y for _, y, _, _ in last.ends.values()) < 17
    assert max(y for _, y, _, _ in last.ends.values()) > 8
    replayed(start, deployed)
    kept = deploy(start, in_zone=["a-scouts"], iterations=20).placements[-1]
    assert kept.how == "zone"
    assert max(y for _, y, _, _ in kept.ends.values()) < 5
    # Where nothing is far enough from the enemy's zone, they come to their own.
    tight = msgspec.structs.replace(start, table=Table(44, 12))
    zones = (tight.zones[0], Zone("high", "b", ((0, 12), (44, 12), (44, 6), (0, 6))))
    tight = msgspec.structs.replace(tight, zones=zones, markers=())
    moved = deploy(tight, iterations=20).placements[-1]
    assert moved.how == "zone"
    assert all(reason.startswith("the table, as infiltrators: ") for reason in moved.reasons)
    assert moved.reasons


def test_who_stays_in_reserve() -> None:
    plane = unit("a-plane", 1, oval(120, 92), "VEHICLE", "AIRCRAFT")
    start = board(plane, unit("a-foot", 3, round(32)), unit("b-foot", 3, round(32)))
    deployed = deploy(start, reserves=["b-foot"], iterations=5)
    assert {one.unit: (one.how, one.reasons) for one in deployed.placements} == {
        "a-foot": ("zone", ()),
        "a-plane": ("reserve", ("AIRCRAFT start in reserve (23.02)",)),
        "b-foot": ("reserve", ("kept in reserve, as asked",)),
    }
    waiting = [one.id for one in deployed.scenario.units if one.status.in_reserve]
    assert waiting == ["a-plane", "b-foot"]
    none = deploy(start, reserves=["b-foot", "a-foot"])
    assert none.scenario.action.paths is None  # nobody stands there to be judged


def test_who_finds_no_room_is_told_and_sent_to_reserve_only_if_asked() -> None:
    horde = unit("a-horde", 20, round(60), "MONSTER")
    start = board(horde, unit("a-foot", 3, round(32)), unit("b-foot", 3, round(32)), deep=3.0)
    zones = (Zone("low", "a", ((0, 0), (9, 0), (9, 9), (0, 9))), start.zones[1])
    start = msgspec.structs.replace(start, zones=zones)
    deployed = deploy(start, iterations=5)
    assert [one.unit for one in deployed.left_out] == ["a-horde"]
    assert all(reason.startswith("its zone: ") for reason in deployed.left_out[0].reasons)
    assert deployed.left_out[0].reasons
    assert not deployed.complete
    assert [one.id for one in deployed.scenario.units] == ["a-foot", "b-foot"]
    sent = deploy(start, iterations=5, reserve_rest=True)
    assert sent.complete
    assert sent.placements[0].how == "reserve"
    assert sent.placements[0].reasons == deployed.left_out[0].reasons
    assert [one.id for one in sent.scenario.units] == ["a-horde", "a-foot", "b-foot"]
    alone = msgspec.structs.replace(start, units=(horde,))
    with pytest.raises(InputError, match="room for at least one unit"):
        deploy(alone, iterations=5)


def test_questions_that_make_no_sense() -> None:
    start = board(*ARMIES)
    for options, wanted in (
        ({"first": "c"}, "first: wanted a side, one of a, b"),
        ({"reserves": ["a-fot"]}, "reserves: wanted the id of a unit"),
        ({"in_zone": ["x"]}, "in_zone: wanted the id of a unit"),
        ({"iterations": -1}, "iterations"),
    ):
        with pytest.raises(InputError, match=wanted):
            deploy(start, **options)
    game = msgspec.structs.replace(start.rules, game="voidsiege")
    move = Action(start.units[0].id, "move")
    with pytest.raises(UnsupportedError, match="voidsiege"):
        deploy(msgspec.structs.replace(start, rules=game, action=move))


def test_a_game_of_two_armies() -> None:
    first = [wh40kdc.read_unit("Jakhals", "red")]
    second = [wh40kdc.read_unit("Boyz", "blue")]
    game = build_game(first, second, "disrupt vs recon 01")
    assert {zone.id: zone.side for zone in game.zones} == {
        "attacker-zone": "red",
        "defender-zone": "blue",
    }
    assert len(game.markers) == 5
    assert all(one.status.in_reserve for one in game.units)
    other = build_game(first, second, LAYOUT, deployment="dawn", attacker="blue")
    assert {zone.id: zone.side for zone in other.zones} == {
        "attacker-zone": "blue",
        "defender-zone": "red",
    }
    assert other.zones != game.zones
    areas = build_game(first, second, LAYOUT, objectives="terrain").markers
    assert all(marker.area is not None for marker in areas)


def test_armies_and_places_that_do_not_go_together() -> None:
    first, second = [wh40kdc.read_unit("Jakhals", "a")], [wh40kdc.read_unit("Boyz", "b")]
    cases: list[tuple[tuple[list[Unit], list[Unit]], dict[str, Any], str]] = [
        (([], second), {}, "first: wanted units of one side, got no units"),
        ((first, first), {}, "second: wanted an army of another side"),
        (([*first, *second], second), {}, "first: wanted units of one side"),
        ((first, second), {"attacker": "c"}, "attacker: wanted a side, a or b"),
        ((first, second), {"deployment": "colosseum"}, "a map for a table of 60 x 44 inches"),
        ((first, second), {"deployment": "dusk"}, "a deployment map's id or name"),
    ]
    for arguments, options, wanted in cases:
        with pytest.raises(InputError, match=wanted):
            build_game(*arguments, LAYOUT, **options)
