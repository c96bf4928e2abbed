"""Any part against any part, the dispatch included."""

from __future__ import annotations

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from geometry_scenes import COUNT, KINDS, SHAPES, record, strewn
from movekernels._jit import kernel
from movekernels.arrays import Bodies, Floats, Shapes
from movekernels.geometry.parts import part_gap
from reference import parts as slow


@kernel
def pairs(shapes: Shapes, p: int, q: int, one: Bodies, two: Bodies, out: Floats) -> None:
    for k in range(out.size):
        dx, dy = two.x[k] - one.x[k], two.y[k] - one.y[k]
        out[k] = part_gap(shapes, p, one.cos[k], one.sin[k], q, two.cos[k], two.sin[k], dx, dy)[0]


@pytest.mark.parametrize("other", ["disc", "oval", "hull"])
@pytest.mark.parametrize("kind", ["disc", "oval", "hull"])
def test_part_gap(benchmark: BenchmarkFixture, kind: str, other: str) -> None:
    one, two = strewn(kind, 2), strewn(other, 3)
    out = np.empty(COUNT)
    p, q = KINDS[kind], KINDS[other]

    def twin(k: int) -> float:
        dx, dy = two.x[k] - one.x[k], two.y[k] - one.y[k]
        ends = (p, one.cos[k], one.sin[k], q, two.cos[k], two.sin[k])
        return slow.part_gap(SHAPES, *ends, dx, dy)[0]

    record(benchmark, lambda: pairs(SHAPES, p, q, one, two, out), twin)
    for k in range(10):
        assert max(out[k], 0.0) == pytest.approx(max(twin(k), 0.0), abs=1e-9)
