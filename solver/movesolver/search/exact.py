"""The best assignment of models to spots, proved: linear bound, fixing, branch and cut."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from movekernels.arrays import Floats, Ints
from movekernels.search.ground import BARRED
from movesolver.search.grid import Grid
from movesolver.search.grid_cuts import Cut, Cutter
from movesolver.search.grid_program import SLACK, Program
from movesolver.search.watch import Watch, interrupts

PROVED = 1e-6
"""So many points a model a bound may lie above a value and count as the same."""


@dataclass(slots=True)
class Best:
    """What is known of the best assignment."""

    place: Ints | None
    """The best one met, spots (n,)."""
    value: float
    """What it is worth, -inf for none."""
    bound: float
    """What none is worth more than, -inf if there is none at all."""
    rounds: int = 0
    """Programs solved to whole numbers."""
    refused: list[Ints] = field(default_factory=list)
    """Assignments that the grid finds legal and whoever was asked does not."""

    unsure: float = BARRED
    """What the best of those is worth of which it is not sure."""

    def no_more(self, bound: float) -> None:
        """Lower the bound: nothing that the grid finds legal is worth more."""
        self.bound = min(self.bound, max(bound, self.value, self.unsure))

    @property
    def proved(self) -> bool:
        """Whether none is better, or there is none."""
        n = 1 if self.place is None else self.place.size
        return self.bound <= self.value + PROVED * n


def best_assignment(
    grid: Grid,
    place: Ints | None = None,
    *,
    seconds: float,
    accepts: Callable[[Ints], bool | None] | None = None,
    guided: Callable[[Floats, Ints | None], Ints | None] | None = None,
    most_rounds: int = 500,
    cuts: Sequence[Cut] = (),
    watch: Watch | None = None,
) -> Best:
    """Return the best legal assignment of models to spots and what none is worth more than.

    Parameters
    ----------
    grid
        Values and which spots go together.
    place
        A legal assignment to better, spots (n,).
    seconds
        After so long the bound stands as it is.
    accepts
        Asked about every assignment that the grid finds legal, for what pairs do not tell:
        False if it is not legal, None if that is not sure.
    guided
        A heuristic: given points for each model and spot to go by, (n, s), and the best
        assignment so far, it returns one that is better by the grid's values, or that one.
    most_rounds
        Give up on what is refused after so many programs.
    cuts
        Inequalities that every legal assignment keeps besides.
    watch
        Told of the bound before each program; it may stop the proof, as an interrupt does.

    Notes
    -----
    The bound of the linear program with clique inequalities (Padberg, 1973); every pair
    (model, spot) by which it falls below the value at hand is fixed to 0; what is left is solved
    whole.  HiGHS takes no inequality while it works (ERGO-Code/HiGHS#3078), so what a solution
    breaks is added and the program solved again, until one breaks nothing.
    """
    begun = time.perf_counter()
    best = Best(place, BARRED if place is None else grid.total(place), BARRED)
    most = grid.value.max(axis=1, initial=BARRED)
    best.bound = float(most.sum())
    if best.bound == BARRED or best.proved:
        return best
    # A pair that together with the best of all others is worth less than what is at hand.
    least = best.value - (best.bound - most)
    small, spots = grid.kept((grid.value >= least[:, None] - SLACK) & (grid.value > BARRED))
    program, cutter = Program(small), Cutter(small)
    program.cuts += [cut.of_spots(spots) for cut in cuts]
    pairs = small.value > BARRED
    fresh, last = True, np.inf
    with interrupts(watch):
        while (left := seconds - (time.perf_counter() - begun)) > 0:
            if watch is not None and watch.lowered_on_grid(best.bound):
                return best
            if fresh:
                relaxed = program.relaxed(left)
                best.no_more(relaxed.bound)
                if best.proved:
                    return best
                if relaxed.reduced is not None:
                    if guided is not None:
                        guide = np.full(grid.value.shape, BARRED)
                        guide[:, spots] = np.where(pairs, -relaxed.reduced, BARRED)
                        found = guided(guide, best.place)
                        if found is not None and (accepts is None or accepts(found)):
                            _better(best, grid, found)
                    pairs &= relaxed.reduced <= relaxed.bound - best.value + SLACK
                best.no_more(best.bound)
                if best.proved:
                    return best
                if relaxed.place is not None and relaxed.x is not None:
                    # What already this breaks need not wait for whole numbers.
                    taken = relaxed.x.sum(axis=0)
                    early = [c for c in cutter.cuts(relaxed.place) if c.broken_by(relaxed.x, taken)]
                    if early and relaxed.bound < last - SLACK:
                        last = relaxed.bound
                        program.cuts += early
                        continue
                last = np.inf
            best.rounds += 1
            whole = program.whole(pairs, seconds - (time.perf_counter() - begun))
            best.no_more(whole.bound)
            if whole.place is None:
                return best
            broken = cutter.cuts(whole.place)
            program.cuts += broken
            # One refusal tells the linear program next to nothing.
            fresh = bool(broken)
            if not broken:
                answer = True if accepts is None else accepts(spots[whole.place])
                if answer:
                    _better(best, grid, spots[whole.place])
                if answer or best.rounds > most_rounds:
                    return best
                if answer is None:
                    best.unsure = max(best.unsure, small.total(whole.place))
                else:
                    best.refused.append(spots[whole.place])
                program.cuts.append(cutter.refused(whole.place))
    return best


def _better(best: Best, grid: Grid, place: Ints) -> None:
    """Take an assignment over if it is worth more."""
    value = grid.total(place)
    if value > best.value:
        best.place, best.value = place, value
