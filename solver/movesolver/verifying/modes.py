"""Which mode of a move a proof is of, and that the modes before it have no legal end."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from movesolver.errors import InputError
from movesolver.referee.check import judge
from movesolver.referee.modes import mode_findings
from movesolver.referee.pack import pack
from movesolver.referee.position import Position
from movesolver.rules.ruleset import RuleSet
from movesolver.table.fields import inside, shown
from movesolver.table.scenario import Pose, Scenario
from movesolver.verifying.reading import Node, field, mapping, numbers, text

Refuted = Callable[[Position, Node, str], str | None]
"""Why a proof that nothing is legal in a position does not hold, None if it does; and its place."""


def mode_left(
    scenario: Scenario, rules: RuleSet | None, node: Node, refuted: Refuted
) -> tuple[Scenario | None, list[str]]:
    """Return the question in the mode that is left, None where none is, and what is wrong.

    The modes that the unit may take are gone through in their order: up to the one that is
    left each must be proved to have no legal end.
    """
    closed = mapping(field(node, "closed", "proof"), "proof.closed")
    wanted = None if node.get("mode") is None else text(node["mode"], "proof.mode")
    if scenario.action.mode not in (None, wanted):
        return None, [f"the mode asked for is {scenario.action.mode}, the proof is of {wanted}"]
    names = _open(scenario, rules)
    faults: list[str] = [] if names else ["proof: the unit has no modes to choose from"]
    for name in names:
        question = in_mode(scenario, name)
        if name == wanted:
            return question, faults
        here = inside("proof.closed", name)
        if name not in closed:
            faults.append(f"{here}: no proof that the mode, which is free to the unit, is closed")
            continue
        fault = refuted(pack(question, rules=rules), mapping(closed[name], here), here)
        faults += [] if fault is None else [fault]
    if wanted is not None:
        faults.append(f"proof.mode: {wanted} is no mode that is free to the unit")
    return None, faults


def _open(scenario: Scenario, rules: RuleSet | None) -> list[str]:
    """Return the modes that the unit may take, from the one on that is taken unasked."""
    position = pack(in_mode(scenario, None), rules=rules)
    if position.mode is None:
        return []
    names = [mode.name for mode in position.rules.moves[scenario.action.move].modes]
    first = names.index(position.mode.name)
    later = [one for one in names[first + 1 :] if _is_open(scenario, rules, one)]
    return [names[first], *later]


def _is_open(scenario: Scenario, rules: RuleSet | None, mode: str) -> bool:
    return not mode_findings(pack(in_mode(scenario, mode), rules=rules))


def in_mode(scenario: Scenario, mode: str | None) -> Scenario:
    """Return the same question in a mode; unasked if None."""
    action = msgspec.structs.replace(scenario.action, mode=mode)
    return msgspec.structs.replace(scenario, action=action)


def earlier_has_room(position: Position, node: Node, place: str) -> str | None:
    """Return why places in an earlier mode do not close the mode taken; None if they do (18.04)."""
    here, taken = inside(place, "mode"), position.mode
    mode = text(field(node, "mode", place), here)
    names = [one.name for one in position.rules.moves[position.move.name].modes]
    if taken is None or mode not in names or names.index(mode) >= names.index(taken.name):
        return f"{here}: {mode} does not come before the mode that is asked for"
    question = in_mode(position.scenario, mode)
    other = pack(question, rules=position.rules)
    if other.mode is None or not other.mode.forced_if_room or mode_findings(other):
        return f"{here}: {mode} does not have to be taken where there is room for it"
    listed = mapping(field(node, "ends", place), inside(place, "ends"))
    ends = {name: _pose(one, inside(inside(place, "ends"), name)) for name, one in listed.items()}
    if set(ends) != set(position.ids):
        return f"{place}.ends are not the models of {position.scenario.mover.id}"
    broken = judge(other, None, ends).violations
    return f"{place}.ends are not legal: {broken[0].text}" if broken else None


def _pose(value: object, place: str) -> Pose:
    given = numbers(value, place)
    if len(given) != 4:
        raise InputError(place, "[x, y, facing, z]", shown(value))
    x, y, facing, z = given
    return (x, y, facing, z)
