"""Whether a unit may make a move at all."""

from __future__ import annotations

from movesolver.errors import InputError
from movesolver.referee.needs import NEEDS, Reason
from movesolver.referee.position import Position
from movesolver.referee.setting_up import without_a_place
from movesolver.referee.verdict import Code, Finding
from movesolver.rules.moves import Need

PLACES = ("on_table", "embarked", "in_reserve")
"""Needs that say where the unit is."""


def eligibility(position: Position) -> list[Finding]:
    """Return why the unit may not make the move now (empty: it may).

    Every `Need` of the move that does not hold.
    """
    return list(position.once("eligibility", lambda: tuple(_eligibility(position))))


def _eligibility(position: Position) -> list[Finding]:
    found = []
    for need in position.move.needs:
        reason = unmet(position, need)
        if reason is not None:
            text, models = reason
            found.append(Finding(Code.NOT_ELIGIBLE, need.section, models, text))
            if need.kind in PLACES:
                break  # whatever else is asked is asked of a unit in that place
    if position.placing and not position.models and not found:
        text = f"{position.scenario.mover.id} has no model to set up."
        found.append(Finding(Code.NOT_ELIGIBLE, position.move.section, (), text))
    return found or without_a_place(position)


def in_place(position: Position) -> bool:
    """Return whether the unit is where the move begins: on the table, embarked, in reserve."""
    if position.placing and not position.models:
        return False
    needs = (need for need in position.move.needs if need.kind in PLACES)
    return position.once("in place", lambda: all(unmet(position, need) is None for need in needs))


def unmet(position: Position, need: Need) -> Reason | None:
    """Return why a need does not hold, None if it does."""
    stated = position.scenario.action.max_distance is not None
    if (
        need.unless_stated
        and stated
        and not (need.option and position.rules.options.get(need.option, True))
    ):
        return None
    if need.plain_only and position.scenario.action.mode is not None:
        return None
    if need.kind not in NEEDS:
        place = f"rules.moves.{position.move.name}.needs"
        raise InputError(place, f"a kind of need: {', '.join(NEEDS)}", repr(need.kind))
    answer = NEEDS[need.kind](position, need)
    return (answer, ()) if isinstance(answer, str) else answer
