"""Whole searches on the benchmark scenes: times, and answers beside plain ways to move.

`solve_report.py` measures more of them, at length.
"""

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
from report_measure import STEPS
from suite import families, scenes

FEW = 6
"""Scenes of a size that a benchmark takes."""


def questions(family: str, models: int | None = None) -> list[Scenario]:
    """Return the first scenes of a family, or of one size of it."""
    return [s.scenario for s in scenes([family]) if models in (None, s.models)][:FEW]


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
    results = timed(benchmark, questions("crowded", models))
    assert all(map(legal, results))
    part = [(r.objective or 0.0) / r.bound for r in results if r.bound]
    benchmark.extra_info["part_of_bound"] = statistics.median(part)


@pytest.mark.parametrize("family", [name for name in families() if name != "crowded"])
def test_solve_family(benchmark: BenchmarkFixture, family: str) -> None:
    """The other families: every answer is legal, and where there is none it says why."""
    for result in timed(benchmark, questions(family)):
        if result.solved:
            assert legal(result)
        else:
            assert result.status in (Status.NOT_FOUND, Status.INFEASIBLE)
            assert result.reasons


@pytest.mark.parametrize(
    ("family", "models"),
    [
        ("crowded", 5),
        ("crowded", 10),
        ("crowded", 20),
        ("crowded", 30),
        ("ovals", 10),
        ("mixed_bases", 10),
    ],
)
def test_solve_against_baselines(benchmark: BenchmarkFixture, family: str, models: int) -> None:
    """The same questions, answered in three ways one after the other.

    The search starts from shifts and must not fall behind them.  How it stands to the
    greedy way, on a grid finer than its own, is reported as it is.
    """
    asked = questions(family, models)
    rivals: dict[str, Callable[[Scenario], Ends | None]] = {
        "rigid": lambda question: baselines.rigid(question, STEPS[0]),
        "greedy": lambda question: baselines.greedy(question, *STEPS),
    }
    results = timed(benchmark, asked)
    assert all(map(legal, results))
    points = sum(result.objective or 0.0 for result in results)
    median = benchmark.extra_info["median_ms"]
    for name, rival in rivals.items():
        rival(asked[0])  # compiles
        spent, total, better = list[float](), 0.0, 0
        for question, result in zip(asked, results, strict=True):
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
        benchmark.extra_info[f"{name}_better"] = f"{better} of {len(asked)}"
