"""Set-ups in zones and at edges: those that have none, and what the others are worth at most."""

from __future__ import annotations

from typing import Any

import pytest

from movesolver import Scenario, Status, Verified, check, solve, verify
from movesolver.referee.pack import pack
from movesolver.search.bounds import alone, term_range
from movesolver.search.goals import pack_goal
from movesolver.search.placing import copies_at
from packing_data import ROUND, document, others, reserves
from situations import Json

RADIUS = 16 / 25.4
FOE = others("foe", "b", ROUND, [[30.0, 21.0]])
VOIDSIEGE: Json = {"rules": {"game": "voidsiege"}, "phase": "movement"}


def zone(x0: float, y0: float, x1: float, y1: float, side: str = "a") -> Json:
    corners = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
    return {"id": f"{side}-{x0:g}-{y0:g}", "side": side, "polygon": corners}


def asked(move: str, goal: Json, *zones: Json, base: Json = ROUND, **more: Any) -> Scenario:
    unit = reserves(3, ROUND)
    unit["models"][0] = {"id": "a0", "base": base}
    return document([unit, FOE], move, [goal], zones=list(zones), **more)


TO_THE_MIDDLE: Json = {"near": [30.0, 20.0]}
AWAY_FROM_EDGES = zone(5, 5, 20, 20)


@pytest.mark.parametrize(
    ("question", "code"),
    [
        (asked("set_up", TO_THE_MIDDLE), "OUTSIDE_ZONE"),
        (asked("redeploy", TO_THE_MIDDLE, zone(0, 0, 9, 9, "b")), "OUTSIDE_ZONE"),
        (asked("deploy", TO_THE_MIDDLE, **VOIDSIEGE), "OUTSIDE_SETUP"),
        (asked("deploy", TO_THE_MIDDLE, AWAY_FROM_EDGES, **VOIDSIEGE), "OUTSIDE_SETUP"),
    ],
)
def test_without_a_zone_or_an_edge_nobody_is_set_up(question: Scenario, code: str) -> None:
    result = solve(question)
    assert result.status is Status.INFEASIBLE
    assert list(result.reasons) == [code]
    assert "alpha has no" in result.reasons[code]
    assert result.certificate["proof"] == {"kind": "rules", "codes": [code]}
    assert verify(result.certificate, question).valid
    assert code in {str(one.code) for one in check(question).violations}


def test_with_a_zone_the_same_proof_is_refused() -> None:
    none, some = asked("set_up", TO_THE_MIDDLE), asked("set_up", TO_THE_MIDDLE, zone(0, 0, 9, 9))
    assert not verify(solve(none).certificate, some).valid
    assert solve(some).solved


def test_a_base_too_large_for_a_zone_that_touches_no_edge_has_no_place() -> None:
    question = asked("set_up", TO_THE_MIDDLE, AWAY_FROM_EDGES, base={"round": 500})
    result = solve(question)
    assert result.status is Status.INFEASIBLE
    assert set(result.reasons) == {"OUTSIDE_ZONE"}
    assert verify(result.certificate, question).valid
    touching = asked("set_up", TO_THE_MIDDLE, zone(0, 5, 15, 20), base={"round": 500})
    assert not verify(result.certificate, touching).valid


SCENES = {
    "zone": asked("set_up", TO_THE_MIDDLE, AWAY_FROM_EDGES),
    "two zones": asked("set_up", TO_THE_MIDDLE, AWAY_FROM_EDGES, zone(40, 0, 60, 12)),
    "oval": asked("set_up", TO_THE_MIDDLE, AWAY_FROM_EDGES, base={"oval": [105, 70]}),
    "large": asked("set_up", TO_THE_MIDDLE, zone(0, 0, 60, 6), base={"round": 170}),
    "ingress": asked("ingress", {"near": {"unit": "foe"}}),
    "counted": asked("ingress", {"within": {"of": {"unit": "foe"}, "inches": 12}}),
    "own edge": asked("deploy", TO_THE_MIDDLE, zone(0, 5, 20, 20), **VOIDSIEGE),
}


@pytest.mark.parametrize("name", SCENES)
def test_bounds_know_of_zones_and_edges_and_hold(name: str) -> None:
    question = SCENES[name]
    result = solve(question)
    assert result.solved
    assert result.objective is not None
    assert result.bound is not None
    assert result.gap is not None
    answer: Verified = verify(result.certificate, question)
    assert answer.valid, answer.faults
    # Without them a model counts as set up in the middle, and every bound is ten inches off.
    assert result.gap <= (5.0 if name == "large" else 2.0)
    position = pack(question)
    each = alone(position, pack_goal(position))
    assert result.objective <= each.sum()
    if name == "zone":  # 10 inches from its edge, less half a square, and no base overhangs
        assert each.max() < -(10 + RADIUS) + 1.5
        assert result.bound < -3 * (10 + RADIUS)


def test_terms_are_bounded_by_the_squares_a_centre_may_be_in() -> None:
    position = pack(SCENES["zone"])
    goal = pack_goal(position)
    most, least = term_range(position, goal.shapes, goal.report, 0)
    assert -(10 + RADIUS) <= most[1] <= -(10 + RADIUS) + 1.5
    # as far away as its other corner lies: (25, 15) from the goal
    assert -32.0 <= least[1] <= -27.5


def test_a_model_without_a_place_has_no_squares() -> None:
    position = pack(asked("set_up", TO_THE_MIDDLE, AWAY_FROM_EDGES, base={"round": 500}))
    assert copies_at(position, 0) is None
    assert copies_at(position, 1) is not None
    assert alone(position, pack_goal(position)).max() < 1e-6


def test_a_model_may_be_set_up_on_a_floor_near_what_is_up_there() -> None:
    floor = {"polygon": [[6, 6], [12, 6], [12, 12], [6, 12]], "z": 9}
    ruin = {"id": "r", "category": "dense", "footprint": floor["polygon"], "floors": [floor]}
    friends = others("b", "a", ROUND, [[8.0, 8.0]])
    friends["models"][0]["z"] = 9
    goal: Json = {"within": {"of": {"unit": "b"}, "inches": 3}}
    question = document(
        [reserves(2, ROUND), friends], "set_up", [goal],
        zones=[AWAY_FROM_EDGES], terrain=[ruin],
    )  # fmt: skip
    result = solve(question)
    assert result.objective == result.bound == 2.0
