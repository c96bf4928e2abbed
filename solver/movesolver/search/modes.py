"""Modes to try when the first one has no room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from movesolver.referee.modes import mode_findings
from movesolver.referee.pack import pack
from movesolver.rules.ruleset import RuleSet
from movesolver.search.result import Result, Status
from movesolver.table.scenario import Scenario


def later_modes(scenario: Scenario, rules: RuleSet | None) -> list[str]:
    """Return the modes after the one that the rules choose which the unit may take too."""
    position = pack(scenario, rules=rules)
    if position.mode is None or not position.placing:
        return []
    names = [mode.name for mode in position.rules.moves[scenario.action.move].modes]
    later = names[names.index(position.mode.name) + 1 :]
    return [name for name in later if not mode_findings(pack(in_mode(scenario, name), rules=rules))]


def in_mode(scenario: Scenario, mode: str) -> Scenario:
    """Return the same question in another mode."""
    action = msgspec.structs.replace(scenario.action, mode=mode)
    return msgspec.structs.replace(scenario, action=action)


def of_modes(
    closed: Sequence[tuple[str, Result]], answer: Result, mode: str | None = None
) -> Mapping[str, Any]:
    """Return the certificate of an answer with the proofs that other modes have no legal end.

    That of the answer alone where one of these is not proved, or the proof is over a grid.

    Parameters
    ----------
    closed
        The modes before, in their order, with what was found in each.
    answer
        What was found in the end ...
    mode
        ... and in which mode; None if in none.
    """
    own = answer.certificate
    nodes = {name: one.certificate["proof"] for name, one in closed}
    proved = all(one.status == Status.INFEASIBLE for _, one in closed)
    if not proved or None in nodes.values() or own["proof"] is None or own["over"] != "all":
        return own
    proof = {"kind": "modes", "closed": nodes, "mode": mode}
    return {**own, "proof": proof if mode is None else {**proof, "proof": own["proof"]}}
