"""Ruin and recreate on spots: the rate in a crowded scene, and against trying all formations."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from geometry_scenes import least
from movekernels.arrays import Floats, Ints
from movekernels.search import improving as fast
from movekernels.search.ground import Spots
from movekernels.search.placing import BESIDE, NOWHERE
from movesolver.search.improve import Searcher
from reference import improving as slow
from reference.placing import stands
from scenes import crowded
from search_data import Tried, few_spots, small, tried

ITERATIONS = 500


def improver(
    case: Tried, spots: Spots, value: Floats, pure: Floats, iterations: int, heat: float
) -> tuple[Callable[[], float], Ints]:
    """Return a call that searches from nothing, and the formation it fills in."""
    n, size = value.shape
    table, known = np.zeros((size, size), np.int16), np.zeros(size, np.bool_)
    state, best = np.zeros(size, np.int16), np.full(n, NOWHERE)
    draws = np.random.default_rng(0).random(4096)

    def run() -> float:
        best[:] = NOWHERE
        return fast.improve(
            case.ground.shapes, case.squad, spots, value, pure, table, known,
            state, np.full(n, NOWHERE), best, draws, iterations, heat,
        )  # fmt: skip

    return run, best


@pytest.mark.parametrize("models", [10, 30])
def test_improve(benchmark: BenchmarkFixture, models: int) -> None:
    case = tried(crowded(1, models))
    searcher = Searcher(case.position, case.arena, case.goal, 0)
    run, best = improver(case, searcher.spots, searcher.value, searcher.pure, ITERATIONS, 0.3)
    points = run()
    assert benchmark(run) == points
    assert points == pytest.approx(searcher.pure[np.arange(models), best].sum())
    # The twin that tries all formations is out of reach here; the one that judges is not.
    rows = np.unique(best)
    kept = searcher.spots._replace(
        first=np.array([0, rows.size]),
        x=searcher.spots.x[rows],
        y=searcher.spots.y[rows],
        turned=searcher.spots.turned[rows],
        home=np.full(models, -1),
        owner=np.full(rows.size, -1),
    )
    place = np.searchsorted(rows, best)
    assert stands(case.ground.shapes, case.squad, kept, np.zeros((models, rows.size)), place)
    benchmark.extra_info["microseconds_an_iteration"] = least(run) / ITERATIONS * 1e6


def test_improve_against_all_formations(benchmark: BenchmarkFixture) -> None:
    """Three models with nine spots each: 729 formations, or 200 iterations."""
    case = small(1, 3)
    rng = np.random.default_rng(11)
    spots = few_spots(rng, case, 24)
    value = np.full((3, spots.x.size), -np.inf)
    for row in value:
        row[rng.choice(row.size, size=9, replace=False)] = rng.uniform(0, 5, 9)
    run, best = improver(case, spots, value, value, 200, 0.5)
    run()
    points = benchmark(run)
    found = list[tuple[float, tuple[int, ...] | None]]()
    shapes, squad = case.ground.shapes, case.squad
    twin = least(lambda: found.append(slow.improve(shapes, squad, spots, value)), 1)
    wanted, places = found[0]
    assert places is not None
    assert best.tolist() == list(places)
    assert points == pytest.approx(wanted, abs=1e-9)
    benchmark.extra_info["times_slow_twin"] = twin / least(run)


def test_lift(rate: Callable[..., None]) -> None:
    rng = np.random.default_rng(12)
    x, y, draws = rng.uniform(0, 9, 20), rng.uniform(0, 9, 20), rng.random(50)
    found, wanted, place = np.zeros(20, np.bool_), np.zeros(20, np.bool_), rng.permutation(20)
    drawn, again = np.zeros(1, np.int64), np.zeros(1, np.int64)

    def run() -> None:
        drawn[0] = 0
        fast.lift(x, y, place, 4, found, draws, drawn)

    rate(run, 1, lambda: slow.lift(x, y, place, 4, wanted, draws, again), 1)
    assert (found == wanted).all()
    assert drawn[0] == again[0]


def test_link(rate: Callable[..., None]) -> None:
    rng = np.random.default_rng(15)
    table = np.where(rng.random((200, 200)) < 0.1, BESIDE, 0).astype(np.int16)
    table = np.maximum(table, table.T)
    place, moved, links = rng.permutation(200)[:20], np.ones(20, np.bool_), np.zeros((2, 20), int)
    wanted = list[list[int]]()
    rate(
        lambda: fast.link(table, place, moved, links),
        1,
        lambda: wanted.append(slow.link(table, place)),
        1,
    )
    assert links[0].tolist() == wanted[0]


def test_is_group(rate: Callable[..., None]) -> None:
    chain = [(1 << max(i - 1, 0) | 1 << min(i + 1, 19)) & ~(1 << i) for i in range(20)]
    links, found = np.array(chain), list[bool]()
    members = (1 << 20) - 1
    rate(
        lambda: fast.is_group(links, members),
        1,
        lambda: found.append(slow.is_group(chain, members)),
        1,
    )
    assert found == [True]
    assert fast.is_group(links, members)
