"""Short searches on one layout of spots, each for a formation unlike those found before."""

from __future__ import annotations

import math

import numpy as np

from movekernels.arrays import Floats, Ints
from movekernels.search.ground import BARRED
from movekernels.search.placing import NOWHERE
from movesolver.search.budget import Budget
from movesolver.search.improve import COLD, HOT, Searcher
from movesolver.search.seeds import gathered
from movesolver.search.spacing import Kinds, is_apart

WIDER = 1.5
"""Models gain by moving away from an end found before, up to so many times that far."""
PUSHES = (0.15, 0.4, 1.0, 4.0)
"""What they gain by it, as a part of what a model's spots differ by: more until it is enough."""
ASIDE, TURN = math.radians(90), math.radians(216)
"""Units are pushed aside first, as seen from the way they went, then in turned directions."""


class Chains:
    """Searches on the spots of one searcher.

    Parameters
    ----------
    searcher
        Whose spots, values and routes are used.
    kinds, apart
        What counts as different (see `movesolver.search.spacing.is_apart`).
    budget
        What all of them may use.
    """

    def __init__(self, searcher: Searcher, kinds: Kinds, apart: float, budget: Budget) -> None:
        self.searcher, self.kinds, self.apart, self.budget = searcher, kinds, apart, budget
        spots, squad = searcher.spots, searcher.arena.squad
        self.at: Floats = np.column_stack(
            [spots.x, spots.y, np.repeat(squad.z, np.diff(spots.first))]
        )
        """Centres of the spots, shape (s, 3)."""
        self.avoided: list[Floats] = []
        self.far = max(WIDER * apart, 1e-9)
        self.near: Floats = np.zeros_like(searcher.value)
        """How near each spot is to each model's places in what is avoided, shape (n, s)."""

    def avoid(self, centres: Floats) -> None:
        """Keep away from a formation with these centres, shape (n, 3).

        It adds 1 to `near` of each model on its places there, those of its kind, and less on
        other spots, down to 0 where these are far enough.
        """
        self.avoided.append(centres)
        for kind in self.kinds:
            square = ((self.at[:, None, :] - centres[None, kind, :]) ** 2).sum(axis=2)
            self.near[kind] += np.maximum(1.0 - np.sqrt(square.min(axis=1)) / self.far, 0.0)

    def is_new(self, place: Ints) -> bool:
        """Return whether models on these spots form a whole unit apart from all that is avoided."""
        if (place == NOWHERE).any():
            return False
        return all(is_apart(self.kinds, self.at[place], one, self.apart) for one in self.avoided)

    def next_place(self, end: float) -> Ints | None:
        """Return the best new formation found, using up this part of the budget.

        Models are paid for moving away from where they stand in what is avoided, or, which
        suits large units better, for moving in one direction: the better of both is taken.
        """
        budget, begun = self.budget, self.budget.progress()
        pulls = [-self.near, self._aside()[None, :]] if self.avoided else [self.near]
        pushes = PUSHES if self.avoided else PUSHES[:1]
        chains = [_Chain(self.searcher, pull) for pull in pulls]
        steps, step = len(pushes) * len(chains), 0
        found: list[tuple[float, int, Ints, _Chain]] = []
        for push in pushes:
            for k, chain in enumerate(chains):
                step += 1
                chain.push(push * max(self.searcher.spread, 1e-3))
                chain.climb(budget, begun, begun + (end - begun) * step / steps, end)
                if self.is_new(chain.best):
                    found.append((chain.worth(chain.best), -k, chain.best.copy(), chain))
            if found:
                break
        if not found:
            return self._best_seed(None)
        worth, _, place, chain = max(found, key=lambda one: one[:2])
        chain.climb(budget, begun, end, end)
        if self.is_new(chain.best) and chain.worth(chain.best) > worth:
            place = chain.best
        return self._best_seed(place)

    def _aside(self) -> Floats:
        """Return how far spots lie in the direction of the next push, shape (s,)."""
        start = self.searcher.position.start
        gone = self.avoided[0][:, :2].mean(axis=0) - (start.x.mean(), start.y.mean())
        angle = math.atan2(gone[1], gone[0]) + ASIDE + TURN * (len(self.avoided) - 1)
        along: Floats = self.at[:, 0] * math.cos(angle) + self.at[:, 1] * math.sin(angle)
        return along / self.far

    def _best_seed(self, place: Ints | None) -> Ints | None:
        """Return the best of a formation and those seeds that are new."""
        searcher = self.searcher
        every = np.arange(len(searcher.value))
        known = [seed for seed in searcher.seeds if self.is_new(seed)]
        known += [] if place is None else [place]
        return max(known, key=lambda one: float(searcher.value[every, one].sum()), default=None)


class _Chain:
    """One search by values to which a pull is added, stronger and stronger."""

    def __init__(self, searcher: Searcher, pull: Floats) -> None:
        self.searcher, self.pull = searcher, pull
        self.every: Ints = np.arange(len(searcher.value))
        self.current: Ints = np.full(self.every.size, NOWHERE, dtype=np.int64)
        self.best = self.current.copy()

    def worth(self, place: Ints) -> float:
        """Return what a formation is worth without the pull, as the search counts."""
        return float(self.searcher.value[self.every, place].sum())

    def push(self, much: float) -> None:
        """Pull by so many points, and begin from the best formation at hand."""
        searcher = self.searcher
        self.value, self.pure = searcher.value + much * self.pull, searcher.pure + much * self.pull
        fresh = (self.current == NOWHERE).any()
        self.best = np.full(self.every.size, NOWHERE, dtype=np.int64)
        starts = [self.current, np.full(self.every.size, NOWHERE, dtype=np.int64)]
        starts += searcher.seeds if fresh else []
        most = self._start(starts)
        if most == BARRED and fresh:
            self._start([gathered(searcher)])

    def _start(self, starts: list[Ints]) -> float:
        most, chosen = BARRED, self.current
        for start in starts:
            tried = start.copy()
            self._improve(tried, 0, 0.0)
            if not (tried == NOWHERE).any():
                worth = float(self.value[self.every, tried].sum())
                if worth > most:
                    most, chosen = worth, tried
        self.current = chosen.copy()
        return most

    def climb(self, budget: Budget, begun: float, until: float, end: float) -> None:
        """Ruin and recreate until a part of the budget is used up; it cools down to the end."""
        while (chunk := budget.chunk(until)) > 0:
            hot = HOT + (COLD - HOT) * (budget.progress() - begun) / (end - begun)
            self._improve(self.current, chunk, hot)
            budget.count(chunk)

    def _improve(self, current: Ints, iterations: int, heat: float) -> None:
        self.searcher.climb(
            self.value,
            self.pure,
            current,
            self.best,
            iterations,
            heat * self.searcher.spread,
        )
