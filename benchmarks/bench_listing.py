"""Ways around of a class of discs in one call, against one source after the other."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from movekernels.paths.detours import LAYOUT
from movekernels.paths.listing import list_ways
from movekernels.paths.spread import new_tree
from movekernels.paths.web import new_web
from paths_data import free_points, strewn
from reference import listing as slow

SOURCES = 10


def test_list_ways(rate: Callable[..., None]) -> None:
    grown = strewn(1, count=10)
    sources = np.column_stack([free_points(grown, 1, SOURCES), np.full(SOURCES, 6.0)])
    web, tree = new_web(grown, 4), new_tree(grown.x.size, 4)
    layout = np.zeros((SOURCES, LAYOUT), dtype=np.int64)
    numbers = np.empty(3 * SOURCES * tree.before.size)
    indices, used = np.empty(99_999, dtype=np.int64), np.zeros(2, dtype=np.int64)

    def run() -> None:
        used[:] = 0
        list_ways(grown, web, tree, sources, layout, numbers, indices, used)

    rate(run, SOURCES, lambda: slow.list_ways(grown, sources), SOURCES)
    wanted = slow.list_ways(grown, sources)
    assert numbers[: used[0]].tolist() == [v for figures, _ in wanted for v in figures]
