"""The referee and the array checks say the same of round bases, to the last digit."""

from __future__ import annotations

import math

import numpy as np
import pytest

from movesolver import Action, Code, Model, Scenario, Table, Unit, arrays, bases, check

BASE = bases.round(32)
CATALOGUE = arrays.Bases(BASE)
RADIUS = float(CATALOGUE.shapes.outer[0])


def places(limit: float, seed: int) -> list[tuple[float, float]]:
    """Points within a few representable numbers of a gap from (20, 20), all round."""
    rng = np.random.default_rng(seed)
    found = []
    for angle in rng.uniform(0, 2 * math.pi, 40):
        distance = (2 * RADIUS + limit) * (1 + int(rng.integers(-4, 5)) * 2.0**-53)
        found.append((20 + distance * math.cos(angle), 20 + distance * math.sin(angle)))
    return found


def codes(at: tuple[float, float], side: str, tolerance: float) -> tuple[Code, ...]:
    own = Unit(id="own", side="a", move=60, models=(Model(id="m", base=BASE, at=(30, 40)),))
    other = Unit(id="other", side=side, models=(Model(id="o", base=BASE, at=at),))
    action = Action(unit="own", move="normal", ends={"m": (20.0, 20.0, 0.0, 0.0)})
    table = Table(width=60, height=44)
    scenario = Scenario(movesolver=1, table=table, units=(own, other), action=action)
    return check(scenario, tolerance=tolerance).codes


@pytest.mark.parametrize("tolerance", [0.0, 1e-6])
def test_at_the_very_limits(tolerance: float) -> None:
    unit = arrays.Groups(CATALOGUE, [20.0], [20.0])
    limits = arrays.EngagementLimits(tolerance=tolerance)
    engaged, overlapping = list[bool](), list[bool]()
    for at in places(2.0 + tolerance, 1):
        other = arrays.Groups(CATALOGUE, [at[0]], [at[1]])
        engaged.append(arrays.engaged(unit, other, limits).counts == 1)
        assert (Code.ENGAGED in codes(at, "b", tolerance)) == engaged[-1]
    for at in places(-tolerance, 2):
        other = arrays.Groups(CATALOGUE, [at[0]], [at[1]])
        overlapping.append(arrays.overlap(unit, other, tolerance=tolerance).counts == 1)
        assert (Code.OVERLAP in codes(at, "a", tolerance)) == overlapping[-1]
    assert 5 < sum(engaged) < 35
    assert 5 < sum(overlapping) < 35
