"""A whole unit to all its targets; against fields see `bench_paths`."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from movekernels.arrays import Floats
from movekernels.paths import unit as fast
from movekernels.paths.spread import DONE, new_tree
from movekernels.paths.web import new_web
from paths_scenes import TARGETS, crowd
from reference import unit as slow


def test_unit_distances(rate: Callable[..., None]) -> None:
    scene = crowd(7)
    grown, few = scene.grown, 2
    out = np.empty((10, TARGETS))
    near, space = np.empty((2, TARGETS)), np.empty((3, TARGETS), np.int64)
    web, tree = new_web(grown, 4), new_tree(grown.x.size, 4)
    px, py = scene.px, scene.py

    def run() -> int:
        return fast.unit_distances(grown, web, tree, scene.sources, px, py, out, near, space)

    sources = scene.sources[:1]

    def twin() -> Floats:
        return slow.unit_distances(grown, sources, px[:few], py[:few])

    rate(run, out.size, twin, few)
    assert run() == DONE
    assert (out[:1, :few] <= twin() + 1e-9).all()
