"""Whether a model may end at a pose: among 60 models and walls, round bases and ovals."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from movekernels._jit import kernel
from movekernels.arrays import Bools, Floats, Ints
from movekernels.search import ending as fast
from movekernels.search.ending import end_by_disc, end_conflict, on_table
from movekernels.search.ground import MARGIN, Ground, Rings, Spots, Squad
from reference import ending as slow
from scenes import crowded
from search_data import Tried, class_of, few_spots, pose_of, tried

SAMPLE = 25


@pytest.fixture(scope="module", params=["round", "ovals"])
def case(request: pytest.FixtureRequest) -> Tried:
    return tried(crowded(1, 10, bases=request.param))


def spots_of(case: Tried, count: int = 100_000) -> Spots:
    return few_spots(np.random.default_rng(1), case, count)


@kernel
def discs(rings: Rings, x: Floats, y: Floats, out: Ints) -> None:
    for p in range(x.size):
        out[p] = end_by_disc(rings, 0, x[p], y[p])


@kernel
def conflicts(ground: Ground, squad: Squad, spots: Spots, out: Ints) -> None:
    for p in range(spots.first[1]):
        c, s = spots.turned[p, 0], spots.turned[p, 1]
        out[p] = end_conflict(ground, squad, 0, spots.x[p], spots.y[p], c, s)


@kernel
def inside(ground: Ground, squad: Squad, spots: Spots, out: Bools) -> None:
    for p in range(spots.first[1]):
        c, s = spots.turned[p, 0], spots.turned[p, 1]
        # moved to the edge, where the disc around a base does not decide
        out[p] = on_table(ground, squad, 0, 0.9, spots.y[p], c, s, MARGIN)


def test_end_by_disc(rate: Callable[..., None], case: Tried) -> None:
    spots = spots_of(case)
    count = int(spots.first[1])
    x, y = spots.x[:count].copy(), spots.y[:count].copy()
    out = np.zeros(count, dtype=np.int64)
    rings = case.ground.rings
    wanted: list[int] = []

    def twin() -> None:
        wanted.extend(slow.end_by_disc(rings, 0, x[p], y[p]) for p in range(SAMPLE))

    rate(lambda: discs(rings, x, y, out), count, twin, SAMPLE)
    assert np.minimum(out[:SAMPLE], 0).tolist() == [min(code, 0) for code in wanted]


def test_end_conflict(rate: Callable[..., None], case: Tried) -> None:
    spots = spots_of(case)
    ground, squad = case.ground, case.squad
    out = np.zeros(spots.x.size, dtype=np.int64)
    wanted: list[list[int]] = []

    def twin() -> None:
        poses = [pose_of(spots, p) for p in range(SAMPLE)]
        wanted.extend(slow.all_conflicts(ground, squad, 0, pose) for pose in poses)

    rate(lambda: conflicts(ground, squad, spots, out), int(spots.first[1]), twin, SAMPLE)
    for found, codes in zip(out[:SAMPLE].tolist(), wanted, strict=True):
        assert found in codes if codes else found == fast.OPEN


def test_end_conflicts(rate: Callable[..., None], case: Tried) -> None:
    spots, few = spots_of(case), spots_of(case, SAMPLE)
    ground, squad = case.ground, case.squad
    out, found, wanted = (
        np.zeros(size, dtype=np.int64) for size in (spots.x.size, few.x.size, few.x.size)
    )
    rate(
        lambda: fast.end_conflicts(ground, squad, spots, out),
        spots.x.size,
        lambda: slow.end_conflicts(ground, squad, few, wanted),
        few.x.size,
    )
    fast.end_conflicts(ground, squad, few, found)
    assert ((found == fast.OPEN) == (wanted == fast.OPEN)).all()
    assert 0 < (out == fast.OPEN).sum() < out.size


def test_on_table(rate: Callable[..., None], case: Tried) -> None:
    spots = spots_of(case)
    ground, squad = case.ground, case.squad
    out = np.zeros(spots.x.size, dtype=np.bool_)
    assert class_of(spots, 0) == 0
    wanted: list[bool] = []

    def twin() -> None:
        for p in range(SAMPLE):
            _, y, c, s = pose_of(spots, p)
            wanted.append(slow.on_table(ground, squad, 0, 0.9, y, c, s, MARGIN))

    rate(lambda: inside(ground, squad, spots, out), int(spots.first[1]), twin, SAMPLE)
    assert out[:SAMPLE].tolist() == wanted
