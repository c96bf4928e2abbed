"""Support functions and table-edge slacks."""

from __future__ import annotations

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from geometry_scenes import COUNT, KINDS, SHAPES, record, strewn
from movekernels._jit import kernel
from movekernels.arrays import Bodies, Floats, Shapes
from movekernels.geometry.shapes import edge_slack, part_support, support, turn_edge_slack
from reference import shapes as slow


@kernel
def supports(shapes: Shapes, i: int, one: Bodies, two: Bodies, out: Floats) -> None:
    for k in range(out.size):
        pose = (one.cos[k], one.sin[k], two.cos[k], two.sin[k])
        out[k] = support(shapes, i, *pose) - part_support(shapes, i, *pose)[0]


@kernel
def edges(shapes: Shapes, i: int, one: Bodies, out: Floats) -> None:
    for k in range(out.size):
        out[k] = edge_slack(shapes, i, one.x[k], one.y[k], one.cos[k], one.sin[k], 20.0, 20.0)


@kernel
def turns(shapes: Shapes, i: int, one: Bodies, two: Bodies, out: Floats) -> None:
    for k in range(out.size):
        out[k] = turn_edge_slack(
            shapes, i, one.x[k], one.y[k], one.cos[k], one.sin[k], two.cos[k], two.sin[k],
            True, 20.0, 20.0,
        )  # fmt: skip


@pytest.mark.parametrize("kind", ["oval", "hull"])
def test_supports(benchmark: BenchmarkFixture, kind: str) -> None:
    one, two = strewn(kind, 2), strewn(kind, 3)
    out = np.empty(COUNT)
    i = KINDS[kind]

    def twin(k: int) -> float:
        pose = (one.cos[k], one.sin[k], two.cos[k], two.sin[k])
        return slow.support(SHAPES, i, *pose) - slow.part_support(SHAPES, i, *pose)[0]

    record(benchmark, lambda: supports(SHAPES, i, one, two, out), twin)
    assert np.all(out == 0.0)


@pytest.mark.parametrize("kind", ["oval", "hull"])
def test_edge_slack(benchmark: BenchmarkFixture, kind: str) -> None:
    one = strewn(kind, 2)
    out = np.empty(COUNT)
    i = KINDS[kind]

    def twin(k: int) -> float:
        pose = (one.x[k], one.y[k], one.cos[k], one.sin[k])
        return slow.edge_slack(SHAPES, i, *pose, 20.0, 20.0)

    record(benchmark, lambda: edges(SHAPES, i, one, out), twin)
    for k in range(20):
        assert out[k] == pytest.approx(twin(k), abs=1e-12)


@pytest.mark.parametrize("kind", ["oval", "hull"])
def test_turn_edge_slack(benchmark: BenchmarkFixture, kind: str) -> None:
    one, two = strewn(kind, 2), strewn(kind, 3)
    out = np.empty(COUNT)
    i = KINDS[kind]

    def twin(k: int) -> float:
        pose = (one.x[k], one.y[k], one.cos[k], one.sin[k], two.cos[k], two.sin[k])
        return slow.turn_edge_slack(SHAPES, i, *pose, True, 20.0, 20.0, 400)

    record(benchmark, lambda: turns(SHAPES, i, one, two, out), twin)
    for k in range(5):
        assert out[k] == pytest.approx(twin(k), abs=2e-4)
