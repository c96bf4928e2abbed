"""One pair of bases, settled by bounding discs or by the exact gap, against the slow twin."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from movekernels.checks import bounds as fast
from reference import bounds as slow
from shapes_data import build_bodies, build_shapes, oval_base

SHAPES = build_shapes([oval_base(105, 70)])
PAIRS = {
    "far": build_bodies([(0, 0.0, 0.0, 20.0, 0.0), (0, 12.0, 3.0, 70.0, 0.0)]),
    "ring": build_bodies([(0, 0.0, 0.0, 20.0, 0.0), (0, 5.5, 0.5, 70.0, 0.0)]),
}


def ratio(kernel: Callable[[], object], twin: Callable[[], object]) -> float:
    """Time of one call of the twin over the least time of a few calls of the kernel."""
    times = []
    for call in [twin] + [kernel] * 200:
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return times[0] / min(times[1:])


@pytest.mark.parametrize("name", PAIRS)
def test_within(benchmark: BenchmarkFixture, name: str) -> None:
    pair = PAIRS[name]
    fast.within(SHAPES, pair, 0, pair, 1, 2.0)
    found = benchmark(fast.within, SHAPES, pair, 0, pair, 1, 2.0)
    assert found == slow.within(SHAPES, pair, 0, pair, 1, 2.0)
    benchmark.extra_info["times_slow_twin"] = ratio(
        lambda: fast.within(SHAPES, pair, 0, pair, 1, 2.0),
        lambda: slow.within(SHAPES, pair, 0, pair, 1, 2.0),
    )


def test_body_gap(benchmark: BenchmarkFixture) -> None:
    pair = PAIRS["ring"]
    fast.body_gap(SHAPES, pair, 0, pair, 1)
    found = benchmark(fast.body_gap, SHAPES, pair, 0, pair, 1)
    assert found == pytest.approx(slow.body_gap(SHAPES, pair, 0, pair, 1), abs=1e-12)
    benchmark.extra_info["times_slow_twin"] = ratio(
        lambda: fast.body_gap(SHAPES, pair, 0, pair, 1),
        lambda: slow.body_gap(SHAPES, pair, 0, pair, 1),
    )
