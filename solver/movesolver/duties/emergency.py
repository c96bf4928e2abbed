"""Leaving a destroyed transport: each as near as it can be, unengaged if it can (18.05)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from movekernels.arrays import Floats
from movesolver.duties.could import Could
from movesolver.duties.model import made
from movesolver.duties.owed import closeness, curves_of, drawn_in
from movesolver.paths.ends import posed
from movesolver.referee.nearness import engaged_table
from movesolver.referee.position import Position
from movesolver.referee.verdict import Code, Finding
from movesolver.rules.moves import Duty
from movesolver.table.scenario import Pose


def nearest_place(position: Position, placed: Mapping[str, Pose], i: int) -> Pose | None:
    """Return where a model can be set up nearest to the transport, None if it cannot at all.

    Unengaged if there is such a place, else engaged.  ``placed`` says where the others stand.
    Legal without the tolerance if such a place is found, else with it.
    """
    exact = True
    poses = _places(position, placed, i, exact=exact)
    if not len(poses):
        exact = False
        poses = _places(position, placed, i)
    if not len(poses):
        return None
    name, z = position.ids[i], float(position.start.z[i])
    x, y, facing = (float(value) for value in poses[0])
    move = made(position, None, {**placed, name: (x, y, facing, z)})
    k = move.position.ids.index(name)
    bodies = posed(move.position, k, poses)
    free = ~engaged_table(move.position, bodies, position.rules.tolerance).any(axis=1)
    chosen = poses[free] if free.any() else poses
    duty = Duty("closest", position.move.section)
    could = Could(move.position, move.bodies, None, exact=exact)
    best = drawn_in(could, move, k, duty, chosen)
    moved = posed(move.position, k, best[None, :])
    if free.any() and engaged_table(move.position, moved, position.rules.tolerance).any():
        best = chosen[int(np.argmin(closeness(move.position, posed(move.position, k, chosen))))]
    return (float(best[0]), float(best[1]), float(best[2]), z)


def emergency_findings(position: Position, ends: Mapping[str, Pose]) -> list[Finding]:
    """Return who is lost, or set up engaged, though there was a place for it."""
    set_up = position.move.set_up
    found: list[Finding] = []
    if set_up is None:
        return found
    for i, name in enumerate(position.ids):
        if set_up.partial and name not in ends:
            pose = nearest_place(position, ends, i)
            if pose is not None:
                place = f"({pose[0]:.7g}, {pose[1]:.7g})"
                text = f"{name} could have been set up, for example at {place}."
                found.append(Finding(Code.DUTY, set_up.section, (name,), text))
        elif set_up.engaged == "if_it_must" and name in ends:
            found += _needlessly_engaged(position, ends, i)
    return found


def _needlessly_engaged(position: Position, ends: Mapping[str, Pose], i: int) -> list[Finding]:
    move, slop, name = made(position, None, ends), position.rules.tolerance, position.ids[i]
    k = move.position.ids.index(name)
    if not engaged_table(move.position, move.bodies, slop)[k].any():
        return []
    poses = _places(position, ends, i)
    free = ~engaged_table(move.position, posed(move.position, k, poses), slop).any(axis=1)
    if not free.any():
        return []
    x, y, _ = (float(value) for value in poses[free][0])
    text = f"{name} is set up engaged and need not be, for example at ({x:.7g}, {y:.7g})."
    return [Finding(Code.ENGAGED, position.rules.engagement.section, (name,), text)]


def _places(
    position: Position, placed: Mapping[str, Pose], i: int, *, exact: bool = False
) -> Floats:
    """Return legal places (p, 3) of a model beside those that are placed (see `Could`)."""
    name, start = position.ids[i], position.start
    begin: Pose = (float(start.x[i]), float(start.y[i]), float(position.facing[i]), 0.0)
    move = made(position, None, {**placed, name: placed.get(name, begin)})
    k = move.position.ids.index(name)
    could = Could(move.position, move.bodies, None, exact=exact)
    return could.poses(k, curves_of(move.position, k, Duty("closest", "")))
