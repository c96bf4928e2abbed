"""Moved models put back into a copy of the save they came from."""

from __future__ import annotations

import json
import math
from typing import Any

from movesolver.errors import InputError
from movesolver.formats.problems import ProblemsError
from movesolver.formats.tabletop.frame import UP, Frame
from movesolver.formats.tabletop.objects import keyed, read_objects
from movesolver.table.scenario import Pose, Scenario

STILL = 1e-5
"""Who stands this near to where it stood has not moved: inches, and degrees."""


def write_save(
    text: str | bytes, scenario: Scenario, *, scale: float = 1.0, ahead: float = 90.0
) -> str:
    """Return the save with the models where the scenario has them; all else stays as it is.

    A move of the scenario (``action.paths`` or ``ends``) counts as made.

    Parameters
    ----------
    text
        The save that the scenario was read from.
    scenario
        With the ids that `read_save` gave.
    scale, ahead
        As for `read_save`.

    Raises
    ------
    ProblemsError
        If models are not in the save: all of them at once.
    InputError
        If the text is too long or no save.
    """
    tree = read_objects(text)
    objects = {key: one for key, _, one in keyed(tree)}
    frame = Frame(scenario.table, scale, ahead)
    moved = _moved(scenario)
    problems: list[InputError] = []
    placed: list[tuple[dict[str, Any], Pose]] = []
    for name, pose in moved.items():
        one = objects.get(name.rpartition(".")[2])
        transform = None if one is None else one.get("Transform")
        if not isinstance(transform, dict):
            problems.append(InputError(f"model {name}", "an object of the save", "none"))
        else:
            placed.append((transform, pose))
    if problems:
        raise ProblemsError(problems)
    heights = [_number(transform, "posY") for transform, _ in placed]
    surface = min(heights, default=0.0)
    for transform, (x, y, facing, z) in placed:
        at = frame.place(_number(transform, "posX"), _number(transform, "posZ"))
        if math.dist(at, (x, y)) > STILL:
            transform["posX"], transform["posZ"] = frame.back(x, y)
        turn = frame.turn(facing)
        if abs((turn - _number(transform, "rotY") + 180.0) % 360.0 - 180.0) > STILL:
            transform["rotY"] = turn
        height = surface + z / scale
        if abs(_number(transform, "posY") - height) * scale > UP:
            transform["posY"] = height
    return json.dumps(tree, indent=2, ensure_ascii=False) + "\n"


def _moved(scenario: Scenario) -> dict[str, Pose]:
    """Return where each model on the table stands once the scenario's move is made."""
    poses: dict[str, Pose] = {
        model.id: (*model.at, model.facing, model.z)
        for unit in scenario.units
        for model in unit.standing
        if model.at is not None
    }
    action = scenario.action
    for name, path in (action.paths or {}).items():
        poses[name] = path[-1]
    poses.update(action.ends or {})
    return poses


def _number(transform: dict[str, Any], field: str) -> float:
    value = transform.get(field, 0.0)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0.0
    return float(value)
