"""The first of 100 bodies within a distance of 10 models, against the slow twin."""

from __future__ import annotations

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from board_data import Arguments, near_for, untyped
from board_scenes import SHAPES, M, N, tables
from geometry_scenes import least
from movekernels.arrays import Bodies
from movekernels.checks.within_rows import first_within
from reference import within_rows as slow

slow_ = untyped(slow)
first_within_ = untyped(first_within)


@pytest.mark.parametrize("base", [0, 1], ids=["round", "oval"])
def test_first_within(benchmark: BenchmarkFixture, base: int) -> None:
    units, others = tables(base)
    unit = Bodies(*(array[:N] for array in units[1:]))
    rest = Bodies(*(array[:M] for array in others[1:]))
    first, wanted = np.zeros(N, np.int64), np.zeros(N, np.int64)
    arguments: Arguments = (SHAPES, unit, rest, 2.0 + 1e-6, 5.0, True, False, *near_for(rest))
    found = first_within_(*arguments, first)
    benchmark(first_within, *arguments, first)
    assert found == slow_.first_within(*arguments, wanted)
    assert first.tolist() == wanted.tolist()
    once = least(lambda: first_within_(*arguments, first), 200)
    twin = least(lambda: slow_.first_within(*arguments, wanted), 1)
    benchmark.extra_info["times_slow_twin"] = twin / once
