"""Set-ups: search again where the best was found, on finer spots, and mend what is refused.

A unit from reserves may come to most of the table, which few spots cover thinly; and small
steps towards a goal do not know every limit on where a unit is set up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from movekernels.arrays import Floats
from movesolver.referee.position import Position, heading
from movesolver.search.arena import Arena, build_arena
from movesolver.search.budget import Budget
from movesolver.search.ends import Ends, ends_of, value_of
from movesolver.search.goal_table import Goal
from movesolver.search.improve import Searcher
from movesolver.search.packing import Packer
from movesolver.search.promising import promising
from movesolver.search.settling import Settler
from movesolver.table.fields import Point

AROUND = (5.0, 2.0)
"""How far around the models of the best formation each further search looks, inches."""
REACH = 9.0
"""How far around a place that looks well a search looks, inches ..."""
PLACES = 2
"""... and about how many places."""
NUDGES = 8
"""So often for each model a formation is nudged and settled where polishing does not do ..."""
LONGEST = 1.0
"""... by at most so much, inches."""


class Placer:
    """Further answers for a unit that is set up.

    Parameters
    ----------
    position, arena, goal, seed
        The question, as the search on spots is asked it.
    """

    def __init__(self, position: Position, arena: Arena, goal: Goal, seed: int) -> None:
        self.position, self.arena, self.goal, self.seed = position, arena, goal, seed
        self.settler = Settler(position, arena)

    def mended(self, answers: Iterable[Ends]) -> Iterator[Ends]:
        """Yield answers, each followed by what it settles to if it breaks a limit."""
        for ends in answers:
            poses = self.poses(ends)
            limits = self.settler.limits(poses)
            if self.settler.is_settled(limits):
                yield ends
                continue
            settled, limits = self.settler.settled(poses)
            if self.settler.is_settled(limits):
                yield self._ends(settled)
            yield ends

    def packed(self, searcher: Searcher, budget: Budget) -> Iterator[Ends]:
        """Yield tight formations (see `Packer`)."""
        return Packer(searcher, self.settler, self.seed, budget).run()

    def around(self, found: Ends, reach: float, budget: Budget) -> Iterator[Ends]:
        """Yield answers near one that was found, from spots that lie closer."""
        poses = self.poses(found)
        x, y = float(poses[:, 0].mean()), float(poses[:, 1].mean())
        far = float(np.hypot(poses[:, 0] - x, poses[:, 1] - y).max()) + reach
        return self._about((x, y), far, budget)

    def elsewhere(self, searcher: Searcher, best: Ends, budget: Budget) -> Iterator[Ends]:
        """Yield answers about places that may be worth more, where these are small among all."""
        if float(self.position.maximum.min(initial=np.inf)) > 2 * REACH:
            for place, most in promising(searcher, PLACES, REACH):
                # Of goals that do not add up the search counts something else.
                if self.goal.forms is not None or most > best.points:
                    yield from self._about(place, REACH, budget)

    def _about(self, centre: Point, far: float, budget: Budget) -> Iterator[Ends]:
        """Yield answers from spots less than so far from a point."""
        position, n = self.position, len(self.position.ids)
        x, y = np.full(n, centre[0]), np.full(n, centre[1])
        near = replace(
            position,
            start=position.start._replace(x=x, y=y),
            maximum=np.minimum(position.maximum, far),
        )
        arena = build_arena(near, self.goal.shapes)
        searcher = Searcher(near, arena, self.goal, self.seed)
        for ends in self.mended(searcher.run(replace(budget, made=0), np.inf)):
            yield self._ends(self.poses(ends))

    def nudged(self, found: Ends, budget: Budget) -> Iterator[Ends]:
        """Yield an answer bettered by steps of single models, the others making room.

        Nothing where the search's own small steps do as well: they know every limit but what
        *wholly within* asks of a base that is not round (01.04.01).
        """
        if self.settler.near is None or bool(self.settler.round.all()):
            return
        poses = self.poses(found)
        random = np.random.default_rng((self.seed, 2))
        n, best = len(poses), self._worth(poses)
        for turn in range(NUDGES * n):
            if budget.time_used() >= 1.0:
                break
            i, reach = turn % n, LONGEST * float(random.random()) ** 2
            tried = poses.copy()
            tried[i, :2] += reach * self._uphill(poses, i, random)
            tried, limits = self.settler.settled(tried, 5)
            if self.settler.is_settled(limits) and (worth := self._worth(tried)) > best + 1e-6:
                poses, best = tried, worth
        yield self._ends(poses)

    def _uphill(self, poses: Floats, i: int, random: np.random.Generator) -> Floats:
        """Return a direction for a model: towards a place of the goal, or any."""
        aims = self.goal.points
        if aims and random.random() < 0.6:
            towards = np.array(aims[int(random.integers(len(aims)))]) - poses[i, :2]
            length = float(np.hypot(*towards))
            if length > 0.0:
                return np.asarray(towards / length)
        angle = 2 * np.pi * random.random()
        return np.array([np.cos(angle), np.sin(angle)])

    def poses(self, ends: Ends) -> Floats:
        """Return the end poses (x, y, cos, sin) of an answer, shape (n, 4)."""
        return np.array([[*p[-1][:2], *heading(p[-1][2])] for p in ends.paths.values()])

    def _worth(self, poses: Floats) -> float:
        return value_of(self.arena, self.goal, poses, np.ones(len(poses), dtype=np.int64))

    def _ends(self, poses: Floats) -> Ends:
        ways = np.ones(len(poses), dtype=np.int64)
        return ends_of(self.position, self.arena, self.goal, poses, ways)
