"""Small situations of which it is known by hand what can be reached."""

from __future__ import annotations

import math

import msgspec

from movesolver.formats.scenario import validate
from movesolver.table.army import Model, Unit, UnitStatus
from movesolver.table.bases import Base, round
from movesolver.table.fields import Point
from movesolver.table.scenario import Action, Marker, Pose, RulesChoice, Scenario, Table, Zone
from movesolver.table.terrain import Feature, Wall

WIDE = round(50.8)
"""A round base of radius 1 inch."""
CENTRE: Point = (30.0, 22.0)


def box(x0: float, y0: float, x1: float, y1: float) -> tuple[Point, ...]:
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def wall(name: str, x0: float, y0: float, x1: float, y1: float) -> Feature:
    corners = box(x0, y0, x1, y1)
    return Feature(name, "dense", corners, (Wall(corners, 5.0),))


def situation(
    *,
    at: tuple[Point | None, ...] = (CENTRE,),
    base: Base = WIDE,
    facing: float = 0.0,
    move: float | None = 6.0,
    own: dict[int, float] | None = None,
    keywords: tuple[str, ...] = ("MOUNTED",),
    foes: tuple[Model, ...] = (),
    friends: tuple[Model, ...] = (),
    terrain: tuple[Feature, ...] = (),
    markers: tuple[Marker, ...] = (),
    zones: tuple[Zone, ...] = (),
    action: Action | None = None,
    rules: RulesChoice | None = None,
    status: UnitStatus | None = None,
    foe_move: float | None = 6.0,
    z: float = 0.0,
) -> Scenario:
    """Return models a0, a1, ... of unit alpha, by default one in the middle of the table."""
    models = tuple(
        Model(f"a{k}", base, spot, facing, z=z, move=(own or {}).get(k))
        for k, spot in enumerate(at)
    )
    units = [Unit("alpha", "a", models, keywords, move, status or UnitStatus())]
    if foes:
        units.append(Unit("foe", "b", foes, ("INFANTRY",), foe_move))
    if friends:
        units.append(Unit("pals", "a", friends, ("INFANTRY",), 6.0))
    return validate(
        Scenario(
            movesolver=1,
            table=Table(60.0, 44.0),
            units=tuple(units),
            action=action or Action("alpha", "normal"),
            terrain=terrain,
            markers=markers,
            zones=zones,
            rules=rules or RulesChoice(),
        )
    )


def with_action(scenario: Scenario, **changes: object) -> Scenario:
    action = msgspec.structs.replace(scenario.action, **changes)
    return msgspec.structs.replace(scenario, action=action)


def with_ends(scenario: Scenario, **ends: Pose) -> Scenario:
    return with_action(scenario, ends=ends, paths=None)


def with_paths(scenario: Scenario, **paths: tuple[Pose, ...]) -> Scenario:
    return with_action(scenario, ends=None, paths=paths)


def ring(
    count: int, radius: float, base: Base = WIDE, about: Point = CENTRE, name: str = "e"
) -> tuple[Model, ...]:
    """Return models in a circle."""
    turn = 2.0 * math.pi / count
    return tuple(
        Model(
            f"{name}{k}",
            base,
            (about[0] + radius * math.cos(turn * k), about[1] + radius * math.sin(turn * k)),
        )
        for k in range(count)
    )


def around(distance: float, radius: float) -> float:
    """Return the way past a disc half-way between two points so far apart."""
    half = distance / 2.0
    tangent = math.sqrt(half * half - radius * radius)
    return 2.0 * (tangent + radius * math.asin(radius / half))
