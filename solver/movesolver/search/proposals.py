"""What is proposed: several legal ends, and how far they are from each other."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from movekernels.arrays import Floats
from movesolver.draw.answers import Drawn, more_facts, of_question, of_result
from movesolver.draw.picture import Picture
from movesolver.referee.verdict import Json
from movesolver.rules.ruleset import RuleSet
from movesolver.search.result import Result
from movesolver.search.spacing import Kinds, spacing
from movesolver.table.scenario import Scenario


@dataclass(frozen=True, slots=True)
class Proposals(Drawn):
    """Legal ends, any two of them at least `apart` from each other, from the best down."""

    moves: tuple[Result, ...]
    """Each as `movesolver.solve` answers, all with the same bound."""
    wanted: int
    """How many were asked for."""
    apart: float
    """Least distance between two of them asked for, inches a model."""
    reasons: Mapping[str, str]
    """Why there are fewer than wanted, by code; empty if there are as many."""
    scenario: Scenario
    """The question."""
    _kinds: Kinds = field(repr=False, compare=False)

    def distance(self, a: int, b: int) -> float:
        """Return how far two of the moves end from each other.

        Parameters
        ----------
        a, b
            Their indices in `moves`.

        Returns
        -------
        float
            Inches: the mean distance between where models end in the one and in the other,
            models of the same class and role paired so that it is least.
        """
        return spacing(self._kinds, centres(self.moves[a]), centres(self.moves[b]))

    @property
    def nearest(self) -> float:
        """The least distance between any two of the moves, inches; infinity if there are none."""
        pairs = combinations(range(len(self.moves)), 2)
        return min((self.distance(a, b) for a, b in pairs), default=math.inf)

    def to_json(self) -> Json:
        """Return the answer as ``propose --json`` prints it."""
        return {
            "moves": [move.to_json() for move in self.moves],
            "wanted": self.wanted,
            "apart": self.apart,
            "reasons": dict(self.reasons),
        }

    def pictures(self, rules: RuleSet | None = None) -> tuple[Picture, ...]:
        """Return a picture of each move, the best first; of the question if there is none."""
        why = [("Why", f"{code}: {words}") for code, words in self.reasons.items()]
        if not self.moves:
            none = ("Status", "no legal move was found")
            return (of_question(self.scenario, none, *why),)
        return tuple(more_facts(self._picture(k, rules), *why) for k in range(len(self.moves)))

    def _picture(self, k: int, rules: RuleSet | None) -> Picture:
        move, others = self.moves[k], [j for j in range(len(self.moves)) if j != k]
        worth = "" if move.objective is None else f", {move.objective:.4g} points"
        far = "; ".join(f"{self.distance(k, j):.2f} in from move {j + 1}" for j in others)
        facts = [("Apart", f"{far}, a model on average")] if far else []
        return more_facts(of_result(move, name=f"Move {k + 1}{worth}", rules=rules), *facts)


def centres(move: Result) -> Floats:
    """Return where the models of a move end: x, y, height, inches; shape (n, 3)."""
    return np.array([(pose[0], pose[1], pose[3]) for pose in move.ends.values()])
