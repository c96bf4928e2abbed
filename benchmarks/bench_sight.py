"""Free points and clear segments, one by one and in rows."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np
import pytest

from movekernels._jit import kernel
from movekernels.arrays import Floats, Ints
from movekernels.paths import sight as fast
from movekernels.paths.grown import Grown
from movekernels.paths.sight import CUT, NOBODY
from paths_scenes import crowd
from reference import sight as slow

SAMPLE = 6


@kernel
def points(grown: Grown, px: Floats, py: Floats, out: Ints) -> None:
    for i in range(px.size):
        out[i] = fast.point_free(grown, px[i], py[i])


@kernel
def sides(grown: Grown, px: Floats, py: Floats, out: Ints) -> None:
    for i in range(px.size):
        out[i] = fast.sides_free(grown, px[i], py[i])


@kernel
def segments(grown: Grown, px: Floats, py: Floats, out: Ints) -> None:
    for i in range(px.size - 1):
        out[i] = fast.segment_clear(grown, px[i], py[i], px[i + 1], py[i + 1], NOBODY, NOBODY)


@pytest.mark.parametrize("ovals", [False, True])
@pytest.mark.parametrize("name", ["point_free", "sides_free", "segment_clear"])
def test_one_by_one(rate: Callable[..., None], name: str, ovals: bool) -> None:
    scene = crowd(1, ovals=ovals)
    grown = scene.grown
    free = np.array([fast.point_free(grown, *p) for p in zip(scene.px, scene.py, strict=True)])
    kept = free if name == "segment_clear" else np.ones(free.size, bool)
    px, py = scene.px[kept], scene.py[kept]
    run = {"point_free": points, "sides_free": sides, "segment_clear": segments}[name]
    out = np.zeros(px.size, np.int64)

    def twin() -> list[bool]:
        at = list(zip(px.tolist(), py.tolist(), strict=True))[: SAMPLE + 1]
        if name == "segment_clear":
            pairs = itertools.pairwise(at)
            return [slow.segment_clear(grown, *p, *q, NOBODY, NOBODY) for p, q in pairs]
        one = slow.point_free if name == "point_free" else slow.sides_free
        return [one(grown, *p) for p in at[:SAMPLE]]

    rate(lambda: run(grown, px, py, out), px.size, twin, SAMPLE)
    assert out[:SAMPLE].astype(bool).tolist() == twin()


@pytest.mark.parametrize("name", ["free_rows", "sight_rows"])
def test_rows(rate: Callable[..., None], name: str) -> None:
    scene = crowd(2)
    grown = scene.grown
    free = np.array([fast.point_free(grown, *p) for p in zip(scene.px, scene.py, strict=True)])
    px, py = scene.px[free], scene.py[free]
    x, y = scene.sources[0, :2].tolist()
    out = np.zeros(px.size, np.int64)
    few = slice(0, SAMPLE)

    def run() -> None:
        if name == "free_rows":
            fast.free_rows(grown, px, py, out)
        else:
            fast.sight_rows(grown, x, y, px, py, out)

    def twin() -> list[bool]:
        if name == "free_rows":
            return slow.free_rows(grown, px[few], py[few])
        return slow.sight_rows(grown, x, y, px[few], py[few])

    rate(run, px.size, twin, SAMPLE)
    assert (out[few] == 0).tolist() == twin()
    assert ((out == 0) | (out >= CUT)).all()
