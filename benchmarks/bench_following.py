"""Following a line, against every choice of headings tried in depth with polygons."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from movekernels._jit import kernel
from movekernels.arrays import Floats, Ints
from movekernels.paths import following as fast
from movekernels.paths.barriers import Barriers
from movekernels.paths.following import ALL_ALONG, Following, follow
from reference import following as slow
from reference.ways_outlines import Outlines
from reference.ways_scenes import crowd, random_end

COUNT = 200
SAMPLE = 4
POINTS = 5


@kernel
def all_lines(
    b: Barriers, space: Following, lines: Floats, ends: Floats, poses: Floats, out: Ints
) -> None:
    for k in range(out.size):
        out[k] = follow(
            b, space, lines[k], lines.shape[1], 1.0, 0.0, ends[k, 2], ends[k, 3], poses
        )[1]


@pytest.mark.parametrize("mover", ["oval", "hull"])
def test_follow(rate: Callable[..., None], mover: str) -> None:
    b, start, rng = crowd(1, mover, reach=5.0, count=5)
    # half of them no further than the place itself, so that some lead all along
    near = [random_end(b, start, 2.5 * (k % 2), rng) for k in range(COUNT * (POINTS - 1))]
    ends = np.array(near[POINTS - 2 :: POINTS - 1])
    lines = np.empty((COUNT, POINTS, 2))
    lines[:, 0] = start[:2]
    lines[:, 1:] = np.array(near)[:, :2].reshape(COUNT, POINTS - 1, 2)
    out, poses = np.zeros(COUNT, np.int64), np.empty((4 * POINTS, 4))
    space, table = fast.build_following(POINTS), Outlines(b)
    wanted: list[bool] = []

    def twin() -> None:
        for line, end in zip(lines[:SAMPLE], ends[:SAMPLE].tolist(), strict=True):
            way = slow.follow(table, line, (1.0, 0.0), (end[2], end[3]))
            wanted.append(way is not None)

    rate(lambda: all_lines(b, space, lines, ends, poses, out), COUNT, twin, SAMPLE)
    assert (out[:SAMPLE] == ALL_ALONG).tolist() == wanted
    assert 0 < (out == ALL_ALONG).sum() < COUNT


def test_build_following(rate: Callable[..., None]) -> None:
    rate(lambda: fast.build_following(64), 1, lambda: slow.build_following(64), 1)
    assert tuple(array.shape for array in fast.build_following(64)) == slow.build_following(64)
