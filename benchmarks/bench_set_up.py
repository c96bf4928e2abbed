"""Set-ups: how long they take, and what their answers are worth beside a greedy way."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from baselines import greedy
from movesolver import Scenario, check, solve
from packing_data import OVAL, RECTANGLE, ROUND, arriving, leaving

STEPS = (0.15, 0.3)
"""Grid of the baseline beside a transport for round bases, and for those that turn, inches."""
SEEDS = range(5)
QUESTIONS: dict[str, Callable[[int], Scenario]] = {
    "disembark 10": lambda seed: leaving(seed, 10, ROUND, "near"),
    "disembark 10, within": lambda seed: leaving(seed, 10, ROUND, "within"),
    "disembark 5 ovals": lambda seed: leaving(seed, 5, {"oval": [40, 25]}, "near"),
    "disembark 5 rectangles": lambda seed: leaving(seed, 5, {"rectangle": [40, 25]}, "near"),
    "ingress 10": lambda seed: arriving(seed, 10, ROUND, "ingress", "near"),
    "ingress 10, within": lambda seed: arriving(seed, 10, ROUND, "ingress", "within"),
    "deep strike 5 ovals": lambda seed: arriving(seed, 5, OVAL, "deep_strike", "near"),
    "deep strike 5 rectangles": lambda seed: arriving(seed, 5, RECTANGLE, "deep_strike", "within"),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_set_up(benchmark: BenchmarkFixture, name: str) -> None:
    """One solve after the other; every answer legal without a tolerance."""
    questions = [QUESTIONS[name](seed) for seed in SEEDS]
    results = [solve(question) for question in questions]  # compiles
    spent = list[float]()

    def run() -> None:
        for question in questions:
            begun = time.perf_counter()
            solve(question)
            spent.append((time.perf_counter() - begun) * 1000)

    benchmark(run)
    assert all(r.moved is not None and check(r.moved, tolerance=0.0).legal for r in results)
    rivals = [greedy(question, *STEPS) for question in questions]
    ours = sum(result.objective or 0.0 for result in results)
    theirs = sum(ends.points for ends in rivals if ends is not None)
    benchmark.extra_info["median_ms"] = statistics.median(spent)
    benchmark.extra_info["worst_ms"] = max(spent)
    benchmark.extra_info["points"], benchmark.extra_info["points_of_greedy"] = ours, theirs
    benchmark.extra_info["times_points_of_greedy"] = ours / theirs if theirs else None
