"""Prices on discs: what they cost where, what models do then, and how they are lowered."""

from __future__ import annotations

import numpy as np
import pytest

from movekernels.arrays import Ints
from movekernels.search import prices as fast
from price_data import some_squares
from reference import prices as slow

SEEDS = range(12)


@pytest.mark.parametrize("side", [0.11, 0.3, 0.5])
def test_widths(side: float) -> None:
    found, wanted = np.empty(8, dtype=np.int64), np.empty(8, dtype=np.int64)
    for rho in (0.2, 0.63, 1.234567):
        fast.widths(rho, side, found)
        slow.widths(rho, side, wanted)
        assert found.tolist() == wanted.tolist()


@pytest.mark.parametrize("seed", SEEDS)
def test_one_round_agrees_with_the_reference(seed: int) -> None:
    squares, discs, answer = some_squares(np.random.default_rng(seed))
    count = fast.list_prices(discs)
    assert discs.priced[:count].tolist() == slow.list_prices(discs)
    total = fast.spread_prices(discs, count)
    step = discs.step.copy()
    assert total == pytest.approx(slow.spread_prices(discs))
    assert step == pytest.approx(discs.step, abs=1e-12)
    points = fast.respond(squares, discs, answer)
    assert points == fast.respond(squares, discs, answer)
    found = [one.copy() for one in (answer.points, answer.row, answer.column)]
    answer.row[:] = -1
    assert points == pytest.approx(slow.respond(squares, discs, answer))
    assert found[0] == pytest.approx(answer.points)
    assert found[1].tolist() == answer.row.tolist()
    on = answer.row >= 0
    assert found[2][on].tolist() == answer.column[on].tolist()
    met = fast.count_models(squares, discs, answer)
    held = discs.held.copy()
    assert sorted(discs.met[:met].tolist()) == np.flatnonzero(held).tolist()
    slow.count_models(squares, discs, answer)
    assert held.tolist() == discs.held.tolist()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("rounds", [1, 2, 25])
def test_descent_agrees_with_the_reference(seed: int, rounds: int) -> None:
    squares, discs, answer = some_squares(np.random.default_rng(seed))
    twin = some_squares(np.random.default_rng(seed))
    picks: Ints = np.full((4, squares.group.size, 2), -2, dtype=np.int64)
    target = -8.0
    bound, done = fast.descend(squares, discs, answer, target, rounds, 1.0, picks)
    assert bound == pytest.approx(slow.descend(*twin, target, rounds, 1.0))
    assert discs.best == pytest.approx(twin[1].best, abs=1e-9)
    assert discs.reward[1] == pytest.approx(twin[1].reward[1], abs=1e-9)
    assert done <= rounds
    # the prices kept are those of the bound
    discs.price[:] = discs.best
    discs.reward[0] = discs.reward[1]
    again = slow.spread_prices(discs) + slow.respond(squares, discs, answer)
    assert again == pytest.approx(bound)


def test_descent_ends_at_the_target_and_where_nothing_is_contested() -> None:
    squares, discs, answer = some_squares(np.random.default_rng(3))
    picks = np.empty((1, squares.group.size, 2), dtype=np.int64)
    discs.price[:] = 0.0
    discs.reward[:] = 0.0
    assert fast.descend(squares, discs, answer, 1e9, 9, 1.0, picks)[1] == 1
    alone = squares._replace(elsewhere=np.full(squares.group.size, 99.0))
    discs = discs._replace(box=discs.box[:0], reward=discs.reward[:, :0].copy())
    assert fast.descend(alone, discs, answer, 0.0, 9, 1.0, picks)[1] == 1
    assert (picks[0, :, 0] == -1).all()
