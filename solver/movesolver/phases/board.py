"""A scenario with something changed, nothing checked again, the rest shared.

What changes was checked where it came from (the referee, the search, or the door); so
structs are copied field by field, without the checks of their constructors, and units,
models and terrain that did not change are the same objects as before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import methodcaller
from typing import Any, TypeVar

import msgspec

from movesolver.errors import InputError
from movesolver.table.army import Unit, UnitStatus
from movesolver.table.fields import shown
from movesolver.table.names import did_you_mean
from movesolver.table.scenario import Action, MoveName, Pose, Scenario

Thing = TypeVar("Thing", bound=msgspec.Struct)
_set = msgspec.structs.force_setattr
_copy = methodcaller("__copy__")  # `copy.copy` comes to the same in three times the time


def changed(thing: Thing, **fields: Any) -> Thing:
    """Return a copy of a struct with some fields changed, unchecked."""
    new: Thing = _copy(thing)
    for name, value in fields.items():
        _set(new, name, value)
    return new


def index_of(scenario: Scenario, name: str, place: str = "unit") -> int:
    """Return where a unit is in the scenario.

    Raises
    ------
    InputError
        If there is no such unit.
    """
    for index, unit in enumerate(scenario.units):
        if unit.id == name:
            return index
    known = [unit.id for unit in scenario.units]
    wanted = f"the id of a unit{did_you_mean(name, known)}: {', '.join(map(shown, known[:12]))}"
    raise InputError(place, wanted, shown(name))


def with_unit(scenario: Scenario, index: int, unit: Unit) -> Scenario:
    """Return the scenario with another unit in one place."""
    units = scenario.units
    return changed(scenario, units=(*units[:index], unit, *units[index + 1 :]))


def with_status(scenario: Scenario, index: int, **fields: Any) -> Scenario:
    """Return the scenario with some of a unit's status changed."""
    unit = scenario.units[index]
    return with_unit(scenario, index, changed(unit, status=changed(unit.status, **fields)))


def placed(unit: Unit, ends: Mapping[str, Pose], status: UnitStatus) -> Unit:
    """Return a unit with its models at their ends; models left out stay where they are."""
    models = []
    for model in unit.models:
        end = ends.get(model.id)
        if end is not None:
            x, y, facing, z = end
            there = model.at == (x, y) and model.facing == facing and model.z == z
            if model.slain or not there:
                model = _copy(model)
                _set(model, "at", (x, y))
                _set(model, "facing", facing)
                _set(model, "z", z)
                _set(model, "slain", False)
        models.append(model)
    return changed(unit, models=tuple(models), status=status)


def off_table(unit: Unit, status: UnitStatus) -> Unit:
    """Return a unit that has left the table."""
    models = tuple(changed(model, at=None, z=0.0) for model in unit.models)
    return changed(unit, models=models, status=status)


def without(unit: Unit, lost: Iterable[str]) -> Unit:
    """Return a unit with some models slain."""
    gone = frozenset(lost)
    models = tuple(
        changed(model, slain=True) if model.id in gone and not model.slain else model
        for model in unit.models
    )
    return changed(unit, models=models)


def alive(unit: Unit) -> bool:
    """Whether some model of the unit is left, on the table or off it."""
    return any(not model.slain for model in unit.models)


def cleared(scenario: Scenario, **fields: Any) -> Scenario:
    """Return the scenario with fields of every unit's status set, sharing what is so already."""
    wanted = tuple(fields.items())
    units = tuple(
        unit
        if all(getattr(unit.status, name) == value for name, value in wanted)
        else changed(unit, status=changed(unit.status, **fields))
        for unit in scenario.units
    )
    return changed(scenario, units=units)


def idle(scenario: Scenario) -> Scenario:
    """Return the scenario without the question it asked, so that equal boards are equal."""
    move: MoveName = "move" if scenario.rules.game == "voidsiege" else "remain_stationary"
    return changed(scenario, action=Action(unit=scenario.units[0].id, move=move))
