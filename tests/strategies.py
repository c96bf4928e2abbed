"""Hypothesis strategies: scenarios that the format accepts, and things found in them.

Positions are on the table but otherwise free: bases may overlap, units may be
scattered, paths may run through walls. What is drawn is good input, not a legal move.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from movesolver.rules.chosen import BASES
from movesolver.rules.options import MOVES, OPTIONS, VERSIONS, Option
from movesolver.table.army import Model, Unit, UnitStatus
from movesolver.table.bases import Base
from movesolver.table.fields import Point, Polygon
from movesolver.table.scenario import (
    Action,
    AtLeast,
    Field,
    Game,
    GoalTerm,
    Marker,
    Nearness,
    OptionValue,
    Pose,
    RulesChoice,
    Scenario,
    Table,
    Target,
    Zone,
)
from movesolver.table.terrain import Feature, Floor, Wall

ROUND = (25.0, 28.5, 32.0, 40.0, 50.0, 60.0, 80.0, 100.0, 130.0, 160.0)
OVAL = ((60.0, 35.5), (75.0, 42.0), (90.0, 52.5), (105.0, 70.0), (120.0, 92.0), (170.0, 109.0))

facings = st.floats(-720.0, 720.0)
names = st.text(
    st.sampled_from("abz059 _-.'\"\\<&[]éßж漢\u2028\n\N{GRINNING FACE}"), min_size=1, max_size=5
)
"""Sides and keywords: letters of several scripts, and what needs escaping somewhere."""


def lengths(low: float, high: float) -> st.SearchStrategy[float]:
    """Numbers of inches, whole ones and awkward ones."""
    whole = st.integers(math.ceil(low), math.floor(high)).map(float)
    return whole | st.floats(low, high)


@st.composite
def outlines(draw: st.DrawFn, middle: Point = (0.0, 0.0), reach: float = 3.0) -> Polygon:
    """Simple polygons around a point, concave ones too: star-shaped about it."""
    corners = draw(st.integers(3, 6))
    turn = draw(st.sampled_from((0.0, 0.5, 1.1)))
    radii = draw(st.lists(st.floats(0.3, 1.0), min_size=corners, max_size=corners))
    angles = [turn + 2 * math.pi * i / corners for i in range(corners)]
    return tuple(
        (middle[0] + reach * r * math.cos(t), middle[1] + reach * r * math.sin(t))
        for r, t in zip(radii, angles, strict=True)
    )


bases: st.SearchStrategy[Base] = st.one_of(
    st.sampled_from(ROUND).map(lambda d: Base(round=d)),
    st.sampled_from(OVAL).map(lambda axes: Base(oval=axes)),
    st.tuples(st.floats(10.0, 150.0), st.floats(10.0, 150.0)).map(lambda s: Base(rectangle=s)),
    outlines().map(lambda points: Base(hull=points)),
)
"""Bases of every kind, none reaching more than 4.2 inches from its centre."""

REACH = 4.2


@st.composite
def points(draw: st.DrawFn, table: Table, margin: float = 0.0) -> Point:
    """Points of the table, ``margin`` inches from its edges."""
    x = draw(lengths(margin, table.width - margin))
    y = draw(lengths(margin, table.height - margin))
    return (x, y)


@st.composite
def features(draw: st.DrawFn, table: Table, name: str) -> Feature:
    """Terrain features with up to two walls and two floors."""
    middle = draw(points(table))
    walls = draw(
        st.lists(st.tuples(outlines(middle), lengths(0, 3), st.floats(0.1, 5.0)), max_size=2)
    )
    floors = draw(st.lists(st.tuples(outlines(middle), lengths(0, 9)), max_size=2))
    return Feature(
        name,
        draw(st.sampled_from(("exposed", "light", "dense"))),
        draw(outlines(middle)),
        tuple(Wall(polygon, bottom + tall, bottom) for polygon, bottom, tall in walls),
        tuple(Floor(polygon, z) for polygon, z in floors),
    )


@st.composite
def models(draw: st.DrawFn, table: Table, name: str, off_table: bool) -> Model:
    """Models standing on the table, slain ones among them; or off the table."""
    slain = draw(st.sampled_from((False, False, False, True)))
    nowhere = off_table or (slain and draw(st.booleans()))
    return Model(
        name,
        draw(bases),
        None if nowhere else draw(points(table, REACH)),
        draw(facings),
        draw(st.just(0.0) | lengths(0, 9)),
        draw(st.none() | lengths(0, 14)),
        tuple(draw(st.lists(names, max_size=2))),
        draw(st.none() | lengths(0, 9)),
        slain,
    )


@st.composite
def units(draw: st.DrawFn, table: Table, name: str, transports: Sequence[str]) -> Unit:
    """Units of one to four models, some in reserve, some embarked in one named before."""
    status = UnitStatus(
        in_reserve=draw(st.sampled_from((False, False, False, True))),
        embarked_in=draw(st.none() | st.sampled_from(transports)) if transports else None,
        battle_shocked=draw(st.booleans()),
        moved=draw(st.none() | st.sampled_from(("normal", "advance", "charge"))),
        scouts=draw(st.none() | lengths(0, 9)),
        capacity=draw(st.none() | st.integers(0, 20)),
    )
    off_table = status.in_reserve or status.embarked_in is not None
    count = draw(st.integers(1, 4))
    return Unit(
        name,
        draw(st.sampled_from(("a", "b"))),
        tuple(draw(models(table, f"{name}.{i}", off_table)) for i in range(count)),
        tuple(draw(st.lists(names, max_size=2))),
        draw(st.none() | lengths(0, 14)),
        status,
    )


@st.composite
def steps(draw: st.DrawFn, pose: Pose) -> Pose:
    """The pose after one step: a straight move, a turn or a climb."""
    x, y, facing, z = pose
    kind = draw(st.sampled_from(("move", "turn", "climb")))
    if kind == "move":
        return (draw(lengths(-10, 70)), draw(lengths(-10, 70)), facing, z)
    if kind == "turn":
        return (x, y, draw(facings), z)
    return (x, y, facing, draw(lengths(0, 12)))


@st.composite
def paths(draw: st.DrawFn, model: Model) -> tuple[Pose, ...]:
    """Paths of up to four steps that begin where the model stands."""
    x, y = model.at or draw(st.tuples(lengths(0, 30), lengths(0, 30)))
    found: list[Pose] = [(x, y, model.facing, model.z)]
    for _ in range(draw(st.integers(0, 4))):
        found.append(draw(steps(found[-1])))
    return tuple(found)


@st.composite
def goals(draw: st.DrawFn, scenario: Scenario, mover: Unit) -> GoalTerm:
    """Terms of a goal of every kind that speak of things in the scenario."""
    spot = points(scenario.table)
    things: list[Target] = [Target(unit=unit.id) for unit in scenario.units]
    things += [Target(marker=marker.id) for marker in scenario.markers]
    anything = spot | st.sampled_from([*things, *(Target(zone=z.id) for z in scenario.zones)])
    nearness = st.builds(Nearness, anything, lengths(0, 12))
    own = [model.id for model in mover.models]
    pose = st.tuples(lengths(0, 60), lengths(0, 60), facings, lengths(0, 9))
    wish = st.dictionaries(
        st.sampled_from(own), pose | pose.map(lambda p: p[:2]) | pose.map(lambda p: p[:3])
    )
    row = st.lists(lengths(-9, 9), min_size=3, max_size=3).map(tuple)
    rows = st.lists(row, min_size=2, max_size=4).map(tuple)
    kinds: dict[str, st.SearchStrategy[Any]] = {
        "near": spot | st.sampled_from(things),
        "within": nearness,
        "avoid": nearness,
        "wish": wish,
        "travel": st.just(True),
        "field": st.builds(Field, spot, st.floats(0.1, 9.0), rows),
        "need": st.builds(AtLeast, anything, st.integers(1, 9), lengths(0, 12)),
    }
    kind = draw(st.sampled_from(list(kinds)))
    limits = draw(st.none() | st.lists(st.sampled_from(own), unique=True).map(tuple))
    if kind == "need":
        return GoalTerm(need=draw(kinds[kind]), models=limits)
    weight = draw(lengths(-5, 5))
    priorities = draw(st.none() | st.dictionaries(st.sampled_from(own), lengths(-3, 3)))
    return GoalTerm(
        **{kind: draw(kinds[kind])},
        weight=weight,
        priorities=priorities,
        worst=draw(st.booleans()),
        models=limits,
    )


@st.composite
def rules(draw: st.DrawFn) -> RulesChoice:
    """Games with versions and options that they know."""
    games: tuple[Game, ...] = ("wh40k11", "voidsiege", "wh40k10")
    game = draw(st.sampled_from(games))
    known = [*VERSIONS[game], *(name.split("_")[0] for name in VERSIONS[game])]
    chosen = draw(st.lists(st.sampled_from(list(OPTIONS)), unique=True, max_size=4))
    return RulesChoice(
        game,
        draw(st.none() | st.sampled_from(known)) if known else None,
        {name: draw(values(OPTIONS[name])) for name in chosen},
    )


def values(option: Option) -> st.SearchStrategy[OptionValue]:
    """What an option may be."""
    if option.kind == "flag":
        return st.booleans()
    return st.sampled_from(option.choices) if option.choices else st.floats(option.low, option.high)


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    """Whole scenarios: one to three units, terrain, markers, zones, and one unit's action."""
    table = Table(draw(lengths(20, 72)), draw(lengths(20, 72)))
    army: list[Unit] = []
    for index in range(draw(st.integers(1, 3))):
        army.append(draw(units(table, f"unit {index}", [unit.id for unit in army])))
    mover = draw(st.sampled_from(army))
    choice = draw(rules())
    spots = draw(st.lists(points(table), max_size=3))
    markers = tuple(
        Marker(f"m{i}", at=spot) if draw(st.booleans()) else Marker(f"m{i}", area=draw(outlines()))
        for i, spot in enumerate(spots)
    )
    board = Scenario(
        movesolver=1,
        table=table,
        units=tuple(army),
        action=Action(mover.id, draw(st.sampled_from(MOVES[choice.game]))),
        rules=choice,
        round=draw(st.integers(1, 5)),
        active_side=draw(st.none() | names),
        phase=draw(st.none() | st.sampled_from(("movement", "charge", "fight"))),
        terrain=tuple(draw(features(table, f"t{i}")) for i in range(draw(st.integers(0, 1)))),
        markers=markers,
        zones=tuple(
            Zone(f"z{i}", draw(names), draw(outlines())) for i in range(draw(st.integers(0, 2)))
        ),
    )
    move = board.action.move
    back = move == "return_models" and move in BASES[choice.game].moves
    standing = [model for model in mover.models if model.slain == back]
    moving = {
        model.id: draw(paths(model)) for model in standing if draw(st.sampled_from((True, False)))
    }
    asked = draw(st.sampled_from(("paths", "ends", "neither")))
    action = Action(
        mover.id,
        board.action.move,
        roll=draw(st.none() | st.integers(1, 12)),
        targets=tuple(draw(st.lists(st.sampled_from([unit.id for unit in army]), unique=True))),
        goal=tuple(draw(st.lists(goals(board, mover), max_size=3))),
        paths=moving if asked == "paths" else None,
        ends={name: path[-1] for name, path in moving.items()} if asked == "ends" else None,
        max_distance=draw(st.none() | lengths(0, 24)),
    )
    return replace(board, action=action)
