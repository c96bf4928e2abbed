"""The end of a turn: coherency regained, reserves that never came, and the turn passed on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from movesolver.errors import InputError
from movesolver.phases import board
from movesolver.phases.asking import rules_of
from movesolver.phases.board import alive, changed, index_of
from movesolver.phases.state import PhaseState
from movesolver.referee.formation import judge_coherency
from movesolver.referee.pack import pack
from movesolver.referee.verdict import Finding
from movesolver.rules.sequences import RESERVES
from movesolver.search.regain import regain
from movesolver.table.army import Unit
from movesolver.table.fields import shown
from movesolver.table.scenario import Scenario

AIRCRAFT = "AIRCRAFT"


class Removal(Protocol):
    """What a remover answers."""

    @property
    def removed(self) -> Sequence[str]:
        """Ids of the models to be taken off."""


class Remover(Protocol):
    """Who chooses the models that an incoherent unit loses (03.03)."""

    def __call__(self, scenario: Scenario, *, unit: str) -> Removal:
        """Choose for one unit on the battlefield."""


class TurnEnd(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the end of a turn brought."""

    removed: tuple[str, ...] = ()
    """Models taken off for coherency; they count as destroyed (03.03)."""
    returned: tuple[str, ...] = ()
    """AIRCRAFT units that went back into reserves (23.02)."""
    destroyed: tuple[str, ...] = ()
    """Units that never arrived, or are off the table when the battle ends (20.04)."""


_TURN = {
    **dict(PhaseState.FLAGS),
    "moved": None,
    "charged": False,
    "barred": (),
    "deemed_contact": (),
    "eligible_to_fight": False,
}
"""What a new turn sets anew in every unit's status."""


def incoherent(scenario: Scenario) -> dict[str, tuple[Finding, ...]]:
    """Return the units on the battlefield, of either side, that are not in coherency (03.03)."""
    found = {}
    for unit in scenario.units:
        if unit.on_table and len(unit.standing) > 1:
            wrong = _wrong(scenario, unit)
            if wrong:
                found[unit.id] = tuple(wrong)
    return found


def _wrong(scenario: Scenario, unit: Unit) -> list[Finding]:
    action = changed(board.idle(scenario).action, unit=unit.id)
    position = pack(changed(scenario, action=action), rules=rules_of(scenario.rules))
    return judge_coherency(position, position.start, position.rules.tolerance, {})


def end_of_turn(
    scenario: Scenario,
    *,
    last: bool = False,
    final: bool = False,
    remover: Remover = regain,
) -> tuple[Scenario, TurnEnd]:
    """End the turn of the side whose turn it is, and pass it on.

    Parameters
    ----------
    scenario
        The board when the Fight phase is over (`FightMoves.scenario`).
    last
        Whether this was the last turn of the battle round.
    final
        Whether the battle ends with it.
    remover
        Who chooses the models that an incoherent unit loses: the smallest loss by default
        (`movesolver.regain`, the first of several).

    Returns
    -------
    tuple
        The board on which the next Movement phase starts, and what happened.  Battle-shock
        stays: when it ends is not a matter of movement.

    Raises
    ------
    InputError
        If a remover names no model, one that is not there, or leaves the unit incoherent.

    Notes
    -----
    Sections 03.03, 20.02, 20.04 and 23.02.
    """
    removed: list[str] = []
    for name in incoherent(scenario):
        scenario, lost = _regained(scenario, name, remover)
        removed += lost
    side = scenario.active_side
    returned = [
        unit.id
        for unit in scenario.units
        if unit.side != side and unit.on_table and _all_aircraft(unit)
    ]
    for name in returned:
        index = index_of(scenario, name)
        unit = scenario.units[index]
        status = changed(unit.status, in_reserve=True, repositioned=True)
        scenario = board.with_unit(scenario, index, board.off_table(unit, status))
    destroyed = _never_came(scenario, last=last, final=final)
    units = tuple(
        board.without(unit, [model.id for model in unit.models]) if unit.id in destroyed else unit
        for unit in scenario.units
    )
    scenario = board.cleared(changed(scenario, units=units), **_TURN)
    sides = sorted({unit.side for unit in scenario.units})
    if side in sides:
        side = sides[(sides.index(side) + 1) % len(sides)]
    scenario = changed(
        board.idle(scenario),
        active_side=side,
        round=scenario.round + 1 if last and not final else scenario.round,
        phase=None,
    )
    return scenario, TurnEnd(tuple(removed), tuple(returned), destroyed)


def _regained(scenario: Scenario, name: str, remover: Remover) -> tuple[Scenario, tuple[str, ...]]:
    """Return the board without the models that a unit loses, and these."""
    index = index_of(scenario, name)
    unit = scenario.units[index]
    action = changed(board.idle(scenario).action, unit=name)
    lost = tuple(remover(changed(scenario, action=action), unit=name).removed)
    if len(set(lost)) < len(lost):
        raise InputError("remover", "each model once", ", ".join(lost))
    here = [model.id for model in unit.standing]
    strangers = [one for one in lost if one not in here]
    if strangers or not lost:
        wanted = f"models of {name} to take off: {', '.join(here)}"
        raise InputError("remover", wanted, shown(strangers[0]) if strangers else "none")
    new = board.without(unit, lost)
    scenario = board.with_unit(scenario, index, new)
    if len(new.standing) > 1 and _wrong(scenario, new):
        wanted = f"models without which {name} is in coherency"
        raise InputError("remover", wanted, ", ".join(lost))
    last = [board.without(unit, [one for one in lost if one != one_back]) for one_back in lost]
    boards = [(board.with_unit(scenario, index, one), one) for one in last]
    if not any(len(one.standing) > 1 and _wrong(table, one) for table, one in boards):
        wanted = f"no more models of {name} than make it coherent: then removing stops (03.03)"
        raise InputError("remover", wanted, ", ".join(lost))
    return scenario, lost


def _all_aircraft(unit: Unit) -> bool:
    return all(AIRCRAFT in unit.keywords_of(model) for model in unit.standing)


def _never_came(scenario: Scenario, *, last: bool, final: bool) -> tuple[str, ...]:
    """Return the units that are destroyed in reserve: at the end of round 3, and of the battle.

    Repositioned units are, at the end of the battle only; cargo shares the lot of the transport
    it is in, so the cargo of one that arrived is safe.
    """
    due = last and scenario.round >= RESERVES.until
    if not (due or final):
        return ()
    units = {unit.id: unit for unit in scenario.units}

    def lost(unit: Unit) -> bool:
        inner = unit.status.embarked_in
        if inner is not None:
            return lost(units[inner])
        return unit.status.in_reserve and (final or not unit.status.repositioned)

    return tuple(unit.id for unit in scenario.units if alive(unit) and lost(unit))
