"""The same question put in another way: turned, mirrored, shifted, renamed, or with more reach."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

import numpy as np
from msgspec import structs

from movesolver.rules.moves import MoveType
from movesolver.rules.ruleset import RuleSet
from movesolver.table.army import Model, Unit
from movesolver.table.bases import Base
from movesolver.table.fields import Point, Polygon
from movesolver.table.scenario import Action, Pose, Scenario, Table

T = TypeVar("T")
Place = Callable[[Point], Point]
Turn = Callable[[float], float]


def turned(scenario: Scenario) -> Scenario:
    """Return the table and all on it turned by a quarter, counter-clockwise."""
    height = scenario.table.height
    moved = _moved(scenario, lambda p: (height - p[1], p[0]), lambda facing: facing + 90.0)
    return structs.replace(moved, table=Table(height, scenario.table.width))


def mirrored(scenario: Scenario) -> Scenario:
    """Return the table and all on it in a mirror: left is right, hulls included."""
    width = scenario.table.width
    return _moved(
        scenario,
        lambda p: (width - p[0], p[1]),
        lambda facing: 180.0 - facing,
        lambda base: (
            base
            if base.hull is None
            else structs.replace(base, hull=tuple((x, -y) for x, y in base.hull))
        ),
    )


def shifted(scenario: Scenario, by: Point) -> Scenario:
    """Return all on the table moved by the same vector, on a table larger on every side."""
    dx, dy = by
    moved = _moved(scenario, lambda p: (p[0] + dx, p[1] + dy), lambda facing: facing)
    table = Table(scenario.table.width + 2 * dx, scenario.table.height + 2 * dy)
    return structs.replace(moved, table=table)


def _moved(
    scenario: Scenario, place: Place, turn: Turn, form: Callable[[Base], Base] = lambda base: base
) -> Scenario:
    def area(polygon: Polygon) -> Polygon:
        return tuple(place(point) for point in polygon)

    def posed(pose: Pose) -> Pose:
        return (*place(pose[:2]), turn(pose[2]), pose[3])

    def model(one: Model) -> Model:
        at = None if one.at is None else place(one.at)
        return structs.replace(one, at=at, facing=turn(one.facing), base=form(one.base))

    terrain = tuple(
        structs.replace(
            feature,
            footprint=area(feature.footprint),
            walls=tuple(structs.replace(w, polygon=area(w.polygon)) for w in feature.walls),
            floors=tuple(structs.replace(f, polygon=area(f.polygon)) for f in feature.floors),
        )
        for feature in scenario.terrain
    )
    markers = tuple(
        structs.replace(
            marker,
            at=None if marker.at is None else place(marker.at),
            area=None if marker.area is None else area(marker.area),
        )
        for marker in scenario.markers
    )
    action = scenario.action
    paths, ends = action.paths, action.ends
    return structs.replace(
        scenario,
        terrain=terrain,
        markers=markers,
        zones=tuple(structs.replace(z, polygon=area(z.polygon)) for z in scenario.zones),
        units=tuple(
            structs.replace(unit, models=tuple(model(one) for one in unit.models))
            for unit in scenario.units
        ),
        action=structs.replace(
            action,
            goal=(),
            paths=paths and {name: tuple(posed(p) for p in path) for name, path in paths.items()},
            ends=ends and {name: posed(pose) for name, pose in ends.items()},
        ),
    )


def renumbered(scenario: Scenario, draw: np.random.Generator) -> Scenario:
    """Return the question with units and models in another order and under other names."""
    units = {unit.id: f"u{k}" for k, unit in enumerate(_shuffled(scenario.units, draw))}
    everyone = [model for unit in scenario.units for model in unit.models]
    models = {model.id: f"m{k}" for k, model in enumerate(_shuffled(everyone, draw))}

    def renamed(unit: Unit) -> Unit:
        inner = unit.status.embarked_in
        status = structs.replace(
            unit.status,
            embarked_in=None if inner is None else units[inner],
            deemed_contact=tuple(models[name] for name in unit.status.deemed_contact),
        )
        mates = tuple(
            structs.replace(model, id=models[model.id]) for model in _shuffled(unit.models, draw)
        )
        return structs.replace(unit, id=units[unit.id], models=mates, status=status)

    action = scenario.action
    return structs.replace(
        scenario,
        units=tuple(renamed(unit) for unit in _shuffled(scenario.units, draw)),
        action=structs.replace(
            action,
            goal=(),
            unit=units[action.unit],
            targets=tuple(units.get(name, name) for name in action.targets),
            paths=action.paths and _keyed(action.paths, models),
            ends=action.ends and _keyed(action.ends, models),
            order=action.order and tuple((models[name], number) for name, number in action.order),
        ),
    )


def _keyed(things: Mapping[str, T], names: Mapping[str, str]) -> dict[str, T]:
    return {names[name]: thing for name, thing in things.items()}


def _shuffled(things: tuple[T, ...] | list[T], draw: np.random.Generator) -> list[T]:
    return [things[int(k)] for k in draw.permutation(len(things))]


def with_bystanders(scenario: Scenario) -> Scenario:
    """Return the question with a slain mate more, and a unit of each side in reserve."""
    mover = scenario.mover
    ghost = structs.replace(mover.models[0], id="slain model of no account", slain=True)
    units = tuple(
        structs.replace(unit, models=(*unit.models, ghost)) if unit is mover else unit
        for unit in scenario.units
    )
    away = tuple(
        Unit(
            f"reserve {side}",
            side,
            (Model(f"reserve model {side}", mover.models[0].base),),
            status=structs.replace(type(mover.status)(), in_reserve=True),
        )
        for side in dict.fromkeys(unit.side for unit in scenario.units)
    )
    return structs.replace(scenario, units=(*units, *away))


def with_action(scenario: Scenario, action: Action) -> Scenario:
    """Return the same situation with another action."""
    return structs.replace(scenario, action=action)


def reaching_further(
    scenario: Scenario, rules: RuleSet, more: float = 1.0
) -> tuple[Scenario, RuleSet]:
    """Return the question with a maximum that is longer by ``more`` inches or a little more.

    By the data: a stated distance, a distance of the move's own, an ability, or M.
    """
    action, move = scenario.action, rules.moves[scenario.action.move]
    if action.max_distance is not None:
        stated = structs.replace(action, max_distance=action.max_distance + more)
        return with_action(scenario, stated), rules
    mover = scenario.mover
    if move.fixed is None and move.ability:
        have = float(getattr(mover.status, move.ability) or 0.0)
        status = structs.replace(mover.status, **{move.ability: have + more})
        return _with_mover(scenario, structs.replace(mover, status=status)), rules
    if move.fixed is None:
        # An M of 0 stands for a model that cannot move at all, and stays.
        add = more / min(1.0, move.times_move) if move.times_move > 0 else more
        models = tuple(
            structs.replace(model, move=model.move + add) if model.move else model
            for model in mover.models
        )
        own = mover.move + add if mover.move else mover.move
        return _with_mover(scenario, structs.replace(mover, models=models, move=own)), rules
    return scenario, replace(rules, moves={**rules.moves, move.name: _longer(move, more)})


def _longer(move: MoveType, more: float) -> MoveType:
    modes = tuple(
        replace(mode, changes={**mode.changes, "fixed": mode.changes["fixed"] + more})
        if mode.changes.get("fixed") is not None
        else mode
        for mode in move.modes
    )
    fixed = None if move.fixed is None else move.fixed + more
    return replace(move, fixed=fixed, modes=modes)


def _with_mover(scenario: Scenario, mover: Unit) -> Scenario:
    units = tuple(mover if unit.id == mover.id else unit for unit in scenario.units)
    return structs.replace(scenario, units=units)


def far_from_edges(scenario: Scenario, reach: float) -> bool:
    """Return whether no centre of the unit, where it stands or goes, is that near to an edge."""
    action, table = scenario.action, scenario.table
    spots = [model.at for model in scenario.mover.standing if model.at is not None]
    spots += [pose[:2] for path in (action.paths or {}).values() for pose in path]
    spots += [pose[:2] for pose in (action.ends or {}).values()]
    room = (min(x, table.width - x, y, table.height - y) for x, y in spots)
    return min(room, default=-math.inf) > reach
