"""Placing models on spots: relations of pairs and rows, growth, and whole formations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest

from movekernels._jit import kernel
from movekernels.arrays import Floats, Ints, Shapes
from movekernels.search import placing as fast
from movekernels.search import values
from movekernels.search.ground import MARGIN, Spots, Squad
from movekernels.search.placing import NOWHERE, draw, pair_by_disc, pair_relation
from reference import placing as slow
from scenes import crowded
from search_data import Tried, few_spots, pose_of, tried

SAMPLE = 40
COUNT = 2000


@pytest.fixture(scope="module", params=["round", "ovals"])
def case(request: pytest.FixtureRequest) -> Tried:
    return tried(crowded(1, 10, bases=request.param))


def spots_of(case: Tried, count: int) -> Spots:
    return few_spots(np.random.default_rng(6), case, count)


@kernel
def pairs(shapes: Shapes, squad: Squad, spots: Spots, other: Ints, out: Ints) -> None:
    for p in range(out.size):
        q = other[p]
        out[p] = pair_relation(
            shapes, squad,
            0, spots.x[p], spots.y[p], spots.turned[p, 0], spots.turned[p, 1],
            0, spots.x[q], spots.y[q], spots.turned[q, 0], spots.turned[q, 1], MARGIN,
        )  # fmt: skip


@kernel
def by_discs(squad: Squad, d2: Floats, out: Ints) -> None:
    for p in range(out.size):
        out[p] = pair_by_disc(squad, 0, 0, d2[p])


@kernel
def all_draws(draws: Floats, drawn: Ints, out: Floats) -> None:
    for p in range(out.size):
        out[p] = draw(draws, drawn)


def test_pair_relation(rate: Callable[..., None], case: Tried) -> None:
    shapes, squad, spots = case.ground.shapes, case.squad, spots_of(case, 100_000)
    count = int(spots.first[1])
    other = np.random.default_rng(7).integers(0, count, count)
    out, wanted = np.zeros(count, dtype=np.int64), list[int]()

    def twin() -> None:
        for p in range(SAMPLE):
            one, two = pose_of(spots, p), pose_of(spots, int(other[p]))
            wanted.append(slow.pair_relation(shapes, squad, 0, *one, 0, *two, MARGIN))

    rate(lambda: pairs(shapes, squad, spots, other, out), count, twin, SAMPLE)
    assert out[:SAMPLE].tolist() == wanted


def test_pair_by_disc(rate: Callable[..., None], case: Tried) -> None:
    d2 = np.random.default_rng(8).uniform(0, 14, COUNT) ** 2
    out, wanted = np.zeros(COUNT, dtype=np.int64), list[int]()

    def twin() -> None:
        wanted.extend(slow.pair_by_disc(case.squad, 0, 0, float(v)) for v in d2[:SAMPLE])

    rate(lambda: by_discs(case.squad, d2, out), COUNT, twin, SAMPLE)
    assert out[:SAMPLE].tolist() == wanted


def test_draw(rate: Callable[..., None]) -> None:
    draws, drawn = np.random.default_rng(9).random(97), np.zeros(1, dtype=np.int64)
    out, again, wanted = np.zeros(COUNT), np.zeros(1, dtype=np.int64), list[float]()

    def run() -> None:
        drawn[0] = 0
        all_draws(draws, drawn, out)

    rate(run, COUNT, lambda: wanted.extend(slow.draw(draws, again) for _ in range(COUNT)), COUNT)
    assert out.tolist() == wanted


def test_relate_pose(rate: Callable[..., None], case: Tried) -> None:
    shapes, squad = case.ground.shapes, case.squad
    spots, few = spots_of(case, 100_000), spots_of(case, SAMPLE)
    pose = float(squad.start[0, 0]), float(squad.start[0, 1]), 0.6, 0.8
    row, found, wanted = (np.zeros(s.x.size, np.int16) for s in (spots, few, few))
    rate(
        lambda: fast.relate_pose(shapes, squad, spots, 0, *pose, row),
        row.size,
        lambda: slow.relate_pose(shapes, squad, few, 0, *pose, wanted),
        wanted.size,
    )
    fast.relate_pose(shapes, squad, few, 0, *pose, found)
    assert (found == wanted).all()
    assert (row == fast.BESIDE).any()


def test_relate(rate: Callable[..., None], case: Tried) -> None:
    shapes, squad = case.ground.shapes, case.squad
    spots, few = spots_of(case, 100_000), spots_of(case, SAMPLE)
    row, found, wanted = (np.zeros(s.x.size, np.int16) for s in (spots, few, few))
    rate(
        lambda: fast.relate(shapes, squad, spots, 20, row),
        row.size,
        lambda: slow.relate(shapes, squad, few, 20, wanted),
        wanted.size,
    )
    fast.relate(shapes, squad, few, 20, found)
    assert (found == wanted).all()


def test_know(rate: Callable[..., None], case: Tried) -> None:
    """A row that is not known yet; the next time it is only looked up."""
    shapes, squad, spots = case.ground.shapes, case.squad, spots_of(case, SAMPLE)
    size = spots.x.size
    table, wanted = np.zeros((size, size), np.int16), np.zeros((size, size), np.int16)
    known, again = np.zeros(size, np.bool_), np.zeros(size, np.bool_)

    def run() -> None:
        known[5] = False
        fast.know(shapes, squad, spots, 5, table, known)

    rate(run, size, lambda: slow.know(shapes, squad, spots, 5, wanted, again), size)
    assert known.tolist() == again.tolist()
    assert (table == wanted).all()


def test_add_row(rate: Callable[..., None]) -> None:
    table = np.random.default_rng(10).integers(0, 2, (3, COUNT)).astype(np.int16)
    state, wanted = np.zeros(COUNT, np.int16), [0] * COUNT

    def run() -> None:
        state[:] = 0
        fast.add_row(table, 1, state)

    rate(run, COUNT, lambda: slow.add_row(table.tolist(), 1, wanted), COUNT)
    assert state.tolist() == wanted


def test_take_row(rate: Callable[..., None]) -> None:
    table = np.random.default_rng(10).integers(0, 2, (3, COUNT)).astype(np.int16)
    state, wanted = np.zeros(COUNT, np.int16), [1] * COUNT

    def run() -> None:
        state[:] = 1
        fast.take_row(table, 1, state)

    rate(run, COUNT, lambda: slow.take_row(table.tolist(), 1, wanted), COUNT)
    assert state.tolist() == wanted


@dataclass
class Growth:
    """Ten models to grow on some spots, and what growing them needs."""

    shapes: Shapes
    squad: Squad
    spots: Spots
    value: Floats

    def __post_init__(self) -> None:
        n, size = self.value.shape
        self.ceiling, self.free = self.value.max(axis=0), np.empty(size, np.int64)
        self.table = np.zeros((size, size), np.int16)
        self.known = np.zeros(size, np.bool_)
        self.state = np.zeros(size, np.int16)
        self.place = np.full(n, NOWHERE)
        self.reached = np.zeros(n, dtype=np.int64)
        self.draws, self.drawn = np.zeros(1), np.zeros(1, dtype=np.int64)

    def grow(self) -> bool:
        """Grow from nothing, every row anew."""
        self.place[:], self.state[:], self.known[:] = NOWHERE, 0, False
        return bool(
            fast.grow(
                self.shapes, self.squad, self.spots, self.value, self.ceiling,
                self.place, self.table, self.known, self.state, self.free, self.draws,
                self.drawn, 0.0, 0.0,
            )
        )  # fmt: skip


@pytest.fixture(scope="module")
def growth(case: Tried) -> Growth:
    spots = spots_of(case, 150)
    shapes, squad = case.ground.shapes, case.squad
    value = np.zeros((squad.member.size, spots.x.size))
    ways = np.ones(value.shape, dtype=np.int64)
    values.worth_rows(shapes, squad, case.terms, spots, ways, values.SLOPE, value)
    # A point is worth the same whatever the heading: without ties there is one answer.
    value += np.random.default_rng(14).uniform(0, 1e-3, value.shape)
    return Growth(shapes, squad, spots, value)


def test_grow(rate: Callable[..., None], growth: Growth) -> None:
    wanted, done = np.full(growth.place.size, NOWHERE), list[bool]()

    def twin() -> None:
        done.append(slow.grow(growth.shapes, growth.squad, growth.spots, growth.value, wanted))

    rate(growth.grow, 1, twin, 1)
    assert done == [True]
    assert growth.place.tolist() == wanted.tolist()


def test_holds_together(rate: Callable[..., None], growth: Growth) -> None:
    assert growth.grow()
    table, found = growth.table.tolist(), list[bool]()
    rate(
        lambda: fast.holds_together(growth.squad, growth.place, growth.table, growth.reached),
        1,
        lambda: found.append(slow.holds_together(growth.squad, growth.place, table)),
        1,
    )
    assert found == [True]
    assert fast.holds_together(growth.squad, growth.place, growth.table, growth.reached)


def test_stands(rate: Callable[..., None], growth: Growth) -> None:
    assert growth.grow()
    place, found = growth.place.copy(), list[bool]()

    def run() -> bool:
        return fast.stands(
            growth.shapes, growth.squad, growth.spots, growth.value, place,
            growth.table, growth.known, growth.state, growth.reached,
        )  # fmt: skip

    def twin() -> None:
        given = growth.shapes, growth.squad, growth.spots, growth.value
        found.append(slow.stands(*given, place))

    rate(run, 1, twin, 1)
    assert run()
    assert found == [True]
    place[0] = place[1]
    assert not run()
