from __future__ import annotations

import math

import numpy as np
import pytest

from movekernels.arrays import Floats, Shapes
from movekernels.search import improving as fast
from movekernels.search.ground import Spots, Squad
from movekernels.search.placing import BESIDE, NOWHERE
from reference import improving as slow
from reference.placing import stands
from search_data import few_spots, odd, small
from shapes_data import build_shapes

Result = tuple[float, np.ndarray[tuple[int, ...], np.dtype[np.int64]]]


def search(
    shapes: Shapes,
    squad: Squad,
    spots: Spots,
    value: Floats,
    iterations: int,
    seed: int = 0,
) -> Result:
    """Run the kernel from nothing."""
    n, size = value.shape
    current, best = np.full(n, NOWHERE), np.full(n, NOWHERE)
    points = fast.improve(
        shapes, squad, spots, value, value,
        np.zeros((size, size), np.int16), np.zeros(size, np.bool_), np.zeros(size, np.int16),
        current, best, np.random.default_rng(seed).random(4096), iterations, 0.5,
    )  # fmt: skip
    return points, best


def explicit(points: list[tuple[float, float]], starts: int) -> tuple[Squad, Spots]:
    """Round models, and spots given by their centres."""
    case = small(0, 2)
    zero = np.zeros(starts, dtype=np.int64)
    squad = case.squad._replace(
        start=np.column_stack([np.arange(starts), zero, zero + 1.0, zero]).astype(np.float64),
        maximum=np.full(starts, 100.0),
        member=zero,
        shape=np.zeros(1, np.int64),
        z=np.zeros(1),
        outer=np.array([16 / 25.4]),
        inner=np.array([16 / 25.4]),
        round=np.ones(1, np.bool_),
    )
    table = np.array(points)
    spots = Spots(
        first=np.array([0, len(points)]),
        x=table[:, 0].copy(),
        y=table[:, 1].copy(),
        turned=np.column_stack([np.ones(len(points)), np.zeros(len(points))]),
        home=np.full(starts, -1),
        owner=np.full(len(points), -1),
    )
    return squad, spots


FIVE = [
    (10.7, 10.4), (12.3, 10.3), (7.5, 10.5), (14, 14.2), (6.9, 13.6), (7, 12.5), (9.4, 12.5),
    (12.5, 13.7), (12.9, 13.2), (8.9, 10.4), (17, 11.6), (17.5, 13.8), (15.4, 10.9), (18, 14.7),
    (14.6, 14.7),
]  # fmt: skip
"""Three spots for each of five models; of the 243 choices exactly one is legal (1, 0, 2, 1, 0)."""


def five() -> tuple[Shapes, Squad, Spots, Floats]:
    squad, spots = explicit(FIVE, 5)
    value = np.full((5, 15), -np.inf)
    for i in range(5):
        value[i, 3 * i : 3 * i + 3] = (3.0, 2.0, 1.0)
    return build_shapes([("disc", 16 / 25.4)]), squad, spots, value


def test_the_one_legal_choice_of_243_is_found() -> None:
    shapes, squad, spots, value = five()
    points, best = search(shapes, squad, spots, value, 2000)
    wanted, places = slow.improve(shapes, squad, spots, value)
    assert places == (1, 3, 8, 10, 12)
    assert best.tolist() == list(places)
    assert points == wanted == 2 + 3 + 1 + 2 + 3


@pytest.mark.parametrize("seed", range(12))
def test_small_units_reach_the_best_of_all_formations(seed: int) -> None:
    case = small(seed, 3) if seed % 3 else odd(seed)
    rng = np.random.default_rng([11, seed])
    spots = few_spots(rng, case, 14)
    n, size = case.squad.member.size, spots.x.size
    value = np.full((n, size), -np.inf)
    for i in range(n):
        k = case.squad.member[i]
        low, high = int(spots.first[k]), int(spots.first[k + 1])
        chosen = low + rng.choice(high - low, size=min(9, high - low), replace=False)
        value[i, chosen] = rng.uniform(0, 5, chosen.size)
    shapes = case.ground.shapes
    points, best = search(shapes, case.squad, spots, value, 600, seed)
    wanted, places = slow.improve(shapes, case.squad, spots, value)
    assert points <= wanted + 1e-12
    if places is None:
        assert points == -math.inf
    else:
        assert points == pytest.approx(wanted, abs=1e-9)
        assert stands(shapes, case.squad, spots, value, best)


def test_a_formation_to_go_on_from_is_the_best_until_a_better_is_met() -> None:
    shapes, squad, spots, value = five()
    current, best = np.array([1, 3, 8, 10, 12]), np.full(5, NOWHERE)
    points = fast.improve(
        shapes, squad, spots, value, value,
        np.zeros((15, 15), np.int16), np.zeros(15, np.bool_), np.zeros(15, np.int16),
        current, best, np.random.default_rng(0).random(64), 0, 0.5,
    )  # fmt: skip
    assert best.tolist() == [1, 3, 8, 10, 12]
    assert points == 2 + 3 + 1 + 2 + 3


def test_the_same_numbers_give_the_same_answer_and_a_formation_is_never_lost() -> None:
    shapes, squad, spots, value = five()
    once, again = (search(shapes, squad, spots, value, 300, seed=3) for _ in range(2))
    assert once[0] == again[0]
    assert (once[1] == again[1]).all()
    current, best = np.array([1, 3, 8, 10, 12]), np.array([1, 3, 8, 10, 12])
    points = fast.improve(
        shapes, squad, spots, value, value,
        np.zeros((15, 15), np.int16), np.zeros(15, np.bool_), np.zeros(15, np.int16),
        current, best, np.random.default_rng(0).random(512), 50, 0.5,
    )  # fmt: skip
    assert points == 11.0
    assert best.tolist() == [1, 3, 8, 10, 12]


@pytest.mark.parametrize("seed", range(20))
def test_lifting_agrees_with_the_reference(seed: int) -> None:
    rng = np.random.default_rng([12, seed])
    n = int(rng.integers(1, 9))
    x, y, draws = rng.uniform(0, 9, n), rng.uniform(0, 9, n), rng.random(50)
    found, wanted = np.zeros(n, np.bool_), np.zeros(n, np.bool_)
    drawn, again = np.zeros(1, np.int64), np.zeros(1, np.int64)
    place = rng.permutation(n)
    fast.lift(x, y, place, 4, found, draws, drawn)
    slow.lift(x, y, place, 4, wanted, draws, again)
    assert (found == wanted).all()
    assert 1 <= found.sum() <= 4
    assert drawn[0] == again[0]


@pytest.mark.parametrize("seed", range(6))
def test_links_and_groups_agree_with_the_reference(seed: int) -> None:
    rng = np.random.default_rng([15, seed])
    n, size = int(rng.integers(1, 9)), 20
    table = np.where(rng.random((size, size)) < 0.25, BESIDE, 0).astype(np.int16)
    table = np.maximum(table, table.T)
    place = rng.permutation(size)[:n]
    links = np.zeros((2, n), np.int64)
    fast.link(table, place, np.ones(n, np.bool_), links)
    assert links[0].tolist() == slow.link(table, place)
    moved = rng.random(n) < 0.5
    place[moved] = rng.permutation(size)[: moved.sum()]
    fast.link(table, place, moved, links)
    assert links[0].tolist() == slow.link(table, place)
    for members in range(1 << n):
        assert fast.is_group(links[0], members) == slow.is_group(links[0].tolist(), members)
