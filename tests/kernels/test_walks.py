"""Paths of a whole unit past everything on a table, against each step and body by itself."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest

from movekernels.arrays import Bools, Floats
from movekernels.checks import walks as fast
from reference import walks as slow
from shapes_data import build_bodies, build_shapes, heading, oval_base, rectangle, round_base

SHAPES = build_shapes([round_base(32), round_base(60), oval_base(90, 52), rectangle(3.0, 0.4)])
SIZE = (24.0, 20.0)
PRESSED = 0.01
Pose = tuple[float, float, float]
"""x, y, heading in degrees."""


def walked(paths: list[tuple[int, int, list[Pose]]]) -> fast.Walks:
    """Pack paths given as (outline, kind, poses)."""
    begin, owner, steps = [], [], []
    for i, (_, _, poses) in enumerate(paths):
        (x, y, degrees), *_ = poses
        begin.append((x, y, *heading(degrees)))
        for (x0, y0, t0), (x1, y1, t1) in pairwise(poses):
            owner.append(i)
            turn = (t1 - t0 + 180.0) % 360.0 - 180.0
            steps.append((x0, y0, *heading(t0), x1, y1, *heading(t1), turn))
    return fast.Walks(
        np.array([shape for shape, _, _ in paths]),
        np.array(begin),
        np.array([kind for _, kind, _ in paths]),
        np.array(owner, dtype=np.int64),
        np.array(steps, dtype=np.float64).reshape(-1, 9),
    )


def asked(
    walks: fast.Walks, rows: Sequence[Sequence[float]], bars: Bools, clear: Floats
) -> tuple[list[bool], list[tuple[float, float]]]:
    """What the kernel says, and by how much the twin says models keep clear."""
    bodies, out = build_bodies(rows), np.empty(walks.shape.size, dtype=np.bool_)
    fast.walks_clear(SHAPES, walks, bodies, bars, clear, PRESSED, *SIZE, out)
    return out.tolist(), slow.walks_clear(SHAPES, walks, bodies, bars, clear, PRESSED, *SIZE)


@pytest.mark.parametrize("seed", range(6))
def test_twin(seed: int) -> None:
    rng = np.random.default_rng([31, seed])
    turning = seed % 3 == 2
    paths = []
    for _ in range(4):
        x, y, t = rng.uniform((2, 2, 0), (22, 18, 360))
        poses: list[Pose] = [(x, y, t)]
        if turning:
            poses.append((x, y, t + float(rng.uniform(-90, 90))))
        else:
            for _ in range(2):
                x, y = x + float(rng.uniform(-3, 3)), y + float(rng.uniform(-3, 3))
                poses.append((x, y, t))
        paths.append((int(rng.integers(3)), int(rng.integers(2)), poses))
    rows = [
        (float(rng.integers(4)), *rng.uniform((0, 0, 0), (24, 20, 360)).tolist(), 0.0)
        for _ in range(6)
    ]
    bars = rng.random((2, 6)) < 0.7
    clear = np.where(rng.random(6) < 0.3, 0.5, 0.0)
    found, rooms = asked(walked(paths), rows, bars, clear)
    for fine, (room, edge) in zip(found, rooms, strict=True):
        if fine:
            assert room >= -1e-8
            assert edge >= 0.0
        else:
            # the twin of a turn looks at some of its headings only
            assert room < (0.05 if turning else 1e-8) or edge < 0.0


def test_some_are_clear_and_some_are_not() -> None:
    paths = [
        (0, 0, [(4.0, 4.0, 0.0), (10.0, 4.0, 0.0)]),  # through the wall
        (0, 1, [(4.0, 4.0, 0.0), (10.0, 4.0, 0.0)]),  # which is none to its kind
        (0, 0, [(4.0, 8.0, 0.0), (10.0, 8.0, 0.0)]),  # too near the enemy
        (0, 0, [(4.0, 13.0, 0.0), (10.0, 13.0, 0.0)]),
        (0, 0, [(4.0, 15.0, 0.0), (4.0, 15.0, 360.0)]),  # goes nowhere
        (0, 0, [(4.0, 15.0, 0.0)]),
        (0, 0, [(4.0, 15.0, 0.0), (4.0, 19.5, 0.0)]),  # over the edge
        (0, 0, [(4.0, 15.0, 0.0), (24.0, 15.0, 0.0)]),
        (0, 0, [(4.0, 2.0, 0.0), (4.0, 0.1, 0.0), (4.0, 2.0, 0.0)]),
        (0, 0, [(0.1, 15.0, 0.0), (4.0, 15.0, 0.0)]),
    ]
    rows = [(3.0, 7.0, 4.0, 90.0, 0.0), (0.0, 7.0, 10.0, 0.0, 0.0), (0.0, 3.0, 14.2, 0.0, 0.0)]
    bars = np.array([[True, True, True], [False, True, True]])
    found, rooms = asked(walked(paths), rows, bars, np.array([0.0, 1.0, 0.0]))
    assert found == [False, True, False, True, True, True, False, False, False, False]
    assert [room >= 0.0 and edge >= 0.0 for room, edge in rooms] == found


@pytest.mark.parametrize(
    ("deep", "end", "fine"),
    [
        (0.0, 9.0, True),  # touching is clear
        (0.009, 9.0, True),  # pressed in by rounding, and leaves
        (0.009, 10.1, False),  # and goes in deeper
        (0.02, 9.0, False),  # stands in it
        (-0.001, 10.1, False),
    ],
)
def test_who_begins_pressed_in_may_leave(deep: float, end: float, fine: bool) -> None:
    apart = float(SHAPES.outer[0] + SHAPES.outer[1])
    paths = [(0, 0, [(10.0, 5.0, 0.0), (end, 5.0, 0.0)])]
    rows = [(1.0, 10.0 + apart - deep, 5.0, 0.0, 0.0)]
    found, rooms = asked(walked(paths), rows, np.array([[True]]), np.zeros(1))
    assert found == [fine]
    assert (rooms[0][0] >= -1e-12) == fine


@pytest.mark.parametrize(("y", "fine"), [(8.3, False), (7.2, True)])
def test_a_step_that_goes_nowhere_keeps_its_gap(y: float, fine: bool) -> None:
    paths = [(0, 0, [(7.0, y, 0.0), (7.0, y, 360.0)])]
    bars, clear = np.ones((1, 1), dtype=np.bool_), np.array([1.0])
    found, ((room, _),) = asked(walked(paths), [(0.0, 7.0, 10.0, 0.0, 0.0)], bars, clear)
    assert found == [fine]
    assert (room >= 0.0) == fine


def test_a_turn_that_sweeps_a_neighbour() -> None:
    paths = [
        (2, 0, [(5.0, 5.0, 0.0), (5.0, 5.0, 90.0)]),
        (2, 0, [(15.0, 5.0, 0.0), (15.0, 5.0, 20.0)]),
        (2, 0, [(15.0, 5.0, 0.0), (15.0, 5.0, -90.0)]),
    ]
    rows = [(0.0, 6.5, 6.5, 0.0, 0.0), (0.0, 15.0, 7.3, 0.0, 0.0)]
    found, rooms = asked(walked(paths), rows, np.ones((1, 2), dtype=np.bool_), np.zeros(2))
    assert found == [False, True, False]
    assert [room >= 0.0 for room, _ in rooms] == found
