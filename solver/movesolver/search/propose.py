"""Several good ends that differ: candidates for a player that looks ahead."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from movekernels.arrays import Floats, Ints
from movesolver.duties.owed import duties_of
from movesolver.errors import InputError
from movesolver.paths.climbs import Stop
from movesolver.referee.pack import pack
from movesolver.referee.position import Position
from movesolver.rules.ruleset import RuleSet
from movesolver.search.answer import Proof, answer_of
from movesolver.search.arena import build_arena
from movesolver.search.budget import BOUND, LATE, Budget, budget_of, check_whole, time_left
from movesolver.search.certify import best_bound
from movesolver.search.chains import Chains
from movesolver.search.ends import Ends, accepted, stay
from movesolver.search.finding import find, views
from movesolver.search.focus import Placer
from movesolver.search.found import Judged
from movesolver.search.from_start import prove_from_start
from movesolver.search.goal_table import Goal
from movesolver.search.goals import pack_goal
from movesolver.search.improve import Searcher
from movesolver.search.judging import accepted_in_order
from movesolver.search.late import JUDGED, SEARCHED, kept_of
from movesolver.search.modes import in_mode
from movesolver.search.proposals import Proposals
from movesolver.search.refusals import MOST_MODELS, refusals, room
from movesolver.search.result import Result
from movesolver.search.solve import solve
from movesolver.search.spacing import is_apart, kinds_of
from movesolver.search.sparing import spared
from movesolver.search.threshold import Aim, aimed, rounds_of, search_forms
from movesolver.table.fields import check_not_negative, shown
from movesolver.table.scenario import Scenario

SHARE = 0.25
"""Iterations for each end, as a part of those of a solve."""
LONGEST, PART = 2.0, 0.25
"""How far apart ends are by default: so many inches, or that part of the longest maximum."""
DENSITY = 3.0
"""Spots are so many times as dense as those of a search, which leaves them sooner."""
VAIN = 3
"""So many formations may be refused, or not be found, for each end that is wanted."""


def propose(
    scenario: Scenario,
    k: int,
    *,
    apart: float | None = None,
    seed: int = 0,
    iterations: int | None = None,
    time_ms: float | None = None,
    rules: RuleSet | None = None,
) -> Proposals:
    """Find ``k`` legal ends of a move that are good and different.

    Parameters
    ----------
    scenario
        The question, as for `movesolver.solve`.
    k
        How many ends, 1 or more.
    apart
        Least distance between any two, inches a model (see `Proposals.distance`); by default
        2, or a quarter of the farthest that a model may move if that is less.
    seed, iterations, time_ms, rules
        As for `movesolver.solve`; each end gets a quarter of the iterations of a solve, and
        ``time_ms`` is for all of them.

    Returns
    -------
    Proposals
        Fewer than ``k`` if no more were found, and then why.

    Raises
    ------
    InputError
        If ``k`` or ``apart`` makes no sense, or as `movesolver.solve` does.

    Notes
    -----
    One layout of spots serves all.  The first chain of ruin and recreate goes for the goal;
    each further one is paid for moving models away from where the ends found so far have
    them, more and more until it comes to a formation that is different.  Then it is polished,
    as far as it stays different, and judged.  Where the goal has a worst model or needs so many
    models, and where models surge, the first end is what `movesolver.solve` would find; the others
    meet the needs too.
    """
    check_wanted(k, apart)
    check_whole("seed", seed)
    begun = time.perf_counter()
    position = pack(scenario, rules=rules)
    budget = _budget(len(position.ids) * rounds_of(position), k, iterations, time_ms, begun)
    if _searched(position):
        goal = pack_goal(position)
        found = _Proposer(position, goal, k, apart, seed, budget)
        ends = found.run()
        if ends:
            moves = _answers(position, goal, ends, found.proof, budget, seed, begun)
            return Proposals(
                moves, k, found.apart, found.reasons(len(moves)), scenario, found.kinds
            )
    # Nothing to choose from, or nothing found: what solve says, and in which mode.
    left = time_left(time_ms, begun)
    alone = solve(scenario, seed=seed, iterations=iterations, time_ms=left, rules=rules)
    mode = alone.moved.action.mode if alone.moved is not None else None
    chosen = None if position.mode is None else position.mode.name
    if scenario.action.mode is None and mode not in (None, chosen):
        again = propose(
                in_mode(scenario, str(mode)), k,
                apart=apart, seed=seed, iterations=iterations, time_ms=time_left(time_ms, begun),
                rules=rules,
            )  # fmt: skip
        moves = tuple(replace(move, scenario=scenario) for move in again.moves)
        return replace(again, moves=moves, scenario=scenario)
    n = len(alone.ends)
    least = _apart(position) if apart is None else apart
    only = (alone,) if alone.solved else ()
    reasons = dict(alone.reasons)
    if only and k > 1:
        reasons = {"TOO_ALIKE": "no other legal end was found"}
    return Proposals(only, k, least, reasons, scenario, (np.arange(n),))


def check_wanted(k: object, apart: float | None) -> None:
    """Raise unless a number of ends, and how far they are to be apart, are such."""
    if isinstance(k, bool) or not isinstance(k, int | np.integer) or k < 1:
        raise InputError("k", "a whole number, 1 or more", shown(k))
    if apart is not None:
        check_not_negative("apart", apart)


def _budget(n: int, k: int, iterations: int | None, time_ms: float | None, begun: float) -> Budget:
    budget = budget_of(n, iterations, time_ms, begun)
    if time_ms is not None and iterations is None:
        return budget
    return replace(budget, iterations=math.ceil(SHARE * budget.iterations) * k)


def _searched(position: Position) -> bool:
    """Return whether there is a choice of ends at all."""
    move = position.move
    if not position.ids or len(position.ids) > MOST_MODELS or not move.moves_models:
        return False
    if move.set_up is not None and move.set_up.close:
        return False
    if refusals(position) or (not position.placing and prove_from_start(position)):
        return False
    return position.scenario.action.mode is None or not room(position)[0]


def _apart(position: Position) -> float:
    return min(LONGEST, PART * float(position.maximum.max(initial=0.0)))


def _answers(
    position: Position,
    goal: Goal,
    found: list[Judged],
    proof: Proof | None,
    budget: Budget,
    seed: int,
    begun: float,
) -> tuple[Result, ...]:
    """Return the answers from the best down; a bound is worked out where none is known."""
    found.sort(key=lambda one: -one[0].points)
    if position.scenario.action.goal:
        proof = proof or best_bound(position, goal, found[0][0].points, None)
    else:
        proof = Proof(0.0)
        found = [(replace(ends, points=0.0), verdict) for ends, verdict in found]
    return tuple(answer_of(position, one, proof, {}, budget, seed, begun) for one in found)


class _Proposer:
    """The search for several ends of one position."""

    def __init__(
        self,
        position: Position,
        goal: Goal,
        k: int,
        apart: float | None,
        seed: int,
        budget: Budget,
    ) -> None:
        self.position, self.goal, self.k, self.seed, self.budget = position, goal, k, seed, budget
        self.asked = goal
        """The goal of the question; `goal` may be one that stands in for it."""
        self.apart = _apart(position) if apart is None else apart
        self.arena = build_arena(position, goal.shapes)
        self.kinds = kinds_of(position, self.arena, goal)
        self.found: list[Judged] = []
        self.taken: list[Floats] = []
        """Centres (n, 3) of the ends found."""
        self.placer = Placer(position, self.arena, goal, seed) if position.placing else None
        self.proof: Proof | None = None
        """Of a bound, where there is a limit of time: worked out before that is over."""
        self.seconds = budget.seconds
        self.hurried = False
        """Whether a view overlooks mates in the way, and there is a limit of time."""
        self.stood = False
        """Whether it was asked if nobody may move, as time was over."""
        self.longest = 0.0
        """What it took to polish and judge an end, at most, seconds."""

    def run(self) -> list[Judged]:
        """Return ends that are legal and apart."""
        if not self._begun():
            return []
        if self.found:
            self._bounded()
        barring = bool(self.position.mates_block.any()) and not self.position.placing
        first = Searcher(self.position, self.arena, self.goal, self.seed, DENSITY)
        for view, mates in views(self.position, barring, first):
            searcher, self.hurried = first, barring and not mates and self.seconds is not None
            if mates or view is not self.position:
                arena = build_arena(view, self.goal.shapes, mates=mates)
                searcher = Searcher(view, arena, self.goal, self.seed, DENSITY)
            if self._add(searcher) or self._late():
                break
        if self.found:
            self._bounded()
        return self.found

    def _bounded(self) -> None:
        """Work out a bound as soon as an end is known, where there is a limit of time."""
        if self.seconds is not None and self.proof is None and self._bounds():
            best = max(found[0].points for found in self.found)
            left = self.budget.begun + self.seconds - time.perf_counter()
            part = min(BOUND * self.seconds, left)
            self.proof = best_bound(self.position, self.asked, best, None, self.arena, seconds=part)

    def _bounds(self) -> bool:
        return bool(self.position.scenario.action.goal)

    def _until(self) -> float:
        """Return the part of the budget at which the search for the next end is over."""
        left = self.k - len(self.found)
        if self.seconds is None:
            return (self.k - left + 1) / self.k
        # What is begun now is to be polished and judged in time, and a bound to be worked out.
        self.budget.seconds = max(self.seconds - self.longest, 0.0)
        now = self.budget.progress()
        bounded = self.proof is None and self._bounds()
        kept = BOUND * bounded if self.found else kept_of(self.position, self.seconds, bounded)
        end = now + max(1.0 - now - kept, 0.0) / left
        return min(end, SEARCHED) if self.hurried and not self.found else end

    def _late(self, grace: float = 0.0) -> bool:
        """Return whether there is something to answer, and no time for more.

        ``grace`` is what time may be overrun by, as a part of it.
        """
        if self.seconds is None:
            return False
        if time.perf_counter() - self.budget.begun < (1.0 + grace) * self.seconds:
            return False
        if not self.found and not self.stood and not duties_of(self.position):
            self.stood = True
            self._stand()
        return bool(self.found)

    def _polish_over(self) -> Stop | None:
        """Return what says when to leave a polish at what it came to; None without a limit."""
        if self.seconds is None:
            return None
        pending = self.proof is None and self._bounds()
        end = self.budget.begun + self.seconds * (1.0 - BOUND * pending / 2)
        return lambda: time.perf_counter() >= end

    def _hopeless(self) -> bool:
        """Return whether the referee takes too long about an end."""
        return self._vain() or self._late(LATE)

    def _vain(self) -> bool:
        """Return whether to go on to the next view, as this one has led to nothing so far."""
        return self.hurried and not self.found and self.budget.time_used() >= JUDGED

    def _begun(self) -> bool:
        """Begin with what solve finds where that takes many searches; return whether to go on.

        Such are goals that do not add up: the other ends go for the worst model by weights shared
        out, and have those models meet what is needed that meet it in the first end.  And such
        are moves with duties that bind only who fails in others: who does not in the first end is
        let go of them in the others.
        """
        forms = self.goal.forms
        if forms is None and not self.goal.failing:
            return True
        whole = self.budget
        part = whole.part((1.0 - BOUND * self._bounds()) / self.k)
        part = replace(part, iterations=whole.iterations // self.k)
        best = search_forms(self.position, self.goal, math.inf, part, self.seed, find).best
        whole.made += part.made
        if best is None:
            return False
        self._keep(best)
        if forms is not None:
            met = best[0].parts.met if best[0].parts is not None else ()
            pins = {k: who[: forms.needs[k].models] for k, who in enumerate(met)}
            self.goal = aimed(self.position, forms, Aim(pins=pins))
        self.goal = spared(self.position, self.goal, best[0]) or self.goal
        return True

    def reasons(self, count: int) -> dict[str, str]:
        """Return why there are no more."""
        if count >= self.k:
            return {}
        return {
            "TOO_ALIKE": f"no other legal end was found that is {self.apart:g} inches a model "
            f"from all {count} of these"
        }

    def _short(self) -> bool:
        return len(self.found) < self.k

    def _add(self, searcher: Searcher) -> bool:
        """Add ends of one view; return whether there are enough, or nothing was refused."""
        chains = Chains(searcher, self.kinds, self.apart, self.budget)
        for centres in self.taken:
            chains.avoid(centres)
        refused = 0
        while self._short() and refused < VAIN * self.k and not (self._late() or self._vain()):
            place = chains.next_place(self._until())
            if place is None:
                break
            begun, known = time.perf_counter(), len(self.taken)
            taken = any(self._take(ends) for ends in self._ends_from(searcher, place))
            self.longest = max(self.longest, time.perf_counter() - begun)
            if taken:
                self._bounded()
                for centres in self.taken[known:]:
                    chains.avoid(centres)
            else:
                chains.avoid(chains.at[place])
                refused += 1
        if not self.found and self.placer is not None:
            for ends in self.placer.packed(searcher, self.budget):
                if self._short():
                    self._take(ends)
        return not self._short() or refused == 0

    def _ends_from(self, searcher: Searcher, place: Ints) -> Iterator[Ends]:
        """Yield a formation on spots polished, then as it is."""
        answers = searcher.polished(place, self._polish_over())
        yield from answers if self.placer is None else self.placer.mended(answers)

    def _is_new(self, centres: Floats) -> bool:
        return all(is_apart(self.kinds, centres, other, self.apart) for other in self.taken)

    def _take(self, answer: Ends) -> bool:
        """Add an answer if it is new and the referee accepts it."""
        if not self._is_new(_centres_of(answer)):
            return False
        found = accepted_in_order(self.position, self.arena, self.goal, answer, self._hopeless)
        if found is None or found[0].short:
            return False
        # Models sent on to do their duty may have come too near to another end.
        if found[0].paths != answer.paths and not self._is_new(_centres_of(found[0])):
            return False
        if not self.found:
            self._stand(found[0])
        if self._short() and self._is_new(_centres_of(found[0])):
            self._keep(found)
        return True

    def _stand(self, first: Ends | None = None) -> None:
        """Take the answer in which nobody moves if it is better than the first one found.

        Chains do not come across it where who moves has duties that who stays has not.
        """
        position = self.position
        if position.placing:
            return
        order = () if position.mates_block.any() else None
        standing = replace(stay(position, self.arena, self.goal), order=order)
        if not standing.short and (first is None or standing.rank > first.rank):
            found = accepted(position, self.arena, self.goal, standing, self._hopeless)
            better = found is not None and (first is None or found[0].rank > first.rank)
            if found is not None and better and not found[0].short:
                self._keep(found)

    def _keep(self, found: Judged) -> None:
        self.found.append(found)
        self.taken.append(_centres_of(found[0]))


def _centres_of(answer: Ends) -> Floats:
    return np.array([(path[-1][0], path[-1][1], path[-1][3]) for path in answer.paths.values()])
