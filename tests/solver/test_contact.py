"""Base contact by coordinates that are rounded: who stays pressed stays legal (03.01, A41)."""

from __future__ import annotations

import math
from typing import Any

import pytest

import movesolver
from situations import model, situation, unit

RADIUS = 16 / 25.4
STRICT = {"game": "wh40k11", "options": {"tolerance": 0}}
PRESSED = (0.0, 1e-16, 4e-16, 1e-12, 1e-9, 1e-7, 4e-7, 9e-7)
"""Overlaps by rounding, inches."""


def engaged(overlap: float, **action: Any) -> movesolver.Scenario:
    """A unit of which a0 is locked to an enemy, and that piles in."""
    turned, apart = math.radians(33), 2 * RADIUS - overlap
    x, y = 10 + apart * math.cos(turned), 10 + apart * math.sin(turned)
    places = [(10, 10), (8.5, 8), (7.5, 10.5), (9, 12.4)]
    mine = [model(f"a{i}", at) for i, at in enumerate(places)]
    foes = [model("b0", (x, y)), model("b1", (x + 0.5, y + 1.6))]
    units = [unit("a", "a", *mine, status={"charged": True}), unit("b", "b", *foes)]
    return situation(units, move="pile_in", rules=STRICT, **action)


@pytest.mark.parametrize("overlap", PRESSED)
def test_a_model_locked_by_rounding_lets_its_unit_pile_in(overlap: float) -> None:
    scenario = engaged(overlap)
    found = movesolver.solve(scenario, iterations=60)
    assert found.solved
    assert found.ends["a0"][:2] == (10.0, 10.0)
    assert found.moved is not None
    assert movesolver.check(found.moved, tolerance=0.0).legal


def test_other_answers_know_of_base_contact_by_rounding_too() -> None:
    asked = (engaged(9e-7), {"a2": [8.5, 10.5], "a3": [9.5, 12.0]}), (mates(9e-7), {"a2": [9, 7.5]})
    for scenario, wishes in asked:
        answers = [*movesolver.propose(scenario, 2).moves, movesolver.snap(scenario, wishes)]
        for found in answers:
            assert found.moved is not None
            assert movesolver.check(found.moved, tolerance=0.0).legal


def test_what_is_deeper_than_rounding_is_told() -> None:
    assert movesolver.check(engaged(9e-7, ends={}), tolerance=0.0).codes.count("OVERLAP") == 0
    assert "OVERLAP" in movesolver.check(engaged(2e-6, ends={}), tolerance=0.0).codes


def test_who_moves_is_granted_nothing() -> None:
    """The same overlap that is forgiven a model that stays is told of one that comes."""
    scenario = engaged(0.0)
    at = scenario.units[1].models[1].at
    assert at is not None
    x, y = at
    for overlap, told in ((-1e-9, False), (1e-8, True)):
        ends = {"a3": [x - 2 * RADIUS + overlap, y, 0, 0]}
        codes = movesolver.check(engaged(0.0, ends=ends), tolerance=0.0).codes
        assert ("OVERLAP" in codes) is told


def mates(overlap: float) -> movesolver.Scenario:
    """Two models that cannot move, pressed together, and a third that can."""
    still = [model("a0", (5, 5), move=0), model("a1", (5 + 2 * RADIUS - overlap, 5), move=0)]
    units = [unit("a", "a", *still, model("a2", (7, 7)))]
    return situation(units, rules=STRICT, goal=[{"near": [20, 5]}])


@pytest.mark.parametrize("overlap", PRESSED)
def test_mates_pressed_together_that_cannot_move_stay(overlap: float) -> None:
    scenario = mates(overlap)
    found = movesolver.solve(scenario, iterations=60)
    assert found.moved is not None
    assert movesolver.check(found.moved, tolerance=0.0).legal
    assert found.objective is not None
    assert found.objective > 1.0


@pytest.mark.parametrize("overlap", PRESSED)
def test_a_certificate_knows_of_bases_pressed_together(overlap: float) -> None:
    scenario = mates(overlap)
    found = movesolver.solve(scenario, iterations=60, certify="all", time_ms=2000)
    assert found.bound is not None
    assert found.objective is not None
    assert found.bound >= found.objective
    assert movesolver.verify(found.certificate, scenario).valid
