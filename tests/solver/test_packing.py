"""Set-ups where a unit only just fits, or does not."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from movesolver import Scenario, Status, check, solve
from packing_data import (
    OVAL,
    RECTANGLE,
    ROUND,
    arriving,
    corner_ingress,
    crowded_transport,
    document,
    gridded_zone,
    hexagonal_zone,
    leaving,
    others,
    reserves,
    zone,
)
from situations import Json

TRUCK: Json = {"rectangle": [120, 70]}
SMALL_OVAL: Json = {"oval": [40, 25]}
SMALL_RECTANGLE: Json = {"rectangle": [40, 25]}
FITTING: dict[str, tuple[Callable[[int], Scenario], int]] = {
    "six in rows, 0.03 to spare": (lambda seed: hexagonal_zone(seed, 6, 0.03), 6),
    "ten in rows, 0.03 to spare": (lambda seed: hexagonal_zone(seed, 10, 0.03), 5),
    "twenty in rows, 0.3 to spare": (lambda seed: hexagonal_zone(seed, 20, 0.3), 4),
    "six ovals, 0.1 to spare": (lambda seed: gridded_zone(seed, 2, 3, OVAL, 0.1), 4),
    "four rectangles, 0.1 to spare": (lambda seed: gridded_zone(seed, 2, 2, RECTANGLE, 0.1), 5),
    "eight rectangles, 0.2 to spare": (lambda seed: gridded_zone(seed, 2, 4, RECTANGLE, 0.2), 4),
    "five by a transport": (lambda seed: crowded_transport(seed, 5, ROUND, TRUCK, 0.02), 6),
    "ten by a transport": (lambda seed: crowded_transport(seed, 10, ROUND, TRUCK, 0.02), 5),
    "ovals by a transport": (lambda seed: crowded_transport(seed, 3, SMALL_OVAL, TRUCK, 0.05), 5),
    "rectangles by a transport": (
        lambda seed: crowded_transport(seed, 3, SMALL_RECTANGLE, TRUCK, 0.05),
        5,
    ),
    "nine in a corner": (lambda seed: corner_ingress(seed, 9, ROUND, 4.0), 6),
    "ovals in a corner": (lambda seed: corner_ingress(seed, 3, OVAL, 4.2), 6),
}
"""Questions by seed that have an answer by construction, and of six how many must be found."""
SEEDS = range(6)


@pytest.mark.compiled
@pytest.mark.parametrize("name", FITTING)
def test_what_fits_is_found(name: str) -> None:
    question, least = FITTING[name]
    results = [solve(question(seed)) for seed in SEEDS]
    assert sum(result.solved for result in results) >= least
    for result in results:
        assert result.status != Status.INFEASIBLE
        if result.moved is not None:
            assert check(result.moved).legal
            assert check(result.moved, tolerance=0.0).legal


@pytest.mark.compiled
def test_what_does_not_fit_is_not_claimed_impossible() -> None:
    """A search that finds nothing proves nothing."""
    square = np.array([[20.0, 20.0], [23.0, 20.0], [23.0, 23.0], [20.0, 23.0]])
    for base, count in ((ROUND, 5), (OVAL, 4), (RECTANGLE, 5)):
        result = solve(document([reserves(count, base)], "set_up", zones=zone(square)))
        assert result.status == Status.NOT_FOUND
        assert result.reasons


@pytest.mark.compiled
@pytest.mark.parametrize(
    "question",
    [
        lambda: hexagonal_zone(1, 10, 0.03),
        lambda: gridded_zone(2, 2, 2, RECTANGLE, 0.1),
        lambda: leaving(0, 5, SMALL_OVAL, "near"),
        lambda: arriving(1, 10, ROUND, "ingress", "within"),
    ],
)
def test_same_seed_same_answer(question: Callable[[], Scenario]) -> None:
    first, second = (solve(question(), seed=3) for _ in range(2))
    assert first.ends == second.ends
    assert first.objective == second.objective


@pytest.mark.compiled
@pytest.mark.parametrize("across", [False, True])
def test_a_lane_one_base_wide(across: bool) -> None:
    """Only the middle of the lane is left, without any margin."""
    wide = 32 / 25.4
    table = {"width": wide, "height": 30.0} if across else {"width": 30.0, "height": wide}
    friend = [wide / 2, 8.0] if across else [8.0, wide / 2]
    units = [reserves(4, ROUND), others("f", "a", ROUND, [friend])]
    result = solve(document(units, "ingress", table=table))
    assert result.moved is not None
    assert check(result.moved, tolerance=0.0).legal
    axis = 0 if across else 1
    assert {pose[axis] for pose in result.ends.values()} == {wide / 2}


@pytest.mark.compiled
def test_a_budget_of_time_is_kept() -> None:
    square = np.array([[20.0, 20.0], [23.0, 20.0], [23.0, 23.0], [20.0, 23.0]])
    question = document([reserves(5, ROUND)], "set_up", zones=zone(square))
    solve(question)
    result = solve(question, time_ms=100)
    assert result.status == Status.NOT_FOUND
    assert result.milliseconds < 2000


@pytest.mark.compiled
@pytest.mark.parametrize("base", [SMALL_OVAL, SMALL_RECTANGLE])
def test_bases_that_turn_come_as_near_as_their_transport_lets_them(base: Json) -> None:
    """The farthest point of a base is what counts, and small steps know it (01.04.01)."""
    result = solve(leaving(1, 5, base, "near"))
    assert result.moved is not None
    assert result.objective is not None
    assert result.objective > -16.0
