"""Why a move may not be made at all, in its mode or in any."""

from __future__ import annotations

from collections.abc import Mapping

from movesolver.referee.check import judge
from movesolver.referee.eligibility import eligibility
from movesolver.referee.modes import mode_findings, must_have_room
from movesolver.referee.position import Position
from movesolver.referee.targets import target_findings
from movesolver.referee.verdict import Json
from movesolver.search.answer import Proof
from movesolver.search.room import rooms

MOST_MODELS = 62
"""As many models as the search's rows of bits hold."""


def room(position: Position) -> tuple[dict[str, str], Proof]:
    """Return that the mode asked for is closed because an earlier one has room, and its proof."""
    if not must_have_room(position) or mode_findings(position) or eligibility(position):
        return {}, Proof(None)
    found = rooms(position)
    reasons = {str(one.finding.code): f"{one.finding.text} ({one.finding.rule})" for one in found}
    nodes: list[Json] = [
        {"kind": "earlier", "mode": one.mode, "ends": {k: list(p) for k, p in one.ends.items()}}
        for one in found
    ]
    return reasons, Proof(None, nodes[0] if nodes else None)


def refusals(position: Position) -> dict[str, str]:
    """Return why the move may not be made at all, by code; empty if it may."""
    found = eligibility(position) + mode_findings(position)
    if not found:
        found = target_findings(position)
    if not found and not position.move.moves_models:
        found = list(judge(position, {}).violations)
    return {str(one.code): f"{one.text} ({one.rule})" for one in found}


def ruled_out(reasons: Mapping[str, str]) -> Proof:
    """Return the proof that the rules do not let the move be made."""
    return Proof(None, {"kind": "rules", "codes": list(reasons)})
