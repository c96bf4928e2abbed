"""The loops that show what a machine can do, against their slow twins."""

from __future__ import annotations

import numpy as np
import pytest

from limits_data import build_discs, build_slides
from movekernels.limits import (
    advance_rows,
    count_boards,
    gap_rounds,
    multiply_add_rounds,
    read_rounds,
    root_rounds,
    slide_rows,
)
from reference import limits as slow

ROUNDS = [0, 1, 2, 5]


@pytest.mark.parametrize("size", [0, 1, 9, 64])
def test_roots(size: int) -> None:
    values = np.random.default_rng(size).uniform(0.0, 4.0, size)
    found, wanted = np.zeros(size), np.zeros(size)
    root_rounds(values, 3, found)
    slow.root_rounds(values, 3, wanted)
    assert found == pytest.approx(wanted, rel=1e-15)


@pytest.mark.parametrize("rounds", ROUNDS)
def test_multiply_adds_are_each_rounded(rounds: int) -> None:
    found = np.random.default_rng(1).uniform(-2.0, 2.0, 37)
    wanted = found.copy()
    multiply_add_rounds(found, 0.9, 0.123, rounds)
    slow.multiply_add_rounds(wanted, 0.9, 0.123, rounds)
    # to the last digit: a fused multiply-add would round once where these do twice
    assert found.tolist() == wanted.tolist()


@pytest.mark.parametrize("rounds", ROUNDS)
@pytest.mark.parametrize("size", [0, 1, 33])
def test_reading_sees_every_number(size: int, rounds: int) -> None:
    values = np.random.default_rng(2).integers(-(2**62), 2**62, size)
    found = read_rounds(values, rounds)
    assert found == slow.read_rounds(values, rounds)
    if rounds % 2 and size:
        values[size // 2] ^= 1
        assert read_rounds(values, rounds) == found ^ 1


@pytest.mark.parametrize(("boards", "n", "m"), [(1, 3, 8), (4, 2, 13), (2, 1, 0)])
def test_counts_of_boards(boards: int, n: int, m: int) -> None:
    discs = build_discs(boards, n, m)
    found, wanted = np.zeros((boards, n), np.int64), np.zeros((boards, n), np.int64)
    count_boards(*discs, 9.0, 2, found)
    slow.count_boards(*discs, 9.0, 2, wanted)
    assert found.tolist() == wanted.tolist()
    assert m == 0 or found.any()


def test_gaps_of_a_board() -> None:
    x, y, r, ox, oy, orr = (np.ascontiguousarray(array[0]) for array in build_discs(1, 4, 9))
    found, wanted = np.zeros((4, 9)), np.zeros((4, 9))
    gap_rounds(x, y, r, ox, oy, orr, 2, found)
    slow.gap_rounds(x, y, r, ox, oy, orr, 2, wanted)
    assert found == pytest.approx(wanted, abs=1e-12)


def test_slides_and_advancement() -> None:
    slides = build_slides(40)
    gaps, wanted = np.zeros(40), np.zeros(40)
    slide_rows(slides, gaps)
    slow.slide_rows(slides, wanted)
    apart = wanted > 0.0
    assert gaps[apart] == pytest.approx(wanted[apart], abs=1e-9)
    assert (gaps[~apart] <= 0.0).all()
    clear, right = np.zeros(40, np.bool_), np.zeros(40, np.bool_)
    advance_rows(slides, 1e-9, clear)
    slow.advance_rows(slides, 1e-9, right)
    assert clear.tolist() == right.tolist()
    assert 5 < clear.sum() < 35
