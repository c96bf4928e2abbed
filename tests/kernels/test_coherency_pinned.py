"""Verdicts at the thresholds themselves and one representable number either side.

Bases of radius 1/2 on one line with the first at 0: the gap is a difference of
two numbers, so rational arithmetic says what the tolerance rule demands.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from board_data import Arguments, coherency_scratch, ragged, untyped
from movekernels.boards.board_coherency import FEW, coherency_boards
from movekernels.boards.groups import pack_catalogue
from movekernels.checks import coherency as fast
from shapes_data import build_bodies, build_shapes

SHAPES = build_shapes([("disc", 0.5)])
TOLERANCE = 1e-6
NEAR = 2.0 + TOLERANCE
WIDE = 9.0 + TOLERANCE
TALL = 5.0 + TOLERANCE


def around(value: float, steps: int = 3) -> list[float]:
    found = [value]
    for _ in range(steps):
        found.append(math.nextafter(found[-1], math.inf))
        found.insert(0, math.nextafter(found[0], -math.inf))
    return found


def single(xs: list[float], zs: list[float]) -> int:
    unit = build_bodies([(0, x, 0.0, 0.0, z) for x, z in zip(xs, zs, strict=True)])
    rows = np.zeros(len(xs), np.uint64)
    return fast.coherent(SHAPES, unit, 2.0, 5.0, 9.0, 5.0, 1, True, TOLERANCE, rows)


def batch(xs: list[float], zs: list[float], copies: int) -> set[int]:
    unit = [(0, x, 0.0, 0.0, z) for x, z in zip(xs, zs, strict=True)]
    codes = np.full(copies, 99, np.uint8)
    rules: Arguments = (2.0, 5.0, 9.0, 5.0, 1, 0, 1, True, TOLERANCE)
    catalogue = pack_catalogue(SHAPES)
    untyped(coherency_boards)(
        *catalogue, *ragged([unit] * copies), *rules, 0, copies, *coherency_scratch(SHAPES), codes
    )
    return set(codes.tolist())


def demand(xs: list[float], zs: list[float], wanted: int) -> None:
    assert single(xs, zs) == wanted
    assert batch(xs, zs, 1) == {wanted}
    assert batch(xs, zs, FEW) == {wanted}


@pytest.mark.parametrize("distance", around(1.0 + 2.0) + around(1.0 + NEAR))
def test_two_models_at_the_coherency_distance(distance: float) -> None:
    linked = Fraction(distance) - 1 <= Fraction(NEAR)
    wanted = 0 if linked else fast.NO_NEIGHBOUR | fast.SPLIT
    demand([0.0, distance], [0.0, 0.0], wanted)


def test_the_tolerance_is_where_the_verdict_changes() -> None:
    assert [single([0.0, d], [0.0, 0.0]) == 0 for d in around(1.0 + NEAR)] == [True] * 4 + [
        False
    ] * 3


@pytest.mark.parametrize("distance", around(1.0 + 9.0) + around(1.0 + WIDE))
def test_ends_of_a_line_at_the_span(distance: float) -> None:
    xs = [0.0, 2.5, 5.0, 7.5, distance]
    wanted = 0 if Fraction(distance) - 1 <= Fraction(WIDE) else fast.SPREAD
    demand(xs, [0.0] * 5, wanted)


@pytest.mark.parametrize("rise", around(5.0) + around(TALL))
def test_heights_at_the_vertical_distance(rise: float) -> None:
    within = Fraction(rise) <= Fraction(TALL)
    wanted = 0 if within else fast.HEIGHT | fast.NO_NEIGHBOUR | fast.SPLIT
    demand([0.0, 2.0], [0.0, rise], wanted)
    demand([0.0, 2.0], [rise, 0.0], wanted)


@pytest.mark.parametrize("distance", [0.0, 0.25, *around(1.0)])
def test_touching_and_stacked_bases_are_neighbours(distance: float) -> None:
    demand([0.0, distance], [0.0, 3.0], 0)
