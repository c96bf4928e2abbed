"""What an assignment of models to spots breaks, as inequalities that every legal one keeps.

With x(i, p) = 1 if model i ends on spot p, and y(p) = 1 if anybody does.  Conflicts that are
not in the program from the start (spots too far apart), neighbours and unity are added only
where a solution breaks them, so each cut here is broken by the assignment it is made for.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from movekernels.arrays import Bools, Floats, Ints
from movekernels.search.ground import BARRED
from movesolver.search.cliques import bit_rows, grown
from movesolver.search.grid import Grid, groups

BROKEN = 0.1
"""By so much a fractional solution breaks what is worth stating."""
PAIRS = 12
"""Separators are stated for at most so many pairs of models each time."""


@dataclass(frozen=True, slots=True)
class Cut:
    """``sum of x * its coefficients + sum of y * its coefficients <= most``."""

    x: Floats
    """Shape (n, s)."""
    y: Floats
    """Shape (s,)."""
    most: float
    refusal: bool = False
    """Whether it matters who of the models stands where, not only where some do."""

    def broken_by(self, x: Floats, y: Floats) -> bool:
        """Return whether a solution, fractional perhaps, breaks it by enough to matter."""
        return float((self.x * x).sum() + self.y @ y) > self.most + BROKEN

    def of_spots(self, spots: Ints) -> Cut:
        """Return the same of some of the spots alone."""
        return Cut(self.x[:, spots], self.y[spots], self.most, self.refusal)


class Cutter:
    """Finds what assignments break on one grid."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.rows = bit_rows(grid.apart)

    def cuts(self, place: Ints) -> list[Cut]:
        """Return inequalities that an assignment of spots (n,) breaks; none if it is legal."""
        return [*self._conflicts(place), *self._lonely(place), *self._split(place)]

    def refused(self, place: Ints) -> Cut:
        """Return the inequality that only this assignment breaks."""
        x = np.zeros(self.grid.value.shape)
        x[np.arange(place.size), place] = 1.0
        return Cut(x, np.zeros(self.grid.spots), place.size - 1.0, refusal=True)

    def _conflicts(self, place: Ints) -> list[Cut]:
        """Cliques of the conflicts, each around two spots that are too far apart."""
        found: list[Cut] = []
        done: set[tuple[int, int]] = set()
        for i, p in enumerate(place.tolist()):
            for j, q in enumerate(place.tolist()):
                if p == q or not self.grid.apart[p, q]:
                    continue
                found.append(self._far(i, j, q))
                if p < q and (p, q) not in done:
                    clique = grown(self.rows, [p, q], self.rows)
                    held = sorted(set(clique) & set(place.tolist()))
                    done |= {(a, b) for a in held for b in held}
                    found.append(self._at_most_one(clique))
        return found

    def _far(self, i: int, j: int, q: int) -> Cut:
        """Model i on a spot that is too far from q and j on one that is from all of these."""
        far = self.grid.apart & ~self.grid.overlap
        here = far[q] & (self.grid.value[i] > BARRED)
        there = far[:, here].all(axis=1)
        x = np.zeros(self.grid.value.shape)
        x[i, here] = x[j, there] = 1.0
        return Cut(x, np.zeros(self.grid.spots), 1.0)

    def _at_most_one(self, clique: list[int]) -> Cut:
        y = np.zeros(self.grid.spots)
        y[clique] = 1.0
        return Cut(np.zeros(self.grid.value.shape), y, 1.0)

    def _lonely(self, place: Ints) -> list[Cut]:
        """A model among spots A needs so many others in A or beside it.

        All spots whose occupied neighbours are among those of the lonely model's spot are
        taken into A: the cut says as much for each of them.
        """
        grid, found = self.grid, []
        taken = np.zeros(grid.spots, dtype=np.bool_)
        taken[place] = True
        for i, p in enumerate(place.tolist()):
            beside = grid.beside[p] & taken
            beside[p] = False
            if int(beside.sum()) >= grid.needed:
                continue
            near = beside.copy()
            near[p] = True
            inside = ~(grid.beside[:, taken & ~near]).any(axis=1) & ~(taken & ~near)
            inside &= ~beside
            around = inside | grid.beside[inside].any(axis=0)
            found += [
                self._cut({i: inside}, {}, around, 0.0, grid.needed + 1.0),
                self._cut({}, {p: inside}, around, 0.0, grid.needed + 1.0),
            ]
        return found

    def _split(self, place: Ints) -> list[Cut]:
        """Where a model stands on one side of a separator and one on the other, it is occupied.

        The layers around each group (by steps from neighbour to neighbour) that are free of
        models separate it from the others: with i inside and j outside,
        x(i, inside) + x(j, outside) - 1 <= y(layer).
        """
        grid = self.grid
        found: list[Cut] = []
        if not grid.single_group:
            return found
        both = np.ix_(place, place)
        group = groups(grid.beside[both] & ~np.eye(place.size, dtype=np.bool_))
        if not group.any():
            return found
        taken = np.zeros(grid.spots, dtype=np.bool_)
        taken[place] = True
        for number in range(int(group.max()) + 1):
            mine, theirs = np.flatnonzero(group == number), np.flatnonzero(group != number)
            inside = np.zeros(taken.size, dtype=np.bool_)
            inside[place[mine]] = True
            layer = grid.beside[inside].any(axis=0) & ~inside
            while not (layer & taken).any():
                found += self._separated(place, inside, layer, mine, theirs)
                if not layer.any():
                    break
                inside |= layer
                layer = grid.beside[inside].any(axis=0) & ~inside
        return found

    def _separated(
        self, place: Ints, inside: Bools, layer: Bools, mine: Ints, theirs: Ints
    ) -> list[Cut]:
        outside = ~inside & ~layer
        pairs = [(i, j) for i in mine.tolist() for j in theirs.tolist()]
        found = []
        for i, j in pairs[:: -(-len(pairs) // PAIRS)]:
            found += [
                self._cut({i: inside, j: outside}, {}, layer, 1.0),
                self._cut({}, {int(place[i]): inside, int(place[j]): outside}, layer, 1.0),
            ]
        return found

    def _cut(
        self,
        models: dict[int, Bools],
        spots: dict[int, Bools],
        around: Bools,
        most: float,
        times: float = 1.0,
    ) -> Cut:
        """Return that models in sets of spots, or one of a clique in them, ask for others around.

        Whether model i is in a set, x(i, set), is 0 or 1; so is whether a spot of a clique
        is taken.  The first says more, the second holds even where x is not whole.
        """
        x, y = np.zeros(self.grid.value.shape), -around.astype(np.float64)
        for i, inside in models.items():
            x[i, inside] = times
        for p, inside in spots.items():
            within = sum(1 << q for q in np.flatnonzero(inside).tolist())
            clique = grown(self.rows, [p], self.rows, within)
            y[clique] += times
        return Cut(x, y, most)
