"""Whether an earlier mode, which must be taken where there is room for it, had room (18.04)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from movesolver.referee.check import judge
from movesolver.referee.modes import mode_findings, must_have_room
from movesolver.referee.pack import pack
from movesolver.referee.position import Position
from movesolver.referee.verdict import Code, Finding, listed
from movesolver.search.modes import in_mode
from movesolver.table.scenario import Pose, Scenario


class Room(NamedTuple):
    """That an earlier mode had to be taken, with places for the whole unit in it."""

    finding: Finding
    mode: str
    ends: Mapping[str, Pose]


def room_findings(position: Position, ends: Mapping[str, Pose] | None = None) -> list[Finding]:
    """Return that an earlier mode had to be taken, with places for the whole unit in it.

    The unit is only found wrong where a search finds such places, or stands in some
    (``ends``); it is none the worse for room that nobody finds.
    """
    return [one.finding for one in rooms(position, ends)]


def rooms(position: Position, ends: Mapping[str, Pose] | None = None) -> list[Room]:
    """Return the earlier modes that had to be taken, as far as `room_findings` knows."""
    move, taken = position.rules.moves[position.move.name], position.mode
    if taken is None or not must_have_room(position):
        return []
    # solve asks this module too.
    from movesolver.search.solve import solve

    found: list[Room] = []
    for mode in move.modes:
        if mode.name == taken.name:
            break
        other = in_mode(position.scenario, mode.name)
        if not mode.forced_if_room or mode_findings(pack(other, rules=position.rules)):
            continue
        places = _places(other, position, ends or {}) or solve(other, rules=position.rules).ends
        if places:
            first = [f"{name} at ({p[0]:.7g}, {p[1]:.7g})" for name, p in places.items()][:3]
            text = f"{position.scenario.mover.id} can be set up in {mode.name} mode "
            text += f"({listed(first)}{', ...' if len(places) > len(first) else ''}) "
            text += f"and so may not take {taken.name}."
            finding = Finding(Code.MODE, mode.section, (), text)
            found.append(Room(finding, mode.name, places))
    return found


def _places(
    other: Scenario, position: Position, ends: Mapping[str, Pose]
) -> Mapping[str, Pose] | None:
    """Return the ends if they are legal in the other mode too."""
    if len(ends) < len(position.ids):
        return None
    return ends if judge(pack(other, rules=position.rules), None, ends).legal else None
