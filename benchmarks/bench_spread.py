"""From one source to all curves."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from movekernels._jit import kernel
from movekernels.arrays import Floats
from movekernels.paths import spread as fast
from movekernels.paths.curves import touch
from movekernels.paths.spread import new_tree
from paths_data import explore, strewn
from paths_scenes import crowd
from reference import spread as slow


def test_new_tree(rate: Callable[..., None]) -> None:
    rate(lambda: new_tree(40, 1), 1, lambda: slow.new_tree(40), 1)
    tree = new_tree(40, 1)
    assert (tree.reached.near.size, tree.reached.head.size) == slow.new_tree(40)


@kernel
def ways(starts: Floats, length: float) -> float:
    total = 0.0
    for i in range(starts.size - 1):
        total += fast.along(starts[i], starts[i + 1], 1.0, length)
    return total


def test_along(rate: Callable[..., None]) -> None:
    starts = np.random.default_rng(1).uniform(0, 10, 1001)

    def twin() -> float:
        pairs = zip(starts.tolist(), starts[1:].tolist(), strict=False)
        return sum(slow.along(a, b, 1.0, 10.0) for a, b in pairs)

    rate(lambda: ways(starts, 10.0), 1000, twin, 1000)
    assert ways(starts, 10.0) == pytest.approx(twin(), abs=1e-9)


@pytest.mark.parametrize("ovals", [False, True])
def test_spread(rate: Callable[..., None], ovals: bool) -> None:
    """What is known of links and arcs is kept, as from the second model of a unit on."""
    scene = crowd(5, ovals=ovals)
    x, y, most = scene.sources[0].tolist()
    grown, web, tree, _ = explore(scene.grown, x, y, most)
    small = strewn(1, "round", 5)
    none = np.array([[8.0, 8.0]])

    def run() -> int:
        return fast.spread(grown, web, tree, x, y, most)

    rate(run, 1, lambda: slow.spread(small, 5.0, 8.0, 6.0, none), 1)
    for a in range(tree.reached.size[0]):
        j, sense = int(tree.curve[a]) >> 1, 1.0 - 2.0 * (int(tree.curve[a]) & 1)
        u, v = touch(grown, j, sense * tree.right[a, 0], sense * tree.right[a, 1])
        assert tree.reached.length[a] >= np.hypot(grown.x[j] + u - x, grown.y[j] + v - y) - 1e-9
