"""Certificates over all ends, made by hand: true ones are accepted, lies of every kind are not."""

from __future__ import annotations

import copy
import json
import math
from typing import Any

import msgspec
import numpy as np
import pytest

import movesolver
from fight_scenes import arrival
from movesolver import (
    GoalTerm,
    InputError,
    Marker,
    Nearness,
    Scenario,
    Target,
    Verified,
    verify,
)
from verify_data import RADIUS, Worth, alone, board, certificate, random_board

AT = (20.0, 10.0)
NEAR = GoalTerm(near=AT)
LESS = RADIUS - 2e-6
"""Radius of a disc that two bases of 32 mm cannot share, tolerance included."""
HAIR = 3e-6
"""More than the tolerance of the rules brings."""

ONE = board([(10.0, 10.0)], NEAR)
TWO = board([(20.0, 9.0), (20.0, 11.0)], NEAR)
"""Both start an inch from the point, and only one can stand there."""


def priced(b: float, disc: list[float] | None = None, price: float = RADIUS) -> dict[str, Any]:
    """Return that of two on one point one stays a radius away: 1 + (1 - radius)."""
    node = {
        "kind": "prices",
        "discs": [[*(disc or [*AT, LESS]), price]],
        "models": {"u1": b, "u2": b},
        "inside": [],
    }
    return certificate(2 * b + price, node)


def split(b: float, *, reward: float = 0.0) -> dict[str, Any]:
    """Return that one model is in the box round (20, 11.5), so the other has the point.

    In the box the point is at least 1.3 away; without anybody in it nothing is asked.
    """
    one = {"kind": "prices", "discs": [], "models": {"u1": b, "u2": b}, "inside": [reward]}
    none = {"kind": "alone", "models": {"u1": 0.0, "u2": 0.0}}
    node = {"kind": "split", "box": [19.8, 11.3, 20.2, 11.7], "rho": LESS, "one": one, "none": none}
    return certificate(2 * b - reward, node)


def found(cert: dict[str, Any], scenario: Scenario, **more: Any) -> Verified:
    answer = verify(cert, scenario, **more)
    assert answer.valid == (not answer.faults)
    # Words that anybody may have written do not pass for verified.
    assert (answer.claim == cert["claim"]) == (not answer.valid)
    assert not answer.valid or "legal" in answer.claim
    return answer


def test_one_model_alone() -> None:
    answer = found(alone(3.0 + HAIR, u1=3.0 + HAIR), ONE)
    assert answer.valid
    assert answer.bound == pytest.approx(3.0 + HAIR, abs=1e-8)


def test_what_is_shown_may_be_less_than_what_is_claimed() -> None:
    answer = found(alone(3.5, u1=3.2), ONE)
    assert answer.valid
    assert answer.bound == pytest.approx(3.2)


@pytest.mark.parametrize("short", [1e-5, 0.01, 1.0, 5.0])
def test_a_model_that_can_do_better_refutes_it(short: float) -> None:
    answer = found(alone(3.0 - short, u1=3.0 - short), ONE)
    assert not answer.valid
    assert answer.bound is not None
    assert answer.bound > 3.0 - short
    assert "u1 at (" in answer.faults[0]


def test_a_bound_below_the_sum_is_refused_and_what_was_shown_is_said() -> None:
    answer = found(alone(2.9, u1=3.1), ONE)
    assert not answer.valid
    assert answer.bound == pytest.approx(3.1)
    assert len(answer.faults) == 1


def test_two_cannot_stand_on_one_point() -> None:
    b = 1.0 - RADIUS + 1e-3
    assert found(priced(b), TWO).valid
    assert found(alone(2.0 + 2 * HAIR, u1=1.0 + HAIR, u2=1.0 + HAIR), TWO).valid
    # The same claimed without prices is false.
    assert not found(alone(2 * b + RADIUS, u1=b + RADIUS / 2, u2=b + RADIUS / 2), TWO).valid


@pytest.mark.parametrize(
    "lie",
    [
        priced(1.0 - RADIUS - 1e-3),  # worth too little
        priced(1.0 - RADIUS + 1e-3, [*AT, 0.7]),  # a disc that two could share
        priced(1.0 - RADIUS + 1e-3, [*AT, RADIUS + 1e-6]),
        priced(1.0 - RADIUS + 1e-3, [*AT, LESS - 0.01]),  # a disc that is too small for it
        priced(1.0 - RADIUS + 1e-3, [20.1, 10.0, LESS]),  # in another place
        priced(1.0 - RADIUS + 1e-3, price=RADIUS - 0.01),  # a price that is too low
        priced(1.0 + 1e-3, [5.0, 5.0, LESS], price=-0.5),  # a negative price
    ],
)
def test_wrong_prices_are_refused(lie: dict[str, Any]) -> None:
    assert not found(lie, TWO).valid


def test_a_bound_lowered_by_hand_is_refused() -> None:
    lie = priced(1.0 - RADIUS + 1e-3)
    lie["bound"] -= 1e-4
    assert not found(lie, TWO).valid


def test_a_box_that_holds_one_model_is_paid_for() -> None:
    """Whoever is in the box is worth 1 - 1.3 at most, the other 1."""
    reward = 1.3
    cert = split(1.0 + 1e-4, reward=reward)
    cert["proof"]["none"]["models"] = {"u1": 1.0 + HAIR, "u2": 1.0 + HAIR}
    cert["bound"] = 2.0 + 2 * HAIR
    assert found(cert, TWO).valid
    cert["bound"] -= 1e-4  # the case without anybody in the box allows for both
    assert not found(cert, TWO).valid
    node = cert["proof"]["one"]
    inner = copy.deepcopy(cert["proof"]) | {"one": node, "none": node}
    assert not found(certificate(2.0 - reward + 1e-3, inner), TWO).valid


def test_a_split_round_the_point_needs_no_prices() -> None:
    """Either nobody is nearer than the box, or one is and the other out of its ring."""
    half, far = 0.4, LESS * math.sqrt(2.0) - 0.4 - 1e-9  # where the ring is thinnest
    box = [AT[0] - half, AT[1] - half, AT[0] + half, AT[1] + half]
    least = math.hypot(far, far)
    price = least  # of a disc that holds the box: with it both are worth as much
    one = {
        "kind": "prices",
        "discs": [[*AT, LESS, price]],
        "models": {"u1": 1.0 - least + 1e-3, "u2": 1.0 - least + 1e-3},
    }
    none = {"kind": "alone", "models": {"u1": 1.0 - half + 1e-3, "u2": 1.0 - half + 1e-3}}
    node = {"kind": "split", "box": box, "rho": LESS, "one": one, "none": none}
    true = certificate(2.0 - least + 2e-3, node)
    assert found(true, TWO).valid
    wide = copy.deepcopy(true)
    wide["proof"]["box"] = [AT[0] - 0.45, AT[1] - 0.45, AT[0] + 0.45, AT[1] + 0.45]
    assert any("more than one" in fault for fault in found(wide, TWO).faults)
    rewarded = copy.deepcopy(true)
    rewarded["proof"]["none"] |= {"kind": "prices", "discs": [], "inside": [0.5]}
    assert any("reward" in fault for fault in found(rewarded, TWO).faults)
    small = copy.deepcopy(true)
    small["proof"]["one"]["models"]["u2"] -= 2e-3
    assert not found(small, TWO).valid
    empty = copy.deepcopy(true)
    empty["proof"]["none"]["models"]["u1"] -= 2e-3
    assert not found(empty, TWO).valid
    other = copy.deepcopy(true)
    other["proof"]["rho"] = RADIUS + 1e-3  # concerns nobody, so nothing is gained
    assert not found(other, TWO).valid


def test_a_negative_reward_is_refused() -> None:
    cert = split(2.0, reward=-0.5)
    assert any("below zero" in fault for fault in found(cert, TWO).faults)


@pytest.mark.parametrize("models", [{"u1": 4.0, "u2": 4.0}, {"a1": 4.0}, {}])
def test_other_models_are_refused(models: dict[str, float]) -> None:
    assert not found(alone(9.0, **models), ONE).valid


def test_who_starts_far_is_not_helped_by_others() -> None:
    """Each model's own reach and start count."""
    scenario = board([(20.0, 9.0), (10.0, 10.0)], NEAR)
    assert found(alone(4.1, u1=1.05, u2=3.05), scenario).valid
    assert not found(alone(4.1, u1=3.05, u2=1.05), scenario).valid


def test_no_boxes_no_answer() -> None:
    answer = found(alone(3.1, u1=3.0 + HAIR), ONE, most=10)
    assert not answer.valid
    assert answer.bound is None
    assert answer.faults == ("not verified within 10 boxes",)


def test_what_gives_no_proof_is_not_verified() -> None:
    answer = found({"claim": "words", "over": "all"}, ONE)
    assert not answer.valid
    assert answer.faults == ("the certificate gives no proof",)
    assert answer.to_json() == {
        "valid": False,
        "bound": None,
        "claim": "words",
        "faults": ["the certificate gives no proof"],
    }


def test_moves_that_may_leave_models_out_are_not_covered() -> None:
    scenario = movesolver.loads(json.dumps(arrival(1, "emergency_disembark")))
    node = {"kind": "alone", "models": {m.id: 0.0 for m in scenario.mover.models}}
    action = msgspec.structs.replace(scenario.action, goal=(NEAR,))
    aimed = msgspec.structs.replace(scenario, action=action)
    answer = verify(certificate(1e9, node), aimed)
    assert not answer.valid
    assert "not covered" in answer.faults[0]
    # Without a goal every end is worth nothing, whoever finds a place.
    plain = msgspec.structs.replace(scenario.action, goal=())
    assert verify(certificate(0.0, node), msgspec.structs.replace(scenario, action=plain)).valid
    nowhere = {"kind": "nowhere", "model": scenario.mover.models[0].id}
    assert not verify(certificate(None, nowhere), scenario).valid


TRUE: dict[str, Any] = priced(0.5)


def broken(place: str, value: object) -> dict[str, Any]:
    """Return the certificate with one thing replaced; ``...`` takes it out."""
    cert = copy.deepcopy(TRUE)
    *path, last = place.split("/")
    node: Any = cert
    for step in path:
        node = node[int(step)] if isinstance(node, list) else node[step]
    if value is ...:
        del node[last]
    else:
        node[int(last) if isinstance(node, list) else last] = value
    return cert


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        ("claim", ..., "certificate.claim"),
        ("over", "some", "certificate.over"),
        ("over", "grid", "proof.kind"),
        ("bound", "2", "certificate.bound"),
        ("bound", math.nan, "certificate.bound"),
        ("proof", [], "proof"),
        ("proof/kind", ..., "proof.kind"),
        ("proof/kind", "guess", "proof.kind"),
        ("proof/discs", ..., "proof.discs"),
        ("proof/discs/0", [1.0, 2.0, 3.0], "proof.discs[0]"),
        ("proof/discs/0/2", True, "proof.discs[0][2]"),
        ("proof/models", [1.0], "proof.models"),
        ("proof/models/u1", "1", "proof.models.u1"),
        ("proof/models/u1", math.inf, "proof.models.u1"),
        ("proof/inside", ["a"], "proof.inside[0]"),
        ("proof/level", "high", "proof.level"),
    ],
)
def test_what_is_no_certificate_names_the_place(place: str, value: object, said: str) -> None:
    with pytest.raises(InputError) as caught:
        verify(broken(place, value), TWO)
    assert caught.value.place == said


def test_cases_within_cases_end_somewhere() -> None:
    node: dict[str, Any] = {"kind": "alone", "models": {"u1": 9.0, "u2": 9.0}}
    for _ in range(300):
        node = {"kind": "split", "box": [0, 0, 0.1, 0.1], "rho": LESS, "one": node, "none": node}
    with pytest.raises(InputError, match="cases"):
        verify(certificate(99.0, node), TWO)


def test_most_is_a_number() -> None:
    with pytest.raises(InputError, match="most"):
        verify(TRUE, TWO, most=-1)


def test_goals_that_only_count_are_worth_whole_multiples() -> None:
    """Two models that count 3 each: nothing between 3 and 6 is possible."""
    count = GoalTerm(within=Nearness(AT, 0.0), weight=3.0)
    scenario = board([(20.0, 9.0), (20.0, 11.0)], count)
    node = {"kind": "alone", "models": {"u1": 3.4, "u2": 3.4}}
    whole = {"kind": "whole", "unit": 3.0, "proof": node}
    assert not found(certificate(6.0, node), scenario).valid
    answer = found(certificate(6.0, whole), scenario)
    assert answer.valid
    assert answer.bound == 6.0
    assert not found(certificate(3.0, whole), scenario).valid
    assert not found(certificate(6.0, whole | {"unit": 2.0}), scenario).valid
    assert not found(certificate(6.0, whole | {"unit": 0.0}), scenario).valid
    inches = board([(20.0, 9.0), (20.0, 11.0)], count, NEAR)
    assert not found(certificate(9.0, whole | {"unit": 1.0}), inches).valid


def test_all_prices_are_on_one_level() -> None:
    node = priced(1.0 - RADIUS + 1e-3)["proof"]
    split = {"kind": "split", "box": [0, 0, 0.1, 0.1], "rho": LESS, "one": node, "none": node}
    bound = priced(1.0 - RADIUS + 1e-3)["bound"]
    assert found(certificate(bound, split), TWO).valid
    mixed = split | {"none": node | {"level": 3.0}}
    assert not found(certificate(bound, mixed), TWO).valid
    aloft = split | {"none": node | {"level": 3.0}, "one": node | {"level": 3.0}}
    assert not found(certificate(bound, aloft), TWO).valid


def test_goals_that_count_far_from_the_point() -> None:
    """Counts, areas and zones: both sides of the value by hand."""
    zone = movesolver.Zone("z", "a", ((14.0, 0.0), (30.0, 0.0), (30.0, 24.0), (14.0, 24.0)))
    there = GoalTerm(within=Nearness(Target(zone="z")), weight=2.0)
    for move, worth in ((3.3, 0.0), (3.4, 2.0)):  # 4 - radius is 3.37
        scenario = board([(10.0, 10.0)], there, zones=(zone,), move=move)
        assert found(alone(worth, u1=worth), scenario).valid
        assert found(alone(1.9, u1=1.9), scenario).valid == (worth < 1.9)
    hole = Marker("h", area=((9.0, 9.0), (11.0, 9.0), (11.0, 11.0), (9.0, 11.0)))
    away = GoalTerm(avoid=Nearness(Target(marker="h"), 0.5))
    for move, worth in ((1.0, -1.0), (2.2, 0.0)):  # 1 + 0.5 + radius is 2.13
        scenario = board([(10.0, 10.0)], away, markers=(hole,), move=move)
        assert found(alone(worth, u1=worth), scenario).valid
        assert found(alone(-0.5, u1=-0.5), scenario).valid == (worth < -0.5)


def test_the_data_values_as_solve_does() -> None:
    """The tests' own value of an end is the one reported."""
    for seed in range(8):
        scenario = random_board(np.random.default_rng(seed))
        if any(term.travel for term in scenario.action.goal):
            continue
        result = movesolver.solve(scenario, iterations=20)
        worth = Worth(scenario)
        ends = [result.ends[model.id] for model in scenario.mover.models]
        total = sum(
            float(worth(i, np.array([x]), np.array([y]))[0]) for i, (x, y, *_) in enumerate(ends)
        )
        assert total == pytest.approx(result.objective, abs=1e-6)
