from __future__ import annotations

import math

import numpy as np
import pytest

from movekernels.paths.straight import STRAIGHT_POSES, straight_way
from reference import straight as slow
from reference.ways_outlines import Outlines
from reference.ways_scenes import MOVERS, crowd, is_legal, random_end, walled

UP, FORWARD = (0.0, 1.0), (1.0, 0.0)


@pytest.mark.parametrize("mover", MOVERS)
def test_straight_ways_agree_with_the_reference(mover: str) -> None:
    answers = set()
    for seed in range(3):
        b, start, rng = crowd(seed, mover, reach=4.0, count=8)
        table, out = Outlines(b), np.empty((STRAIGHT_POSES, 4))
        for _ in range(3):
            end = random_end(b, start, 3.0, rng)
            n = straight_way(b, *start, *end, 3, out)
            assert (n > 0) == (slow.straight_way(table, start, end, 3) is not None)
            assert n == 0 or is_legal(b, out[:n], start, end)
            answers.add(n > 0)
    assert True in answers


@pytest.mark.parametrize(
    ("facing", "width", "end", "poses"),
    [
        (FORWARD, 2.9, FORWARD, 2),
        (UP, 2.9, FORWARD, 3),  # turns where it stands
        (FORWARD, 2.9, UP, 3),  # turns behind the passage
        (UP, 2.9, UP, 4),  # turns into the passage and out of it
        (UP, 2.7, UP, 0),  # 2.756 wide
        (FORWARD, 2.7, FORWARD, 0),
    ],
)
def test_an_oval_goes_through_a_passage(
    facing: tuple[float, float], width: float, end: tuple[float, float], poses: int
) -> None:
    half, out = width / 2, np.empty((STRAIGHT_POSES, 4))
    b = walled("oval", [(14, 20, 20 + half, 26), (14, 20, 14, 20 - half)])
    assert straight_way(b, 10.0, 20.0, *facing, 24.0, 20.0, *end, 6, out) == poses
    if poses:
        assert is_legal(b, out[:poses], (10.0, 20.0, *facing), (24.0, 20.0, *end))


def test_a_base_narrow_across_its_heading_goes_sideways() -> None:
    out = np.empty((STRAIGHT_POSES, 4))
    b = walled("upright", [(14, 20, 20.55, 26), (14, 20, 14, 19.45)])
    n = straight_way(b, 10.0, 20.0, *FORWARD, 24.0, 20.0, *FORWARD, 0, out)
    assert n == 4
    assert abs(out[1, 3]) == 1.0
    assert is_legal(b, out[:n], (10.0, 20.0, *FORWARD), (24.0, 20.0, *FORWARD))


def test_a_base_goes_broadside_where_only_that_is_clear() -> None:
    # pegs beside the way let it turn nowhere but at the ends, and pass only broadside
    out = np.empty((STRAIGHT_POSES, 4))
    b = walled("rectangle", [(11.0, 11.1, 18.7, 18.75), (20.0, 20.1, 21.25, 21.3)])
    n = straight_way(b, 9.0, 20.0, *UP, 22.0, 20.0, *UP, 0, out)
    assert n > 0
    assert is_legal(b, out[:n], (9.0, 20.0, *UP), (22.0, 20.0, *UP))


def test_a_turn_in_place_is_a_way() -> None:
    out = np.empty((STRAIGHT_POSES, 4))
    peg, other = (20.85, 20.95, 21.55, 21.65), (20.85, 20.95, 18.35, 18.45)
    b = walled("hull", [peg])  # only the point of the hull reaches so far
    c, s = math.cos(2.9), math.sin(2.9)
    n = straight_way(b, 20.0, 20.0, *FORWARD, 20.0, 20.0, c, s, 4, out)
    assert n == 4  # the long way round, in thirds
    assert is_legal(b, out[:n], (20.0, 20.0, *FORWARD), (20.0, 20.0, c, s))
    assert straight_way(b, 20.0, 20.0, *FORWARD, 20.0, 20.0, *FORWARD, 4, out) == 1
    b = walled("hull", [peg, other])
    assert straight_way(b, 20.0, 20.0, *FORWARD, 20.0, 20.0, c, s, 4, out) == 0


def test_a_base_that_is_not_alike_backs_out_of_a_slot() -> None:
    out = np.empty((STRAIGHT_POSES, 4))
    b = walled("hull", [(14, 24, 20.65, 26), (14, 24, 14, 19.35)])
    n = straight_way(b, 20.0, 20.0, *FORWARD, 10.0, 20.0, *UP, 0, out)
    assert n == 3
    assert is_legal(b, out[:n], (20.0, 20.0, *FORWARD), (10.0, 20.0, *UP))
