"""Slides past what bars them, beside what holds them up."""

from __future__ import annotations

import math

import numpy as np
import pytest

from aloft_data import MOVERS, beside, scratch, strewn
from movekernels.arrays import Bools, Floats, Ints
from movekernels.paths.aloft import Beside, held_slides, last_slides, met_stretches
from reference import aloft as slow

R32 = 16 / 25.4
NEAR = 0.5


def met(b: Beside, x: float, y: float, dx: float, dy: float) -> Floats:
    out = np.empty((b.last - b.first, b.depth.size, 2))
    met_stretches(b, x, y, dx, dy, out)
    return out


def slides(bars: Beside, holds: Beside, hold: bool, x: float, y: float, ends: Floats) -> Bools:
    out = np.empty(len(ends), dtype=np.bool_)
    ex, ey = (np.ascontiguousarray(column) for column in ends.T)
    held_slides(bars, holds, hold, x, y, ex, ey, scratch(holds), out)
    return out


def last(
    bars: Beside,
    holds: Beside,
    hold: bool,
    starts: Floats,
    spent: Floats,
    ends: Floats,
    lengths: Floats,
) -> tuple[Floats, Ints]:
    best, via = lengths.copy(), np.full(len(ends), -1)
    sx, sy = (np.ascontiguousarray(column) for column in starts.T)
    ex, ey = (np.ascontiguousarray(column) for column in ends.T)
    tried = np.empty(len(starts), dtype=np.bool_)
    last_slides(bars, holds, hold, sx, sy, spent, ex, ey, scratch(holds), tried, best, via)
    return best, via


@pytest.mark.parametrize("mover", MOVERS)
@pytest.mark.parametrize("depth", [1e-9, -NEAR, 0.2])
def test_stretches_as_the_twin_finds_them(mover: str, depth: float) -> None:
    rng = np.random.default_rng(len(mover))
    b = beside(MOVERS[mover], strewn(rng, 6, 4.0), depth, 20.0)
    slide = (*rng.uniform(-4.0, 4.0, 2), *rng.uniform(-5.0, 5.0, 2))
    assert met(b, *slide) == pytest.approx(slow.met_stretches(b, *slide), abs=2e-7)


def test_a_disc_past_a_wall() -> None:
    """The wall is 4 by 0.3 inches: its corner rounds the stretch off by hand."""
    b = beside(0, [(3, 0.0, 0.0, 90.0)], -NEAR)
    start, end = met(b, -5.0, 0.0, 10.0, 0.0)[0, 0]
    assert (start, end) == pytest.approx(((5 - 0.15 - R32 - NEAR) / 10, (5.15 + R32 + NEAR) / 10))
    high = 2.0 + R32 + NEAR
    assert met(b, -5.0, high + 1e-6, 10.0, 0.0).tolist() == [[[2.0, -1.0]]]
    touching = beside(0, [(3, 0.0, 0.0, 90.0)], 1e-9)
    assert met(touching, -5.0, 2.0 + R32, 10.0, 0.0).tolist() == [[[2.0, -1.0]]]


def test_nothing_beside() -> None:
    none = beside(0, [], 1e-9)
    ends = np.array([[3.0, 0.0], [0.0, 0.0]])
    assert met(none, 0.0, 0.0, 1.0, 0.0).shape == (1, 0, 2)
    assert slides(none, none, False, 0.0, 0.0, ends).tolist() == [True, True]
    assert slides(none, none, True, 0.0, 0.0, ends).tolist() == [False, True]
    deep = beside(0, [(5, 1.0, 0.0, 0.0)], 5.0)
    assert met(deep, 0.0, 0.0, 1.0, 0.0).tolist() == [[[2.0, -1.0]]]


@pytest.mark.parametrize("mover", MOVERS)
@pytest.mark.parametrize("hold", [True, False])
def test_slides_as_the_twin_judges_them(mover: str, hold: bool) -> None:
    rng = np.random.default_rng(7 + len(mover))
    said = []
    for _ in range(2):
        bars = beside(MOVERS[mover], strewn(rng, 2, 4.0), 1e-9, 20.0)
        holds = beside(MOVERS[mover], strewn(rng, 4, 2.5), -NEAR, 20.0)
        x, y = rng.uniform(-1.0, 1.0, 2).tolist()
        ends = np.array([x, y]) + rng.uniform(-2.0, 2.0, (3, 2))
        found = slides(bars, holds, hold, x, y, ends)
        assert found.tolist() == slow.held_slides(bars, holds, hold, x, y, ends).tolist()
        said += found.tolist()
    assert len(set(said)) == 2


@pytest.mark.parametrize(("gap", "legal"), [(0.0, True), (1e-6, False)])
def test_held_across_a_gap_of_just_what_reaches(gap: float, legal: bool) -> None:
    """Two walls, 0.3 thick, with a base and twice half an inch between them."""
    apart = 0.3 + 2 * (R32 + NEAR) + gap
    holds = beside(0, [(3, 0.0, 0.0, 90.0), (3, apart, 0.0, 90.0)], -NEAR - 1e-9)
    none = beside(0, [], 1e-9)
    ends = np.array([[apart, 0.0]])
    assert slides(none, holds, True, 0.0, 0.0, ends).tolist() == [legal]
    back = beside(0, [(3, apart, 0.0, 90.0), (3, 0.0, 0.0, 90.0)], -NEAR - 1e-9)
    assert slides(none, back, True, apart, 0.0, np.zeros((1, 2))).tolist() == [legal]


def test_last_slides_as_the_twin_finds_them() -> None:
    rng = np.random.default_rng(11)
    for hold in (True, False):
        bars = beside(0, strewn(rng, 3, 3.0), 1e-9)
        holds = beside(0, strewn(rng, 8, 3.0), -NEAR)
        starts, ends = rng.uniform(-3.0, 3.0, (4, 2)), rng.uniform(-3.0, 3.0, (4, 2))
        ends[0] = starts[0]
        spent = rng.uniform(0.0, 3.0, 4)
        lengths = np.array([9.0, 9.0, 9.0, 0.0])
        best, via = last(bars, holds, hold, starts, spent, ends, lengths)
        slow_best, slow_via = slow.last_slides(bars, holds, hold, starts, spent, ends, lengths)
        assert best == pytest.approx(slow_best, abs=1e-12)
        assert via.tolist() == slow_via.tolist()
        assert via[3] == -1
        assert best[3] == 0.0


def test_the_same_wherever_it_stands_and_however_it_is_turned_and_numbered() -> None:
    rng = np.random.default_rng(3)
    rows, x, y = [*strewn(rng, 2, 4.0), *strewn(rng, 8, 2.0)], 0.5, -0.4
    ends = rng.uniform(-3.0, 3.0, (24, 2))
    bars, holds = beside(0, rows[:2], 1e-9), beside(0, rows[2:], -NEAR)
    plain = slides(bars, holds, True, x, y, ends)
    c, s = math.cos(0.7), math.sin(0.7)

    def turned(px: float, py: float) -> tuple[float, float]:
        return c * px - s * py + 20.0, s * px + c * py - 9.0

    moved = [(k, *turned(px, py), t + math.degrees(0.7)) for k, px, py, t in rows]
    there = np.array([turned(*end) for end in ends.tolist()])
    bars, holds = beside(0, moved[1::-1], 1e-9), beside(0, moved[:1:-1], -NEAR)
    assert slides(bars, holds, True, *turned(x, y), there).tolist() == plain.tolist()
    assert 0 < plain.sum() < plain.size
