"""Seeded pairs of posed shapes for the geometry benchmarks, and how to time them."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
from pytest_benchmark.fixture import BenchmarkFixture

from movekernels.arrays import Bodies, Floats
from shapes_data import build_bodies, build_shapes, oval_base, rectangle, regular, round_base

KINDS = {"disc": 0, "oval": 1, "hull": 2, "wall": 3, "ring": 4}
SHAPES = build_shapes(
    [
        round_base(32),
        oval_base(105, 70),
        rectangle(180 / 25.4, 110 / 25.4),
        rectangle(6.0, 0.1),
        regular(64, 1.3),
    ]
)
COUNT = 400


def strewn(kind: str, seed: int) -> Bodies:
    """Bodies of one kind on a 20 by 20 inch patch."""
    rng = np.random.default_rng(seed)
    return build_bodies(
        np.column_stack(
            [
                np.full(COUNT, KINDS[kind]),
                rng.uniform(0.0, 20.0, COUNT),
                rng.uniform(0.0, 20.0, COUNT),
                rng.uniform(0.0, 360.0, COUNT),
                np.zeros(COUNT),
            ]
        )
    )


def slides(seed: int) -> Floats:
    """Straight moves of up to 6 inches; shape (n, 2)."""
    return np.random.default_rng(seed).uniform(-4.2, 4.2, (COUNT, 2))


def pose(bodies: Bodies, k: int) -> tuple[int, float, float, float, float]:
    """Shape, centre and heading of one body."""
    return (
        int(bodies.shape[k]),
        float(bodies.x[k]),
        float(bodies.y[k]),
        float(bodies.cos[k]),
        float(bodies.sin[k]),
    )


def least(
    call: Callable[[], object],
    repeats: int = 5,
    clock: Callable[[], float] = time.perf_counter,
) -> float:
    """Shortest of a few runs, seconds."""
    times = []
    for _ in range(repeats):
        start = clock()
        call()
        times.append(clock() - start)
    return min(times)


def record(
    benchmark: BenchmarkFixture,
    run: Callable[[], object],
    twin: Callable[[int], object],
    sample: int = 5,
    **rivals: Callable[[], object],
) -> None:
    """Time a run over all pairs; store nanoseconds a pair and ratios from the same process.

    ``twin`` answers one pair and is timed on the first few; ``rivals`` do all pairs.
    """
    run()
    benchmark(run)
    each = least(run) / COUNT
    slow = least(lambda: [twin(k) for k in range(sample)], 1) / sample
    benchmark.extra_info["nanoseconds"] = each * 1e9
    benchmark.extra_info["times_slow_twin"] = slow / each
    for name, rival in rivals.items():
        benchmark.extra_info[f"times_{name}"] = least(rival, 3) / COUNT / each
