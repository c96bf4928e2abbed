from __future__ import annotations

import numpy as np
import pytest

from movekernels.search import holding as fast
from reference import holding as slow
from search_data import odd, random_poses


@pytest.mark.parametrize("seed", range(14))
def test_units_agree_with_the_reference(seed: int) -> None:
    case = odd(seed)
    rng = np.random.default_rng([13, seed])
    n = case.squad.member.size
    links = np.zeros((2, n), dtype=np.int64)
    start = case.squad.start
    tries = [start.copy(), random_poses(rng, case, n)]
    for spread in (0.2, 1.0):
        tries.append(start.copy())
        tries[-1][:, :2] += rng.normal(0, spread, (n, 2))
    for poses in tries:
        assert fast.relations(case.ground, case.squad, poses, links) == slow.relations(
            case.ground, case.squad, poses
        )


@pytest.mark.parametrize("seed", range(20))
def test_links_agree_with_the_reference(seed: int) -> None:
    rng = np.random.default_rng([14, seed])
    n = int(rng.integers(1, 7))
    graph = rng.random((n, n)) < 0.45
    graph = np.triu(graph, 1) | np.triu(graph, 1).T
    rows = [sum(1 << j for j in range(n) if graph[i, j]) for i in range(n)]
    links = np.array([rows, rows], dtype=np.int64)
    i = int(rng.integers(0, n + 1))
    mine = int(rng.integers(0, 1 << n)) & ~(1 << i)
    for needed in (0, 1, 2):
        for single in (True, False):
            found = fast.coherent_with(links.copy(), i, mine, needed, single)
            assert found == slow.coherent_with(links, i, mine, needed, single)
