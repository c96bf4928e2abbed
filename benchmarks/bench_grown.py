"""Obstacles grown by a disc, and the edge of the table."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from movekernels._jit import kernel
from movekernels.arrays import Floats
from movekernels.paths import grown as fast
from movekernels.paths.grown import Grown
from paths_scenes import crowd
from reference import grown as slow


def test_grow(rate: Callable[..., None]) -> None:
    scene = crowd(1)
    rate(lambda: fast.grow(*scene.asked), 1, lambda: slow.grow(*scene.asked), 1)
    grown, wanted = fast.grow(*scene.asked), slow.grow(*scene.asked)
    assert grown.x.tolist() == wanted.x.tolist()
    assert grown.x0.tolist() == wanted.x0.tolist()


@kernel
def on_tables(grown: Grown, px: Floats, py: Floats) -> int:
    count = 0
    for i in range(px.size):
        count += fast.on_table(grown, px[i], py[i])
    return count


def test_on_table(rate: Callable[..., None]) -> None:
    grown = crowd(1).grown
    rng = np.random.default_rng(3)
    px, py = rng.uniform(-1, 61, 1000), rng.uniform(-1, 45, 1000)

    def twin() -> int:
        points = zip(px.tolist(), py.tolist(), strict=True)
        return sum(slow.on_table(grown, x, y) for x, y in points)

    rate(lambda: on_tables(grown, px, py), 1000, twin, 1000)
    assert on_tables(grown, px, py) == twin()
