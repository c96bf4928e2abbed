"""Whether a unit keeps apart and holds together: by its poses, and by links kept as bits."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from movekernels._jit import kernel
from movekernels.arrays import Bools, Ints
from movekernels.search import holding as fast
from movekernels.search.holding import coherent_with
from reference import holding as slow
from scenes import crowded
from search_data import tried


@pytest.mark.parametrize("bases", ["round", "ovals"])
def test_relations(rate: Callable[..., None], bases: str) -> None:
    case = tried(crowded(1, 10, bases=bases))
    ground, squad = case.ground, case.squad
    # a little aside: start poses would be judged by exact gaps without a margin
    poses = squad.start + np.array([1e-3, 0.0, 0.0, 0.0])
    links, found = np.zeros((2, 10), dtype=np.int64), list[bool]()
    rate(
        lambda: fast.relations(ground, squad, poses, links),
        1,
        lambda: found.append(slow.relations(ground, squad, poses)),
        1,
    )
    assert found == [fast.relations(ground, squad, poses, links)]


@kernel
def all_links(links: Ints, mine: Ints, out: Bools) -> None:
    for p in range(out.size):
        out[p] = coherent_with(links, p % links.shape[1], mine[p], 1, True)


def test_coherent_with(rate: Callable[..., None]) -> None:
    rng = np.random.default_rng(13)
    n, count, sample = 10, 2000, 50
    graph = np.triu(rng.random((n, n)) < 0.25, 1)
    graph |= graph.T
    rows = [sum(1 << j for j in range(n) if row[j]) for row in graph]
    links = np.array([rows, rows], dtype=np.int64)
    mine = np.array([int(rng.integers(0, 1 << n)) & ~(1 << (p % n)) for p in range(count)])
    mine &= np.where(rng.random(count) < 0.5, 0b1001, -1)
    mine &= ~(1 << (np.arange(count) % n))
    out, wanted = np.zeros(count, np.bool_), list[bool]()

    def twin() -> None:
        for p in range(sample):
            wanted.append(slow.coherent_with(links, p % n, int(mine[p]), 1, True))

    rate(lambda: all_links(links, mine, out), count, twin, sample)
    assert out[:sample].tolist() == wanted
    assert 0 < out.sum() < count
