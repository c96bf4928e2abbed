"""Set-ups: how long they take, and what their answers are worth beside a greedy way."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from baselines import grid_spots, grown
from movekernels.search import values
from movekernels.search.ground import BARRED
from movesolver import Scenario, check, solve
from movesolver.referee.pack import pack
from movesolver.search.arena import build_arena
from movesolver.search.ends import Ends, accepted, ends_of
from movesolver.search.goals import pack_goal
from movesolver.search.regions import struck_out
from packing_data import OVAL, RECTANGLE, ROUND, arriving, leaving

STEPS = (0.15, 0.3)
"""Grid of the baseline beside a transport for round bases, and for those that turn, inches ..."""
WIDE_STEPS = (0.3, 0.6)
"""... and over the whole table."""
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


def greedy(scenario: Scenario) -> Ends | None:
    """Set up one model after the other on the best point of a fine grid (see `baselines`)."""
    position = pack(scenario)
    goal = pack_goal(position)
    arena = build_arena(position, goal.shapes)
    steps = WIDE_STEPS if position.transport is None else STEPS
    spots, ways = grid_spots(position, arena, *steps)
    squad = arena.squad
    value = np.empty(ways.shape)
    values.worth_rows(arena.ground.shapes, squad, goal.search, spots, ways, values.SLOPE, value)
    value[struck_out(position, squad, spots)] = BARRED
    for first in range(len(position.ids)):
        place = grown(arena, spots, value, first)
        if place is None:
            continue
        poses = np.column_stack([spots.x[place], spots.y[place], spots.turned[place]])
        still = squad.round[squad.member]
        poses[still, 2:] = squad.start[still, 2:]
        ends = ends_of(position, arena, goal, poses, ways[np.arange(place.size), place])
        found = accepted(position, arena, goal, ends)
        if found is not None:
            return found[0]
    return None


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
    rivals = [greedy(question) for question in questions]
    ours = sum(result.objective or 0.0 for result in results)
    theirs = sum(ends.points for ends in rivals if ends is not None)
    benchmark.extra_info["median_ms"] = statistics.median(spent)
    benchmark.extra_info["worst_ms"] = max(spent)
    benchmark.extra_info["points"], benchmark.extra_info["points_of_greedy"] = ours, theirs
    benchmark.extra_info["times_points_of_greedy"] = ours / theirs if theirs else None
