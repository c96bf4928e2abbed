"""Ways with one straight slide, among obstacles, against the same tried with polygons."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from movekernels._jit import kernel
from movekernels.arrays import Floats, Ints
from movekernels.paths.barriers import Barriers
from movekernels.paths.straight import STRAIGHT_POSES, straight_way
from reference import straight as slow
from reference.ways_outlines import Outlines
from reference.ways_scenes import crowd, random_end

COUNT = 300
SAMPLE = 5
SPREAD = 8


@kernel
def all_ways(b: Barriers, start: Floats, ends: Floats, poses: Floats, out: Ints) -> None:
    for k in range(out.size):
        out[k] = straight_way(
            b, start[0], start[1], start[2], start[3],
            ends[k, 0], ends[k, 1], ends[k, 2], ends[k, 3], SPREAD, poses,
        )  # fmt: skip


@pytest.mark.parametrize("mover", ["oval", "rectangle", "hull"])
def test_straight_way(rate: Callable[..., None], mover: str) -> None:
    b, start, rng = crowd(2, mover, reach=6.0, count=12)
    ends = [random_end(b, start, 5.0, rng) for _ in range(COUNT)]
    out, poses = np.zeros(COUNT, np.int64), np.empty((STRAIGHT_POSES, 4))
    table, at = Outlines(b), np.array(ends)
    wanted: list[bool] = []

    def twin() -> None:
        ways = (slow.straight_way(table, start, end, SPREAD) for end in ends[:SAMPLE])
        wanted.extend(way is not None for way in ways)

    rate(lambda: all_ways(b, np.array(start), at, poses, out), COUNT, twin, SAMPLE)
    assert (out[:SAMPLE] > 0).tolist() == wanted
    assert 0 < (out > 0).sum() < COUNT
