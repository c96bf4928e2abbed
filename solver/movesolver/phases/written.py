"""States as JSON, and the structs that come from a caller's plain values."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec.structs import force_setattr

from movesolver.errors import InputError
from movesolver.formats.places import converted
from movesolver.formats.references import fitted
from movesolver.formats.scenario import FORMAT
from movesolver.formats.trees import as_tree, check_tree, read_tree
from movesolver.referee.verdict import Json
from movesolver.table.fields import inside, shown
from movesolver.table.scenario import Action, Pose

if TYPE_CHECKING:
    from movesolver.phases.state import PhaseState

State = TypeVar("State", bound="PhaseState")
Path = Sequence[Sequence[float]]


def action_of(
    paths: Mapping[str, Path] | None,
    ends: Mapping[str, Sequence[float]] | None,
    **fields: Any,
) -> Action:
    """Return the action that a step asks about, its values checked.

    Raises
    ------
    InputError
        If a pose is not four finite numbers, or a distance is negative.
    """
    walked = ended = None
    if paths is not None:
        walked = {
            name: tuple(_pose(pose, inside("paths", name, k)) for k, pose in enumerate(path))
            for name, path in paths.items()
        }
    if ends is not None:
        ended = {name: _pose(pose, inside("ends", name)) for name, pose in ends.items()}
    return Action(paths=walked, ends=ended, **fields)


def _pose(numbers: Sequence[float], place: str) -> Pose:
    try:
        x, y, facing, z = map(float, numbers)
    except (TypeError, ValueError):
        raise InputError(place, "[x, y, facing, z]", shown(numbers)) from None
    return (x, y, facing, z)


def tree_of(state: PhaseState) -> Json:
    """Return a state as plain values, with the version of the format and its phase."""
    tree: Json = as_tree(state)
    return {"movesolver": FORMAT, "phase": state.PHASE, **tree}


def text_of(tree: Json) -> str:
    """Return plain values as one line of JSON."""
    return json.dumps(tree, ensure_ascii=False, allow_nan=False) + "\n"


def read(cls: type[State], tree: object) -> State:
    """Return the state of a phase from plain values, or from text.

    Raises
    ------
    InputError
        Naming the place, what was wanted there and what was given.
    """
    if isinstance(tree, str | bytes):
        tree = read_tree(tree)
    else:
        check_tree(tree)
    if not isinstance(tree, dict):
        raise InputError("document", "an object", shown(tree))
    fields = dict(tree)
    for name, value in (("movesolver", FORMAT), ("phase", cls.PHASE)):
        if name not in fields:
            raise InputError(name, shown(value), "nothing")
        given = fields.pop(name)
        if type(given) is not type(value) or given != value:
            raise InputError(name, shown(value), shown(given))
    state = converted(fields, cls)
    try:
        scenario = fitted(state.scenario)
    except InputError as error:
        raise InputError(f"scenario.{error.place}", error.wanted, error.got) from None
    force_setattr(state, "scenario", scenario)
    if scenario.rules.game != cls.GAME:
        raise InputError("scenario.rules.game", shown(cls.GAME), shown(scenario.rules.game))
    if scenario.phase != cls.PHASE:
        raise InputError("scenario.phase", shown(cls.PHASE), shown(scenario.phase))
    sides = sorted({unit.side for unit in scenario.units})
    for place, side in state.named_sides():
        if side not in sides:
            wanted = f"one of {', '.join(map(shown, sides))}"
            raise InputError(place, wanted, shown(side) if side else "nothing")
    known = {unit.id for unit in scenario.units}
    for place, name in state.named_units():
        if name not in known:
            raise InputError(place, "the id of a unit of the scenario", shown(name))
    return state
