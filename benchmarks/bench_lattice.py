"""The search on a lattice, against Dijkstra's over all of it with polygons."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from movekernels._jit import kernel
from movekernels.arrays import Floats
from movekernels.paths import lattice as fast
from movekernels.paths.lattice import FOUND, Lattice, build_lattice, search_lattice
from reference import lattice as slow
from reference.ways_outlines import Outlines
from reference.ways_scenes import crowd, random_end

BUDGET = 100_000
"""Nothing here uses it up."""


@kernel
def all_places(space: Lattice, out: Floats) -> None:
    for v in range(space.cost.size):
        out[v] = fast.place(space, v, 30.0, 22.0, 35.0, 22.0)[0]


def test_build_lattice(rate: Callable[..., None]) -> None:
    asked = 9.0, 0.5, 12
    rate(lambda: build_lattice(*asked, 1000), 1, lambda: slow.build_lattice(*asked), 1)
    space = build_lattice(*asked, 1000)
    assert (space.side, space.cost.size) == slow.build_lattice(*asked)


def test_place(rate: Callable[..., None]) -> None:
    space = build_lattice(9.0, 0.5, 12, 1000)
    out = np.zeros(space.cost.size)
    start = (30.0, 22.0, 1.0, 0.0)
    half = space.side // 2
    columns = range(-half, half + 1)

    def twin() -> list[float]:
        return [slow.place(start, 0.5, column, 0)[0] for column in columns]

    rate(lambda: all_places(space, out), out.size, twin, space.side)
    row = out[: space.side * space.heading.shape[0] : space.heading.shape[0]]
    assert row.tolist() == twin()


@pytest.mark.parametrize("mover", ["oval", "hull"])
def test_search_lattice(rate: Callable[..., None], mover: str) -> None:
    b, start, rng = crowd(1, mover, reach=3.5, count=5)
    end, table = random_end(b, start, 2.5, rng), Outlines(b)
    space = build_lattice(3.0, 1.0, 2, 100_000)
    wanted: list[float] = []

    def run() -> tuple[int, int, int]:
        found: tuple[int, int, int] = search_lattice(
            b, space, *start, *end, False, 3.0, 1.0, BUDGET
        )
        return found

    def twin() -> None:
        wanted.append(slow.search_lattice(slow.Search(table, start, end, 3.0, 1.0, 2), 3.0))

    rate(run, 1, twin, 1)
    verdict, node, _ = run()
    assert math.isfinite(wanted[0])
    assert verdict == FOUND
    assert space.cost[node] <= wanted[0] + 1e-9
