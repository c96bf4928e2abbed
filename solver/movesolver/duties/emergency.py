"""Leaving a destroyed transport: each as near as it can be, unengaged if it can (18.05)."""

from __future__ import annotations

from collections.abc import Mapping

from movesolver.duties.could import Could
from movesolver.duties.model import Move, made
from movesolver.duties.owed import drawn_in, wanted_curves
from movesolver.referee.nearness import engaged_table
from movesolver.referee.position import Position
from movesolver.referee.verdict import Code, Finding
from movesolver.rules.moves import Duty
from movesolver.table.scenario import Pose

CLOSEST = Duty("closest", "")


def nearest_place(position: Position, placed: Mapping[str, Pose], i: int) -> Pose | None:
    """Return where a model can be set up nearest to the transport, None if it cannot at all.

    Unengaged if there is such a place, else engaged.  ``placed`` says where the others stand.
    Legal without the tolerance if such a place is found, else with it.
    """
    z = float(position.start.z[i])
    for keeping in (True, False):
        for exact in (True, False):
            move, k, could = _asked(position, placed, i, exact=exact)
            could = could.unengaged() if keeping else could
            poses = could.poses(k, wanted_curves(could.position, k, CLOSEST))
            if len(poses):
                best = drawn_in(could, move, k, CLOSEST, poses)
                return (float(best[0]), float(best[1]), float(best[2]), z)
    return None


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
    slop, name = position.rules.tolerance, position.ids[i]
    move, k, could = _asked(position, ends, i)
    if not engaged_table(move.position, move.bodies, slop)[k].any():
        return []
    could = could.unengaged()
    poses = could.poses(k, wanted_curves(could.position, k, CLOSEST))
    if not len(poses):
        return []
    x, y, _ = (float(value) for value in poses[0])
    text = f"{name} is set up engaged and need not be, for example at ({x:.7g}, {y:.7g})."
    return [Finding(Code.ENGAGED, position.rules.engagement.section, (name,), text)]


def _asked(
    position: Position, placed: Mapping[str, Pose], i: int, *, exact: bool = False
) -> tuple[Move, int, Could]:
    """Return the set-up with a model beside those that are placed, its index, what it could do."""
    name, start = position.ids[i], position.start
    begin: Pose = (float(start.x[i]), float(start.y[i]), float(position.facing[i]), 0.0)
    move = made(position, None, {**placed, name: placed.get(name, begin)})
    could = Could(move.position, move.bodies, None, exact=exact)
    return move, move.position.ids.index(name), could
