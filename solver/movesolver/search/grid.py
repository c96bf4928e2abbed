"""A grid: models, spots, what each model is worth on each, and which spots go together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from movekernels.arrays import Bools, Floats, Ints
from movekernels.search import travelling, values
from movekernels.search.ground import BARRED, MARGIN
from movekernels.search.placing import APART, BESIDE, know

if TYPE_CHECKING:
    from movesolver.search.improve import Searcher


@dataclass(frozen=True, slots=True)
class Grid:
    """Everything that decides which assignments of models to spots are legal, pair by pair."""

    value: Floats
    """Points of each model on each spot, -inf where it may not end, shape (n, s)."""
    overlap: Bools
    """Pairs of spots too close to one another for two models, shape (s, s)."""
    apart: Bools
    """Pairs of spots that no unit may hold both of: these, and those too far apart; (s, s)."""
    beside: Bools
    """Pairs of spots that are neighbours, shape (s, s)."""
    needed: int
    """How many neighbours a model needs, at most one less than there are models."""
    single_group: bool
    """Whether neighbours must join all models."""

    @property
    def models(self) -> int:
        """How many models there are."""
        return len(self.value)

    @property
    def spots(self) -> int:
        """How many spots there are."""
        return int(self.overlap.shape[0])

    def kept(self, pairs: Bools) -> tuple[Grid, Ints]:
        """Return the grid of some (model, spot) pairs alone, (n, s), and its spots' old numbers."""
        spots = np.flatnonzero(pairs.any(axis=0))
        both = np.ix_(spots, spots)
        value = np.where(pairs, self.value, BARRED)[:, spots]
        return Grid(
            value,
            self.overlap[both],
            self.apart[both],
            self.beside[both],
            self.needed,
            self.single_group,
        ), spots

    def total(self, place: Ints) -> float:
        """Return what an assignment is worth, -inf if a model may not end on its spot."""
        return float(self.value[np.arange(place.size), place].sum())

    def holds(self, place: Ints) -> bool:
        """Return whether an assignment is legal: usable, apart, neighbours, one group."""
        if self.total(place) == BARRED:
            return False
        both = np.ix_(place, place)
        off = ~np.eye(place.size, dtype=np.bool_)
        if (self.apart[both] & off).any():
            return False
        beside = self.beside[both] & off
        if (beside.sum(axis=1) < self.needed).any():
            return False
        return not self.single_group or bool((groups(beside) == 0).all())


def groups(beside: Bools) -> Ints:
    """Return the connected component of each vertex of a graph (k, k), counted from 0."""
    group = np.full(len(beside), -1, dtype=np.int64)
    for k in range(len(beside)):
        if group[k] >= 0:
            continue
        number = int(group.max()) + 1
        reached = np.zeros(len(beside), dtype=np.bool_)
        reached[k] = True
        while True:
            wider = reached | beside[reached].any(axis=0)
            if (wider == reached).all():
                break
            reached = wider
        group[reached] = number
    return group


def reported_values(searcher: Searcher) -> Floats:
    """Return the points of each model on each spot as the goal reports them, shape (n, s).

    Functions are asked about the spots themselves: their samples are only for the search.
    """
    arena, spots, ways = searcher.arena, searcher.spots, searcher.ways
    shapes, squad, terms = arena.ground.shapes, arena.squad, searcher.goal.report
    out = np.empty(ways.shape)
    values.worth_rows(shapes, squad, terms, spots, ways, 0.0, out)
    travelling.bend_rows(arena.ground, squad, terms, spots, ways, out)
    functions = searcher.goal.forms.sampled if searcher.goal.forms is not None else ()
    for i in range(len(out)) if functions else ():
        usable = np.flatnonzero(out[i] > BARRED)
        poses = _poses_on(searcher, i, usable)
        for one in functions:
            if usable.size and one.weight[i] != 0.0:
                out[i, usable] += one.points(i, poses)
    return out


def _poses_on(searcher: Searcher, i: int, spots: Ints) -> Floats:
    """Return the end poses x, y, degrees, z of model ``i`` on some spots, shape (s, 4).

    As an answer hands them out: who is round, or does not turn, keeps the heading it has.
    """
    position, arena, squad = searcher.position, searcher.arena, searcher.arena.squad
    cos, sin = searcher.spots.turned[spots].T
    kept = (cos == position.start.cos[i]) & (sin == position.start.sin[i])
    kept |= bool(squad.round[squad.member[i]])
    z = position.start.z[i] if arena.storey is None else arena.storey.height[i]
    return np.column_stack(
        [
            searcher.spots.x[spots],
            searcher.spots.y[spots],
            np.where(kept, position.facing[i], np.degrees(np.arctan2(sin, cos))),
            np.full(spots.size, z),
        ]
    )


def grid_of(searcher: Searcher, value: Floats, which: Iterable[int]) -> tuple[Grid, Ints]:
    """Return the grid of the spots ``which`` of a search, and their numbers there."""
    spots, squad = searcher.spots, searcher.arena.squad
    chosen = np.array(list(which), dtype=np.int64)
    for p in chosen.tolist():
        know(searcher.arena.ground.shapes, squad, spots, p, searcher.table, searcher.known)
    table = searcher.table[np.ix_(chosen, chosen)]
    owner = np.searchsorted(spots.first, chosen, side="right") - 1
    x, y, outer = spots.x[chosen], spots.y[chosen], squad.outer[owner] + MARGIN
    # An exact gap may differ in its last digit when it is asked the other way round.
    apart = (table >= APART) | (table.T >= APART)
    # Bases whose surrounding discs do not meet are too far apart, not too close.
    close = np.hypot(x[:, None] - x, y[:, None] - y) < outer[:, None] + outer
    return Grid(
        np.ascontiguousarray(value[:, chosen]),
        apart & close,
        apart,
        (table == BESIDE) & (table.T == BESIDE),
        min(squad.needed, len(value) - 1),
        bool(squad.single_group),
    ), chosen
