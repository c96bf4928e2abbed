"""From a path to straight moves."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from movekernels.paths import chords as fast
from movekernels.paths.distance import distance
from paths_data import explore, measure
from paths_scenes import crowd
from reference import chords as slow


def test_arcs_of_and_chords(rate: Callable[..., None]) -> None:
    scene = crowd(6)
    x, y, most = scene.sources[0].tolist()
    grown, web, tree, _ = explore(scene.grown, x, y, most)
    at = zip(scene.px.tolist(), scene.py.tolist(), strict=True)
    found = [(*distance(grown, web, tree, x, y, most, *p), *p) for p in at]
    length, arrival, px, py = next(row for row in found if row[1] >= 0)
    chain, bends, out = np.empty(64, np.int64), np.empty((64, 4)), np.empty((999, 2))

    def run() -> int:
        n = fast.arcs_of(grown, tree, arrival, px, py, chain, bends)
        return fast.chords(grown, x, y, px, py, chain, bends, n, 1e-3, out)

    n = fast.arcs_of(grown, tree, arrival, px, py, chain, bends)
    path = chain[:n].tolist()
    assert path == slow.arcs_of(tree, arrival)
    rate(run, 1, lambda: slow.chords(grown, x, y, px, py, path, bends[:n]), 1)
    exact = measure(slow.chords(grown, x, y, px, py, path, bends[:n]))
    assert exact == pytest.approx(length, abs=1e-6)
    assert 0.0 <= measure(out[: run()]) - length + 1e-12 <= 1e-3
