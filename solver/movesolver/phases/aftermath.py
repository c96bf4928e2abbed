"""What a move leaves behind: the status of its unit, and the dice that follow."""

from __future__ import annotations

from typing import Any

from movesolver.phases.asking import selects
from movesolver.phases.board import alive, changed
from movesolver.phases.dice import Dice
from movesolver.phases.records import Owed
from movesolver.rules.moves import MoveType
from movesolver.rules.sequences import BATTLE_SHOCK, HAZARDS
from movesolver.table.army import Unit, UnitStatus
from movesolver.table.scenario import Action


def status_after(unit: Unit, move: MoveType, action: Action, active: bool) -> UnitStatus:
    """Return a unit's status after a move.

    Parameters
    ----------
    unit
        As it stood before.
    move
        The move as it is in the mode taken.
    action
        What was asked: a stated distance makes it no selection.
    active
        Whether it is the turn of the unit's side.
    """
    old, after = unit.status, move.after
    new: dict[str, Any] = {}
    if after.moved is not None:
        new["moved"] = after.moved
    if move.moves_models:
        new["has_moved_this_phase"] = True
        new["fly_declared"] = False
    if after.charged:
        new["charged"] = True
    if after.shocked:
        new["battle_shocked"] = True
    if after.bars:
        new["barred"] = tuple(dict.fromkeys((*old.barred, *sorted(after.bars))))
    if active and after.counts_selected and action.max_distance is None:
        new["selected_this_phase"] = True
    if after.select_again:
        new["must_select"] = tuple(sorted(after.select_again, reverse=True))
    elif old.must_select and selects(move, action):
        new["must_select"] = ()
    if move.set_up is not None:
        new["in_reserve"], new["embarked_in"], new["repositioned"] = False, None, False
    if after.leaves:
        new["embarked_in"], new["embarked_this_phase"] = action.targets[0], True
    return changed(old, **new)


def hazard_rolls(unit: Unit, dice: Dice) -> tuple[tuple[int, ...], Dice]:
    """Roll a hazard die for each model that is left (06.03)."""
    return dice.roll(sum(not model.slain for model in unit.models), HAZARDS.sides)


def mortal_wounds(unit: Unit, results: tuple[int, ...]) -> int:
    """Return what hazard rolls of a unit cost it, mortal wounds (06.03)."""
    left = [model for model in unit.models if not model.slain]
    heavy = bool(left) and all(HAZARDS.heavy & unit.keywords_of(model) for model in left)
    return HAZARDS.cost(results, heavy)


def shock_roll(leadership: int, dice: Dice) -> tuple[tuple[int, ...], bool, Dice]:
    """Roll for battle-shock (01.07): the dice, whether the unit fails, the source after."""
    results, rest = dice.roll(*BATTLE_SHOCK.dice)
    return results, sum(results) < leadership, rest


def owed_by(unit: Unit, wounds: int, shock: bool) -> tuple[Owed, ...]:
    """Return what a unit owes after its dice, as records for the caller."""
    if not alive(unit):
        return ()
    owed = (Owed(unit.id, "mortal_wounds", wounds),) if wounds else ()
    return (*owed, Owed(unit.id, "battle_shock")) if shock else owed
