"""One search: spots and routes, seeds, ruin and recreate in chunks, polish."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from movekernels.arrays import Floats, Ints
from movekernels.search import (
    ending,
    improving,
    placing,
    polishing,
    refining,
    routing,
    travelling,
    values,
)
from movekernels.search.ground import BARRED
from movesolver.referee.position import Position
from movesolver.referee.verdict import listed
from movesolver.search.arena import Arena
from movesolver.search.budget import Budget
from movesolver.search.ends import Ends, ends_of, value_of
from movesolver.search.goal_table import Goal
from movesolver.search.layout import lay_out
from movesolver.search.seeds import gathered

DRAWS = 4096
"""Random numbers for a chunk of iterations."""
CHAINS = 2
"""Searches on the spots, each from the start again."""
HOT = 0.2
"""How much worse an end may be and still be kept, as a part of what a model's spots differ
by, when a chain begins ..."""
COLD = 0.02
"""... and when it ends."""
REFINED = 0.06
"""Part of the iterations made off the lattice ..."""
REFINED_IN_TIME = 0.5
"""... and part of the time, where that is what is limited."""
SWEEPS = 40
"""Rounds of a polish of all models ..."""
REFINING_SWEEPS = 6
"""... and of each in between."""
FIRST_STEP = 0.3
"""First step of the polish before what is done off the lattice, inches."""
LAST_STEP = 0.03
"""First step of the one after it, inches."""


class Searcher:
    """The state of a search on one arena."""

    def __init__(self, position: Position, arena: Arena, goal: Goal, seed: int) -> None:
        self.position, self.arena, self.goal = position, arena, goal
        ground, squad = arena.ground, arena.squad
        self.random = np.random.default_rng(seed)
        n = len(position.ids)
        layout = lay_out(position, arena, goal)
        self.conflicts = layout.conflicts
        self.spots, self.ways = layout.spots, layout.ways
        s = self.spots.x.size
        self.value, self.pure = np.empty((n, s)), np.empty((n, s))
        for slope, out in ((values.SLOPE, self.value), (0.0, self.pure)):
            values.worth_rows(ground.shapes, squad, goal.search, self.spots, self.ways, slope, out)
            travelling.bend_rows(ground, squad, goal.search, self.spots, self.ways, out)
            self._less_climbs(out)
        self.order, self.count = self.ranked(self.value)
        self.table = np.zeros((s, s), dtype=np.int16)
        self.known = np.zeros(s, dtype=np.bool_)
        self.state = np.zeros(s, dtype=np.int16)
        self.reached = np.empty(n, dtype=np.int64)
        self.spread = self._spread()
        self.best = np.full(n, placing.NOWHERE, dtype=np.int64)
        self.seeds = [place for place in layout.places if self._stands(place)]

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
        """Yield answers from the best down: refined, as found on the spots, the seeds."""
        refined = REFINED if budget.seconds is None else REFINED_IN_TIME
        answers: list[tuple[Floats, Ints]] = []
        bests: list[Ints] = []
        for chain in range(CHAINS):
            # Every chain has a best of its own: which one polishes better is not known before.
            self.best = np.full(len(self.position.ids), placing.NOWHERE, dtype=np.int64)
            current, points = self._first()
            end = (1.0 - refined) * (chain + 1) / CHAINS
            begun = budget.progress()
            while points < target and (chunk := budget.chunk(end)) > 0:
                cooled = (budget.progress() - begun) / (end - begun)
                points = self._improve(current, chunk, HOT + (COLD - HOT) * cooled)
                budget.made += chunk
                if budget.watch is not None:
                    budget.watch.see(self, chunk, *self._shown(points))
            if points > BARRED:
                bests.append(self.best)
                answers.append(self.posed(self.best))
                self._polish(*answers[-1], FIRST_STEP)
            if points >= target:
                break
        begun = budget.progress()
        for k, (poses, ways) in enumerate(answers):
            end = begun + (1.0 - begun) * (k + 1) / len(answers)
            while self._points(poses, ways) < target and (chunk := budget.chunk(end)) > 0:
                self._refine(poses, ways, chunk)
                budget.made += chunk
                if budget.watch is not None:
                    budget.watch.see(self, chunk, poses, ways)
            self._polish(poses, ways, LAST_STEP)
        for poses, ways in sorted(answers, key=lambda answer: -self._points(*answer)):
            yield ends_of(self.position, self.arena, self.goal, poses, ways)
        places = [self.posed(place) for place in (*bests, *self.seeds)]
        for poses, ways in sorted(places, key=lambda answer: -self._points(*answer)):
            yield ends_of(self.position, self.arena, self.goal, poses, ways)

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

    def _shown(self, points: float) -> tuple[Floats | None, Ints]:
        """Return the best formation of a chain as poses (n, 4) with its routes, if there is one."""
        return self.posed(self.best) if points > BARRED else (None, self.best)

    def _points(self, poses: Floats, ways: Ints) -> float:
        return value_of(self.arena, self.goal, poses, ways)

    def ranked(self, value: Floats) -> tuple[Ints, Ints]:
        """Return the spots of each model from the best down, and how many are usable."""
        order = np.argsort(-value, axis=1)
        return order, (value > BARRED).sum(axis=1)

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
                self.reached,
            )
        )

    def _refine(self, poses: Floats, ways: Ints, iterations: int) -> None:
        refining.refine(
            self.arena.ground,
            self.arena.squad,
            self.goal.search,
            self.spots,
            self.value,
            self.order,
            self.count,
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
            self.order,
            self.count,
            current,
            self.best,
            iterations,
            heat * self.spread,
        )

    def climb(
        self,
        value: Floats,
        pure: Floats,
        order: Ints,
        count: Ints,
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
                order,
                count,
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
        usable = np.where(self.value > BARRED, self.value, np.nan)
        if not np.isfinite(usable).any():
            return 0.0
        rows = usable[np.isfinite(usable).any(axis=1)]
        return float(np.mean(np.nanmax(rows, axis=1) - np.nanmin(rows, axis=1)))

    def _total(self, place: Ints) -> float:
        """Return the shaped value of a formation on the spots, -inf if it is none."""
        if (place < 0).any():
            return BARRED
        return float(self.value[np.arange(place.size), place].sum())

    def posed(self, place: Ints) -> tuple[Floats, Ints]:
        """Return a formation on the spots as poses (n, 4) and routes (n,)."""
        spots, start = self.spots, self.position.start
        poses = np.column_stack([spots.x[place], spots.y[place], spots.turned[place]])
        still = self.arena.squad.round[self.arena.squad.member]
        poses[still, 2], poses[still, 3] = start.cos[still], start.sin[still]
        return poses, self.ways[np.arange(place.size), place].copy()

    def polish(self, poses: Floats, ways: Ints | None = None) -> None:
        """Move legal poses (n, 4) by small steps to where they gain; routes (n,) if not set up."""
        ways = np.ones(len(poses), dtype=np.int64) if ways is None else ways
        self._polish(poses, ways, FIRST_STEP)

    def unpolished(self, place: Ints) -> Ends:
        """Return a formation on the spots (n,) as an answer."""
        return ends_of(self.position, self.arena, self.goal, *self.posed(place))

    def polished(self, place: Ints) -> Iterator[Ends]:
        """Yield a formation on the spots (n,) as an answer: polished, then as it is."""
        poses, ways = self.posed(place)
        self._polish(poses, ways, FIRST_STEP)
        yield ends_of(self.position, self.arena, self.goal, poses, ways)
        yield self.unpolished(place)

    def _polish(self, poses: Floats, ways: Ints, step: float) -> None:
        n = len(poses)
        polishing.polish(
            self.arena.ground,
            self.arena.squad,
            self.goal.search,
            poses,
            ways,
            SWEEPS,
            np.full(n + 1, step),
            np.empty((2, n), dtype=np.int64),
            np.empty((n, 4)),
            np.empty(n),
        )

    def reasons(self) -> dict[str, str]:
        """Return why no answer was found: what rules out how many spots."""
        named = {ending.EDGE: "OFF_TABLE", ending.FLOOR: "OVERHANG"}
        found, counts = np.unique(self.conflicts, return_counts=True)
        ruled: dict[str, int] = {}
        for conflict, count in zip(found.tolist(), counts.tolist(), strict=True):
            if conflict != ending.OPEN:
                code = named.get(conflict) or str(self.arena.codes[conflict])
                ruled[code] = ruled.get(code, 0) + count
        total = self.conflicts.size
        reasons = {
            code: f"rules out {count} of {total} spots tried"
            for code, count in sorted(ruled.items())
        }
        stuck = [
            name
            for name, ways in zip(self.position.ids, self.ways, strict=True)
            if not (ways != routing.NO_ROUTE).any()
        ]
        if stuck:
            reasons["NO_PATH"] = f"{listed(stuck)}: no way that was tried leads to a legal spot"
        else:
            reasons["SPLIT"] = "no coherent formation was found on the spots that remain"
        return reasons
