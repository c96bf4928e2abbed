"""What a move needs on the dice, and how likely that is (09.06, 11.04, 21.02)."""

from __future__ import annotations

import re
import time
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

import msgspec
import numpy as np

from movekernels.arrays import Floats
from movekernels.search.ground import FIRST, LAST, REACH, WEIGHT
from movekernels.search.values import worth_of_unit
from movesolver.draw.answers import Drawn, more_facts, of_question, of_result
from movesolver.draw.picture import Picture
from movesolver.errors import InputError
from movesolver.referee.distances import maximum_of
from movesolver.referee.nearness import engaged_table
from movesolver.referee.pack import pack
from movesolver.referee.position import Position, heading
from movesolver.referee.targets import targets_taken
from movesolver.referee.verdict import Json
from movesolver.rules.ruleset import RuleSet
from movesolver.search.answer import Proof, answer_of
from movesolver.search.arena import build_arena
from movesolver.search.bounds import upper_bound
from movesolver.search.budget import budget_of
from movesolver.search.ends import legal, valued, wanting
from movesolver.search.farness import Farness
from movesolver.search.from_start import prove_from_start
from movesolver.search.goals import pack_goal
from movesolver.search.refusals import refusals
from movesolver.search.result import Result, Status
from movesolver.search.solve import solve
from movesolver.table.fields import shown
from movesolver.table.scenario import GoalTerm, Scenario

MOST_DICE, MOST_SIDES = 6, 20
TRAVEL = 0.01
"""What an inch of path counts where the shortest move is sought, beside one model within."""


@dataclass(frozen=True, slots=True)
class Odds(Drawn):
    """The smallest roll with which a move that succeeds was found, and its likelihood."""

    needed: int | None
    """None if not even the highest roll lets the unit make the move."""
    dice: str
    """The dice rolled, as in ``2D6``."""
    probability: float
    """Of rolling at least ``needed``."""
    proved: bool
    """Whether every lower roll is proved to be too little."""
    move: Result | None
    """The move found with that roll."""
    solves: int
    """How many searches it took."""
    scenario: Scenario
    """The question."""

    def to_json(self) -> Json:
        """Return the answer as ``odds --json`` prints it."""
        return {
            "needed": self.needed,
            "dice": self.dice,
            "probability": self.probability,
            "proved": self.proved,
            "move": None if self.move is None else self.move.to_json(),
        }

    def pictures(self, rules: RuleSet | None = None) -> tuple[Picture, ...]:
        """Return the picture of the move with the roll needed; of the question if none does."""
        if self.move is None:
            sure = "proved" if self.proved else "none was found"
            fact = ("Roll", f"no roll of {self.dice} is enough: {sure}")
            return (of_question(self.scenario, fact),)
        sure = "less is proved too little" if self.proved else "less may do"
        chance = f"{100 * self.probability:.1f} % of rolls"
        fact = ("Roll", f"{self.needed} or more on {self.dice}: {chance}; {sure}")
        move = of_result(self.move, rules=rules)
        return (more_facts(move, fact),)


def odds(
    scenario: Scenario,
    *,
    dice: str | None = None,
    seed: int = 0,
    iterations: int | None = None,
    rules: RuleSet | None = None,
) -> Odds:
    """Return the smallest roll with which the unit's move succeeds.

    Parameters
    ----------
    scenario
        A scenario whose move has a roll: a charge, an advance, a surge.  Its own roll, paths
        and ends are not looked at; targets it names must be targets with the roll.
    dice
        The dice of a roll that the rules leave to another rule, as of a surge: ``"D6"``,
        ``"2D6"``, ``"D3"``.
    seed, iterations, rules
        As for `movesolver.solve`, which is asked a few times.

    Returns
    -------
    Odds
        A charge succeeds if it has a legal end; a surge if some model ends engaged with its
        target; a move towards nobody, as an advance, if for each ``within`` of its goal (of a
        weight above 0) some model that it is for ends within.  What the goal needs must be met
        by each.  A higher roll only lengthens the maximum, so its likelihood counts as well.

    Raises
    ------
    InputError
        If the move has no roll, or its dice are not known, or ``dice`` are none.

    Notes
    -----
    Rolls that are too little by the length of exact paths alone are passed over.  Then the
    least roll that is left is tried, and if it does not do, the highest, where the shortest
    move is sought: no more than its longest path is needed.  What is in between is halved.
    """
    position = pack(scenario, rules=rules, unrolled=True)
    count, sides = _dice(position, dice)
    chances = _chances(count, sides)
    asker = _Asker(scenario, position, rules, seed, iterations)
    needed, move, proved = asker.least(sorted(chances))
    chance = sum(
        (part for value, part in chances.items() if needed and value >= needed), Fraction()
    )
    return Odds(needed, f"{count}D{sides}", float(chance), proved, move, asker.solves, scenario)


def _dice(position: Position, said: str | None) -> tuple[int, int]:
    """Return the number of dice and their sides."""
    move = position.move
    if move.roll is None:
        raise InputError(
            "action.move", "a move with a roll: a charge, an advance, a surge", repr(move.name)
        )
    count, sides = move.dice
    if count and said is not None:
        raise InputError("dice", f"none, as the rules say {count}D{sides}", shown(said))
    if count:
        return count, sides
    if said is None:
        raise InputError("dice", f"the dice of this {move.name}, as in 'D6'", "none")
    found = re.fullmatch(r"(\d{0,2})[dD](\d{1,2})", said) if isinstance(said, str) else None
    count, sides = (int(found[1] or 1), int(found[2])) if found else (0, 0)
    if not (1 <= count <= MOST_DICE and 1 <= sides <= MOST_SIDES and count * sides <= move.roll[1]):
        wanted = f"dice as in 'D6' or '2D6', together at most {move.roll[1]}"
        raise InputError("dice", wanted, shown(said))
    return count, sides


def _chances(count: int, sides: int) -> dict[int, Fraction]:
    """Return how likely each sum of some dice is."""
    faces = range(1, sides + 1)
    sums = Counter(sum(thrown) for thrown in product(faces, repeat=count))
    return {value: Fraction(ways, sides**count) for value, ways in sums.items()}


class _Asker:
    """Tries rolls of one question."""

    def __init__(
        self,
        scenario: Scenario,
        position: Position,
        rules: RuleSet | None,
        seed: int,
        iterations: int | None,
    ) -> None:
        self.scenario, self.position, self.rules = scenario, position, rules
        self.seed, self.iterations = seed, iterations
        self.solves = 0
        self._shortfalls: list[float] = []
        self.top: Floats = np.empty(0)
        """How far models may go with the highest roll, inches, shape (n,)."""
        towards = position.move.targets is not None
        self.within: tuple[GoalTerm, ...] = tuple(
            msgspec.structs.replace(term, weight=1.0)
            for term in scenario.action.goal
            if not towards and term.within is not None and term.weight > 0
        )
        self.needs = tuple(term for term in scenario.action.goal if term.need is not None)

    def least(self, rolls: list[int]) -> tuple[int | None, Result | None, bool]:
        """Return the least roll that does, the move with it, and whether less is proved not to."""
        self._shortfalls = self._missing(rolls[-1])
        low = bisect_left(rolls, True, key=lambda roll: not self._too_little(roll))
        if low == len(rolls):
            return None, None, True
        result = self._solved(rolls[low])
        if self._does(rolls[low], result):
            return rolls[low], self._answer(rolls[low], result), True
        barred = {low: result.status == Status.INFEASIBLE}
        if low + 1 == len(rolls):
            return None, None, barred[low]
        best = self._solved(rolls[-1], shortest=True)
        if not self._does(rolls[-1], best):
            return None, None, best.status == Status.INFEASIBLE
        high = self._enough(rolls, low + 1, best)
        while high - low > 1:
            middle = (low + high) // 2
            result = self._solved(rolls[middle])
            if self._does(rolls[middle], result):
                best, high = result, self._enough(rolls[: middle + 1], low + 1, result)
            else:
                low = middle
                barred[low] = result.status == Status.INFEASIBLE
        return rolls[high], self._answer(rolls[high], best), barred[high - 1]

    def _rolled(self, roll: int, goal: tuple[GoalTerm, ...] | None = None) -> Scenario:
        """Return the question with a roll, and another goal if one is given."""
        action = msgspec.structs.replace(
            self.scenario.action,
            roll=roll,
            paths=None,
            ends=None,
            goal=self.scenario.action.goal if goal is None else goal,
        )
        return msgspec.structs.replace(self.scenario, action=action)

    def _at(self, roll: int) -> Position:
        """Return the position with a roll."""
        rolled = replace(self.position, scenario=self._rolled(roll))
        ranged = replace(rolled, maximum=maximum_of(rolled))
        targets, marker = targets_taken(ranged)
        return replace(ranged, targets=targets, marker=marker)

    def _missing(self, top: int) -> list[float]:
        """Return by how much the highest roll falls short, by paths alone, of each thing to do."""
        position = self._at(top)
        farness, every = Farness(position), range(len(position.ids))
        others, outer = position.others, position.shapes.outer
        found = []
        for name in position.targets if self._engages(position) else ():
            own = np.flatnonzero(position.of_units(name))
            discs = [
                (float(others.x[j]), float(others.y[j]), float(outer[others.shape[j]])) for j in own
            ]
            found.append(farness.shortfall(every, discs, position.rules.engagement.horizontal))
        goal = pack_goal(replace(position, scenario=self._rolled(top, self.within)))
        terms = goal.report
        for t in range(len(self.within)):
            rows = range(int(terms.spec[t, FIRST]), int(terms.spec[t, LAST]))
            discs = [
                (float(x), float(y), float(goal.shapes.outer[terms.outline[j]]))
                for j, (x, y) in ((j, terms.target[j, :2]) for j in rows)
            ]
            models = np.flatnonzero(terms.share[t, :, WEIGHT] > 0.0).tolist()
            found.append(farness.shortfall(models, discs, float(terms.limit[t, REACH])))
        self.top = position.maximum
        return found

    def _engages(self, position: Position) -> bool:
        """Return whether some model must end engaged with each target."""
        return position.move.engages_all or self._surges(position)

    def _surges(self, position: Position) -> bool:
        """Return whether to succeed is more than to end legally: to engage the target (21.02)."""
        move = position.move
        return move.targets is not None and not move.engages_all and move.ends == "any"

    def _too_little(self, roll: int) -> bool:
        """Return whether a roll is proved to be too little."""
        position = self._at(roll)
        if refusals(position) or prove_from_start(position):
            return True
        less = float((position.maximum - self.top).max(initial=-np.inf))
        return any(one > less + position.rules.tolerance for one in self._shortfalls)

    def _solved(self, roll: int, *, shortest: bool = False) -> Result:
        """Return what a search with a roll finds; for the shortest move, if that is wanted."""
        goal = None
        if self.within or shortest:
            goal = (*self.within, *self.needs)
        if goal and shortest:
            goal = (*goal, GoalTerm(travel=True, weight=TRAVEL))
        self.solves += 1
        return solve(
            self._rolled(roll, goal), seed=self.seed, iterations=self.iterations, rules=self.rules
        )

    def _does(self, roll: int, result: Result) -> bool:
        """Return whether an answer is a success."""
        if not result.solved:
            return False
        position = self._at(roll)
        poses = [result.ends[name] for name in position.ids]
        if self._surges(position):
            slop = position.rules.tolerance
            engaged = engaged_table(position, position.bodies_at(poses), slop)
            foes = [position.foes.index(name) for name in position.targets]
            if not engaged[:, foes].any():
                return False
        at = np.array([(*pose[:2], *heading(pose[2])) for pose in poses])
        points = np.empty(len(poses))
        for term in self.within:
            asked = replace(position, scenario=self._rolled(roll, (term,)))
            goal = pack_goal(asked)
            squad = build_arena(asked, goal.shapes).squad
            if worth_of_unit(goal.shapes, squad, goal.report, at, 0.0, points) < 1.0:
                return False
        return True

    def _enough(self, rolls: list[int], first: int, result: Result) -> int:
        """Return the number of the least roll, from a first on, with which a move is legal."""
        for k in range(first, len(rolls) - 1):
            most = dict(zip(self.position.ids, self._at(rolls[k]).maximum.tolist(), strict=True))
            fits = all(length <= most[name] for name, length in result.lengths.items())
            if fits and self._carried(rolls[k], result) is not None:
                return k
        return len(rolls) - 1

    def _carried(self, roll: int, result: Result) -> Result | None:
        """Return a move found with one roll as the answer with another, if it is legal there."""
        position = pack(self._rolled(roll), rules=self.rules)
        goal = pack_goal(position)
        arena = build_arena(position, goal.shapes)
        paths = dict(result.paths)
        poses = np.array([(*path[-1][:2], *heading(path[-1][2])) for path in paths.values()])
        ends = replace(valued(position, arena, goal, paths, poses), order=result.order)
        verdict = legal(position, ends)
        if verdict is None or ends.short or wanting(position, ends):
            return None
        if not self.scenario.action.goal:
            ends = replace(ends, points=0.0)
        bound = upper_bound(position, goal) if self.scenario.action.goal else 0.0
        budget = budget_of(len(position.ids), self.iterations, None)
        budget.made = result.iterations
        begun = time.perf_counter()
        return answer_of(position, (ends, verdict), Proof(bound), {}, budget, self.seed, begun)

    def _answer(self, roll: int, result: Result) -> Result:
        """Return the move with a roll: the best for the goal of the question that succeeds."""
        if result.scenario == self._rolled(roll):
            return result
        self.solves += 1
        own = solve(
            self._rolled(roll), seed=self.seed, iterations=self.iterations, rules=self.rules
        )
        if self._does(roll, own):
            return own
        carried = self._carried(roll, result)
        assert carried is not None, "a move that was legal is so no more"
        return carried
