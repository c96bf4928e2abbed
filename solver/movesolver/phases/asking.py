"""What the referee says of a move before it is made: one predicate for phases and verdicts."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from movesolver.referee.eligibility import eligibility, in_place
from movesolver.referee.modes import mode_findings
from movesolver.referee.pack import pack, settled
from movesolver.referee.position import Position
from movesolver.referee.targets import target_findings
from movesolver.referee.verdict import Finding
from movesolver.rules.chosen import move_in_force, rules_in_force
from movesolver.rules.moves import MoveType
from movesolver.rules.ruleset import RuleSet
from movesolver.table.scenario import Action, Game, OptionValue, RulesChoice, Scenario


def rules_of(choice: RulesChoice) -> RuleSet:
    """Return the rules in force: worked out once for each choice, as every step asks."""
    return _rules_of(choice.game, choice.version, tuple(sorted(choice.options.items())))


@lru_cache(maxsize=64)
def _rules_of(
    game: Game, version: str | None, options: tuple[tuple[str, OptionValue], ...]
) -> RuleSet:
    return rules_in_force(RulesChoice(game, version, dict(options)))


def needs_roll(move: MoveType, action: Action) -> bool:
    """Return whether the distance of a move waits for dice."""
    stated = action.max_distance is not None and move.fixed is not None
    return move.roll is not None and not stated


def selects(move: MoveType, action: Action) -> bool:
    """Return whether to make a move is to be selected in the Move Units step.

    A move of a stated distance is some other rule's doing and no selection.
    """
    if action.max_distance is not None:
        return False
    return move.name == "remain_stationary" or any(need.kind == "unselected" for need in move.needs)


def before_moving(
    question: Scenario, rules: RuleSet, packed: dict[bool, Position] | None = None
) -> tuple[Position, list[Finding]]:
    """Return the position of a question, and why the move may not be made.

    Targets are judged only where the roll that limits them has been made.

    Parameters
    ----------
    question
        The board with the move asked about.
    rules
        The rules in force.
    packed
        Positions of the same unit on the same board, of a move that places models (True) and
        of one that does not: what is missing is added.
    """
    move = move_in_force(rules, question.action.move)
    placing, packed = move.set_up is not None, {} if packed is None else packed
    if placing in packed:
        bare = replace(packed[placing], scenario=question, move=move, mode=None)
        position = settled(bare, unrolled=True)
    else:
        position = packed[placing] = pack(question, rules=rules, unrolled=True)
    found = eligibility(position) + mode_findings(position)
    waits = needs_roll(position.move, question.action) and question.action.roll is None
    if in_place(position) and not waits:
        found += target_findings(position)
    return position, found
