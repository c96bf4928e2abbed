from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from board_data import overlaps
from formation_data import SHAPES, bodies_of, formation
from movekernels.arrays import LEVEL, TOLERANCE, Bodies
from movekernels.checks import overlap as fast
from reference import overlap as slow
from shapes_data import build_bodies, build_shapes

DISCS = build_shapes([("disc", 0.5)])
UNITS = [
    bodies_of(formation(np.random.default_rng([5, seed]), 6, 2.0 + seed % 4)) for seed in range(50)
]


def part(unit: Bodies, start: int, stop: int) -> Bodies:
    rows = slice(start, stop)
    return Bodies(
        unit.shape[rows], unit.x[rows], unit.y[rows], unit.cos[rows], unit.sin[rows], unit.z[rows]
    )


@pytest.mark.parametrize("unit", UNITS)
def test_overlaps_inside_a_unit_agree_with_the_reference(unit: Bodies) -> None:
    first, wanted = np.zeros(6, np.int64), np.zeros(6, np.int64)
    found = fast.self_overlaps(SHAPES, unit, LEVEL, TOLERANCE, first)
    assert found == slow.self_overlaps(SHAPES, unit, LEVEL, TOLERANCE, wanted)
    assert first.tolist() == wanted.tolist()


@pytest.mark.parametrize("unit", UNITS)
def test_overlaps_with_others_agree_with_the_reference(unit: Bodies) -> None:
    models, others = part(unit, 0, 3), part(unit, 3, 6)
    first, wanted = np.zeros(3, np.int64), np.zeros(3, np.int64)
    found = overlaps(SHAPES, models, others, LEVEL, TOLERANCE, first)
    assert found == slow.overlaps(SHAPES, models, others, LEVEL, TOLERANCE, wanted)
    assert first.tolist() == wanted.tolist()


@pytest.mark.parametrize("unit", UNITS)
def test_pairs_agree_with_the_reference(unit: Bodies) -> None:
    for i in range(6):
        for j in range(i):
            found = fast.overlapping(SHAPES, unit, i, unit, j, LEVEL, TOLERANCE)
            assert found == slow.overlapping(SHAPES, unit, i, unit, j, LEVEL, TOLERANCE)
            assert found == fast.overlapping(SHAPES, unit, j, unit, i, LEVEL, TOLERANCE)


def test_the_formations_hold_both_verdicts() -> None:
    first = np.zeros(6, np.int64)
    counts = [fast.self_overlaps(SHAPES, unit, LEVEL, TOLERANCE, first) for unit in UNITS]
    assert min(counts) == 0
    assert max(counts) > 1


def around(value: float, steps: int = 3) -> list[float]:
    found = [value]
    for _ in range(steps):
        found.append(math.nextafter(found[-1], math.inf))
        found.insert(0, math.nextafter(found[0], -math.inf))
    return found


@pytest.mark.parametrize("distance", [*around(1.0), *around(1.0 - TOLERANCE), 0.0, 0.5])
@pytest.mark.parametrize("rise", [0.0, *around(LEVEL, 1)])
def test_at_the_point_of_touching(distance: float, rise: float) -> None:
    unit = build_bodies([(0, 0.0, 0.0, 0.0, 0.0)])
    other = build_bodies([(0, 0.0, distance, 0.0, rise)])
    both = build_bodies([(0, 0.0, 0.0, 0.0, 0.0), (0, 0.0, distance, 0.0, rise)])
    excess = Fraction(distance) - 1 + Fraction(TOLERANCE)
    wanted = excess < 0 and rise < LEVEL
    if 0 < abs(excess) < 2.0**-53:  # radii less tolerance is no representable number
        wanted = fast.overlapping(DISCS, unit, 0, other, 0, LEVEL, TOLERANCE)
    first = np.zeros(2, np.int64)
    assert fast.overlapping(DISCS, unit, 0, other, 0, LEVEL, TOLERANCE) == wanted
    assert overlaps(DISCS, unit, other, LEVEL, TOLERANCE, first[:1]) == wanted
    assert first[0] == (0 if wanted else -1)
    assert fast.self_overlaps(DISCS, both, LEVEL, TOLERANCE, first) == wanted
    assert first.tolist() == [-1, 0 if wanted else -1]


def test_a_gap_of_exactly_minus_the_tolerance_is_legal() -> None:
    tolerance = 2.0**-20
    for distance, wanted in zip(around(1.0 - tolerance, 1), [1, 0, 0], strict=True):
        unit = build_bodies([(0, 0.0, 0.0, 0.0, 0.0), (0, distance, 0.0, 0.0, 0.0)])
        first = np.zeros(2, np.int64)
        assert fast.self_overlaps(DISCS, unit, LEVEL, tolerance, first) == wanted


def test_a_tolerance_wider_than_the_bases_forbids_nothing() -> None:
    unit = build_bodies([(0, 0.0, 0.0, 0.0, 0.0)] * 2)
    first = np.zeros(2, np.int64)
    assert fast.self_overlaps(DISCS, unit, LEVEL, 2.0, first) == 0
    assert overlaps(DISCS, unit, unit, LEVEL, 2.0, first) == 0


def test_nobody_overlaps_nobody() -> None:
    nobody, one = build_bodies([]), build_bodies([(0, 0.0, 0.0, 0.0, 0.0)])
    first = np.zeros(1, np.int64)
    assert overlaps(DISCS, one, nobody, LEVEL, TOLERANCE, first) == 0
    assert first[0] == -1
    assert overlaps(DISCS, nobody, one, LEVEL, TOLERANCE, first[:0]) == 0


@pytest.mark.compiled
def test_crowds_of_discs_agree_with_all_pairs() -> None:
    rng = np.random.default_rng(6)
    shapes = build_shapes([("disc", 0.5), ("disc", 0.63), ("disc", 1.18)])
    for _ in range(300):
        n, m = int(rng.integers(1, 21)), int(rng.integers(1, 101))
        rows = np.column_stack(
            [
                rng.integers(0, 3, n + m),
                rng.uniform(0, 30, (n + m, 2)),
                np.zeros(n + m),
                rng.choice([0.0, 6.0], n + m),
            ]
        )
        unit, others = build_bodies(rows[:n]), build_bodies(rows[n:])
        across = np.hypot(unit.x[:, None] - others.x[None, :], unit.y[:, None] - others.y[None, :])
        gaps = across - shapes.outer[unit.shape][:, None] - shapes.outer[others.shape][None, :]
        hits = (gaps < -TOLERANCE) & (np.abs(unit.z[:, None] - others.z[None, :]) < LEVEL)
        first = np.zeros(n, np.int64)
        assert overlaps(shapes, unit, others, LEVEL, TOLERANCE, first) == hits.any(1).sum()
        assert first.tolist() == np.where(hits.any(1), hits.argmax(1), -1).tolist()
