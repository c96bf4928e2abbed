"""Ways around from the search's packed arrays."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from movekernels._jit import kernel
from movekernels.arrays import Floats
from movekernels.paths.detours import Detours, detour
from movekernels.search.routing import AROUND, around
from reference import detours as slow
from scenes import crowded
from search_data import tried


@kernel
def all_detours(detours: Detours, i: int, px: Floats, py: Floats, out: Floats) -> None:
    for p in range(out.size):
        out[p] = detour(detours, i, px[p], py[p])


def test_detour(rate: Callable[..., None]) -> None:
    case = tried(crowded(1, 10))
    rng = np.random.default_rng(2)
    px, py = (case.squad.start[0, :2, None] + rng.uniform(-5, 5, (2, 500))).tolist()
    x, y, out, wanted = np.array(px), np.array(py), np.empty(500), list[float]()

    def twin() -> None:
        for p in range(50):
            wanted.append(slow.detour(case.arena.ways, 0, px[p], py[p]))

    rate(lambda: all_detours(case.ground.detours, 0, x, y, out), 500, twin, 50)
    found = [value for value in zip(out.tolist(), wanted, strict=False) if value[0] < np.inf]
    assert all(one == two or two < one for one, two in found)
    assert [around(case.ground.detours, 0, *p) == AROUND for p in zip(px, py, strict=True)] == (
        out < np.inf
    ).tolist()
