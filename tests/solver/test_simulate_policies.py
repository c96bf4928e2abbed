"""What the policies that come with the project do is what docs/simulate.md says of them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from movesolver import Dice, MovementPhase, Order, Scenario, Turn, Unit
from movesolver.simulate.built_in import BUILT_IN
from movesolver.simulate.moving import Search, carried_out
from movesolver.simulate.ranges import Ranges, centre
from simulate_data import band, field

SPOT = (18.0, 12.0)
"""The objective of the field."""


def asked(board: Scenario, side: str) -> Turn:
    """Return the first choice of a side."""
    phase = MovementPhase.start(board, Dice(seed=1), side=side)
    unit = next(unit for unit in phase.scenario.units if unit.side == side)
    return Turn(phase, unit, None, np.random.default_rng(2), Ranges(board))


def made(turn: Turn, order: Order | None) -> Unit:
    """Return the unit after what a policy ordered."""
    assert order is not None
    new, move = carried_out(turn.phase, turn.unit, order, Search(turn.rng, 5))
    assert move is not None
    return next(unit for unit in new.scenario.units if unit.id == turn.unit.id)


@pytest.mark.parametrize("x", [19.5, 21.0, 24.0, 26.0])
def test_cautious_units_end_out_of_threat_range(x: float) -> None:
    board = field(band("a", 8.0), band("b", x))
    turn, foe = asked(board, "b"), board.units[0]
    after = made(turn, BUILT_IN["cautious"](turn))
    threat = 6.0 + 7.0  # M, and what the dice of a charge are expected to give
    assert (turn.gap(foe) < threat) == (x < 21.5)
    assert turn.ranges.gap(after, foe) >= threat - 1e-6
    if x > 24.0:  # there is room to go for the objective, too
        assert math.dist(centre(after), SPOT) < math.dist(turn.centre, SPOT) - 1.0


def test_cautious_units_get_out_where_no_slide_that_is_tried_does() -> None:
    """Straight away from the enemy, which is straight away from the objective too."""
    turn = asked(field(band("a", 12.0), band("b", 20.05)), "b")
    order = BUILT_IN["cautious"](turn)
    assert order is not None
    assert order.shifts == ()
    assert turn.ranges.gap(made(turn, order), turn.foes[0]) >= 13.0 - 1e-6


@pytest.mark.parametrize("y", [12.0, 10.0])
def test_cautious_units_that_cannot_get_out_get_as_far_as_they_can(y: float) -> None:
    turn = asked(field(band("a", 12.0), band("b", 18.0, y=y)), "b")
    after = made(turn, BUILT_IN["cautious"](turn))
    assert turn.ranges.gap(after, turn.foes[0]) > turn.gap(turn.foes[0]) + 5.7


@pytest.mark.parametrize("x", [9.5, 11.0, 14.0])
def test_greedy_units_go_as_near_to_the_objective_as_they_can(x: float) -> None:
    turn = asked(field(band("a", x), band("b", 33.0)), "a")
    after = made(turn, BUILT_IN["greedy"](turn))
    before = math.dist(turn.centre, SPOT)
    assert before - math.dist(centre(after), SPOT) == pytest.approx(min(6.0, before), abs=1e-3)


def test_greedy_units_advance_to_an_objective_that_is_far() -> None:
    turn = asked(field(band("a", 3.0), band("b", 33.0)), "a")
    order = BUILT_IN["greedy"](turn)
    assert order is not None
    assert order.move == "advance"


def test_random_units_do_all_that_they_may() -> None:
    board = field(band("a", 9.0), band("b", 33.0))
    done = {None if (order := BUILT_IN["random"](turn)) is None else order.move
            for turn in [asked(board, "a")] for _ in range(50)}  # fmt: skip
    assert done == {None, "normal", "advance"}
