"""From the choice in a scenario to the rules in force."""

from __future__ import annotations

from dataclasses import replace

from movesolver.errors import UnsupportedError
from movesolver.rules.moves import MoveType
from movesolver.rules.options import VERSIONS, options_of, version_of
from movesolver.rules.ruleset import RuleSet
from movesolver.rules.voidsiege import VOIDSIEGE
from movesolver.rules.wh40k import ELEVENTH, TENTH
from movesolver.rules.wh40k_versions import moves_at
from movesolver.table.scenario import RulesChoice

BASES = {rules.game: rules for rules in (ELEVENTH, TENTH, VOIDSIEGE)}


def rules_in_force(choice: RulesChoice) -> RuleSet:
    """Return the rules of a game at the version and options chosen.

    Raises
    ------
    InputError
        If the version or an option is unknown or has a wrong value.
    """
    version, options = version_of(choice), options_of(choice)
    rules = BASES[choice.game]
    coherency = rules.coherency
    if rules.game == "voidsiege":
        coherency = replace(coherency, single_group=bool(options["single_group"]))
    moves = rules.moves
    if version is not None:
        moves = moves_at(version, VERSIONS[rules.game], options)
    return replace(
        rules,
        version=version,
        coherency=coherency,
        moves=moves,
        tolerance=float(options["tolerance"]),
        options=options,
    )


def move_in_force(rules: RuleSet, name: str) -> MoveType:
    """Return the data of one type of move.

    Raises
    ------
    UnsupportedError
        If this version of movesolver does not know the move yet.
    """
    try:
        return rules.moves[name]
    except KeyError:
        known = ", ".join(rules.moves)
        raise UnsupportedError(
            f"action.move: {name!r} moves of {rules.game} are not supported yet, only {known}"
        ) from None
