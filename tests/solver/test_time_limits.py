"""Limits of time are kept, in every family of scenes, by the processor's clock alone."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import fuzz_setups
from clocked import TRIES, in_time
from movesolver import Limit, Result, Scenario, Status, check, loads, mask, propose, snap, solve
from movesolver.search.budget import Budget, budget_of, time_left
from movesolver.search.grid import Grid
from movesolver.search.joining import Joiner

SCENES = Path(__file__).parents[2] / "benchmarks" / "scenes"


def scene(family: str, number: int) -> Scenario:
    return loads((SCENES / f"{family}.jsonl").read_text().splitlines()[number])


def legal(move: Result) -> bool:
    assert move.moved is not None
    return check(move.moved).legal and check(move.moved, tolerance=0.0).legal


@pytest.fixture(autouse=True)
def processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.perf_counter", time.process_time)


@pytest.mark.compiled
@pytest.mark.parametrize(("k", "milliseconds"), [(1, 100.0), (3, 200.0)])
@pytest.mark.parametrize(
    ("family", "number"), [("crowded", 8), ("crowded", 16), ("hordes", 0), ("deployment", 2)]
)
def test_proposals_and_their_bound(family: str, number: int, k: int, milliseconds: float) -> None:
    """A fifth and 10 ms more at most, the bound included."""
    question = scene(family, number)
    propose(question, k, iterations=60)
    found = in_time(
        (1.2 * milliseconds + 10.0) / 1000, lambda: propose(question, k, time_ms=milliseconds)
    )
    assert len(found.moves) == k
    for move in found.moves:
        assert legal(move)
        assert move.objective is not None
        assert move.bound is not None
        assert move.objective <= move.bound


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("family", "number"),
    [
        ("crowded", 8), ("hordes", 2), ("ovals", 0), ("rectangles", 0), ("floors", 4),
        ("mixed_bases", 4), ("goals", 3), ("deployment", 4), ("arrival", 6), ("disembark", 9),
        ("voidsiege", 2), ("slit", 1), ("boxed_in", 0), ("charge", 6), ("pile_in", 0),
    ],
)  # fmt: skip
def test_a_search_its_referee_and_its_bound(family: str, number: int) -> None:
    """Half as much more and 10 ms at most: fights and tight set-ups ask much of the referee."""
    question = scene(family, number)
    solve(question, iterations=60)
    result = in_time(0.16, lambda: solve(question, time_ms=100.0))
    assert result.limit in (Limit.TIME, None)
    if result.solved:
        assert legal(result)
        assert result.objective is not None
        assert result.bound is not None
        assert result.objective <= result.bound
    else:  # nothing is claimed that is not proved
        assert result.status in (Status.NOT_FOUND, Status.INFEASIBLE)


@pytest.mark.compiled
@pytest.mark.parametrize(("family", "number"), [("crowded", 8), ("charge", 6), ("surge", 3)])
def test_wishes_and_masks(family: str, number: int) -> None:
    """Three times as much at most: once it was 45 times as much."""
    question = scene(family, number)
    (unit,) = [unit for unit in question.units if unit.id == question.action.unit]
    wished = {m.id: (m.at[0] + 3.0, m.at[1] + 2.0) for m in unit.models if m.at is not None}
    snap(question, wished, iterations=60)
    assert in_time(0.3, lambda: snap(question, wished, time_ms=100.0)).solved
    sides = [(dx, dy) for dx in (-3.0, -1.5, 0.0, 1.5, 3.0) for dy in (-2.0, 0.0, 2.0)]
    places = {name: [[x + dx, y + dy] for dx, dy in sides] for name, (x, y) in wished.items()}
    mask(question, places, seconds=0.01)
    assert in_time(0.3, lambda: mask(question, places, seconds=0.1)).places


def test_no_formation_is_asked_about_once_time_is_over() -> None:
    apart = np.eye(4, dtype=np.bool_)  # two models with two places each that go together
    grid = Grid(np.zeros((2, 4)), apart, apart, ~apart, 0, False)
    asked: list[list[int]] = []

    def refused(place: list[int]) -> bool:
        asked.append(place)
        return False

    def over() -> bool:
        return len(asked) >= 2

    assert Joiner(grid, refused).formation([0b0011, 0b1100], 0, 100) == (None, True)
    assert len(asked) == 4
    asked.clear()
    assert Joiner(grid, refused, over).formation([0b0011, 0b1100], 0, 100) == (None, False)
    assert len(asked) == 2


@pytest.mark.compiled
@pytest.mark.parametrize("seed", [27, 44])
def test_large_ovals_beside_a_transport(seed: int) -> None:
    """They took 5 to 14 seconds, as the farthest point of each was sought on every spot."""
    document = fuzz_setups.scenario(seed)
    table = document["table"]
    document["action"]["goal"] = [{"near": [table["width"] / 2, table["height"] / 2]}]
    question = loads(json.dumps(document))
    solve(question, iterations=0)
    assert in_time(4.0, lambda: solve(question)).solved


def ticking(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    now = [100.0]
    monkeypatch.setattr("time.perf_counter", lambda: now[0])

    def pass_(seconds: float) -> None:
        now[0] += seconds

    return pass_


def test_chunks_are_as_long_as_time_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    passes = ticking(monkeypatch)
    budget = budget_of(4, None, 100.0)
    first = budget.chunk(1.0, "slow")
    passes(0.02)
    budget.count(first)
    # What is left is 80 ms: as many iterations as go into it, less what is kept.
    assert budget.chunk(1.0, "slow") == pytest.approx(4 * first, abs=1)
    assert budget.chunk(1.0, "slow", kept=0.04) == pytest.approx(2 * first, abs=1)
    assert budget.chunk(0.2, "slow") == 0
    assert budget.chunk(1.0, "other") == first  # it is not known how long these take
    passes(0.079)
    budget.made = 0
    assert budget.chunk(1.0, "slow") in range(4)
    passes(0.001)
    assert budget.chunk(1.0, "slow") == 0
    assert budget.limit is Limit.TIME


def test_without_a_limit_chunks_do_not_depend_on_the_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    passes = ticking(monkeypatch)
    chunks: list[int] = []
    budget = budget_of(4, 1000, None)
    while (chunk := budget.chunk(1.0)) > 0:
        passes(float(len(chunks)))
        budget.count(chunk)
        chunks.append(chunk)
    assert chunks == [400, 400, 200]
    assert budget.limit is Limit.ITERATIONS
    assert not budget.late()
    assert budget.left() == float("inf")


def test_time_that_is_kept_is_for_what_comes_after(monkeypatch: pytest.MonkeyPatch) -> None:
    passes = ticking(monkeypatch)
    budget = Budget(1000, 100.0, 1.0)
    budget.keep(0.2)
    part = budget.part(0.5)
    assert (budget.seconds, budget.spare, budget.end) == pytest.approx((0.8, 0.2, 101.0))
    assert (part.seconds, part.spare, part.end) == pytest.approx((0.4, 0.6, 101.0))
    assert part.pace is budget.pace
    passes(0.5)
    assert part.spent()
    assert not budget.spent()
    assert not part.late()
    assert budget.left() == pytest.approx(0.5)
    assert time_left(1000.0, 100.0) == pytest.approx(500.0)
    passes(2.0)
    assert budget.late()
    assert budget.left() == 0.0
    assert time_left(1000.0, 100.0) == pytest.approx(100.0)
    assert time_left(None, 100.0) is None


def test_what_is_too_slow_by_itself_is_too_slow_each_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    passes, waits = ticking(monkeypatch), iter([3.0, 2.5, 0.5, *[1.5] * TRIES])
    assert in_time(1.0, lambda: passes(next(waits)), time.perf_counter) is None
    with pytest.raises(AssertionError, match=r"wanted at most 1 s, took 1\.5 s"):
        in_time(1.0, lambda: passes(next(waits)), time.perf_counter)
