"""Straight ways to spots: among 60 models and walls, round bases and ovals that turn."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from movekernels._jit import kernel
from movekernels.arrays import Ints
from movekernels.search import ending
from movekernels.search import routing as fast
from movekernels.search.ground import Ground, Spots, Squad
from movekernels.search.routing import route, slide_by_disc
from reference import routing as slow
from scenes import crowded
from search_data import Tried, few_spots, pose_of, tried

SAMPLE = 12


@pytest.fixture(scope="module", params=["round", "ovals"])
def case(request: pytest.FixtureRequest) -> Tried:
    return tried(crowded(1, 10, bases=request.param))


def spots_of(case: Tried, count: int = 100_000) -> Spots:
    return few_spots(np.random.default_rng(2), case, count)


@kernel
def slides(ground: Ground, squad: Squad, spots: Spots, out: Ints) -> None:
    x, y = squad.start[0, 0], squad.start[0, 1]
    for p in range(spots.first[1]):
        out[p] = slide_by_disc(ground.rings, 0, x, y, spots.x[p] - x, spots.y[p] - y)


@kernel
def ways(ground: Ground, squad: Squad, spots: Spots, out: Ints) -> None:
    for p in range(spots.first[1]):
        c, s = spots.turned[p, 0], spots.turned[p, 1]
        out[p] = route(ground, squad, 0, spots.x[p], spots.y[p], c, s)


def test_slide_by_disc(rate: Callable[..., None], case: Tried) -> None:
    spots = spots_of(case)
    ground, squad = case.ground, case.squad
    x, y = (float(v) for v in squad.start[0, :2])
    out = np.zeros(spots.x.size, dtype=np.int64)
    wanted: list[int] = []

    def twin() -> None:
        for p in range(SAMPLE):
            dx, dy = float(spots.x[p]) - x, float(spots.y[p]) - y
            wanted.append(slow.slide_by_disc(ground.rings, 0, x, y, dx, dy))

    rate(lambda: slides(ground, squad, spots, out), int(spots.first[1]), twin, SAMPLE)
    assert out[:SAMPLE].tolist() == wanted


def test_route(rate: Callable[..., None], case: Tried) -> None:
    spots, few = spots_of(case), spots_of(case, SAMPLE)
    ground, squad = case.ground, case.squad
    out = np.zeros(spots.x.size, dtype=np.int64)
    count = int(few.first[1])
    found = np.zeros(few.x.size, dtype=np.int64)
    wanted: list[int] = []

    def twin() -> None:
        poses = [pose_of(few, p) for p in range(count)]
        wanted.extend(slow.route(ground, squad, 0, *pose) for pose in poses)

    rate(lambda: ways(ground, squad, spots, out), int(spots.first[1]), twin, count)
    ways(ground, squad, few, found)
    assert found[:count].tolist() == wanted
    for x, y in zip(few.x.tolist(), few.y.tolist(), strict=True):
        assert fast.around(ground.detours, 0, x, y) == slow.around(ground.detours, 0, x, y)


def test_routes(rate: Callable[..., None], case: Tried) -> None:
    ground, squad = case.ground, case.squad
    n = squad.member.size
    sets = []
    for spots in (spots_of(case), spots_of(case, SAMPLE)):
        conflicts = np.zeros(spots.x.size, dtype=np.int64)
        ending.end_conflicts(ground, squad, spots, conflicts)
        sets.append((spots, conflicts))
    (spots, conflicts), (few, few_conflicts) = sets
    out = np.zeros((n, spots.x.size), dtype=np.int64)
    found, wanted = (np.zeros((n, few.x.size), dtype=np.int64) for _ in range(2))
    rate(
        lambda: fast.routes(ground, squad, spots, conflicts, out),
        out.size,
        lambda: slow.routes(ground, squad, few, few_conflicts, wanted),
        wanted.size,
    )
    fast.routes(ground, squad, few, few_conflicts, found)
    assert (found == wanted).all()
    assert 0 < (out > 0).sum() < out.size
