"""The checks of one board: those of many, of which there is one."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from movekernels.arrays import Floats, Ints
from reference.board_coherency import coherency_boards
from reference.board_edge import edge_boards
from reference.board_gaps import gap_boards
from reference.board_near import nearest_boards, self_overlap_boards, within_boards
from reference.boards import Codes, outlines, untyped
from reference.gap import gap


def coherency_one(whole: Ints, real: Floats, *rest: Any) -> int:
    codes = np.zeros(1, np.uint8)
    bodies, limits = rest[:6], rest[6:15]
    untyped(coherency_boards)(whole, real, ends(bodies), *bodies, *limits, 0, 1, None, None, codes)
    return int(codes[0])


def within_one(whole: Ints, real: Floats, *rest: Any) -> int:
    bodies, others, (limit, vertical, strict, near, place, hits) = rest[:6], rest[6:12], rest[12:]
    counts, codes = np.zeros(1, np.int64), np.zeros(1, np.uint8)
    found = np.zeros(len(hits), np.int64)
    untyped(within_boards)(
        whole,
        real,
        ends(bodies),
        *bodies,
        ends(others),
        *others,
        limit,
        vertical,
        strict,
        0,
        1,
        near,
        place,
        None,
        counts,
        found,
        codes,
    )
    return settle(codes, counts, (hits, found))


def nearest_one(whole: Ints, real: Floats, *rest: Any) -> int:
    bodies, others, (reach, vertical, tolerance, space, nearest, index) = (
        rest[:6],
        rest[6:12],
        rest[12:],
    )
    counts, codes = np.zeros(1, np.int64), np.zeros(1, np.uint8)
    gaps, whom = np.zeros(len(index)), np.zeros(len(index), np.int64)
    untyped(nearest_boards)(
        whole,
        real,
        ends(bodies),
        *bodies,
        ends(others),
        *others,
        reach,
        vertical,
        tolerance,
        0,
        1,
        space,
        counts,
        gaps,
        whom,
        codes,
    )
    return settle(codes, counts, (nearest, gaps), (index, whom))


def self_overlap_one(whole: Ints, real: Floats, *rest: Any) -> int:
    bodies, (level, tolerance, hits) = rest[:6], rest[6:]
    counts, codes = np.zeros(1, np.int64), np.zeros(1, np.uint8)
    found = np.zeros(len(hits), np.int64)
    untyped(self_overlap_boards)(
        whole, real, ends(bodies), *bodies, level, tolerance, 0, 1, counts, found, codes
    )
    return settle(codes, counts, (hits, found))


def edge_one(whole: Ints, real: Floats, *rest: Any) -> float:
    bodies, (width, height, slack) = rest[:6], rest[6:]
    smallest, codes = np.zeros(1), np.zeros(1, np.uint8)
    untyped(edge_boards)(
        whole, real, ends(bodies), *bodies, width, height, 0, 1, slack, smallest, codes
    )
    return float(smallest[0])


def gaps_one(whole: Ints, real: Floats, *rest: Any) -> bool:
    bodies, others, out = rest[:6], rest[6:12], rest[-1]
    codes, start = np.zeros(1, np.uint8), np.array([0, len(out)])
    table = (whole, real, ends(bodies), *bodies, ends(others), *others, 0, 1)
    untyped(gap_boards)(*table, None, None, None, start, out, codes)
    return bool(codes[0] == 0)


def gap_one(whole: Ints, real: Floats, *rest: float) -> float:
    shapes = outlines(whole, real)
    (i, *pose), (j, *other) = rest[:5], rest[5:]
    if not (0 <= i < len(shapes.inner) and 0 <= j < len(shapes.inner)):
        return math.nan
    for x, y, c, s in (pose, other):
        if not (abs(x) < 1e6 and abs(y) < 1e6 and abs(math.hypot(c, s) - 1.0) <= 5e-10):
            return math.nan
    value: float = untyped(gap)(shapes, int(i), *pose, int(j), *other)
    return value


def ends(bodies: tuple[Any, ...]) -> Ints:
    return np.array([0, len(bodies[1])], np.int64)


def settle(codes: Codes, counts: Ints, *pairs: tuple[Any, Any]) -> int:
    """Fill what was asked for on a sound board; of another one say that it is none."""
    if codes[0]:
        return -1
    for array, found in pairs:
        array[:] = found
    return int(counts[0])
