"""A bound may be rounded down to whole units only where every end is worth a multiple of them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine_data import squad
from movesolver import loads, verify

COUNTING = loads(json.dumps(squad(goal=[{"within": {"of": {"marker": "centre"}, "inches": 3}}])))


def certificate(unit: float, bound: float) -> dict[str, Any]:
    """Return a certificate that every model might count, in units."""
    each = dict.fromkeys(("a1", "a2", "a3", "captain"), 1.0)
    proof = {"kind": "whole", "unit": unit, "proof": {"kind": "alone", "models": each}}
    claim = "no legal end is worth more than this one by more than the gap"
    return {"claim": claim, "over": "all", "bound": bound, "proof": proof}


@pytest.mark.compiled
@pytest.mark.parametrize("unit", [1e9, 1e7, 4.0000001, 4.0, 2.0, 1.5, -1.0, 0.0])
def test_units_that_the_goal_does_not_count_in_prove_nothing(unit: float) -> None:
    for bound in (0.0, 2.0, 4.0):
        answer = verify(certificate(unit, bound), COUNTING)
        assert not answer.valid
        assert "not every end is worth a multiple of it" in answer.faults[0]


@pytest.mark.compiled
@pytest.mark.parametrize("unit", [1.0, 0.5])
def test_units_that_the_goal_counts_in(unit: float) -> None:
    assert verify(certificate(unit, 4.0), COUNTING).valid
