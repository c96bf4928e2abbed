"""Bodies of boards parted by side, and numbers that do not fit, against the slow twins."""

from __future__ import annotations

import math

import numpy as np
import pytest

from board_data import untyped
from movekernels.boards import sides
from reference import sides as slow_sides
from side_data import armies_of, room, runs_of, some

sides_ = untyped(sides)
slow_sides_ = untyped(slow_sides)


@pytest.mark.parametrize("wanted", [sides.OWN, sides.ENEMY, sides.FRIEND])
@pytest.mark.parametrize("turned", [True, False])
@pytest.mark.parametrize("size", [(1, 1, 1), (9, 4, 6), (12, 3, 9), (3, 1, 0)])
def test_part_side(size: tuple[int, int, int], turned: bool, wanted: int) -> None:
    armies, which = armies_of(3, *size), some(1, size[0])
    found = []
    for module in (sides_, slow_sides_):
        bodies, first = room(armies)
        first[0] = 2
        module.part_side(which, armies, wanted, turned, runs_of(armies), bodies, first)
        found.append((*bodies, first))
    for one, other in zip(*found, strict=True):
        np.testing.assert_array_equal(one, other)


def test_who_is_slain_or_away_is_left_out_and_the_rest_keeps_its_order() -> None:
    armies = armies_of(5, 15, 4, 6)
    bodies, first = room(armies)
    first[0] = 0
    which = np.arange(15)
    sides_.part_side(which, armies, sides.OWN, True, runs_of(armies), bodies, first)
    rows = [
        m
        for own in armies.mover.tolist()
        for m in range(int(armies.first_model[own]), int(armies.first_model[own + 1]))
        if not (armies.slain[m] or math.isnan(armies.x[m]) or math.isnan(armies.y[m]))
    ]
    assert first[15] == len(rows) > 15
    assert bodies.x[: len(rows)].tolist() == armies.x[rows].tolist()


@pytest.mark.parametrize(
    ("column", "number", "unfit"),
    [
        ("x", math.nan, True),
        ("x", 1e6, False),
        ("x", -1.1e6, True),
        ("y", math.inf, True),
        ("facing", math.nan, True),
        ("facing", -1e6, False),
        ("z", -0.1, True),
        ("z", math.nan, True),
        ("z", -0.0, False),
        ("z", 2e6, True),
    ],
)
def test_numbers_that_no_scenario_may_hold(column: str, number: float, unfit: bool) -> None:
    armies = armies_of(2, 6, 3, 5)
    for name in ("x", "y"):
        getattr(armies, name)[:] = 5.0
    model = int(armies.first_model[armies.first_unit[3]])
    getattr(armies, column)[model] = number
    counts = [sides_.unfit_models(armies, board, 1e6) for board in range(6)]
    assert counts == [slow_sides_.unfit_models(armies, board, 1e6) for board in range(6)]
    assert counts == [0, 0, 0, int(unfit), 0, 0]


def test_models_off_the_table_fit() -> None:
    armies = armies_of(2, 6, 3, 5)
    armies.x[:], armies.y[:] = math.nan, math.nan
    assert not any(sides_.unfit_models(armies, board, 1e6) for board in range(6))
