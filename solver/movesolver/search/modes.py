"""Modes to try when the first one has no room."""

from __future__ import annotations

import msgspec

from movesolver.referee.modes import mode_findings
from movesolver.referee.pack import pack
from movesolver.rules.ruleset import RuleSet
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
