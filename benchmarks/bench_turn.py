"""Turns in place: certified steps against 500 samples, which certify nothing."""

from __future__ import annotations

import math

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from geometry_scenes import COUNT, SHAPES, least, pose, record, strewn
from movekernels._jit import kernel
from movekernels.arrays import CONTACT, Bodies, Floats, Shapes
from movekernels.geometry.gap import gap
from movekernels.geometry.turn import turn_gap, turn_rows
from reference import turn as slow


@kernel
def turns(shapes: Shapes, one: Bodies, ends: Bodies, two: Bodies, out: Floats) -> None:
    for k in range(out.size):
        out[k] = turn_gap(
            shapes, one.shape[k], one.x[k], one.y[k], one.cos[k], one.sin[k],
            ends.cos[k], ends.sin[k], True,
            two.shape[k], two.x[k], two.y[k], two.cos[k], two.sin[k], 1e-9,
        )  # fmt: skip


@kernel
def samples(shapes: Shapes, one: Bodies, ends: Bodies, two: Bodies, out: Floats) -> None:
    for k in range(out.size):
        start = math.atan2(one.sin[k], one.cos[k])
        turn = (math.atan2(ends.sin[k], ends.cos[k]) - start) % (2.0 * math.pi)
        best = math.inf
        for step in range(501):
            t = start + turn * step / 500
            found = gap(
                shapes, one.shape[k], one.x[k], one.y[k], math.cos(t), math.sin(t),
                two.shape[k], two.x[k], two.y[k], two.cos[k], two.sin[k],
            )  # fmt: skip
            best = min(best, found)
        out[k] = best


@pytest.mark.parametrize(("kind", "other"), [("oval", "disc"), ("oval", "oval"), ("hull", "wall")])
def test_turn_gap(benchmark: BenchmarkFixture, kind: str, other: str) -> None:
    one, two, ends = strewn(kind, 2), strewn(other, 3), strewn(kind, 4)
    out, rival = np.empty(COUNT), np.empty(COUNT)
    samples(SHAPES, one, ends, two, rival)

    def twin(k: int) -> float:
        turn = (*pose(one, k), float(ends.cos[k]), float(ends.sin[k]), True)
        return slow.turn_gap(SHAPES, *turn, *pose(two, k), CONTACT)

    record(
        benchmark,
        lambda: turns(SHAPES, one, ends, two, out),
        twin,
        2,
        samples_500=lambda: samples(SHAPES, one, ends, two, rival),
    )
    clear = out >= -CONTACT
    assert np.all(rival[clear] >= -CONTACT)
    assert np.all(rival[~clear] < 0.05)


def test_turn_rows(benchmark: BenchmarkFixture) -> None:
    two = strewn("disc", 3)
    mask = np.hypot(two.x - 10.0, two.y - 10.0) > 3.0
    turn = (1, 10.0, 10.0, 1.0, 0.0, 0.0, 1.0, True)
    assert turn_rows(SHAPES, *turn, two, mask, CONTACT) == -1
    assert benchmark(turn_rows, SHAPES, *turn, two, mask, CONTACT) == -1
    few = mask.copy()
    few[2:] = False
    twin = least(lambda: slow.turn_rows(SHAPES, *turn, two, few, CONTACT), 1) / max(few.sum(), 1)
    fast = least(lambda: turn_rows(SHAPES, *turn, two, mask, CONTACT), 50) / mask.sum()
    benchmark.extra_info["times_slow_twin"] = twin / fast
