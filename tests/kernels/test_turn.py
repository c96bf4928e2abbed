"""Turns in place: never falsely clear, and seldom falsely blocked."""

from __future__ import annotations

import math

import numpy as np
import pytest

from movekernels.arrays import CONTACT
from movekernels.geometry.gap import gap
from movekernels.geometry.sweep import first_contact
from movekernels.geometry.turn import turn_gap, turn_rows
from reference import turn as slow
from reference.shapes import headings
from shapes_data import (
    build_shapes,
    heading,
    oval_base,
    random_bodies,
    rectangle,
    round_base,
    sample_shapes,
)

SAMPLE = build_shapes(sample_shapes())
COUNT = SAMPLE.inner.size
TURNED = (0.0, 1.0)
Turn = tuple[float, float, float, float]


def sampled(i: int, turn: Turn, ccw: bool, j: int, other: Turn) -> float:
    return min(
        gap(SAMPLE, i, 0.0, 0.0, math.cos(t), math.sin(t), j, *other)
        for t in headings(*turn, ccw, 300)
    )


@pytest.mark.parametrize("ccw", [True, False])
@pytest.mark.parametrize("i", range(COUNT))
def test_against_many_headings(i: int, ccw: bool) -> None:
    rng = np.random.default_rng(2 * i + ccw)
    verdicts = set()
    for j in [*range(COUNT)] * 2:
        t, u, v, bearing = rng.uniform(0.0, math.tau, 4)
        reach = rng.uniform(0.4, 1.1) * (SAMPLE.outer[i] + SAMPLE.outer[j])
        other = (reach * math.cos(bearing), reach * math.sin(bearing), math.cos(v), math.sin(v))
        turn = (math.cos(t), math.sin(t), math.cos(u), math.sin(u))
        value = turn_gap(SAMPLE, i, 0.0, 0.0, *turn, ccw, j, *other, CONTACT)
        low = sampled(i, turn, ccw, j, other)
        verdicts.add(value >= -CONTACT)
        if value >= -CONTACT:
            assert low >= -CONTACT - 1e-12
            # the smallest met: a sample may be a step of the turn better
            assert value >= -CONTACT
            assert value <= gap(SAMPLE, i, 0.0, 0.0, *turn[:2], j, *other) + 1e-12
            assert value <= gap(SAMPLE, i, 0.0, 0.0, *turn[2:], j, *other) + 1e-12
        else:
            # between two samples a point moves by no more than half a step
            assert low <= math.tau / 600 * SAMPLE.outer[i]
        # the same way back
        back = turn_gap(SAMPLE, i, 0.0, 0.0, *turn[2:], *turn[:2], not ccw, j, *other, CONTACT)
        assert (back >= -CONTACT) == (value >= -CONTACT)
    assert verdicts == {True, False}


@pytest.mark.parametrize("pair", [(2, 0), (5, 2), (7, 6), (10, 0)])
def test_twin(pair: tuple[int, int]) -> None:
    i, j = pair
    rng = np.random.default_rng(i)
    for ccw in (True, False):
        t, u, bearing = rng.uniform(0.0, math.tau, 3)
        reach = 0.9 * (SAMPLE.outer[i] + SAMPLE.outer[j])
        other = (reach * math.cos(bearing), reach * math.sin(bearing), 1.0, 0.0)
        turn = (math.cos(t), math.sin(t), math.cos(u), math.sin(u))
        value = turn_gap(SAMPLE, i, 0.0, 0.0, *turn, ccw, j, *other, CONTACT)
        low = slow.turn_gap(SAMPLE, i, 0.0, 0.0, *turn, ccw, j, *other, CONTACT)
        if value >= -CONTACT:
            assert low >= -2 * CONTACT
        else:
            assert low <= math.tau / 48 * SAMPLE.outer[i]


@pytest.mark.compiled
def test_never_falsely_clear_near_contact() -> None:
    # obstacles pushed to within 1e-5 of the worst heading of the turn, on both sides of it
    rng = np.random.default_rng(11)
    shapes = [2, 3, 4, 5, 6, 7, 9, 10, 11]
    clear = blocked = 0
    for _ in range(120):
        i, j = int(rng.choice(shapes)), int(rng.integers(0, COUNT))
        t, u, v, bearing = rng.uniform(0.0, math.tau, 4)
        ccw = bool(rng.integers(0, 2))
        turn = (math.cos(t), math.sin(t), math.cos(u), math.sin(u))
        way = headings(*turn, ccw, 200)
        bx, by, c, s = math.cos(bearing), math.sin(bearing), math.cos(v), math.sin(v)

        stand = (bx, by, c, s)

        def worst(
            reach: float,
            way: list[float] = way,
            i: int = i,
            j: int = j,
            stand: tuple[float, float, float, float] = stand,
        ) -> float:
            other = (reach * stand[0], reach * stand[1], *stand[2:])
            return min(gap(SAMPLE, i, 0.0, 0.0, math.cos(a), math.sin(a), j, *other) for a in way)

        low, high = 0.0, SAMPLE.outer[i] + SAMPLE.outer[j] + 0.1
        for _ in range(20):
            middle = (low + high) / 2
            low, high = (middle, high) if worst(middle) < 0.0 else (low, middle)
        for extra in (-1e-5, -1e-6, 1e-6, 1e-4):
            reach = high + extra
            other = (reach * bx, reach * by, c, s)
            value = turn_gap(SAMPLE, i, 0.0, 0.0, *turn, ccw, j, *other, CONTACT)
            if worst(reach) < -2 * CONTACT:
                assert value < -CONTACT
                blocked += 1
            clear += value >= -CONTACT
    assert clear > 60
    assert blocked > 60


def test_a_graze_at_one_heading_is_clear_and_a_hair_more_is_not() -> None:
    # the tip of an oval passes a disc, a wall and a corner at exactly nothing
    a = 105 / 50.8
    data = build_shapes(
        [oval_base(105, 70), round_base(32), rectangle(0.1, 3.0), rectangle(2.0, 2.0)]
    )
    cases = [(1, 32 / 50.8, 0.0), (2, 0.05, 0.0), (3, math.sqrt(2.0), 45.0)]
    for j, half, turned in cases:
        c, s = heading(turned)
        for gone, verdict in ((0.0, True), (1e-6, True), (-1e-8, False), (-1e-6, False)):
            for ccw, ends in ((True, (300.0, 60.0)), (False, (60.0, 300.0))):
                turn = (*heading(ends[0]), *heading(ends[1]))
                other = (a + half + gone, 0.0, c, s)
                value = turn_gap(data, 0, 0.0, 0.0, *turn, ccw, j, *other, CONTACT)
                assert (value >= -CONTACT) == verdict
    corner = build_shapes([rectangle(4.0, 2.0), rectangle(0.1, 8.0)])
    radius = math.hypot(2.0, 1.0)
    for gone, verdict in ((0.0, True), (1e-6, True), (-1e-8, False)):
        turn = (1.0, 0.0, 0.0, 1.0)
        other = (-radius - 0.05 - gone, 0.0, 1.0, 0.0)
        value = turn_gap(corner, 0, 0.0, 0.0, *turn, True, 1, *other, CONTACT)
        assert (value >= -CONTACT) == verdict


def test_a_turn_out_of_contact_is_clear_and_into_it_is_not() -> None:
    data = build_shapes([oval_base(105, 70), round_base(32), rectangle(3.0, 1.0)])
    for i in (0, 2):
        c, s = heading(50.0)
        # slide the disc against the shape, off its axes
        t = first_contact(data, 1, 6.0, 1.5, 1.0, 0.0, -6.0, 0.0, i, 0.0, 0.0, c, s, 0.0)
        other = (6.0 - 6.0 * t, 1.5, 1.0, 0.0)
        assert abs(gap(data, i, 0.0, 0.0, c, s, 1, *other)) < 1e-9
        verdicts = []
        for ccw, end in ((True, 55.0), (False, 45.0)):
            turn = (c, s, *heading(end))
            verdicts.append(turn_gap(data, i, 0.0, 0.0, *turn, ccw, 1, *other, CONTACT) >= -CONTACT)
        assert sorted(verdicts) == [False, True]


def test_a_disc_turns_freely_and_no_turn_is_no_turn() -> None:
    other = (2.2, 0.3, 0.6, 0.8)
    still = gap(SAMPLE, 0, 0.0, 0.0, 1.0, 0.0, 5, *other)
    assert turn_gap(SAMPLE, 0, 0.0, 0.0, 1.0, 0.0, *TURNED, True, 5, *other, CONTACT) == still
    c, s = heading(20.0)
    still = gap(SAMPLE, 3, 0.0, 0.0, c, s, 0, 0.0, 2.9, 1.0, 0.0)
    # a full turn would hit the disc; the same heading, or one a rounding away, does not
    for ccw in (True, False):
        for end in ((c, s), (c + 1e-16, s - 1e-16)):
            turn = (c, s, *end)
            value = turn_gap(SAMPLE, 3, 0.0, 0.0, *turn, ccw, 0, 0.0, 2.9, 1.0, 0.0, CONTACT)
            assert value == pytest.approx(still, abs=1e-12)
    assert turn_gap(SAMPLE, 3, 0.0, 0.0, c, s, *TURNED, True, 0, 0.0, 2.9, 1.0, 0.0, 1e-9) < -1e-9


def test_the_sense_of_the_turn_matters() -> None:
    # from 350 to 10 degrees: the short way passes 0, the long way 180
    data = build_shapes([rectangle(3.0, 0.5), round_base(25)])
    ends = (*heading(350.0), *heading(10.0))
    ahead = (0.0, 1.2, 1.0, 0.0)
    assert turn_gap(data, 0, 0.0, 0.0, *ends, True, 1, *ahead, CONTACT) > 0.0
    assert turn_gap(data, 0, 0.0, 0.0, *ends, False, 1, *ahead, CONTACT) < -CONTACT


def test_rows() -> None:
    rng = np.random.default_rng(9)
    outlines = [round_base(32), oval_base(105, 70), rectangle(5.0, 0.1), round_base(60)]
    data = build_shapes(outlines)
    seen = set()
    for trial in range(8):
        bodies = random_bodies(rng, 5, len(outlines), (14.0, 14.0))
        mask = rng.random(5) < 0.8
        i = trial % 4
        t, u = rng.uniform(0.0, math.tau, 2)
        turn = (7.0, 7.0, math.cos(t), math.sin(t), math.cos(u), math.sin(u), trial % 2 == 0)
        met = slow.turn_rows(data, i, *turn, bodies, mask, CONTACT)
        found = turn_rows(data, i, *turn, bodies, mask, CONTACT)
        if met:
            assert found >= 0
        if found >= 0:
            assert mask[found]
            assert found in slow.turn_rows(data, i, *turn, bodies, mask, -0.4)
        seen.add(found >= 0)
    assert seen == {True, False}
