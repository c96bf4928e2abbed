"""The nearest legal move to wishes: what `snap` costs beside the referee and beside a solve."""

from __future__ import annotations

import statistics
import time
from functools import partial

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from geometry_scenes import least
from movesolver import check, snap, solve
from scenes import crowded

SEEDS = range(4)
spent = partial(least, repeats=3, clock=time.process_time)
NOISE = {"legal": 0.0, "near": 0.4, "wild": 3.0}
"""What is added to each coordinate of a legal end, standard deviation in inches."""


@pytest.mark.parametrize("wishes", list(NOISE))
@pytest.mark.parametrize(
    ("models", "bases"), [(5, "round"), (10, "round"), (20, "round"), (10, "ovals")]
)
def test_snap(benchmark: BenchmarkFixture, models: int, bases: str, wishes: str) -> None:
    """Ends that `solve` found among 20 enemies, 40 friends and walls, and these with noise."""
    asked, judged, solved, short = list[float](), list[float](), list[float](), list[float]()
    for seed in SEEDS:
        question = crowded(seed, models, bases=bases)
        known = solve(question)
        assert known.moved is not None
        moved, rng = known.moved, np.random.default_rng(seed)
        wished = np.array([pose[:3] for pose in known.ends.values()])
        wished[:, :2] += rng.normal(0.0, NOISE[wishes], (models, 2))
        result = snap(question, wished)
        assert result.moved is not None
        assert check(result.moved, tolerance=0.0).legal
        short.append((result.gap or 0.0) / models)
        asked.append(spent(partial(snap, question, wished)))
        judged.append(spent(partial(check, moved)))
        solved.append(spent(partial(solve, question)))
    benchmark(lambda: snap(question, wished))
    info = benchmark.extra_info
    info["ms"] = 1000 * statistics.median(asked)
    info["ms_more_than_check"] = 1000 * statistics.median(
        a - b for a, b in zip(asked, judged, strict=True)
    )
    info["solves"] = statistics.median(a / b for a, b in zip(asked, solved, strict=True))
    info["gap_a_model"] = statistics.median(short)
