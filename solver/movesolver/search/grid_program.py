"""The assignment of models to spots as a mixed-integer program, solved by HiGHS.

Variables x(i, p) (model i ends on spot p) and y(p) (somebody does), with
sum over p of x(i, p) = 1, sum over i of x(i, p) = y(p), and y summed over each clique of
conflicts at most 1.  Only the y are integer: with these fixed the rest is a transportation
problem, whose corners are whole.  So models that could change places cost no branches.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, linear_sum_assignment, linprog, milp
from scipy.sparse import coo_array, csr_array, eye_array, hstack, vstack

from movekernels.arrays import Bools, Floats, Ints
from movekernels.search.ground import BARRED
from movesolver.search.cliques import cover
from movesolver.search.grid import Grid
from movesolver.search.grid_cuts import Cut

SLACK = 1e-6
"""How sure a reduced cost must be to fix a variable, points; HiGHS keeps to 1e-7."""


@dataclass(frozen=True, slots=True)
class Solved:
    """What a solver said."""

    bound: float
    """Nothing is worth more; -inf if nothing is possible, inf if it does not know."""
    place: Ints | None = None
    """A spot for each model, best for the program; where it is not whole, most of each."""
    x: Floats | None = None
    """The solution of a linear program, (n, s)."""
    reduced: Floats | None = None
    """By how much a pair (model, spot) would lower the bound at least; (n, s)."""


@dataclass(slots=True)
class Program:
    """The program of one grid, with the cuts added so far."""

    grid: Grid
    cuts: list[Cut] = field(default_factory=list)
    whole_pairs: bool = False
    """Whether the x must be integer too, which only refusals need."""
    cliques: csr_array = field(init=False)

    def __post_init__(self) -> None:
        sets = cover(self.grid.overlap)
        which = np.array([c for c, members in enumerate(sets) for _ in members], dtype=np.int64)
        spots = np.array([p for members in sets for p in members], dtype=np.int64)
        shape = (len(sets), self.grid.spots)
        self.cliques = csr_array((np.ones(which.size), (which, spots)), shape=shape)

    @property
    def refusals(self) -> bool:
        """Whether a cut says who must not stand where."""
        return self.whole_pairs or any(cut.refusal for cut in self.cuts)

    def relaxed(self, seconds: float) -> Solved:
        """Return the bound of the linear relaxation with reduced costs."""
        rows = _Rows(self, self.grid.value > BARRED)
        if not rows.full:
            return Solved(BARRED)
        found = linprog(
            rows.cost,
            A_ub=rows.most,
            b_ub=rows.at_most,
            A_eq=rows.same,
            b_eq=rows.equal,
            bounds=(0, 1),
            method="highs",
            options={"time_limit": max(seconds, 0.0)},
        )
        if found.status == 2:
            return Solved(BARRED)
        if found.status != 0:
            return Solved(np.inf)
        lower = np.maximum(found.lower.marginals, 0.0)
        reduced = np.full(self.grid.value.shape, np.inf)
        reduced[rows.model, rows.spot] = np.maximum(
            lower[: rows.model.size], lower[rows.model.size :][rows.column]
        )
        x = np.zeros(self.grid.value.shape)
        x[rows.model, rows.spot] = np.asarray(found.x)[: rows.model.size]
        place = np.asarray(linear_sum_assignment(x, maximize=True)[1], dtype=np.int64)
        return Solved(-float(found.fun or 0.0), place, x, reduced)

    def whole(self, pairs: Bools, seconds: float) -> Solved:
        """Return the best whole solution of these (model, spot) pairs alone, (n, s)."""
        rows = _Rows(self, pairs & (self.grid.value > BARRED))
        if not rows.full:
            return Solved(BARRED)
        begun = time.perf_counter()
        found = milp(
            rows.cost,
            constraints=[
                LinearConstraint(rows.same, rows.equal, rows.equal),
                LinearConstraint(rows.most, -np.inf, rows.at_most),
            ],
            integrality=rows.integer,
            bounds=Bounds(0, 1),
            options={
                "time_limit": max(seconds - (time.perf_counter() - begun), 0.0),
                "mip_rel_gap": 1e-9,
            },
        )
        if found.status == 2:
            return Solved(BARRED)
        bound = np.inf if found.mip_dual_bound is None else -float(found.mip_dual_bound)
        if found.x is None:
            return Solved(bound)
        return Solved(bound, self._matched(rows, found.x, pairs))

    def _matched(self, rows: _Rows, x: Floats, pairs: Bools) -> Ints | None:
        """Return the best matching of models to the spots of a solution."""
        spots = rows.spots[x[rows.model.size :] > 0.5]
        value = np.where(pairs, self.grid.value, BARRED)[:, spots]
        if spots.size != self.grid.models:
            return None
        if self.refusals:
            # The best matching may be what is refused: take the solution's own.
            chosen = np.flatnonzero(x[: rows.model.size] > 0.5)
            if chosen.size == self.grid.models:
                place = np.empty(self.grid.models, dtype=np.int64)
                place[rows.model[chosen]] = rows.spot[chosen]
                return place
        far = 1e6 * (1.0 + float(np.abs(value[np.isfinite(value)]).max(initial=0.0)))
        _, column = linear_sum_assignment(np.where(np.isfinite(value), value, -far), maximize=True)
        return np.asarray(spots[column], dtype=np.int64)


class _Rows:
    """Matrices of a program for some (model, spot) pairs: the x first, then the y."""

    def __init__(self, program: Program, pairs: Bools) -> None:
        grid = program.grid
        self.spots = np.flatnonzero(pairs.any(axis=0))
        self.model, self.spot = np.nonzero(pairs)
        self.column = np.searchsorted(self.spots, self.spot)
        k, m, n = self.model.size, self.spots.size, grid.models
        self.full = bool(pairs.any(axis=1).all())
        each = coo_array((np.ones(k), (self.model, np.arange(k))), shape=(n, k + m))
        taken = coo_array((np.ones(k), (self.column, np.arange(k))), shape=(m, k))
        balance: Any = hstack([taken, -eye_array(m)])
        self.same: Any = vstack([each, balance]).tocsr()
        self.equal = np.concatenate([np.ones(n), np.zeros(m)])
        cliques = program.cliques[:, self.spots]
        cliques = cliques[np.diff(cliques.indptr) > 1]
        parts = [hstack([csr_array((cliques.shape[0], k)), cliques])]
        if program.cuts:
            x = np.array([cut.x[self.model, self.spot] for cut in program.cuts])
            y = np.array([cut.y[self.spots] for cut in program.cuts])
            parts.append(csr_array(np.hstack([x, y])))
        self.most: Any = vstack(parts).tocsr()
        self.at_most = np.concatenate([np.ones(cliques.shape[0]), [c.most for c in program.cuts]])
        self.cost = np.concatenate([-grid.value[self.model, self.spot], np.zeros(m)])
        # A refusal is about whole x alone; every other cut holds for what x may be between.
        self.integer = np.concatenate([np.full(k, float(program.refusals)), np.ones(m)])
