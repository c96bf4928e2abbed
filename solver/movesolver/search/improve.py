"""One search: spots and routes, seeds, ruin and recreate in chunks, polish."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from movekernels.arrays import Floats, Ints
from movekernels.search import improving, legality, placing, polishing, refining, values
from movekernels.search.ground import BARRED, Spots
from movesolver.referee.pack import Position
from movesolver.search.arena import Arena
from movesolver.search.budget import Budget
from movesolver.search.candidates import POINTS, build_spots, kept_spots
from movesolver.search.ends import Ends, ends_of
from movesolver.search.goals import Goal
from movesolver.search.seeds import best_shifts, gathered

DRAWS = 4096
"""Random numbers for a chunk of iterations."""
HEAT = 0.02
"""How much worse an end may be and still be kept, as a part of what a model's spots differ by."""
CROWDED = 0.5
"""Where fewer of the lattice's points than this part are open, a finer lattice is laid."""
REFINED = 5
"""Every so many iterations one is made off the lattice."""
SWEEPS = 40
FIRST_STEP = 0.3
"""First step of the polish, inches."""


class Searcher:
    """The state of a search on one arena."""

    def __init__(self, position: Position, arena: Arena, goal: Goal, seed: int) -> None:
        self.position, self.arena, self.goal = position, arena, goal
        ground, squad = arena.ground, arena.squad
        self.random = np.random.default_rng(seed)
        n = len(position.ids)
        formations = best_shifts(position, arena, goal)
        spots, places = build_spots(position, arena, goal, formations)
        conflicts = self._conflicts(spots)
        open_spots = int((conflicts == legality.OPEN).sum())
        wanted = POINTS * squad.shape.size
        if open_spots < CROWDED * wanted:
            density = min(4.0, wanted / max(open_spots, 1))
            spots, places = build_spots(position, arena, goal, formations, density)
            conflicts = self._conflicts(spots)
        self.conflicts = conflicts
        keep = (conflicts == legality.OPEN) | (spots.owner >= 0)
        spots, places = kept_spots(spots, places, keep)
        ways = np.empty((n, spots.x.size), dtype=np.int64)
        legality.routes(ground, squad, spots, np.ascontiguousarray(conflicts[keep]), ways)
        keep = (ways != legality.NO_ROUTE).any(axis=0)
        self.spots, places = kept_spots(spots, places, keep)
        self.ways = np.ascontiguousarray(ways[:, keep])
        s = self.spots.x.size
        self.value, self.pure = np.empty((n, s)), np.empty((n, s))
        for slope, out in ((values.SLOPE, self.value), (0.0, self.pure)):
            values.worth_rows(ground.shapes, squad, goal.search, self.spots, self.ways, slope, out)
        self.order, self.count = self.ranked(self.value)
        self.table = np.zeros((s, s), dtype=np.int16)
        self.known = np.zeros(s, dtype=np.bool_)
        self.state = np.zeros(s, dtype=np.int16)
        self.reached = np.empty(n, dtype=np.int64)
        self.heat = self._heat()
        self.best = np.full(n, placing.NOWHERE, dtype=np.int64)
        self.seeds = [place for place in places if self._stands(place)]

    def run(self, budget: Budget, target: float) -> Iterator[Ends]:
        """Yield answers from the best down: refined, as found on the spots, the seeds."""
        n = len(self.position.ids)
        current = np.full(n, placing.NOWHERE, dtype=np.int64)
        points = self._improve(current, 0)
        for seed in self.seeds:
            points = self._improve(seed.copy(), 0)
            if self._total(self.value, seed) > self._total(self.value, current):
                current = seed.copy()
        if points == BARRED:
            current = gathered(self)
            points = self._improve(current, 0)
        made = 0
        quota = budget.iterations * (REFINED - 1) // REFINED
        while points < target and made < quota and (chunk := budget.next_chunk()) > 0:
            chunk = min(chunk, quota - made)
            points = self._improve(current, chunk)
            budget.made += chunk
            made += chunk
        if points > BARRED:
            poses, ways = self._poses(self.best)
            self._polish(poses, ways)
            while points < target and (chunk := budget.next_chunk()) > 0:
                self._refine(poses, ways, chunk)
                budget.made += chunk
            yield ends_of(self.position, self.arena, self.goal, poses, ways)
            yield self._unpolished(self.best)
        for seed in self.seeds:
            yield self._unpolished(seed)

    def _conflicts(self, spots: Spots) -> Ints:
        conflicts = np.empty(spots.x.size, dtype=np.int64)
        legality.end_conflicts(self.arena.ground, self.arena.squad, spots, conflicts)
        return conflicts

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
            self.heat,
        )

    def _improve(self, current: Ints, iterations: int) -> float:
        return self.climb(
            self.value, self.pure, self.order, self.count, current, self.best, iterations, self.heat
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

    def _heat(self) -> float:
        """Return the heat in points: a part of the spread of a model's values."""
        usable = np.where(self.value > BARRED, self.value, np.nan)
        if not np.isfinite(usable).any():
            return 0.0
        rows = usable[np.isfinite(usable).any(axis=1)]
        return HEAT * float(np.mean(np.nanmax(rows, axis=1) - np.nanmin(rows, axis=1)))

    def _total(self, value: Floats, place: Ints) -> float:
        if (place < 0).any():
            return BARRED
        return float(value[np.arange(place.size), place].sum())

    def _poses(self, place: Ints) -> tuple[Floats, Ints]:
        spots, start = self.spots, self.position.start
        poses = np.column_stack([spots.x[place], spots.y[place], spots.turned[place]])
        still = self.arena.squad.round[self.arena.squad.member]
        poses[still, 2], poses[still, 3] = start.cos[still], start.sin[still]
        return poses, self.ways[np.arange(place.size), place].copy()

    def _unpolished(self, place: Ints) -> Ends:
        return ends_of(self.position, self.arena, self.goal, *self._poses(place))

    def _polish(self, poses: Floats, ways: Ints) -> None:
        n = len(poses)
        polishing.polish(
            self.arena.ground,
            self.arena.squad,
            self.goal.search,
            poses,
            ways,
            SWEEPS,
            np.full(n + 1, FIRST_STEP),
            np.empty((2, n), dtype=np.int64),
            np.empty((n, 4)),
            np.empty(n),
        )

    def reasons(self) -> dict[str, str]:
        """Return why no answer was found: what rules out how many spots."""
        total = self.conflicts.size
        counts: dict[str, int] = {}
        for conflict in self.conflicts:
            if conflict == legality.OPEN:
                continue
            if conflict == legality.EDGE:
                code = "OFF_TABLE"
            elif conflict == legality.FLOOR:
                code = "OVERHANG"
            else:
                code = str(self.arena.codes[int(conflict)])
            counts[code] = counts.get(code, 0) + 1
        reasons = {
            code: f"rules out {count} of {total} spots tried"
            for code, count in sorted(counts.items())
        }
        stuck = [name for i, name in enumerate(self.position.ids) if not (self.ways[i] != 0).any()]
        if stuck:
            reasons["NO_PATH"] = f"{', '.join(stuck)}: no straight way to any legal spot"
        if not stuck:
            reasons["SPLIT"] = "no coherent formation was found on the spots that remain"
        return reasons
