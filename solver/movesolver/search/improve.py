"""One search: spots and routes, seeds, ruin and recreate in chunks, polish."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from movekernels.arrays import Floats, Ints
from movekernels.search import (
    improving,
    placing,
    rebuilding,
    refining,
    routing,
    travelling,
    values,
)
from movekernels.search.ground import BARRED
from movesolver.paths.climbs import Stop
from movesolver.referee.position import Position
from movesolver.search.arena import Arena
from movesolver.search.budget import Budget
from movesolver.search.ends import Ends, ends_of, value_of
from movesolver.search.goal_table import Goal
from movesolver.search.layout import lay_out
from movesolver.search.polish import FIRST_STEP, SWEEPS, Polisher
from movesolver.search.promising import elsewhere
from movesolver.search.seeds import gathered, phased

DENSE = 12.0
"""So few models that this divided by their number is above 1 begin on so many times as dense
spots: few models have few formations, and what each of them is worth decides more ..."""
DENSEST = 4.0
"""... but no denser than so ..."""
UNHURRIED = 0.1
"""... and less dense where there is a limit of time, seconds, that is less than this."""
DRAWS = 4096
"""Random numbers for a chunk of iterations."""
CHAINS = 2
"""Searches that are pursued side by side at first."""
ON_SPOTS = 0.15
"""Part of the budget made on the spots laid out at first, by all chains ..."""
ON_SPOTS_TURNED = 0.8
"""... and where some bases are not round: spots where these touch are not sought."""
TOGETHER = 0.7
"""After this part of the budget only the best chain goes on."""
ROUNDS = 8
"""So many times chains are rebuilt in all, or more often if chunks are too short for that ..."""
SHORTEST = 80
"""... but with so many iterations each at least ..."""
FIRST = 8
"""... and so many while nobody knows how long they take and there is a limit of time."""
STALE = 6
"""A chain that was rebuilt so often without a gain makes room for a new one."""
HOT = 0.2
"""How much worse an end may be and still be kept, as a part of what a model's spots differ
by, when a chain begins on the spots or is rebuilt ..."""
COLD = 0.02
"""... and when it has cooled down."""
REFINED = 0.3
"""Where bases are not round, so many models are lifted and put on the lattice, and then
polished, for each iteration of rebuilding."""
FEW = 5
"""Units of at most so many models are often stretched as far as coherency allows, where small
steps lead on slowly ..."""
AT_LAST = 30
"""... and are polished up to so many times at the end."""
REFINING_SWEEPS = 6
"""Rounds of that polish."""
ROUGH_SWEEPS = 8
"""Rounds of a polish in between."""
MOST_AIMS = 8
"""Bases are made to touch on the side of so many of the goal's places."""
AGAIN = 100
"""Iterations on the spots from which a further chain begins."""
GAIN = 1e-6
"""A chain has gained if it is better by more than so many points."""
ROUGH_STEP = 0.05
"""First step of the polish of a formation that was rebuilt, inches."""


@dataclass(slots=True, eq=False)
class _Chain:
    """A formation that is rebuilt again and again."""

    poses: Floats
    ways: Ints
    points: float
    """What it is worth, as the goal is reported ..."""
    worth: float = -math.inf
    """... and as the search counts, once it was rebuilt."""
    stale: int = 0
    """How often it was rebuilt since it gained."""


class Searcher:
    """The state of a search on one arena.

    Parameters
    ----------
    position, arena, goal, seed
        The question.
    density
        How many times as many points the lattice of spots has as usual; by default more
        for few models (`DENSE`).
    """

    def __init__(
        self,
        position: Position,
        arena: Arena,
        goal: Goal,
        seed: int,
        density: float | None = None,
        seconds: float | None = None,
    ) -> None:
        self.position, self.arena, self.goal = position, arena, goal
        ground, squad = arena.ground, arena.squad
        self.random = np.random.default_rng(seed)
        self.polisher = Polisher(arena, goal)
        n = len(position.ids)
        if density is None:
            density = min(max(DENSE / max(n, 1), 1.0), DENSEST)
            if seconds is not None:
                density = 1.0 + (density - 1.0) * min(seconds / UNHURRIED, 1.0)
        layout = lay_out(position, arena, goal, density)
        self.spots, self.ways = layout.spots, layout.ways
        s = self.spots.x.size
        self.value, self.pure = np.empty((n, s)), np.empty((n, s))
        for slope, out in ((values.SLOPE, self.value), (0.0, self.pure)):
            values.worth_rows(ground.shapes, squad, goal.search, self.spots, self.ways, slope, out)
            travelling.bend_rows(ground, squad, goal.search, self.spots, self.ways, out)
            self._less_climbs(out)
        self.table = np.empty((s, s), dtype=np.int16)
        self.known = np.zeros(s, dtype=np.bool_)
        self.state = np.empty(s, dtype=np.int16)
        self.spread = self._spread()
        self.best = np.full(n, placing.NOWHERE, dtype=np.int64)
        self.seeds = [place for place in layout.places if self._stands(place)]
        self.aims = np.array(goal.points[:MOST_AIMS], dtype=np.float64).reshape(-1, 2)

    def _less_climbs(self, out: Floats) -> None:
        """Take from the worth of spots (n, s) what ways by climbs cost more than straight ones."""
        storey, start = self.arena.storey, self.position.start
        if storey is None:
            return
        for i in np.flatnonzero(storey.rises).tolist():
            weight = travelling.travel_weight(self.goal.search, i)
            if weight != 0.0 and not self.position.placing:
                known = self.ways[i] == routing.CLIMB
                longer = storey.lengths_to(i, self.spots)
                longer -= np.hypot(self.spots.x - start.x[i], self.spots.y - start.y[i])
                out[i, known] -= weight * longer[known]

    def run(self, budget: Budget, target: float) -> Iterator[Ends]:
        """Yield answers from the best down: rebuilt, as found on the spots, the seeds."""
        bests: list[Ints] = []
        chains: list[_Chain] = []
        old: list[_Chain] = []
        on_spots = ON_SPOTS if self.arena.squad.round.all() else ON_SPOTS_TURNED
        stop = None if budget.seconds is None else budget.spent
        if (found := phased(self)) is not None:
            chains.append(self._chain(*found, stop))
        for k in range(CHAINS):
            place, points = self._begun(budget, on_spots * (k + 1) / CHAINS, target)
            if points > BARRED:
                bests.append(place)
                chains.append(self._chain(*self.posed(place), stop))
            if points >= target:
                break
        other = elsewhere(self, max((chain.points for chain in chains), default=BARRED))
        if other is not None:
            chains.append(self._chain(*self.posed(other), stop))
        chains.sort(key=lambda chain: -chain.points)
        del chains[CHAINS:]
        length = max(SHORTEST, math.ceil(budget.iterations * (1 - on_spots) / ROUNDS))
        # So many are polished at last, which takes time that is kept for it.
        finals = 1 if self.arena.squad.round.all() else CHAINS
        turn = 0
        while chains and max(chain.points for chain in chains) < target:
            if budget.progress() > TOGETHER and len(chains) > 1:
                chains.sort(key=lambda chain: -chain.points)
                old += chains[1:]
                del chains[1:]
            kept = self.polisher.needs(finals)
            chunk = min(length, budget.chunk(1.0, "rebuilding", kept, FIRST))
            if chunk <= 0:
                break
            chain = chains[turn % len(chains)]
            turn += 1
            self._rebuild(chain, chunk)
            budget.count(chunk)
            if budget.watch is not None:
                budget.watch.see(self, chunk, chain.poses, chain.ways)
            if chain.stale >= STALE:
                place, points = self._begun(None, 0.0, target)
                if points > BARRED:
                    old.append(chain)
                    chains[chains.index(chain)] = self._chain(*self.posed(place), stop)
        old += chains
        old.sort(key=lambda chain: -chain.points)
        for chain in old[:finals]:
            for _ in range(AT_LAST if len(chain.ways) <= FEW else 1):
                before = self._points(chain.poses, chain.ways)
                for step in (FIRST_STEP, ROUGH_STEP):
                    self.polisher.polish(chain.poses, chain.ways, step, stop=stop)
                if self._points(chain.poses, chain.ways) < before + GAIN:
                    break
        for chain in old[:CHAINS]:
            yield ends_of(self.position, self.arena, self.goal, chain.poses, chain.ways)
        places = [self.posed(place) for place in (*bests, *self.seeds)]
        for poses, ways in sorted(places, key=lambda answer: -self._points(*answer)):
            yield ends_of(self.position, self.arena, self.goal, poses, ways)

    def _begun(self, budget: Budget | None, end: float, target: float) -> tuple[Ints, float]:
        """Return a formation on the spots and its points, found within a part of a budget."""
        # Every chain has a best of its own: which one leads farther is not known before.
        self.best = np.full(len(self.position.ids), placing.NOWHERE, dtype=np.int64)
        current, points = self._first()
        if budget is None:
            return self.best, self._improve(current, AGAIN, HOT)
        begun = budget.progress()
        while points < target and (chunk := budget.chunk(end)) > 0:
            cooled = (budget.progress() - begun) / (end - begun)
            points = self._improve(current, chunk, HOT + (COLD - HOT) * cooled)
            budget.count(chunk)
            if budget.watch is not None:
                known = points > BARRED
                shown = self.posed(self.best) if known else (None, np.empty(0, dtype=np.int64))
                budget.watch.see(self, chunk, *shown)
        return self.best, points

    def _chain(self, poses: Floats, ways: Ints, stop: Stop | None) -> _Chain:
        # Bases that are not round touch nowhere yet.
        rough = self.arena.squad.round.all()
        self.polisher.polish(poses, ways, FIRST_STEP, ROUGH_SWEEPS if rough else SWEEPS, stop)
        return _Chain(poses, ways, self._points(poses, ways))

    def _rebuild(self, chain: _Chain, iterations: int) -> None:
        if not self.arena.squad.round.all():
            self._refine(chain.poses, chain.ways, math.ceil(REFINED * iterations))
        worth = rebuilding.rebuild(
            self.arena.ground,
            self.arena.squad,
            self.goal.search,
            self.aims,
            chain.poses,
            chain.ways,
            self.random.random(DRAWS),
            iterations,
            HOT * self.spread,
            ROUGH_SWEEPS,
            ROUGH_STEP,
        )
        chain.stale += 1
        if worth > chain.worth + GAIN:
            chain.stale, chain.worth = 0, worth
            chain.points = self._points(chain.poses, chain.ways)

    def _first(self) -> tuple[Ints, float]:
        """Return a formation to go on from, grown, seed or gathered, and the best points so far."""
        current = np.full(len(self.position.ids), placing.NOWHERE, dtype=np.int64)
        points = self._improve(current, 0, COLD)
        for seed in self.seeds:
            points = self._improve(seed.copy(), 0, COLD)
            if self._total(seed) > self._total(current):
                current = seed.copy()
        if points == BARRED:
            current = gathered(self)
            points = self._improve(current, 0, COLD)
        return current, points

    def _points(self, poses: Floats, ways: Ints) -> float:
        return value_of(self.arena, self.goal, poses, ways)

    def _stands(self, place: Ints) -> bool:
        return bool(
            placing.stands(
                self.arena.ground.shapes,
                self.arena.squad,
                self.spots,
                self.value,
                place,
                self.table,
                self.known,
                self.state,
                np.empty_like(place),
            )
        )

    def _refine(self, poses: Floats, ways: Ints, iterations: int) -> None:
        refining.refine(
            self.arena.ground,
            self.arena.squad,
            self.goal.search,
            self.spots,
            self.value,
            self.ways,
            self.table,
            self.known,
            self.state,
            poses,
            ways,
            self.random.random(DRAWS),
            iterations,
            COLD * self.spread,
            REFINING_SWEEPS,
        )

    def _improve(self, current: Ints, iterations: int, heat: float) -> float:
        return self.climb(
            self.value,
            self.pure,
            current,
            self.best,
            iterations,
            heat * self.spread,
        )

    def climb(
        self,
        value: Floats,
        pure: Floats,
        current: Ints,
        best: Ints,
        iterations: int,
        heat: float,
    ) -> float:
        """Ruin and recreate on the spots by any values (see `movekernels.search.improving`)."""
        return float(
            improving.improve(
                self.arena.ground.shapes,
                self.arena.squad,
                self.spots,
                value,
                pure,
                self.table,
                self.known,
                self.state,
                current,
                best,
                self.random.random(DRAWS),
                iterations,
                heat,
            )
        )

    def _spread(self) -> float:
        """Return by how many points a model's spots differ, on average over the models."""
        if self.value.size == 0:
            return 0.0
        most = self.value.max(axis=1)
        least = np.where(self.value > BARRED, self.value, np.inf).min(axis=1)
        usable = most > BARRED
        return float((most - least)[usable].mean()) if usable.any() else 0.0

    def _total(self, place: Ints) -> float:
        """Return the shaped value of a formation on the spots, -inf if it is none."""
        if (place < 0).any():
            return BARRED
        return float(self.value[np.arange(place.size), place].sum())

    def posed(self, place: Ints) -> tuple[Floats, Ints]:
        """Return the poses (n, 4) of a formation on the spots (n,), and routes there, (n,)."""
        spots, start = self.spots, self.position.start
        poses = np.column_stack([spots.x[place], spots.y[place], spots.turned[place]])
        still = self.arena.squad.round[self.arena.squad.member]
        poses[still, 2], poses[still, 3] = start.cos[still], start.sin[still]
        return poses, self.ways[np.arange(place.size), place].copy()

    def polish(self, poses: Floats) -> None:
        """Move legal poses (n, 4) of a unit that is set up by small steps to where they gain."""
        self.polisher.polish(poses, np.ones(len(poses), dtype=np.int64))

    def unpolished(self, place: Ints) -> Ends:
        """Return a formation on the spots (n,) as an answer."""
        return ends_of(self.position, self.arena, self.goal, *self.posed(place))

    def polished(self, place: Ints, stop: Stop | None = None) -> Iterator[Ends]:
        """Yield a formation on the spots (n,) as an answer: polished, then as it is."""
        poses, ways = self.posed(place)
        self.polisher.polish(poses, ways, stop=stop)
        yield ends_of(self.position, self.arena, self.goal, poses, ways)
        yield self.unpolished(place)
