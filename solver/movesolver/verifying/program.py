"""The best assignment of models to spots that keeps to pairwise relations, bounded by HiGHS.

Variables x(i, p), model i ends on spot p, and y(p), somebody does.  Of spots that all exclude
each other one at most is taken.  What a whole solution breaks besides (neighbours, one group)
is added as an inequality that every legal assignment keeps, and the program is solved again.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, linprog, milp
from scipy.sparse import coo_array, csr_array, vstack
from scipy.sparse.csgraph import connected_components

from movesolver.verifying.outlines import Bools, Floats

Ints = NDArray[np.int64]
MOST_ROUNDS = 100
"""Programs solved to whole numbers."""
MOST_NODES = 20_000
"""Nodes of the tree of each."""
NEARLY = 1e-6
"""What HiGHS is trusted with, points."""


@dataclass(frozen=True, slots=True)
class Relations:
    """What is known of pairs of spots, shape (s, s) each."""

    excluded: Bools
    """No two models, whoever they are, may hold both: too close or too far apart."""
    beside: Bools
    """They may be neighbours."""
    needed: int
    """How many neighbours a model needs."""
    one_group: bool
    """Whether neighbours must join all models."""


@dataclass(slots=True)
class Program:
    """Values of models on spots, -inf where they may not end (n, s), and relations."""

    value: Floats
    relations: Relations
    rows: list[tuple[Floats, Floats, float]] = field(default_factory=list)
    """Inequalities: coefficients of x (n, s) and y (s,), and what their sum is at most."""
    cliques: csr_array = field(init=False)

    def __post_init__(self) -> None:
        sets = cliques_of(self.relations.excluded)
        row = np.repeat(np.arange(len(sets)), [len(one) for one in sets])
        column = np.concatenate([*sets, np.zeros(0, dtype=np.int64)]).astype(np.int64)
        shape = (len(sets), self.value.shape[1])
        self.cliques = csr_array((np.ones(row.size), (row, column)), shape=shape)

    def priced(self, open_pairs: Bools) -> tuple[float, Floats]:
        """Return a bound by prices on the cliques, and each pair's worth after them, (n, s).

        The prices are the dual values of the linear program; the bound is summed up here, so
        it holds whatever they are.
        """
        model, spot = np.nonzero(open_pairs)
        used: Any = self.cliques[:, spot]
        shape = (len(self.value), model.size)
        each: Any = csr_array((np.ones(model.size), (model, np.arange(model.size))), shape=shape)
        found = linprog(
            -self.value[model, spot],
            A_ub=used,
            b_ub=np.ones(used.shape[0]),
            A_eq=each,
            b_eq=np.ones(len(self.value)),
            method="highs",
        )
        prices = np.zeros(used.shape[0])
        if found.status == 0:
            prices = np.maximum(-found.ineqlin.marginals, 0.0)
        after: Floats = np.where(open_pairs, self.value - self.cliques.T @ prices, -math.inf)
        return float(prices.sum() + after.max(axis=1).sum()), after

    def whole(self, open_pairs: Bools) -> tuple[float, Ints | None]:
        """Return a bound on whole assignments of open pairs (n, s), and the best one found."""
        n, s = self.value.shape
        model, spot = np.nonzero(open_pairs)
        k = model.size
        each = coo_array((np.ones(k), (model, np.arange(k))), shape=(n, k + s))
        taken = coo_array(
            (
                np.concatenate([np.ones(k), -np.ones(s)]),
                (np.concatenate([spot, np.arange(s)]), np.arange(k + s)),
            ),
            shape=(s, k + s),
        )
        wide = coo_array(self.cliques)
        rows = [coo_array((wide.data, (wide.row, wide.col + k)), shape=(wide.shape[0], k + s))]
        rows += [coo_array(np.concatenate([x[model, spot], y])[None, :]) for x, y, _ in self.rows]
        most = np.concatenate([np.ones(wide.shape[0]), [limit for *_, limit in self.rows]])
        found = milp(
            np.concatenate([-self.value[model, spot], np.zeros(s)]),
            constraints=[
                LinearConstraint(each.tocsr(), 1.0, 1.0),
                LinearConstraint(taken.tocsr(), 0.0, 0.0),
                LinearConstraint(vstack(rows).tocsr(), -np.inf, most),
            ],
            integrality=np.ones(k + s),
            bounds=Bounds(0.0, 1.0),
            options={"node_limit": MOST_NODES, "mip_rel_gap": 1e-9},
        )
        if found.status == 2:
            return -math.inf, None
        bound = math.inf if found.mip_dual_bound is None else -float(found.mip_dual_bound)
        if found.x is None:
            return bound, None
        chosen = np.flatnonzero(found.x[:k] > 0.5)
        place = np.full(n, -1, dtype=np.int64)
        place[model[chosen]] = spot[chosen]
        return bound, place if (place >= 0).all() else None

    def broken(self, place: Ints) -> bool:
        """Add inequalities that an assignment, spots (n,), breaks; whether there are any."""
        before = len(self.rows)
        s = self.value.shape[1]
        beside = self.relations.beside & ~np.eye(s, dtype=np.bool_)
        taken = np.zeros(s, dtype=np.bool_)
        taken[place] = True
        for p in place.tolist():
            near = beside[p] & taken
            if int(near.sum()) < self.relations.needed:
                self._lonely(p, near, beside, taken)
        if self.relations.one_group:
            joined = beside[np.ix_(place, place)].astype(np.float64)
            _, group = connected_components(joined, directed=False)
            for number in range(int(group.max()) + 1 if group.any() else 0):
                self._separated(place[group == number], beside, taken)
        return len(self.rows) > before

    def forbid(self, place: Ints) -> None:
        """Add that this assignment is not taken."""
        x = np.zeros(self.value.shape)
        x[np.arange(place.size), place] = 1.0
        self.rows.append((x, np.zeros(len(self.value.T)), place.size - 1.0))

    def _lonely(self, p: int, near: Bools, beside: Bools, taken: Bools) -> None:
        """Add that whoever is in a set of spots has as many as it needs in or beside the set.

        Into the set go all spots that have no other neighbours now than spot ``p`` has.
        """
        others = taken & ~near
        others[p] = False
        inside = ~beside[:, others].any(axis=1) & ~taken
        inside[p] = True
        around = inside | beside[inside].any(axis=0)
        for i in range(len(self.value)):
            x = np.zeros(self.value.shape)
            x[i, inside] = self.relations.needed + 1.0
            self.rows.append((x, -around.astype(np.float64), 0.0))

    def _separated(self, group: Ints, beside: Bools, taken: Bools) -> None:
        """Add that between a model in a set and one outside, the spots around it are not empty."""
        inside = np.zeros(taken.size, dtype=np.bool_)
        inside[group] = True
        layer = beside[inside].any(axis=0) & ~inside
        while not (layer & taken).any():
            outside = ~inside & ~layer
            for i in range(len(self.value)):
                for j in range(len(self.value)):
                    if i != j:
                        x = np.zeros(self.value.shape)
                        x[i, inside], x[j, outside] = 1.0, 1.0
                        self.rows.append((x, -layer.astype(np.float64), 1.0))
            if not layer.any():
                break
            inside = inside | layer
            layer = beside[inside].any(axis=0) & ~inside


def cliques_of(excluded: Bools) -> list[Ints]:
    """Return sets of spots that all exclude each other, which hold every such pair at least once.

    Every spot is in one at least, so that no two models take it.
    """
    left, found = excluded & ~np.eye(len(excluded), dtype=np.bool_), []
    pairs = left.copy()
    for p in range(len(left)):
        alone = not pairs[p].any()
        while left[p].any() or alone:
            clique, mates, alone = [p], pairs[p].copy(), False
            while mates.any():
                fresh = left[clique].sum(axis=0)
                q = int(np.argmax(np.where(mates, fresh, -1)))
                clique.append(q)
                mates &= pairs[q]
            left[np.ix_(clique, clique)] = False
            found.append(np.array(clique, dtype=np.int64))
    return found


def best_of(
    program: Program, target: float, legal: Callable[[Ints], bool]
) -> tuple[float, Ints | None]:
    """Return what no legal assignment is worth more than, and one that beats a target, if found.

    Once it is shown that none is worth more than ``target`` the work ends.  ``legal`` is asked
    about assignments that break no relation of pairs.
    """
    open_pairs = np.isfinite(program.value)
    if not open_pairs.any(axis=1).all():
        return -math.inf, None
    bound, after = program.priced(open_pairs)
    # Whoever takes a pair gives up what it is worth less, after prices, than the model's best.
    given_up = after.max(axis=1, keepdims=True) - after
    open_pairs &= bound - given_up > target
    if bound <= target or not open_pairs.any(axis=1).all():
        return min(bound, target), None
    for _ in range(MOST_ROUNDS):
        most, place = program.whole(open_pairs)
        bound = min(bound, max(most, target))
        if bound <= target + NEARLY or place is None:
            return bound, None
        if not program.broken(place):
            if legal(place):
                return bound, place
            program.forbid(place)
    return bound, None
