"""Whole searches: their times on crowded tables, and their answers against plain ways to move."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import baselines
from movesolver import Result, Scenario, Status, check, solve
from movesolver.referee.check import judge
from movesolver.referee.pack import pack
from movesolver.search.ends import Ends
from scenes import boxed_in, crowded, incoherent, scattered

SEEDS = range(6)
STEP = 0.1
"""Grid of the baselines for round bases and shifts, inches ..."""
TURNED_STEP = 0.25
"""... and for bases that turn."""


def timed(benchmark: BenchmarkFixture, questions: Sequence[Scenario]) -> list[Result]:
    """Solve all questions in rounds; store the median of single solves, wall and processor."""
    wall, processor = list[float](), list[float]()
    results = [solve(question) for question in questions]  # compiles

    def run() -> None:
        for question in questions:
            begun, spent = time.perf_counter(), time.process_time()
            solve(question)
            wall.append((time.perf_counter() - begun) * 1000)
            processor.append((time.process_time() - spent) * 1000)

    benchmark(run)
    benchmark.extra_info["median_ms"] = statistics.median(wall)
    benchmark.extra_info["median_cpu_ms"] = statistics.median(processor)
    benchmark.extra_info["worst_ms"] = max(wall)
    return results


def legal(result: Result) -> bool:
    """Whether the end returned is legal by a referee that forgives nothing."""
    return result.moved is not None and check(result.moved, tolerance=0.0).legal


@pytest.mark.parametrize("models", [5, 10, 20, 30])
def test_solve_crowded(benchmark: BenchmarkFixture, models: int) -> None:
    """Among 20 enemies, 40 friends and walls, towards a point."""
    results = timed(benchmark, [crowded(seed, models) for seed in SEEDS])
    assert all(map(legal, results))
    part = [(r.objective or 0.0) / r.bound for r in results if r.bound]
    benchmark.extra_info["part_of_bound"] = statistics.median(part)


@pytest.mark.parametrize("goal", ["within", "mixed"])
def test_solve_counting(benchmark: BenchmarkFixture, goal: str) -> None:
    """Ten models, counted within 3 inches of a marker."""
    results = timed(benchmark, [crowded(seed, 10, goal=goal) for seed in SEEDS])
    assert all(map(legal, results))


@pytest.mark.parametrize("bases", ["ovals", "rectangles", "mixed"])
def test_solve_other_bases(benchmark: BenchmarkFixture, bases: str) -> None:
    """Ten models that turn, or only some of them."""
    results = timed(benchmark, [crowded(seed, 10, bases=bases) for seed in SEEDS])
    assert all(map(legal, results))


@pytest.mark.parametrize("question", [boxed_in, scattered])
def test_solve_awkward(benchmark: BenchmarkFixture, question: Callable[[], Scenario]) -> None:
    """No way out of a ring of enemies; a unit that must come together again."""
    assert legal(*timed(benchmark, [question()]))


def test_solve_hopeless(benchmark: BenchmarkFixture) -> None:
    """Two halves that cannot meet: no end is legal."""
    (result,) = timed(benchmark, [incoherent()])
    assert not result.solved
    assert result.status in (Status.NOT_FOUND, Status.INFEASIBLE)


@pytest.mark.parametrize(
    ("models", "bases", "goal"),
    [
        (5, "round", "near"),
        (10, "round", "near"),
        (10, "round", "mixed"),
        (20, "round", "near"),
        (30, "round", "near"),
        (10, "ovals", "near"),
        (10, "mixed", "near"),
    ],
)
def test_solve_against_baselines(
    benchmark: BenchmarkFixture, models: int, bases: str, goal: str
) -> None:
    """The same questions, answered in three ways one after the other.

    The search starts from shifts and must not fall behind them.  How it stands to the
    greedy way, on a grid finer than its own, is reported as it is.
    """
    questions = [crowded(seed, models, bases=bases, goal=goal) for seed in SEEDS]
    rivals: dict[str, Callable[[Scenario], Ends | None]] = {
        "rigid": lambda question: baselines.rigid(question, STEP),
        "greedy": lambda question: baselines.greedy(question, STEP, TURNED_STEP),
    }
    results = timed(benchmark, questions)
    assert all(map(legal, results))
    points = sum(result.objective or 0.0 for result in results)
    median = benchmark.extra_info["median_ms"]
    for name, rival in rivals.items():
        rival(questions[0])  # compiles
        spent, total, better = list[float](), 0.0, 0
        for question, result in zip(questions, results, strict=True):
            begun = time.perf_counter()
            ends = rival(question)
            spent.append((time.perf_counter() - begun) * 1000)
            assert ends is not None
            assert judge(pack(question), ends.paths, tolerance=0.0).legal
            total += ends.points
            better += ends.points > (result.objective or 0.0) + 1e-9
        assert name != "rigid" or points >= total
        benchmark.extra_info[f"{name}_ms"] = statistics.median(spent)
        benchmark.extra_info[f"times_points_of_{name}"] = points / total
        benchmark.extra_info[f"times_faster_than_{name}"] = statistics.median(spent) / median
        benchmark.extra_info[f"{name}_better"] = f"{better} of {len(questions)}"
