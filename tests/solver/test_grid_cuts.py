"""Cliques and cuts of grids: no legal assignment breaks one, what they are made for does."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from movekernels.arrays import Bools
from movesolver.search.cliques import bits, cover
from movesolver.search.exact import best_assignment
from movesolver.search.grid import Grid
from movesolver.search.grid_cuts import Cut, Cutter


def symmetric(rng: np.random.Generator, size: int, part: float) -> Bools:
    half = np.triu(rng.random((size, size)) < part, 1)
    either: Bools = half | half.T
    return either


def drawn(rng: np.random.Generator, models: int, size: int, single: bool, needed: int) -> Grid:
    """Spots on a line: close ones overlap, far ones are apart, some between are neighbours."""
    at = np.sort(rng.uniform(0.0, 14.0, size))
    gap = np.abs(at[:, None] - at)
    overlap = (gap < 1.0) | np.eye(size, dtype=np.bool_)
    value = rng.integers(0, 6, (models, size)).astype(np.float64)
    value[rng.random((models, size)) < 0.2] = -np.inf
    beside = (gap < 3.0) & ~overlap
    return Grid(value, overlap, overlap | (gap > 9.0), beside, needed, single)


@pytest.mark.parametrize("seed", range(4))
def test_cliques_hold_every_edge_and_nothing_else(seed: int) -> None:
    graph = symmetric(np.random.default_rng(seed), 30, 0.3)
    held = np.zeros_like(graph)
    for clique in cover(graph):
        both = np.ix_(clique, clique)
        assert (graph[both] | np.eye(len(clique), dtype=np.bool_)).all()
        held[both] = True
    np.fill_diagonal(held, False)
    assert (held == graph).all()
    assert bits(0b10110) == [1, 2, 4]
    assert bits(0b10110, 2) == [1, 2]


def breaks(cut: Cut, place: tuple[int, ...]) -> bool:
    x, y = np.zeros_like(cut.x), np.zeros_like(cut.y)
    x[np.arange(len(place)), place] = 1.0
    y[list(place)] = 1.0
    return bool((cut.x * x).sum() + cut.y @ y > cut.most + 1e-9)


@pytest.mark.parametrize("seed", range(12))
def test_cuts_are_broken_by_what_they_are_made_for_and_by_nothing_legal(seed: int) -> None:
    rng = np.random.default_rng(seed)
    grid = drawn(rng, 3, 14, single=seed % 2 == 0, needed=1 + seed % 3 // 2)
    usable = [np.flatnonzero(np.isfinite(row)).tolist() for row in grid.value]
    every = [p for p in itertools.product(*usable) if len(set(p)) == 3]
    legal = [p for p in every if grid.holds(np.array(p))]
    cutter = Cutter(grid)
    apart = [
        p for p in every if not any(grid.overlap[a, b] for a, b in itertools.combinations(p, 2))
    ]
    illegal = [p for p in apart if p not in set(legal)]
    for k in rng.permutation(len(illegal))[:25].tolist():
        cuts = cutter.cuts(np.array(illegal[k]))
        assert any(breaks(cut, illegal[k]) for cut in cuts)
        for cut in cuts:
            assert not any(breaks(cut, place) for place in legal)
    for place in legal[:20]:
        assert cutter.cuts(np.array(place)) == []
        refused = cutter.refused(np.array(place))
        assert [p for p in legal if breaks(refused, p)] == [place]


@pytest.mark.parametrize("seed", range(10))
def test_the_best_assignment_is_that_of_all(seed: int) -> None:
    rng = np.random.default_rng([seed, 1])
    grid = drawn(rng, 4, 11, single=seed % 2 == 0, needed=1)
    usable = [np.flatnonzero(np.isfinite(row)).tolist() for row in grid.value]
    worth = {p: grid.total(np.array(p)) for p in itertools.product(*usable)}
    legal = [p for p in worth if grid.holds(np.array(p))]
    best = best_assignment(grid, seconds=60.0)
    assert best.proved
    if not legal:
        assert best.place is None
        assert best.bound == -np.inf
        return
    most = max(worth[p] for p in legal)
    assert best.value == pytest.approx(most)
    # With the best of all refused, the next is found; where nobody is sure, the bound says so.
    barred = {p for p in legal if worth[p] == most}
    rest = [worth[p] for p in legal if p not in barred]
    second = best_assignment(
        grid, seconds=60.0, accepts=lambda place: tuple(place.tolist()) not in barred
    )
    assert second.proved
    assert second.value == pytest.approx(max(rest, default=-np.inf))
    unsure = best_assignment(
        grid,
        seconds=60.0,
        accepts=lambda place: None if tuple(place.tolist()) in barred else True,
    )
    assert unsure.value == pytest.approx(max(rest, default=-np.inf))
    assert unsure.bound == pytest.approx(most)
    assert not unsure.proved
