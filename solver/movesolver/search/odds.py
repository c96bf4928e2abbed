"""What a move needs on the dice, and how likely that is (09.06, 11.04, 21.02)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import msgspec

from movesolver.errors import InputError
from movesolver.referee.pack import pack
from movesolver.referee.verdict import Json
from movesolver.rules.ruleset import RuleSet
from movesolver.search.result import Result, Status
from movesolver.search.solve import solve
from movesolver.table.scenario import Scenario


@dataclass(frozen=True, slots=True)
class Odds:
    """The smallest roll with which a legal move was found, and its likelihood."""

    needed: int | None
    """None if not even the highest roll lets the unit make the move."""
    dice: str
    """The dice rolled, as in ``2D6``."""
    probability: float
    """Of rolling at least ``needed``."""
    proved: bool
    """Whether every lower roll is proved to allow no legal move."""
    move: Result | None
    """The move found with that roll."""

    def to_json(self) -> Json:
        """Return the answer as ``odds --json`` prints it."""
        return {
            "needed": self.needed,
            "dice": self.dice,
            "probability": self.probability,
            "proved": self.proved,
            "move": None if self.move is None else self.move.to_json(),
        }


def odds(
    scenario: Scenario,
    *,
    seed: int = 0,
    iterations: int | None = None,
    rules: RuleSet | None = None,
) -> Odds:
    """Return the smallest roll that lets the unit make its move to its targets.

    Parameters
    ----------
    scenario
        A scenario whose move has a roll: a charge, an advance.  Its own roll, paths and ends
        are not looked at; targets it names must be targets with the roll.
    seed, iterations, rules
        As for `movesolver.solve`, which is asked once for each roll from the lowest on.

    Returns
    -------
    Odds
        A higher roll only lengthens the maximum, so its likelihood counts as well.

    Raises
    ------
    InputError
        If the move has no roll of known dice.
    """
    move = pack(scenario, rules=rules, unrolled=True).move
    count, sides = move.dice
    if move.roll is None or not count:
        raise InputError(
            "action.move", "a move whose dice the rules name: a charge, an advance", repr(move.name)
        )
    chances = _chances(count, sides)
    proved = True
    for roll in sorted(chances):
        action = msgspec.structs.replace(scenario.action, roll=roll, paths=None, ends=None)
        rolled = msgspec.structs.replace(scenario, action=action)
        result = solve(rolled, seed=seed, iterations=iterations, rules=rules)
        if result.solved:
            chance = float(sum(part for value, part in chances.items() if value >= roll))
            return Odds(roll, f"{count}D{sides}", chance, proved, result)
        proved &= result.status == Status.INFEASIBLE
    return Odds(None, f"{count}D{sides}", 0.0, proved, None)


def _chances(count: int, sides: int) -> dict[int, Fraction]:
    """Return how likely each sum of some dice is."""
    faces = range(1, sides + 1)
    sums = Counter(sum(thrown) for thrown in product(faces, repeat=count))
    return {value: Fraction(ways, sides**count) for value, ways in sums.items()}
