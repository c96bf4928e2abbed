from __future__ import annotations

import math

import numpy as np
import pytest

from movekernels.arrays import Floats
from movekernels.paths.barriers import Barriers
from movekernels.paths.following import ALL_ALONG, build_following, follow
from reference import following as slow
from reference.ways_outlines import Outlines
from reference.ways_scenes import MOVERS, crowd, is_legal, random_end, walled

UP, FORWARD, DOWN = (0.0, 1.0), (1.0, 0.0), (0.0, -1.0)


def rows(points: int) -> Floats:
    return np.empty((4 * points, 4))


@pytest.mark.parametrize("mover", MOVERS)
def test_following_agrees_with_the_reference(mover: str) -> None:
    answers = []
    for seed in range(2):
        b, start, rng = crowd(seed, mover, reach=5.0, count=9)
        table, space = Outlines(b), build_following(8)
        for points in (1, 2, 3, 4):
            end = random_end(b, start, 2.5, rng) if points > 1 else (*start[:2], *FORWARD)
            between = [random_end(b, start, 2.5, rng)[:2] for _ in range(points - 2)]
            line = np.array([start[:2], *between, end[:2]][:points])
            out = rows(points)
            n, leg = follow(b, space, line, points, *start[2:], *end[2:], out)
            assert (n > 0) == (slow.follow(table, line, start[2:], end[2:]) is not None)
            assert (n > 0) == (leg == ALL_ALONG)
            assert leg < points
            if n > 0:
                assert is_legal(b, out[:n], start, end)
            answers.append(n > 0)
    assert any(answers)


def corner(width: float, mover: str = "oval") -> tuple[Floats, Barriers]:
    """A passage along x, then along y, with a square place to turn in where they meet."""
    half = width / 2
    walls = [
        (10, 20 - 3, 20 + half, 30),
        (10, 20 - 3, 10, 20 - half),
        (17, 20 - half, 23, 33),
        (20 + half, 24, 23, 33),
    ]
    return np.array([[8.0, 20.0], [20.0, 20.0], [20.0, 36.0]]), walled(mover, walls)


@pytest.mark.parametrize("mover", ["oval", "rectangle", "upright", "hull"])
def test_a_base_turns_at_the_corner(mover: str) -> None:
    across = {"oval": 70 / 25.4, "rectangle": 1.2, "upright": 1.0, "hull": 1.2}[mover]
    line, b = corner(across + 1e-6, mover)
    for facing, end in ((FORWARD, UP), (UP, FORWARD), (DOWN, DOWN)):
        out = rows(3)
        n, leg = follow(b, build_following(3), line, 3, *facing, *end, out)
        assert leg == ALL_ALONG
        assert is_legal(b, out[:n], (8.0, 20.0, *facing), (20.0, 36.0, *end))


def test_where_it_fails_is_told() -> None:
    out, space = rows(3), build_following(3)
    line, b = corner(2.7)
    assert follow(b, space, line, 3, *FORWARD, *UP, out) == (0, 0)
    line, b = corner(2.9)
    line[0] = [20.0, 20.0]
    line[1] = [20.0, 21.0]
    narrow = walled("oval", [(17, 18.8, 25, 33), (21.2, 24, 25, 33)])
    assert follow(narrow, space, line, 3, *FORWARD, *UP, out) == (0, 1)
    # it gets there, but cannot turn to the heading asked for
    line[2] = [20.0, 28.0]
    wide = walled("oval", [(17, 18.6, 25, 33), (21.4, 24, 25, 33)])
    assert follow(wide, space, line, 3, *UP, *UP, out)[1] == ALL_ALONG
    assert follow(wide, space, line, 3, *UP, *FORWARD, out) == (0, 2)


def test_points_that_coincide_do_no_harm() -> None:
    line, b = corner(2.9)
    line = np.repeat(line, 2, axis=0)
    out = rows(6)
    n, leg = follow(b, build_following(6), line, 6, *FORWARD, *UP, out)
    assert leg == ALL_ALONG
    assert is_legal(b, out[:n], (8.0, 20.0, *FORWARD), (20.0, 36.0, *UP))
    # half a turn in place, as one point
    n, leg = follow(b, build_following(6), line[:1], 1, *FORWARD, -1.0, 0.0, out)
    assert (n, leg) == (2, ALL_ALONG)


def test_scratch_has_room_for_the_points() -> None:
    space = build_following(7)
    assert tuple(array.shape for array in space) == slow.build_following(7)
    assert math.prod(space.came.shape) == 98
