"""Searches and proofs that can be watched and stopped: what is told after each chunk of work."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from movekernels.arrays import Floats, Ints
from movesolver.referee.position import Position
from movesolver.search.answer import Proof, answer_of
from movesolver.search.budget import Budget
from movesolver.search.ends import ends_of, value_of
from movesolver.search.found import Found, Judged
from movesolver.search.judging import accepted_in_order
from movesolver.search.result import Result
from movesolver.table.scenario import Pose

if TYPE_CHECKING:
    from movesolver.search.arena import Arena
    from movesolver.search.goal_table import Goal
    from movesolver.search.improve import Searcher


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search has come, or the proof after it."""

    iterations: int
    """How often a part of the unit was lifted and placed again so far."""
    seconds: float
    """Since the question was asked."""
    objective: float | None
    """What the best end found so far is worth; None if there is none yet.  It never falls."""
    bound: float
    """What no legal end is worth more than; infinite where a function has no bound."""
    on_grid: float | None
    """During a proof of the best on a grid: what no end on it is worth more than."""
    _answer: Callable[[], Result] = field(repr=False, compare=False)

    def result(self) -> Result:
        """Return the best end so far as an answer, judged by the referee now."""
        return self._answer()

    @property
    def ends(self) -> Mapping[str, Pose]:
        """End pose of each model in it, judged by the referee now; empty if there is none."""
        return self.result().ends


Watcher = Callable[[Progress], object]
"""Called with a `Progress`; a true answer stops the search."""


@dataclass(slots=True)
class Watch:
    """What is told to a watcher, and the best that it was told of.

    Formations on spots are legal as they are, but for what only whole paths and whole units
    can be asked: duties, an order of moving, set-up distances.  Where a move has such rules
    each better formation is judged before it counts; elsewhere only when somebody wants it.
    Where a goal does not add up over the models each formation is judged, as its worth is
    known only then.
    """

    call: Watcher
    position: Position
    goal: Goal
    bound: float
    begun: float
    answer: Callable[[Judged | None], Result]
    """Makes an answer of what was found."""
    stopped: bool = False
    iterations: int = 0
    objective: float | None = None
    arena: Arena | None = None
    """Of the first search."""
    _offers: list[Callable[[], Judged | None]] = field(default_factory=list)
    """Each better than the one before."""

    def see(self, searcher: Searcher, made: int, poses: Floats | None, ways: Ints) -> None:
        """Tell of a chunk of so many iterations, and of the formation it led to (n, 4)."""
        self.iterations += made
        self.arena = self.arena or searcher.arena
        if poses is not None:
            self._offer(searcher, self.arena, poses.copy(), ways.copy())
        self._tell()

    def proves(self, best: Judged | None) -> None:
        """Know what the search came to: told while it is proved."""
        if best is not None:
            self.objective = best[0].points
            self._keep(best)

    def lowered(self, bound: float) -> bool:
        """Tell of a bound over every legal end, points; return whether to stop."""
        self.bound = min(self.bound, bound)
        self._tell()
        return self.stopped

    def lowered_on_grid(self, bound: float) -> bool:
        """Tell of a bound over the ends on a grid, points; return whether to stop."""
        self._tell(bound)
        return self.stopped

    def _tell(self, on_grid: float | None = None) -> None:
        worth = self.objective
        if worth is not None and self.goal.is_for_nothing(self.position):
            worth = 0.0
        seconds = time.perf_counter() - self.begun
        told = Progress(self.iterations, seconds, worth, self.bound, on_grid, self._result)
        if self.call(told):
            self.stopped = True

    def _offer(self, searcher: Searcher, arena: Arena, poses: Floats, ways: Ints) -> None:
        # Set-ups are searched about other points too, from which their ways are nobody's.
        asked = (
            (self.position, arena) if self.position.placing else (searcher.position, searcher.arena)
        )

        def judged() -> Judged | None:
            ends = ends_of(*asked, self.goal, poses, ways)
            return accepted_in_order(self.position, arena, self.goal, ends)

        if self.goal.forms is None:
            worth = value_of(asked[1], self.goal, poses, ways)
            if self.objective is not None and worth <= self.objective:
                return
            if not self._asks_more():
                self.objective = worth
                self._offers.append(judged)
                return
        found = judged()
        if found is None or found[0].short:
            return
        if self.objective is None or found[0].points > self.objective:
            self.objective = found[0].points
            self._keep(found)

    def _asks_more(self) -> bool:
        """Return whether the move asks more of an end than a formation on spots shows."""
        position, move = self.position, self.position.move
        engaging = move.closing is not None or bool(move.duties) or bool(position.targets)
        return position.placing or engaging or bool(position.mates_block.any())

    def best(self) -> Judged | None:
        """Return the best end so far, judged; None if there is none."""
        while self._offers:
            found = self._offers.pop()()
            if found is not None:
                self._keep(found)
                return found
        return None

    def _keep(self, found: Judged) -> None:
        self._offers = [lambda: found]

    def better(self, found: Judged | None) -> Judged | None:
        """Return what a search came to, or the best that was told if that is worth more."""
        if self.objective is None or (found is not None and found[0].points >= self.objective):
            return found
        best = self.best()
        if best is None or (found is not None and found[0].points >= best[0].points):
            return found
        return best

    def _result(self) -> Result:
        return self.answer(self.best())


def watched(
    call: Watcher | None, position: Position, goal: Goal, bound: float, budget: Budget, seed: int
) -> Watch | None:
    """Return the watch of a search that somebody wants to be told about."""
    if call is None:
        return None
    for_nothing = goal.is_for_nothing(position)
    known = 0.0 if for_nothing else bound

    def answer(found: Judged | None) -> Result:
        if found is not None and for_nothing:
            found = replace(found[0], points=0.0), found[1]
        made = replace(budget, made=watch.iterations)
        functions = goal.forms.sampled if goal.forms is not None else ()
        return answer_of(
            position, found, Proof(watch.bound), {}, made, seed, budget.begun, functions
        )

    watch = Watch(call, position, goal, known, budget.begun, answer)
    return watch


@contextmanager
def interrupts(watch: Watch | None) -> Iterator[None]:
    """Let an interrupt stop work that is watched: what it came to so far stands."""
    try:
        yield
    except KeyboardInterrupt:
        if watch is None:
            raise
        watch.stopped = True


def stoppable(budget: Budget, search: Callable[[], Found]) -> Found:
    """Return what a search finds; if it is watched and interrupted, the best until then."""
    watch = budget.watch
    if watch is None:
        return search()
    try:
        found = search()
    except KeyboardInterrupt:
        watch.stopped, budget.made = True, watch.iterations
        reasons = {"STOPPED": "the search was stopped before it found a legal end"}
        found = Found(None, reasons)
    best = watch.better(found.best)
    return found if best is found.best else replace(found, best=best, reasons={}, proof=None)
