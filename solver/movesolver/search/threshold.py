"""Search for goals that do not add up over the models, by searches for goals that do.

*Worst model.*  First its weight is shared out equally.  Then levels are tried: models that
would be worth less than the level are pressed to it, the rest of the goal is sought as far as
that leaves room (the epsilon-constraint method of Haimes, Lasdon and Wismer, 1971).  What was
found says between which levels a better total may lie; there the next one is tried.

*So many models.*  First those are pinned to it who lose least by it, each taken alone; then
those who go when all are pulled; then some that nearly were chosen.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from movekernels.arrays import Floats
from movekernels.search import values
from movekernels.search.ground import BARRED, FIRST, KIND, MARGIN, WITHIN, WITHIN_SOLID, Terms
from movesolver.referee.position import Position
from movesolver.search.answer import PROVED
from movesolver.search.arena import build_arena
from movesolver.search.bounds import term_range
from movesolver.search.budget import Budget
from movesolver.search.ends import Ends
from movesolver.search.forms import Forms, Need, Worst
from movesolver.search.found import Found, Judged
from movesolver.search.goal_bounds import unmet_needs, worst_range
from movesolver.search.goal_table import Goal, GoalTable
from movesolver.search.goals import pack_goal
from movesolver.search.improve import Searcher
from movesolver.search.levels import add_again, press_to_level
from movesolver.search.needing import prove_needs
from movesolver.search.pressing import size_of

Search = Callable[[Position, Goal, float, Budget, int], Found]
"""How a goal that adds up is sought (`movesolver.search.finding.find`)."""

ROUNDS = 8
"""Searches that share the budget ..."""
PLACING_ROUNDS = 4
"""... of units that are set up, of which each takes many times as long."""
SWAPS = 2
"""So many of them try other models for what is needed."""
PINNED = 3.0
"""What a pinned model's wish is worth, in units of the whole goal."""
PULLED = (1.0, 5.0)
"""The same where all models are pulled: at first, and where that did not do."""
OTHERS = 0.3
"""How strongly the other worst terms are held where they are while one is sought."""
CLOSEST = 0.001
"""No level is tried between two that are closer, as a part of what a term may be worth."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What one search is told to go for beside the terms that add up."""

    levels: Mapping[int, tuple[float, float]] = field(default_factory=dict)
    """For worst terms, by index: a level, and how strongly models are pressed to it; those
    without one have their weight shared out."""
    pins: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """For needs, by index: the models that must meet it."""
    pull: float = 0.0
    """What meeting a need is worth to the others, in units of the whole goal."""


def rounds_of(position: Position) -> int:
    """Return how many searches the goal of a position takes at most."""
    goal = position.scenario.action.goal
    if not any(term.worst or term.need is not None for term in goal):
        return 1
    return PLACING_ROUNDS if position.placing else ROUNDS


def search_forms(
    position: Position, goal: Goal, bound: float, budget: Budget, seed: int, search: Search
) -> Found:
    """Return the best ends found for any goal, or why there are none.

    ``search`` seeks goals that add up; it is asked once for one that is of that kind.
    """
    forms = goal.forms
    if forms is None or not (forms.worst or forms.needs):
        return search(position, goal, bound, budget, seed)
    return _Rounds(position, goal, forms, bound, budget, seed, search).run()


def aimed(position: Position, forms: Forms, aim: Aim) -> Goal:
    """Return the goal with terms that add up for a search to climb; its ends are worth the same."""

    def add(table: GoalTable) -> None:
        size = size_of(table)
        for k, worst in enumerate(forms.worst):
            if k in aim.levels:
                press_to_level(table, worst, *aim.levels[k], size)
            else:
                add_again(table, worst.row, worst.weight / max(worst.models.size, 1))
        for k, need in enumerate(forms.needs):
            share = aim.pull * size * need.weight
            share[list(aim.pins.get(k, ()))] = PINNED * size
            add_again(table, need.row, share)

    goal = pack_goal(position, forms.sampled, add)
    return replace(goal, pinned=tuple(_pinned(goal, aim.pins)))


class _Rounds:
    """Searches one after the other, each told by what the ones before found."""

    def __init__(
        self,
        position: Position,
        goal: Goal,
        forms: Forms,
        bound: float,
        budget: Budget,
        seed: int,
        search: Search,
    ) -> None:
        self.position, self.goal, self.forms = position, goal, forms
        self.bound, self.budget, self.seed, self.search = bound, budget, seed, search
        self.rounds, self.most = 0, rounds_of(position)
        self.best: Judged | None = None
        self.none: Found | None = None
        self.never: Found | None = None
        self.seen: list[Ends] = []
        ranges = [worst_range(position, goal.shapes, one, term_range) for one in forms.worst]
        self.tops = [high for _, high in ranges]
        self.close = [CLOSEST * (high - low) for low, high in ranges]
        self.pins: dict[int, tuple[int, ...]] = {}

    def run(self) -> Found:
        """Return the best of all searches, or why there is none."""
        if self.forms.needs:
            self._meet()
        else:
            self._try(Aim())
        while self.never is None and self.open and (chosen := self._next_level()) is not None:
            self._raise(*chosen)
        if self.never is not None:
            return self.never
        if self.best is None:
            return self.none or Found(None)
        parts = self.best[0].parts
        assert parts is not None
        if parts.short:
            reached = zip(self.forms.needs, parts.met, strict=True)
            counts = {need.place: len(met) for need, met in reached}
            return Found(None, unmet_needs(self.forms, counts))
        return Found(self.best)

    @property
    def open(self) -> bool:
        """Whether another search may be made, and may find anything better."""
        if self.rounds >= self.most or (self.rounds and self.budget.time_used() >= 1.0):
            return False
        done = self.bound - PROVED * len(self.position.ids)
        return self.best is None or self.best[0].rank < (0, done)

    def _try(self, aim: Aim) -> Ends | None:
        """Search for an aim; return what is found."""
        goal = self._goal(aim)
        part = self._part()
        answer = self.search(self.position, goal, math.inf, part, self.seed)
        found = answer.best
        self.budget.made += part.made
        self.rounds += 1
        if found is None:
            self.none = self.none or answer
            return None
        self.seen.append(found[0])
        if self.best is None or found[0].rank > self.best[0].rank:
            self.best = found
        return found[0]

    def _part(self) -> Budget:
        """Return the part of the budget that the next search has."""
        left = self.most - self.rounds
        iterations = (self.budget.iterations - self.budget.made) // left
        if self.budget.seconds is None:
            return Budget(iterations, watch=self.budget.watch)
        now = time.perf_counter()
        seconds = max(self.budget.seconds - (now - self.budget.begun), 0.0)
        rest = replace(self.budget, iterations=iterations, begun=now, seconds=seconds)
        return rest.part(1.0 / left)

    def _goal(self, aim: Aim) -> Goal:
        goal = aimed(self.position, self.forms, aim)
        formations = [self._rings(goal, aim.pins)] if aim.pins else []
        if self.best is not None:
            formations.append(np.array([p[-1][:3] for p in self.best[0].paths.values()]))
        return replace(goal, formations=tuple(formations))

    def _rings(self, goal: Goal, pins: Mapping[int, tuple[int, ...]]) -> Floats:
        """Return poses (x, y, degrees), (n, 3), with pinned models in touching rings.

        Packings on a hexagonal lattice hold three or seven about a point, rings four and five.
        """
        start = self.position.start
        poses = np.column_stack([start.x, start.y, self.position.facing])
        for k, models in pins.items():
            terms = goal.forms.needs[k].search if goal.forms is not None else goal.search
            low, count = int(terms.spec[0, FIRST]), len(models)
            radius = float(self.position.shapes.outer[start.shape[list(models)]].max())
            far = (radius + 2 * MARGIN) / math.sin(math.pi / count) if count > 1 else 0.0
            angles = 2 * math.pi * np.arange(count) / count
            poses[list(models), 0] = terms.target[low, 0] + far * np.cos(angles)
            poses[list(models), 1] = terms.target[low, 1] + far * np.sin(angles)
        return poses

    def _meet(self) -> None:
        """Find who is to meet the needs."""
        losses = self._losses()
        everyone = tuple(range(len(self.position.ids)))
        first = {
            k: _fewest(everyone, losses[k], need.models) for k, need in enumerate(self.forms.needs)
        }
        self._pinned(first)
        if self._unmeetable():
            return
        for pull in PULLED:
            if not self.open:
                return
            pulled = self._try(Aim(pull=pull))
            if pulled is not None and pulled.parts is not None:
                chosen = {
                    k: _fewest(met, losses[k], self.forms.needs[k].models)
                    for k, met in enumerate(pulled.parts.met)
                }
                if pulled.short == 0 and chosen not in (first, self.pins) and self.open:
                    self._pinned(chosen)
            if self.best is not None and self.best[0].short == 0:
                break
        for pins in self._swaps(losses):
            if self.open:
                self._pinned(pins)

    def _unmeetable(self) -> bool:
        """Return whether the needs were not met, and it is proved that no end meets them."""
        never = self.none is not None and self.none.proof is not None
        if never or (self.best is not None and self.best[0].short == 0):
            return False
        seconds = self._part().seconds
        arena = build_arena(self.position, self.goal.shapes)
        proof = prove_needs(
            self.position, arena, self.goal, math.inf if seconds is None else seconds
        )
        if proof is not None:
            self.never = Found(None, proof.reasons, proof.node)
        return proof is not None

    def _pinned(self, pins: dict[int, tuple[int, ...]]) -> None:
        """Search with models pinned, and go on with these pins if that is the best so far."""
        before = self.best
        self._try(Aim(pins=pins))
        if self.best is not before or not self.pins:
            self.pins = pins

    def _swaps(self, losses: list[Floats]) -> list[dict[int, tuple[int, ...]]]:
        """Return pins with one model exchanged: those that are expected to lose least by it."""
        found: list[tuple[float, int, int, int]] = []
        for k, pinned in self.pins.items():
            for i in pinned:
                for j in np.flatnonzero(np.isfinite(losses[k])).tolist():
                    if j not in pinned:
                        found.append((float(losses[k][j] - losses[k][i]), k, i, j))
        swaps = []
        for _, k, i, j in sorted(found)[:SWAPS]:
            models = tuple(j if one == i else one for one in self.pins[k])
            swaps.append({**self.pins, k: models})
        return swaps

    def _losses(self) -> list[Floats]:
        """Return, for each need, what each model loses by meeting it, taken alone; shape (n,)."""
        goal = self._goal(Aim())
        arena = build_arena(self.position, goal.shapes)
        searcher = Searcher(self.position, arena, goal, self.seed)
        best = searcher.value.max(axis=1, initial=BARRED)
        return [self._loss(need, goal, searcher, best) for need in self.forms.needs]

    def _loss(self, need: Need, goal: Goal, searcher: Searcher, best: Floats) -> Floats:
        counted = np.empty_like(searcher.value)
        ground, squad = searcher.arena.ground, searcher.arena.squad
        spots, ways = searcher.spots, searcher.ways
        terms = goal.forms.needs[self.forms.needs.index(need)].search if goal.forms else need.search
        values.worth_rows(ground.shapes, squad, terms, spots, ways, 0.0, counted)
        there = np.where(counted > 0.0, searcher.value, BARRED).max(axis=1, initial=BARRED)
        loss = np.full(best.size, math.inf)
        np.subtract(best, there, out=loss, where=there > BARRED)
        return np.where(need.weight > 0.0, loss, math.inf)

    def _next_level(self) -> tuple[int, float, bool] | None:
        """Return a worst term, a level for it, and whether it is above all that was reached.

        Between two levels that were reached no total is above what the lower one left to the
        rest and the higher one itself: where that is most above the best so far.
        """
        best = self.best[0].points if self.best is not None else -math.inf
        chosen: tuple[int, float, bool] | None = None
        most = best
        for k, worst in enumerate(self.forms.worst):
            reached = sorted(self._reached(k))
            for j, (level, rest) in enumerate(reached):
                above = j + 1 == len(reached)
                upper = self.tops[k] if above else reached[j + 1][0]
                if upper - level <= self.close[k] or rest + upper <= most + self.close[k]:
                    continue
                most = rest + upper
                counted = self._counts(worst)
                chosen = k, upper if counted else (level + upper) / 2, above
        return chosen

    def _counts(self, worst: Worst) -> bool:
        return int(worst.report.spec[0, KIND]) in (WITHIN, WITHIN_SOLID)

    def _reached(self, k: int) -> list[tuple[float, float]]:
        """Return the levels of a worst term that were reached, and what the rest came to."""
        seen = [(ends.points, ends.parts) for ends in self.seen if ends.parts is not None]
        return [(p.worst[k], points - p.worst[k]) for points, p in seen if p.short == 0]

    def _raise(self, k: int, level: float, above: bool) -> None:
        """Search with the models of a worst term pressed to a level."""
        parts = self.best[0].parts if self.best is not None else None
        others = parts.worst if parts is not None else ()
        levels = {other: (others[other], OTHERS) for other in range(len(others)) if other != k}
        ends = self._try(Aim(levels={**levels, k: (level, 1.0)}, pins=self.pins))
        got = -math.inf if ends is None or ends.parts is None else ends.parts.worst[k]
        if above and got < level - self.close[k]:
            self.tops[k] = min(self.tops[k], level)


def _pinned(goal: Goal, pins: Mapping[int, tuple[int, ...]]) -> Iterator[Terms]:
    """Yield the terms of needs, of a weight for the models that are pinned to them alone."""
    for k, models in pins.items():
        terms = goal.forms.needs[k].search if goal.forms is not None else goal.search
        share = np.zeros_like(terms.share)
        share[0, list(models)] = terms.share[0, list(models)]
        yield terms._replace(share=share)


def _fewest(models: tuple[int, ...], losses: Floats, count: int) -> tuple[int, ...]:
    """Return so many of the models: those that lose least."""
    return tuple(sorted(models, key=lambda i: (float(losses[i]), i))[:count])
