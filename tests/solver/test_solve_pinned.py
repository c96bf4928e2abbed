"""Faults found once, with the right answer."""

from __future__ import annotations

import pytest

from movesolver import Status, UnsupportedError, check, solve
from movesolver.referee.check import judge
from movesolver.referee.pack import pack
from movesolver.search.bounds import upper_bound
from movesolver.search.goals import pack_goal
from situations import Json, model, situation, unit

TANK = {"hull": [[-3, -1.5], [3, -1.5], [3, 1.5], [-3, 1.5]]}


def test_a_squad_of_vehicles_moves_as_one_at_least() -> None:
    # Its models bar each other: answers that overlook the order are refused by the referee.
    at = ((20.14, 14.89), (26.46, 15.15), (33.11, 14.89))
    tanks = [model(f"tank{k}", spot, TANK) for k, spot in enumerate(at)]
    scenario = situation(
        [unit("tanks", "a", *tanks, keywords=["VEHICLE"])], goal=[{"near": [13.36, 3.74]}]
    )
    result = solve(scenario)
    assert result.objective is not None
    assert result.objective >= 17.3
    assert result.moved is not None
    assert check(result.moved, tolerance=0.0).legal


@pytest.mark.parametrize(("count", "pitch"), [(10, 2.2), (10, 2.4), (12, 2.0), (8, 2.6)])
def test_a_line_too_long_is_drawn_together(count: int, pitch: float) -> None:
    models = [model(f"m{k}", (10 + pitch * k, 20)) for k in range(count)]
    result = solve(situation([unit("line", "a", *models)], goal=[{"near": [20, 20]}]))
    assert result.status in (Status.FEASIBLE, Status.OPTIMAL)


def test_a_hull_beside_its_centre_turns_far() -> None:
    # Turned about, the hull comes eleven inches nearer than where it stands.
    beside: Json = {"hull": [[5, -0.5], [6, -0.5], [6, 0.5], [5, 0.5]]}
    mover = unit("alpha", "a", model("a1", (20, 20), beside), move=1)
    scenario = situation(
        [mover, unit("foe", "b", model("f1", (10, 20)))], goal=[{"near": {"unit": "foe"}}]
    )
    position = pack(scenario)
    poses = ((20.0, 0.0), (20.0, 100.0), (20.0, 180.0), (19.0, 180.0))
    way = [(x, 20.0, facing, 0.0) for x, facing in poses]
    start_gap = 25 - 10 - 16 / 25.4
    end_gap = 14 - 10 - 16 / 25.4
    assert end_gap > 2
    assert judge(position, {"a1": way}, tolerance=0.0).legal
    assert upper_bound(position, pack_goal(position)) >= start_gap - end_gap


def test_a_unit_too_large_to_search_is_declined_in_words() -> None:
    models = [model(f"m{k}", (5 + 1.6 * (k % 8), 5 + 1.6 * (k // 8))) for k in range(63)]
    with pytest.raises(UnsupportedError, match="62 models"):
        solve(situation([unit("horde", "a", *models)], goal=[{"near": [30, 20]}]))


def test_straight_corners_do_not_engage() -> None:
    arrow: Json = {"hull": [[-1, -1], [1, -1], [0, 0], [1, 1], [-1, 1]]}
    units = [
        unit("alpha", "a", model("a1", (20, 20), arrow, facing=-101)),
        unit("foe", "b", model("f1", (21.5, 13.3), {"oval": [75, 42]}, facing=45)),
    ]
    verdict = check(situation(units, paths={}))
    assert verdict.legal
    assert verdict.slack["engagement"] == pytest.approx(4.4955 - 2, abs=1e-3)
