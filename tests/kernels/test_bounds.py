from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from formation_data import SHAPES, THRESHOLDS, bodies_of, formation
from movekernels.arrays import Bodies
from movekernels.checks.bounds import body_gap, within
from reference import bounds as slow

FORMATIONS = [bodies_of(formation(np.random.default_rng([1, seed]), 5)) for seed in range(30)]


@pytest.mark.parametrize("unit", FORMATIONS)
def test_gap_of_bodies_is_the_reference_gap(unit: Bodies) -> None:
    for i in range(5):
        for j in range(5):
            wanted = slow.body_gap(SHAPES, unit, i, unit, j)
            found = body_gap(SHAPES, unit, i, unit, j)
            if wanted > 0:
                assert found == pytest.approx(wanted, abs=1e-12)
            elif wanted < -1e-9:
                assert found < 0


@pytest.mark.parametrize("unit", FORMATIONS)
@pytest.mark.parametrize("limit", [*THRESHOLDS, 0.5, math.inf, -50.0])
def test_within_agrees_with_the_reference(unit: Bodies, limit: float) -> None:
    for i in range(5):
        for j in range(i):
            found = within(SHAPES, unit, i, unit, j, limit)
            assert found == slow.within(SHAPES, unit, i, unit, j, limit)


@pytest.mark.parametrize("steps", range(-4, 5))
@pytest.mark.parametrize("limit", [0.0, 1e-6, 2.0, 2.0 + 1e-6, 9.0 + 1e-6])
def test_within_of_two_discs_is_that_of_exact_squares(limit: float, steps: int) -> None:
    """Rational arithmetic decides, but for the last digits of the squares."""
    rng = np.random.default_rng(abs(steps))
    close = 0
    for _ in range(20):
        angle = rng.uniform(0, 2 * math.pi)
        pair = bodies_of([(0, *rng.uniform(0, 60, 2), 0.0, 0.0), (1, 0.0, 0.0, 0.0, 0.0)])
        distance = SHAPES.outer[0] + SHAPES.outer[1] + limit
        pair.x[1] = pair.x[0] + distance * math.cos(angle)
        pair.y[1] = pair.y[0] + distance * math.sin(angle)
        for _ in range(abs(steps)):
            pair.x[1] = np.nextafter(pair.x[1], math.copysign(math.inf, steps))
        x, y = (Fraction(float(axis[1])) - Fraction(float(axis[0])) for axis in (pair.x, pair.y))
        reach = sum(map(Fraction, (float(SHAPES.outer[0]), float(SHAPES.outer[1]), limit)))
        excess = float((x * x + y * y - reach * reach) / (reach * reach))
        if abs(excess) > 2.0**-50:
            assert within(SHAPES, pair, 0, pair, 1, limit) == (excess <= 0)
            gap = body_gap(SHAPES, pair, 0, pair, 1)
            assert (gap <= limit) == (excess <= 0)
        else:
            close += 1
    assert close < 20 or abs(steps) < 2
