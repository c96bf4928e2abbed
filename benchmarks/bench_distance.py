"""From one source to many points, and to one."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from movekernels.paths import distance as fast
from movekernels.paths.sight import CUT, NOBODY
from paths_data import explore
from paths_scenes import TARGETS, crowd
from reference import distance as slow

SAMPLE = 3


def test_distances(rate: Callable[..., None]) -> None:
    scene = crowd(6)
    x, y, most = scene.sources[0].tolist()
    grown, web, tree, _ = explore(scene.grown, x, y, most)
    out, space = np.empty(TARGETS), np.empty(TARGETS, np.int64)
    wanted = slow.distances(grown, x, y, most, scene.px[:SAMPLE], scene.py[:SAMPLE])
    rate(
        lambda: fast.distances(grown, web, tree, x, y, most, scene.px, scene.py, out, space),
        TARGETS,
        lambda: slow.distances(grown, x, y, most, scene.px[:SAMPLE], scene.py[:SAMPLE]),
        SAMPLE,
    )
    assert (out[:SAMPLE] <= wanted + 1e-9).all()


def test_distance_and_way_around(rate: Callable[..., None]) -> None:
    scene = crowd(6)
    x, y, most = scene.sources[0].tolist()
    grown, web, tree, _ = explore(scene.grown, x, y, most)
    px, py = scene.px.tolist(), scene.py.tolist()
    found = [fast.distance(grown, web, tree, x, y, most, a, b) for a, b in zip(px, py, strict=True)]
    k = next(k for k, (_, arrival) in enumerate(found) if arrival >= 0)
    rate(
        lambda: fast.distance(grown, web, tree, x, y, most, px[k], py[k]),
        1,
        lambda: slow.distance(grown, x, y, most, px[k], py[k]),
        1,
    )
    assert fast.way_around(grown, web.length, tree.reached, px[k], py[k], most) == found[k]
    assert found[k][0] <= slow.way_around(grown, x, y, most + 1, px[k], py[k]) + 1e-9


def test_is_free_and_length_seen(rate: Callable[..., None]) -> None:
    scene = crowd(6)
    x, y, most = scene.sources[0].tolist()
    grown, web, tree, _ = explore(scene.grown, x, y, most)
    px, py = scene.px.tolist(), scene.py.tolist()
    k = next(k for k in range(TARGETS) if slow.is_free(grown, px[k], py[k]))
    rate(
        lambda: fast.length_seen(grown, web, tree, x, y, most, px[k], py[k], CUT - 1, NOBODY),
        1,
        lambda: slow.length_seen(grown, x, y, most, px[k], py[k]),
        1,
    )
    assert fast.is_free(grown, px[k], py[k], 0)
    found = fast.length_seen(grown, web, tree, x, y, most, px[k], py[k], CUT - 1, NOBODY)
    assert found == fast.distance(grown, web, tree, x, y, most, px[k], py[k])
