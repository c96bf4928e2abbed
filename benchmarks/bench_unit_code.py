"""The code of single units, against the slow twin."""

from __future__ import annotations

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from board_data import Arguments
from board_scenes import SHAPES, grown, units_of
from geometry_scenes import least
from movekernels.arrays import Bodies
from movekernels.checks.unit_code import unit_code
from reference import unit_code as slow

LIMITS: Arguments = (2.0, 5.0, 9.0, 5.0, 1, True, 1e-6)


@pytest.mark.parametrize("base", [0, 1], ids=["round", "oval"])
def test_unit_code(benchmark: BenchmarkFixture, base: int) -> None:
    unit = Bodies(*units_of(*grown(1, 10, 1.26 + base), np.full(10, base))[1:])
    radii, rows = np.zeros((2, 64)), np.zeros((2, 64), np.uint64)
    arguments: Arguments = (SHAPES, unit, *LIMITS, radii, rows[0], rows[1])
    found = unit_code(*arguments)
    benchmark(unit_code, *arguments)
    assert found == slow.unit_code(*arguments)
    once = least(lambda: unit_code(*arguments), 200)
    benchmark.extra_info["times_slow_twin"] = least(lambda: slow.unit_code(*arguments), 1) / once
