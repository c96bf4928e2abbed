"""Whether a unit that leaves its transport had room for the mode that comes first (18.04, A31)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from movesolver.duties.emergency import places_beside
from movesolver.duties.owed import closeness
from movesolver.paths.ends import posed
from movesolver.referee.check import judge
from movesolver.referee.eligibility import unmet
from movesolver.referee.position import Position
from movesolver.referee.verdict import Code, Finding
from movesolver.table.scenario import Pose


def room_findings(position: Position, ends: Mapping[str, Pose] | None = None) -> list[Finding]:
    """Return that an earlier mode must be taken, if the whole unit can be set up in it.

    Nobody is accused unless such places are found: those where the unit is set up, or for
    round bases one model after another, each as near to the transport as it can be.
    """
    mode = position.mode
    if mode is None or not mode.unless_room or not position.ids:
        return []
    move = position.rules.moves[position.scenario.action.move]
    first = move.mode(mode.unless_room)
    if first is None or any(unmet(position, need) is not None for need in first.needs):
        return []
    place = _place(replace(position, move=move.in_mode(first), mode=first), ends or {})
    if place is None:
        return []
    unit, where = position.scenario.mover.id, f"({place[0]:.4g}, {place[1]:.4g})"
    text = f"{unit} must take the mode {first.name}: there is room for it, for example at {where}."
    return [Finding(Code.MODE, mode.section, (), text)]


def _place(position: Position, ends: Mapping[str, Pose]) -> Pose | None:
    """Return where the first model would stand in a legal set-up of all, None if none is found."""
    if len(ends) == len(position.ids) and judge(position, None, ends).legal:
        return ends[position.ids[0]]
    shapes, own = position.shapes, position.start.shape
    if not (shapes.inner[own] == shapes.outer[own]).all():
        return None  # headings make too many places to be tried for one answer
    placed: dict[str, Pose] = {}
    for i, name in enumerate(position.ids):
        k, poses, standing = places_beside(position, placed, i)
        if not len(poses):
            return None
        x, y, facing = poses[int(np.argmin(closeness(standing, posed(standing, k, poses))))]
        placed[name] = (float(x), float(y), float(facing), float(position.start.z[i]))
    return placed[position.ids[0]] if judge(position, None, placed).legal else None
