"""What the machine does at best, and slides against conservative advancement."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from geometry_scenes import least
from limits_data import build_discs, build_slides
from movekernels.limits import (
    CHAIN,
    advance_rows,
    count_boards,
    gap_rounds,
    multiply_add_rounds,
    read_rounds,
    root_rounds,
    slide_rows,
)
from reference import limits as slow

Rate = Callable[[Callable[[], object], int, Callable[[], object], int], None]
VALUES = np.random.default_rng(0).uniform(1.0, 4.0, 512)


def test_root_rounds(rate: Rate) -> None:
    out, wanted = np.empty(512), np.empty(512)
    rate(
        lambda: root_rounds(VALUES, 100, out),
        51_200,
        lambda: slow.root_rounds(VALUES, 1, wanted),
        512,
    )
    assert out == pytest.approx(wanted, rel=1e-15)


def test_multiply_add_rounds(rate: Rate) -> None:
    changing, wanted = VALUES.copy(), VALUES.copy()
    multiply_add_rounds(changing, 0.9, 0.1, 3)
    slow.multiply_add_rounds(wanted, 0.9, 0.1, 3)
    assert changing.tolist() == wanted.tolist()
    rate(
        lambda: multiply_add_rounds(changing, 0.9, 0.1, 100),
        51_200 * CHAIN,
        lambda: slow.multiply_add_rounds(wanted, 0.9, 0.1, 1),
        512 * CHAIN,
    )


@pytest.mark.parametrize("kib", [16, 1024, 131_072])
def test_read_rounds(rate: Rate, kib: int) -> None:
    values = np.arange(kib * 128)
    few = values[:1000]
    assert read_rounds(few, 3) == slow.read_rounds(few, 3)
    rate(lambda: read_rounds(values, 3), 3 * values.size, lambda: slow.read_rounds(few, 1), 1000)


@pytest.mark.parametrize("boards", [1, 20_000])
def test_count_boards(rate: Rate, boards: int) -> None:
    discs = build_discs(boards, 10, 100)
    out, wanted = np.zeros((boards, 10), np.int64), np.zeros((1, 10), np.int64)
    x, y, r, ox, oy, orr = (array[:1] for array in discs)
    first = (x, y, r, ox, oy, orr)
    rate(
        lambda: count_boards(*discs, 2.0, 20_000 // boards, out),
        20_000_000,
        lambda: slow.count_boards(*first, 2.0, 1, wanted),
        1000,
    )
    assert out[:1].tolist() == wanted.tolist()


def test_gap_rounds(rate: Rate) -> None:
    x, y, r, ox, oy, orr = (np.ascontiguousarray(array[0]) for array in build_discs(1, 16, 128))
    out, wanted = np.zeros((16, 128)), np.zeros((16, 128))
    rate(
        lambda: gap_rounds(x, y, r, ox, oy, orr, 100, out),
        204_800,
        lambda: slow.gap_rounds(x, y, r, ox, oy, orr, 1, wanted),
        2048,
    )
    assert out == pytest.approx(wanted, abs=1e-12)


def test_slides_against_advancement(benchmark: BenchmarkFixture) -> None:
    slides = build_slides(500)
    gaps, clear = np.zeros(500), np.zeros(500, np.bool_)
    slide_rows(slides, gaps)
    advance_rows(slides, 1e-9, clear)
    assert clear.tolist() == (gaps > 1e-9).tolist()
    benchmark(slide_rows, slides, gaps)
    each = least(lambda: slide_rows(slides, gaps))
    benchmark.extra_info["nanoseconds"] = each / 500 * 1e9
    advancing = least(lambda: advance_rows(slides, 1e-9, clear))
    benchmark.extra_info["times_advancement"] = advancing / each
