"""The picture of a phase: the board, who may still act, and what each unit may do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from movesolver.draw.picture import Picture
from movesolver.errors import MoveSolverError
from movesolver.phases.board import alive, changed
from movesolver.rules.ruleset import RuleSet
from movesolver.table.army import Unit

if TYPE_CHECKING:
    from movesolver.phases.options import AskedPhase
    from movesolver.phases.records import Option

STAY = "remain_stationary"


def picture_of(state: AskedPhase, rules: RuleSet | None = None) -> Picture:
    """Return the picture of a phase as it stands."""
    scenario = state.scenario
    facts = [("Phase", f"{state.PHASE.replace('_', ' ')} of {state.side}, round {scenario.round}")]
    step, fighters = getattr(state, "step", None), getattr(state, "fighters", None)
    if step is not None:
        facts.append(("Step", f"{str(step).replace('_', ' ')}, {getattr(state, 'acting', '')}"))
    if state.finished:
        facts.append(("Over", "every unit has had its turn"))
    acting = list(fighters()) if fighters is not None else []
    if acting:
        facts.append(("To fight next", " or ".join(acting)))
    for unit in scenario.units:
        if not alive(unit):
            continue
        said, acts = _may_do(state, unit)
        facts.append((unit.id, said))
        if acts and unit.id not in acting:
            acting.append(unit.id)
    facts += _rolled(state)
    first = next((name for name in acting if state.unit(name).side == state.side), None)
    if first is not None:
        scenario = changed(scenario, action=changed(scenario.action, unit=first))
    return Picture(
        scenario,
        rules=rules,
        title=f"{state.PHASE.replace('_', ' ').capitalize()} phase of {state.side}",
        facts=tuple(facts),
        whole=True,
        acting=tuple(acting),
    )


def _may_do(state: AskedPhase, unit: Unit) -> tuple[str, bool]:
    """Return what a unit may do in words, and whether that is more than to stay."""
    try:
        listed = state.options(unit.id)
    except MoveSolverError as error:
        return f"cannot be asked: {error}", False
    usual = [one for one in listed if not one.by_leave]
    free = [one for one in usual if one.allowed]
    if free:
        return "may " + ", ".join(map(_named, free)), any(one.move != STAY for one in free)
    why = next((one.refusals[0] for one in usual if one.refusals), None)
    said = "" if why is None else f": {why.text}" + (f" ({why.rule})" if why.rule else "")
    return f"nothing now{said}", False


def _named(option: Option) -> str:
    mode = f" ({option.mode.replace('_', ' ')})" if option.mode else ""
    into = f" in {option.targets[0]}" if option.targets else ""
    rolls = ", after a roll" if option.rolls else ""
    return option.move.replace("_", " ") + mode + into + rolls


def _rolled(state: AskedPhase) -> Iterator[tuple[str, str]]:
    """Yield the dice of the phase, and what its caller has not settled."""
    for roll in state.rolls:
        if roll.dice:
            dice = " + ".join(map(str, roll.dice))
            used = "" if roll.open else ", used"
            move = roll.move.replace("_", " ")
            yield "Rolled", f"{roll.unit}, {move}: {dice} = {roll.total}{used}"
    for owed in state.owed:
        yield "Owed", f"{owed.unit}: {owed.amount} {owed.kind.replace('_', ' ')}"
