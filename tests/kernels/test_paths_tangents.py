"""Lines that touch two curves: against a dense search, where curves touch, where they cross."""

from __future__ import annotations

import math

import numpy as np
import pytest

from movekernels.paths import tangents as fast
from movekernels.paths.curves import POINT, touch
from movekernels.paths.grown import Grown
from paths_data import place
from reference import tangents as slow
from shapes_data import Outline

SIZES: tuple[Outline, ...] = (
    ("disc", 0.5),
    ("disc", 2.0),
    ("ellipse", 1.2, 0.7),
    ("ellipse", 1.0, 0.999),
    ("ellipse", 100 / 50.8, 1 / 50.8),
    ("ellipse", 3.0, 1.0),
)
THIN = 4


def strewn(seed: int, apart: float) -> Grown:
    """One curve of every kind, on a ring of their own."""
    rng = np.random.default_rng(seed)
    rows = [
        (k, 20 + apart * math.cos(k + 0.3), 20 + apart * math.sin(k + 0.3), rng.uniform(0, 360))
        for k in range(len(SIZES))
    ]
    return place(rows, SIZES, radius=float(rng.choice([0.1, 0.63])), size=(40.0, 40.0))


@pytest.mark.parametrize("seed", range(3))
def test_tangents_agree_with_a_dense_search(seed: int) -> None:
    grown = strewn(10 + seed, 5.0 + 2.0 * seed)
    found_some = 0
    for i in range(POINT, grown.x.size):
        for j in range(POINT, grown.x.size):
            if i == j:
                continue
            one = (19.9, 20.2) if i < 0 else (float(grown.x[i]), float(grown.y[i]))
            two = (19.9, 20.2) if j < 0 else (float(grown.x[j]), float(grown.y[j]))
            for si, sj in ((1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)):
                found = fast.tangent(grown, i, si, *one, j, sj, *two)
                wanted = slow.tangent(grown, i, si, *one, j, sj, *two)
                assert found[0] == wanted[0]
                if found[0]:
                    assert found[1:3] == pytest.approx(wanted[1:3], abs=1e-8)
                    assert found[3] == pytest.approx(wanted[3], abs=1e-8)
                    found_some += 1
    assert found_some > 100


def test_there_is_no_line_from_inside_nor_across_an_overlap() -> None:
    grown = place([(0, 8, 8, 0), (2, 9, 8, 0), (0, 8.1, 8, 0), (1, 8, 8, 0)], SIZES)
    for j in range(2):
        at = float(grown.x[j]), float(grown.y[j])
        assert not fast.tangent(grown, POINT, 1.0, at[0] + 0.1, at[1], j, 1.0, *at)[0]
        assert not fast.tangent(grown, j, 1.0, *at, POINT, 1.0, at[0] + 0.1, at[1])[0]
    assert not fast.tangent(grown, 0, 1.0, 8, 8, 1, -1.0, 9, 8)[0]
    assert not fast.tangent(grown, 0, 1.0, 8, 8, 2, -1.0, 8.1, 8)[0]
    assert not fast.tangent(grown, 0, 1.0, 8, 8, 3, 1.0, 8, 8)[0]  # one within the other
    around = place([(2, 8, 8, 0), (1, 8, 8, 0)], SIZES)
    assert not fast.tangent(around, 0, 1.0, 8, 8, 1, 1.0, 8, 8)[0]


@pytest.mark.parametrize("other", [0, 2, THIN])
@pytest.mark.parametrize("off", [0.0, 1e-15, -1e-15, 1e-12, -1e-12, 4e-10, -4e-10])
def test_a_path_goes_over_where_two_curves_touch(other: int, off: float) -> None:
    alone = place([(0, 5, 8, 0), (other, 15, 8, 0)], SIZES)
    apart = sum(touch(alone, j, 1.0, 0.0)[0] for j in (0, 1)) + off
    grown = place([(0, 5, 8, 0), (other, 5 + apart, 8, 0)], SIZES)
    for si, sj, up in ((1.0, -1.0, 1.0), (-1.0, 1.0, -1.0)):
        found, mx, my, length = fast.tangent(grown, 0, si, 5, 8, 1, sj, 5 + apart, 8)
        assert found
        assert mx * si == pytest.approx(1.0, abs=1e-8)
        assert abs(my) < 1e-4
        assert length == pytest.approx(0.0, abs=2e-4 if off > 1e-12 else 1e-5)
        assert up == si


@pytest.mark.parametrize("one", [2, THIN])
@pytest.mark.parametrize("two", [0, 1, THIN, 5])
def test_lines_between_curves_that_cross(one: int, two: int) -> None:
    """A cross has four of them, two in each sense; the second may be missing."""
    seen = set()
    for x, y, turn in ((10.3, 8.1, 90.0), (10.0, 9.0, 60.0), (10.9, 8.0, 90.0), (16.0, 8.0, 0.0)):
        grown = place([(one, 10, 8, 0), (two, x, y, turn)], SIZES)
        crosses = fast.crossing(grown, 0, 1)
        assert crosses == slow.crossing(grown, 0, 1) == fast.crossing(grown, 1, 0)
        if not crosses:
            continue
        for i, j in ((0, 1), (1, 0)):
            for sense in (1.0, -1.0):
                for number in (0, 1):
                    found = fast.outer_tangent(grown, i, j, sense, number)
                    wanted = slow.outer_tangent(grown, i, j, sense, number)
                    assert found[0] == wanted[0]
                    assert found[1:] == pytest.approx(wanted[1:], abs=1e-7)
                    seen.add((number, found[0]))
    assert seen
    if one == THIN and two in (THIN, 5):
        assert (1, True) in seen


@pytest.mark.parametrize("turn", [0.0, 360 / 256, 17.0])
def test_a_tip_that_hardly_sticks_out_is_not_missed(turn: float) -> None:
    """Its two lines lie closer together than the directions that are tried."""
    outlines = [("ellipse", 2.0005, 0.2), ("ellipse", 2.0, 1.9)]
    grown = place([(0, 10, 8, turn), (1, 10, 8, turn)], outlines)
    for i, j in ((0, 1), (1, 0)):
        for sense in (1.0, -1.0):
            for number in (0, 1):
                found = fast.outer_tangent(grown, i, j, sense, number)
                wanted = slow.outer_tangent(grown, i, j, sense, number)
                assert found[0]
                assert found == pytest.approx(wanted, abs=1e-7)


def test_discs_never_cross_in_more_than_one_line() -> None:
    grown = place([(0, 10, 8, 0), (1, 10.4, 8, 0)], SIZES)
    assert not fast.crossing(grown, 0, 1)
    assert not slow.crossing(grown, 0, 1)
