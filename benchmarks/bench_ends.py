"""The rules on top of the kernels: a batch check of ends beside the bare kernel calls."""

from __future__ import annotations

import math

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from geometry_scenes import least
from movesolver import arrays, bases

TABLE = (60.0, 44.0)
BOARDS = 20_000


def scene() -> tuple[arrays.Groups, arrays.Groups, arrays.Groups]:
    """Ten models among twenty enemies and ten friends, on every board."""
    rng = np.random.default_rng(1)
    catalogue = arrays.Bases([bases.round(32)])
    centre = rng.uniform(8.0, 36.0, (BOARDS, 1, 2))
    near = centre + rng.uniform(-3.5, 3.5, (BOARDS, 10, 2))
    foes = rng.uniform(1.0, 43.0, (BOARDS, 20, 2))
    friends = rng.uniform(1.0, 43.0, (BOARDS, 10, 2))
    units, enemies, others = (
        arrays.Groups(catalogue, at[..., 0].copy(), at[..., 1].copy())
        for at in (near, foes, friends)
    )
    return units, enemies, others


@pytest.mark.benchmark(group="ends")
def test_ends_of_a_move(benchmark: BenchmarkFixture) -> None:
    units, enemies, others = scene()

    def bare() -> None:
        arrays.coherency(units)
        arrays.self_overlap(units)
        arrays.overlap(units, enemies)
        arrays.overlap(units, others)
        arrays.engaged(units, enemies)
        arrays.edge(units, *TABLE)

    codes = benchmark(arrays.ends, units, enemies, others, table=TABLE)
    assert codes.shape == (BOARDS,)
    ruled = least(lambda: arrays.ends(units, enemies, others, table=TABLE), 7)
    kernels = least(bare, 7)
    benchmark.extra_info["boards a second"] = round(BOARDS / ruled)
    benchmark.extra_info["rules on top of kernels"] = round(ruled / kernels, 3)
    assert math.isfinite(ruled)
