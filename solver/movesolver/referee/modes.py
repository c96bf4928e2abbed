"""Which mode of a move is taken (09.02.02), and what is wrong with the one asked for."""

from __future__ import annotations

from movesolver.referee.eligibility import in_place, unmet
from movesolver.referee.position import Position
from movesolver.referee.verdict import Code, Finding, article, listed
from movesolver.rules.moves import Mode


def mode_taken(position: Position) -> Mode | None:
    """Return the mode asked for, else the first the unit may take; None if there is none.

    ``position`` is that of the move before any mode.
    """
    move, asked = position.move, position.scenario.action.mode
    if asked is not None:
        return move.mode(asked)
    if not in_place(position):
        return None
    free = (mode for mode in move.modes if not mode.named_only)
    return next((mode for mode in free if not _unmet(position, mode)), None)


def mode_findings(position: Position) -> list[Finding]:
    """Return what is wrong with the mode taken: it is unknown, closed, or another is forced."""
    return list(position.once("modes", lambda: tuple(_mode_findings(position))))


def _mode_findings(position: Position) -> list[Finding]:
    asked, unit = position.scenario.action.mode, position.scenario.mover
    move = position.rules.moves[position.scenario.action.move]
    offered = [mode for mode in move.modes if not mode.named_only]
    if not in_place(position):
        return []
    if asked is None:
        if position.mode is not None or not offered:
            return []
        why = " ".join(text for mode in offered for text in _unmet(position, mode))
        text = f"{unit.id} may take no mode of {article(move.name)} move. {why}"
        return [Finding(Code.MODE, move.section, (), text)]
    if position.mode is None:
        known = listed([mode.name for mode in move.modes]) or "none"
        text = f"{article(move.name).capitalize()} move has no mode {asked}; its modes: {known}."
        return [Finding(Code.MODE, move.section, (), text)]
    found = [
        Finding(Code.MODE, position.mode.section, (), f"{unit.id} cannot choose {asked}: {text}")
        for text in _unmet(position, position.mode)
    ]
    for mode in move.modes:
        if mode.name == asked:
            break
        if mode.forced and not _unmet(position, mode):
            text = f"{unit.id} must take the mode {mode.name}, which comes before {asked}."
            found.append(Finding(Code.MODE, mode.section, (), text))
            break
    return found


def must_have_room(position: Position) -> bool:
    """Return whether the mode taken is closed if there is room for an earlier one (18.04, A31)."""
    taken, modes = position.mode, position.rules.moves[position.move.name].modes
    if taken is None or taken not in modes:
        return False
    return any(mode.forced_if_room for mode in modes[: modes.index(taken)])


def _unmet(position: Position, mode: Mode) -> list[str]:
    return [reason[0] for need in mode.needs if (reason := unmet(position, need)) is not None]
