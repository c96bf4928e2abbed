"""Listed pairs of bodies, 300 of a kind that are not far apart: the scalar gap is the rival."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from geometry_scenes import least
from movekernels._jit import kernel
from movekernels.arrays import Bodies, Floats, Ints, Shapes
from movekernels.geometry.pair_lanes import PairLanes, pair_lanes
from movekernels.geometry.pair_rows import pair_gaps
from reference import pair_rows as slow
from rows_data import couples, listed_gaps
from shapes_data import OVAL_MM, ROUND_MM, build_shapes, real_bases, rectangle

COUNT, TIMES = 300, 100
SHAPES = build_shapes([*real_bases(), rectangle(7.1, 4.3), rectangle(3.9, 2.0)])
ROUNDS = np.arange(len(ROUND_MM))
OVALS = ROUNDS.size + np.arange(len(OVAL_MM))
BOXES = ROUNDS.size + OVALS.size + np.arange(2)
KINDS = {
    "discs": (ROUNDS, ROUNDS),
    "ovals": (OVALS, OVALS),
    "ovals and discs": (OVALS, ROUNDS),
    "ovals and boxes": (OVALS, BOXES),
    "boxes": (BOXES, BOXES),
    "boxes and discs": (BOXES, ROUNDS),
    "all": (np.arange(22), np.arange(22)),
}
Rate = Callable[[Callable[[], object], int, Callable[[], object], int], None]


@kernel
def pairs_again(
    shapes: Shapes, a: Bodies, b: Bodies, every: Ints, count: int, lanes: PairLanes, out: Floats
) -> None:
    for _ in range(TIMES):
        pair_gaps(shapes, a, b, every, every, count, lanes, out)


@kernel
def pairs_one_by_one(
    shapes: Shapes, a: Bodies, b: Bodies, every: Ints, count: int, out: Floats
) -> None:
    for _ in range(TIMES):
        listed_gaps(shapes, a, b, every, every, count, out)


@pytest.mark.parametrize("count", [8, COUNT])
@pytest.mark.parametrize("kinds", KINDS)
def test_pair_gaps(benchmark: BenchmarkFixture, rate: Rate, kinds: str, count: int) -> None:
    rng = np.random.default_rng(3)
    one, two = (rng.choice(own, COUNT) for own in KINDS[kinds])
    # bounding circles up to four times as far apart as when they touch
    a, b = couples(rng, SHAPES, one, two, rng.uniform(1.0, 4.0, COUNT))
    every, lanes = np.arange(COUNT), pair_lanes(SHAPES)
    out, scalar = np.empty(COUNT), np.empty(COUNT)

    def run() -> None:
        pairs_again(SHAPES, a, b, every, count, lanes, out)

    def twin() -> list[float]:
        return slow.pair_gaps(SHAPES, a, b, every, every, 8)

    rate(run, count * TIMES, twin, 8)
    found = out[:count]
    np.testing.assert_allclose(found[:8], twin(), rtol=0.0, atol=1e-9)
    each, other = np.inf, np.inf
    for _ in range(5):
        each = min(each, least(run))
        other = min(other, least(lambda: pairs_one_by_one(SHAPES, a, b, every, count, scalar)))
    np.testing.assert_allclose(found, scalar[:count], rtol=0.0, atol=1e-12)
    benchmark.extra_info["times_scalar"] = other / each
