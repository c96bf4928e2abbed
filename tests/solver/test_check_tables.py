"""Who passes what, row by row of the tables in `movesolver.rules`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from movesolver import Code, Verdict, check
from movesolver.rules.moves import Mode
from movesolver.rules.ruleset import ModelRow, TerrainRow
from movesolver.rules.transit import Mover, floor_blocks, model_blocks, wall_bars_climb, wall_blocks
from movesolver.rules.voidsiege import VOIDSIEGE
from movesolver.rules.wh40k import ELEVENTH, TENTH
from situations import Json, box, model, path, situation, unit, wall

R32 = 16 / 25.4
KNIGHT = ("VEHICLE", "SUPER-HEAVY WALKER")


def mover(*words: str, flying: bool = False, move: str = "normal", height: float = 1.0) -> Mover:
    return Mover(frozenset(words), height, flying, move)


def passes(
    move: str, mine: tuple[str, ...], other: tuple[str, ...], enemy: bool, **more: Any
) -> bool:
    mode = Mode(more.pop("mode"), "09.07") if "mode" in more else None
    me = mover(*mine, move=move, **more)
    return not model_blocks(ELEVENTH, ELEVENTH.moves[move], mode, me, frozenset(other), enemy)


@pytest.mark.parametrize(
    ("move", "mine", "other", "friend", "enemy"),
    [
        ("normal", ("INFANTRY",), ("INFANTRY",), True, False),  # V4, V6
        ("normal", ("INFANTRY",), ("VEHICLE",), True, False),  # A17
        ("normal", ("MONSTER",), ("INFANTRY",), True, True),  # V13
        ("advance", ("VEHICLE",), ("INFANTRY",), True, True),
        ("normal", ("MONSTER",), ("VEHICLE",), False, False),  # V14
        ("advance", ("VEHICLE",), ("MONSTER",), False, False),
        ("fall_back", ("VEHICLE",), ("INFANTRY",), True, False),
        ("fall_back", ("VEHICLE",), ("VEHICLE",), True, False),
        ("normal", ("INFANTRY", "FLY"), ("INFANTRY",), True, False),  # V16
        ("normal", ("VEHICLE",), ("VEHICLE", "AIRCRAFT"), True, True),  # V18
        ("normal", KNIGHT, ("VEHICLE",), True, True),  # V17
        ("advance", KNIGHT, ("MONSTER",), True, True),
        ("fall_back", KNIGHT, ("INFANTRY",), True, True),
        ("normal", KNIGHT, ("VEHICLE", "TITANIC"), False, False),
        ("fall_back", KNIGHT, ("VEHICLE", "TITANIC"), True, False),
        ("normal", ("INFANTRY", "THROUGH MODELS"), ("INFANTRY",), True, True),  # V10
        ("normal", ("VEHICLE", "THROUGH MODELS"), ("VEHICLE",), False, True),
    ],
)
def test_who_passes_whom(
    move: str, mine: tuple[str, ...], other: tuple[str, ...], friend: bool, enemy: bool
) -> None:
    assert passes(move, mine, other, enemy=False) is friend
    assert passes(move, mine, other, enemy=True) is enemy


def test_modes_and_the_skies_open_the_way() -> None:
    assert passes("fall_back", ("INFANTRY",), ("VEHICLE",), True, mode="desperate_escape")  # V19
    assert not passes("fall_back", ("INFANTRY",), ("VEHICLE",), True, mode="ordered_retreat")
    assert passes("normal", ("VEHICLE", "FLY"), ("TITANIC", "VEHICLE"), True, flying=True)  # V15


def test_other_games_have_tables_of_their_own() -> None:
    walk = VOIDSIEGE.moves["move"]
    for words in (frozenset({"AIRCRAFT"}), frozenset({"INFANTRY"})):
        assert model_blocks(VOIDSIEGE, walk, None, mover("FLY", move="move"), words, False)
    normal = TENTH.moves["normal"]
    big = mover("VEHICLE")
    assert not model_blocks(TENTH, normal, None, big, frozenset({"VEHICLE"}), False)
    assert model_blocks(TENTH, normal, None, big, frozenset({"INFANTRY"}), True)
    assert wall_blocks(VOIDSIEGE, mover("INFANTRY", move="move"), "light", 0.0, 1.0, 0.0)


@pytest.mark.parametrize(
    ("words", "move", "tallest"),
    [
        (("MOUNTED",), "normal", 2.0),
        (("VEHICLE",), "normal", 2.0),
        (KNIGHT, "normal", 4.0),
        (KNIGHT, "advance", 4.0),
        (KNIGHT, "fall_back", 4.0),
        (KNIGHT, "remain_stationary", 2.0),
    ],
)
def test_sections_up_to_a_height_are_crossed(
    words: tuple[str, ...], move: str, tallest: float
) -> None:
    me = mover(*words, move=move)
    assert not wall_blocks(ELEVENTH, me, "dense", 0.0, tallest, 0.0)
    assert wall_blocks(ELEVENTH, me, "dense", 0.0, tallest + 0.01, 0.0)
    for category in ("light", "exposed"):
        assert not wall_blocks(ELEVENTH, me, category, 0.0, 9.0, 0.0)


@pytest.mark.parametrize("words", ["INFANTRY", "BEASTS", "SWARM", "MOBILE"])
def test_some_walk_through_walls_and_fewer_through_floors(words: str) -> None:
    me = mover(words)
    assert not wall_blocks(ELEVENTH, me, "dense", 0.0, 9.0, 0.0)
    assert floor_blocks(ELEVENTH, me, "dense") is (words == "MOBILE")
    assert floor_blocks(ELEVENTH, mover("VEHICLE"), "dense")
    assert not floor_blocks(ELEVENTH, mover("VEHICLE", "FLY", flying=True), "dense")
    assert not floor_blocks(ELEVENTH, mover("VEHICLE"), "light")
    assert not wall_blocks(ELEVENTH, mover("VEHICLE", flying=True), "dense", 0.0, 9.0, 0.0)


def test_a_wall_bars_a_climb_wherever_it_bars_a_slide() -> None:
    """From 0.6 up to 1.5 past a wall from 1.5 to 3: at 0.6 it rises 2.4 above the base."""
    me = mover("VEHICLE")
    assert wall_blocks(ELEVENTH, me, "dense", 1.5, 3.0, 0.6)
    assert wall_bars_climb(ELEVENTH, me, "dense", 1.5, 3.0, 0.6, 1.5)
    assert wall_bars_climb(ELEVENTH, me, "dense", 1.5, 3.0, 0.0, 1.5)
    assert not wall_bars_climb(ELEVENTH, me, "dense", 1.5, 3.0, 0.0, 0.5)
    assert not wall_bars_climb(ELEVENTH, me, "dense", 1.5, 3.0, 3.0, 5.0)
    assert not wall_bars_climb(ELEVENTH, me, "dense", 1.5, 3.0, 1.2, 2.0)


def test_a_house_rule_is_one_more_row() -> None:
    ghosts = ModelRow("house", mover=frozenset({"GHOST"}))
    pillars = ModelRow("house", passes=False, other=frozenset({"PILLAR"}))
    climbers = TerrainRow("house", mover=frozenset({"GHOST"}), highest=6.0)
    house = replace(
        ELEVENTH, models=(pillars, ghosts, *ELEVENTH.models), walls=(*ELEVENTH.walls, climbers)
    )
    normal, ghost = house.moves["normal"], mover("GHOST")
    assert not model_blocks(house, normal, None, ghost, frozenset({"INFANTRY"}), True)
    assert model_blocks(house, normal, None, ghost, frozenset({"PILLAR"}), False)
    assert not wall_blocks(house, ghost, "dense", 0.0, 6.0, 0.0)
    assert wall_blocks(house, ghost, "dense", 0.0, 6.1, 0.0)


def test_what_no_row_bars_passes() -> None:
    nothing = replace(ELEVENTH, models=())
    me = mover("INFANTRY")
    assert not model_blocks(nothing, nothing.moves["normal"], None, me, frozenset(), True)


def march(
    keywords: tuple[str, ...], move: str = "normal", others: list[Json] | None = None, **more: Any
) -> Verdict:
    """Ten inches past what stands at 15; engaged at the start for a fall-back."""
    units = [unit("alpha", "a", model("a1", (10, 20)), keywords=list(keywords), move=12)]
    units += others or []
    if move == "fall_back":
        units.append(unit("near", "b", model("n1", (10, 20 + 2 * R32 + 1))))
    if move == "advance":
        more["roll"] = 1
    return check(situation(units, move=move, paths={"a1": path((10, 20), (20, 20))}, **more))


@pytest.mark.parametrize("move", ["normal", "advance", "fall_back"])
def test_super_heavy_walkers_stride_over_units_and_low_sections(move: str) -> None:
    """24.35: and the sections that bar them name the rule of walls."""
    tank = unit("tank", "b", model("t1", (15, 20)), keywords=["VEHICLE"])
    titan = unit("titan", "b", model("t1", (15, 20)), keywords=["VEHICLE", "TITANIC"])
    assert march(KNIGHT, move, [tank]).legal
    assert march(("VEHICLE",), move, [tank]).codes == (Code.THROUGH_ENEMY,)
    verdict = march(KNIGHT, move, [titan])
    assert verdict.codes == (Code.THROUGH_ENEMY,)
    assert verdict.violations[0].rule == ("03.01" if move == "fall_back" else "17.01")
    for top, legal in ((4.0, True), (4.01, False)):
        section = wall("w", box(14, 15, 14.5, 25), top=top)
        assert march(KNIGHT, move, terrain=[section]).legal is legal
    by_choice = (*KNIGHT, "MOBILE")
    assert march(by_choice, move, terrain=[wall("w", box(14, 15, 14.5, 25), top=9.0)]).legal


def test_super_heavy_walkers_of_one_unit_pass_each_other() -> None:
    mates = [model("a1", (10, 20)), model("a2", (13, 20))]
    paths = {"a1": path((10, 20), (13, 20)), "a2": path((13, 20), (10, 20))}
    for words, legal in ((KNIGHT, True), (("VEHICLE",), False), ((*KNIGHT, "TITANIC"), False)):
        swap = unit("alpha", "a", *mates, keywords=list(words))
        assert check(situation([swap], paths=paths)).legal is legal


@pytest.mark.parametrize(("inches", "most"), [(8.0, 6.0), (1.0, 0.0)])
def test_the_skies_cost_the_whole_unit_and_lift_those_that_fly(inches: float, most: float) -> None:
    """21.03: two inches less for all, never less than nothing; enemies are passed by FLY only."""
    mates = [model("a1", (10, 20), keywords=["FLY"]), model("a2", (10, 22))]
    status = {"fly_declared": True}
    flock = unit("alpha", "a", *mates, move=inches, status=status)
    foes = [unit(f"foe{k}", "b", model(f"f{k}", (13, 20 + 2 * k))) for k in range(2)]
    paths = {"a1": path((10, 20), (17, 20)), "a2": path((10, 22), (17, 22))}
    verdict = check(situation([flock, *foes], paths=paths))
    far = [one for one in verdict.violations if one.code is Code.TOO_FAR]
    assert [(one.models, one.allowed) for one in far] == [(("a1",), most), (("a2",), most)]
    barred = [one.models for one in verdict.violations if one.code is Code.THROUGH_ENEMY]
    assert barred == [("a2",)]
