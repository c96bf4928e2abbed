"""One search: spots and routes, seeds, ruin and recreate in chunks, polish."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from movekernels.arrays import Floats, Ints
from movekernels.search import improving, legality, placing, polishing, values
from movekernels.search.ground import BARRED
from movesolver.referee.pack import Position
from movesolver.search.arena import Arena
from movesolver.search.budget import Budget
from movesolver.search.candidates import build_spots
from movesolver.search.ends import Ends, ends_of
from movesolver.search.goals import Goal
from movesolver.search.seeds import best_shifts

DRAWS = 4096
"""Random numbers for a chunk of iterations."""
HEAT = 0.02
"""How much worse an end may be and still be kept, as a part of what a model's spots differ by."""
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
        self.spots, self.facing = build_spots(position, arena, goal, formations)
        s = self.spots.x.size
        self.conflicts = np.empty(s, dtype=np.int64)
        legality.end_conflicts(ground, squad, self.spots, self.conflicts)
        self.ways = np.empty((n, s), dtype=np.int64)
        legality.routes(ground, squad, self.spots, self.conflicts, self.ways)
        self.value, self.pure = np.empty((n, s)), np.empty((n, s))
        values.worth_rows(ground, squad, goal.search, self.spots, self.ways, True, self.value)
        values.worth_rows(ground, squad, goal.search, self.spots, self.ways, False, self.pure)
        self.order = np.argsort(-self.value, axis=1, kind="stable")
        self.count = (self.value > BARRED).sum(axis=1)
        self.table = np.zeros((s, s), dtype=np.int16)
        self.known = np.zeros(s, dtype=np.bool_)
        self.state = np.zeros(s, dtype=np.int16)
        self.reached = np.empty(n, dtype=np.int64)
        self.heat = self._heat()
        self.best = np.full(n, placing.NOWHERE, dtype=np.int64)
        self.seeds = self._seeds(len(formations))

    def run(self, budget: Budget, target: float) -> Iterator[Ends]:
        """Yield answers from the best down: polished, unpolished, the seeds."""
        n = len(self.position.ids)
        current = np.full(n, placing.NOWHERE, dtype=np.int64)
        points = self._improve(current, 0)
        if self.seeds:
            top = max(self.seeds, key=lambda seed: self._total(self.value, seed))
            if self._total(self.value, top) > self._total(self.value, current):
                current = top.copy()
            points = self._improve(top.copy(), 0)
        while points < target and (chunk := budget.next_chunk()) > 0:
            points = self._improve(current, chunk)
            budget.made += chunk
        if points > BARRED:
            yield self._polished(self.best)
            yield self._unpolished(self.best)
        for seed in self.seeds:
            yield self._unpolished(seed)

    def _improve(self, current: Ints, iterations: int) -> float:
        return float(
            improving.improve(
                self.arena.ground,
                self.arena.squad,
                self.spots,
                self.value,
                self.pure,
                self.order,
                self.count,
                self.table,
                self.known,
                self.state,
                current,
                self.best,
                self.random.random(DRAWS),
                iterations,
                self.heat,
            )
        )

    def _heat(self) -> float:
        """Return the heat in points: a part of the spread of a model's values."""
        usable = np.where(self.value > BARRED, self.value, np.nan)
        if not np.isfinite(usable).any():
            return 0.0
        rows = usable[np.isfinite(usable).any(axis=1)]
        return HEAT * float(np.mean(np.nanmax(rows, axis=1) - np.nanmin(rows, axis=1)))

    def _seeds(self, formations: int) -> list[Ints]:
        """Return the formations among the spots that are legal: staying put, rigid shifts."""
        seeds: list[Ints] = []
        members = self.arena.squad.member
        classes = self.arena.squad.shape.size
        sizes = [int((members == c).sum()) for c in range(classes)]
        stays = [int((self.arena.home & (members == c)).sum()) for c in range(classes)]
        rank = np.array([int((members[:i] == members[i]).sum()) for i in range(members.size)])
        places = [self.spots.home.copy()]
        for f in range(formations):
            base = np.array(
                [int(self.spots.first[c]) + stays[c] + f * sizes[c] for c in range(classes)]
            )
            places.append(base[members] + rank)
        for place in places:
            if placing.stands(
                self.arena.ground,
                self.arena.squad,
                self.spots,
                self.value,
                place,
                self.table,
                self.known,
                self.state,
                self.reached,
            ):
                seeds.append(place)
        return seeds

    def _total(self, value: Floats, place: Ints) -> float:
        if (place < 0).any():
            return BARRED
        return float(value[np.arange(place.size), place].sum())

    def _poses(self, place: Ints) -> tuple[Floats, Ints]:
        spots, start = self.spots, self.position.start
        poses = np.column_stack(
            [spots.x[place], spots.y[place], spots.cos[place], spots.sin[place]]
        )
        still = self.arena.squad.round[self.arena.squad.member]
        poses[still, 2], poses[still, 3] = start.cos[still], start.sin[still]
        return poses, self.ways[np.arange(place.size), place].copy()

    def _unpolished(self, place: Ints) -> Ends:
        return ends_of(self.position, self.arena, self.goal, *self._poses(place))

    def _polished(self, place: Ints) -> Ends:
        n = place.size
        poses, ways = self._poses(place)
        polishing.polish(
            self.arena.ground,
            self.arena.squad,
            self.goal.search,
            poses,
            ways,
            SWEEPS,
            FIRST_STEP,
            np.empty((n + 2, n), dtype=np.int64),
            np.empty(n + 1),
            np.empty(n),
        )
        return ends_of(self.position, self.arena, self.goal, poses, ways)

    def reasons(self) -> dict[str, str]:
        """Return why no answer was found: what rules out how many spots."""
        total = self.spots.x.size
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
        stuck = [
            name for i, name in enumerate(self.position.ids) if not (self.ways[i] != 0).any()
        ]
        if stuck:
            reasons["NO_PATH"] = f"{', '.join(stuck)}: no straight way to any legal spot"
        if not stuck:
            reasons["SPLIT"] = "no coherent formation was found on the spots that remain"
        return reasons
