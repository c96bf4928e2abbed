"""Making ways shorter, against polygons."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from movekernels._jit import kernel
from movekernels.arrays import Floats
from movekernels.paths import shortening as fast
from movekernels.paths.barriers import Barriers, write_pose
from movekernels.paths.straight import STRAIGHT_POSES, straight_way
from reference import shortening as slow
from reference.ways_outlines import Outlines, Pose
from reference.ways_scenes import crowd, is_legal, random_end

REPEATS = 50


@kernel
def copied(way: Floats, room: Floats) -> None:
    for k in range(way.shape[0]):
        write_pose(room, k, way[k, 0], way[k, 1], way[k, 2], way[k, 3])


@kernel
def lengths(way: Floats) -> float:
    total = 0.0
    for k in range(REPEATS):
        total += fast.way_length(way, way.shape[0] - k % 2)
    return total


@kernel
def shortened(b: Barriers, way: Floats, room: Floats, part: Floats) -> int:
    n = 0
    for _ in range(REPEATS):
        copied(way, room)
        n = fast.shorten(b, room, way.shape[0], 3, part)
    return n


@kernel
def tightened(b: Barriers, way: Floats, room: Floats) -> None:
    for _ in range(REPEATS):
        copied(way, room)
        fast.tighten(b, room, way.shape[0], 8)


@pytest.fixture(params=["oval", "hull"])
def case(request: pytest.FixtureRequest) -> tuple[Barriers, Floats]:
    """A table and a clear way with more corners than it needs."""
    b, start, rng = crowd(1, request.param, count=8)
    part = np.empty((STRAIGHT_POSES, 4))
    way: list[Pose] = [start]
    while len(way) < 12:
        n = straight_way(b, *way[-1], *random_end(b, way[-1], 2.0, rng), 4, part)
        way += [(x, y, c, s) for x, y, c, s in part[1:n].tolist()]
    return b, np.array(way)


def test_way_length(rate: Callable[..., None], case: tuple[Barriers, Floats]) -> None:
    _, way = case
    rate(lambda: lengths(way), REPEATS, lambda: slow.way_length(way), 1)
    assert fast.way_length(way, len(way)) == pytest.approx(slow.way_length(way))


def test_shorten(rate: Callable[..., None], case: tuple[Barriers, Floats]) -> None:
    b, way = case
    room, part = np.empty_like(way), np.empty((STRAIGHT_POSES, 4))
    table = Outlines(b)
    rate(lambda: shortened(b, way, room, part), REPEATS, lambda: slow.shorten(table, way, 3), 1)
    n = shortened(b, way, room, part)
    ends = [(x, y, c, s) for x, y, c, s in way[[0, -1]].tolist()]
    assert is_legal(b, room[:n], ends[0], ends[1])
    assert fast.way_length(room, n) < slow.way_length(way)


def test_tighten(rate: Callable[..., None], case: tuple[Barriers, Floats]) -> None:
    b, way = case
    room, table = np.empty_like(way), Outlines(b)
    rate(lambda: tightened(b, way, room), REPEATS, lambda: slow.tighten(table, way, 8), 1)
    tightened(b, way, room)
    assert slow.way_length(room) < slow.way_length(way)
    ends = [(x, y, c, s) for x, y, c, s in way[[0, -1]].tolist()]
    assert is_legal(b, room, ends[0], ends[1])
