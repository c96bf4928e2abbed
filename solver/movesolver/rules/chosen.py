"""From the choice in a scenario to the rules in force."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from movesolver.errors import InputError, UnsupportedError
from movesolver.rules.moves import MoveType
from movesolver.rules.options import MOVES, VERSIONS, options_of, version_of
from movesolver.rules.ruleset import RuleSet
from movesolver.rules.voidsiege import VOIDSIEGE
from movesolver.rules.wh40k import ELEVENTH, TENTH
from movesolver.rules.wh40k_versions import moves_at
from movesolver.table.fields import shown
from movesolver.table.scenario import OptionValue, RulesChoice

BASES = {rules.game: rules for rules in (ELEVENTH, TENTH, VOIDSIEGE)}


def rules_of(
    game: str = "wh40k11",
    version: str | None = None,
    options: Mapping[str, OptionValue] | None = None,
) -> RuleSet:
    """Return the rules of a game as data, to read or to make rules of your own from.

    Parameters
    ----------
    game
        ``wh40k11``, ``voidsiege`` or ``wh40k10``.
    version
        A version of it, or the first part of its name; the newest if None.
    options
        Options that differ from their defaults (docs/format.md).

    Raises
    ------
    InputError
        If the game, the version or an option is unknown or has a wrong value.
    UnsupportedError
        If an option asks for something that is not there yet.
    """
    return rules_in_force(RulesChoice(game, version, dict(options or {})))


def rules_in_force(choice: RulesChoice) -> RuleSet:
    """Return the rules of a game at the version and options chosen.

    The answer for one choice is made once and shared: read it, do not write into it.

    Raises
    ------
    InputError
        If the game, the version or an option is unknown or has a wrong value.
    """
    try:
        # 1, 1.0 and True are one key of a table, but not one value of an option.
        options = tuple((name, type(value), value) for name, value in choice.options.items())
        return _made(choice.game, choice.version, options)
    except TypeError:  # a value that no table can hold is no value of any option
        return _chosen(choice)


@lru_cache(maxsize=128)
def _made(
    game: str, version: str | None, options: tuple[tuple[str, type, OptionValue], ...]
) -> RuleSet:
    return _chosen(RulesChoice(game, version, {name: value for name, _, value in options}))


def _chosen(choice: RulesChoice) -> RuleSet:
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
    InputError
        If the move was not there yet at the version chosen.
    UnsupportedError
        If this version of movesolver does not know the move yet.
    """
    try:
        return rules.moves[name]
    except KeyError:
        known = ", ".join(rules.moves)
        if rules.version is not None and name in MOVES.get(rules.game, ()):
            wanted = f"a move of {rules.game} at {rules.version}: {known}"
            raise InputError("action.move", wanted, shown(name)) from None
        raise UnsupportedError(
            f"action.move: {name!r} moves of {rules.game} are not supported yet, only {known}"
        ) from None
