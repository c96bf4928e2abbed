"""The last resort as it is used: half an inch, 15 degrees, among a crowd."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from movekernels.paths.barriers import Barriers
from movekernels.paths.lattice import FOUND, Lattice, build_lattice
from movekernels.paths.lattice_ways import lattice_way
from movekernels.paths.shortening import way_length
from movekernels.paths.straight import STRAIGHT_POSES
from reference import lattice_ways as slow
from reference.ways_outlines import Outlines, Pose
from reference.ways_scenes import crowd, is_legal, random_end

PART = np.empty((STRAIGHT_POSES, 4))


def searched(
    b: Barriers, space: Lattice, start: Pose, end: Pose, most: float
) -> tuple[int, list[list[float]]]:
    out = np.empty((200, 4))
    verdict, n, _ = lattice_way(b, space, *start, *end, most, 20_000, out, PART)
    return verdict, out[:n].tolist()


@pytest.mark.parametrize("mover", ["oval", "hull"])
def test_lattice_way(rate: Callable[..., None], mover: str) -> None:
    """The twin has a tenth of the nodes."""
    b, start, rng = crowd(1, mover, reach=3.5, count=5)
    end, table = random_end(b, start, 2.5, rng), Outlines(b)
    space = build_lattice(3.5, 0.5, 12, 800_000)
    wanted: list[float] = []

    def twin() -> None:
        wanted.append(slow.lattice_way(table, start, end, 3.0, 1.0, 2))

    rate(lambda: searched(b, space, start, end, 3.0), 1, twin, 1)
    verdict, way = searched(b, space, start, end, 3.0)
    assert verdict == FOUND
    assert is_legal(b, np.array(way), start, end)
    assert way_length(np.array(way), len(way)) <= 3.0
    assert math.isfinite(wanted[0])


def test_lattice_way_in_a_crowd(rate: Callable[..., None]) -> None:
    """Ends among 18 obstacles, those that nothing leads to among them."""
    b, start, rng = crowd(3, "oval", count=18)
    ends = [random_end(b, start, 6.0, rng) for _ in range(20)]
    space = build_lattice(8.5, 0.5, 12, 800_000)
    table = Outlines(b)
    judged: list[bool] = []

    def run() -> list[int]:
        return [searched(b, space, start, end, 8.0)[0] for end in ends]

    def rival() -> None:
        for end in ends[:3]:
            verdict, way = searched(b, space, start, end, 8.0)
            judged.append(verdict != FOUND or table.way_is_clear(np.array(way)))

    rate(run, len(ends), rival, 3)
    assert all(judged)
    assert FOUND in run()
