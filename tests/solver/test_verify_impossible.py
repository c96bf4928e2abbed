"""Proofs that no end is legal: those that hold, and the same where they do not."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from movesolver import Feature, InputError, Scenario, Verified, Wall, verify
from verify_data import RADIUS, Spot, board, certificate, squad


def shown(node: dict[str, Any], scenario: Scenario) -> Verified:
    answer = verify(certificate(None, node), scenario)
    assert answer.bound is None
    return answer


def row(*x: float) -> list[Spot]:
    return [(at, 10.0) for at in x]


def test_a_move_that_may_not_be_made() -> None:
    gone = board(row(5.0), unit={"keywords": ("AIRCRAFT",)})
    node = {"kind": "rules", "codes": ["NOT_ELIGIBLE"]}
    assert shown(node, gone).valid
    assert not shown(node, board(row(5.0))).valid
    assert not shown({"kind": "rules", "codes": ["NOT_ELIGIBLE", "MODE"]}, gone).valid
    assert not shown({"kind": "rules", "codes": []}, gone).valid


def test_a_model_without_a_place() -> None:
    """It stands between enemies that hold all it can reach."""
    node = {"kind": "nowhere", "model": "u1"}
    near = 1.0 + 2 * RADIUS
    ring = [(10.0 + near, 10.0), (10.0 - near, 10.0), (10.0, 10.0 + near), (10.0, 10.0 - near)]
    action = {"move": "fall_back", "mode": "desperate_escape"}
    held = board([(10.0, 10.0)], foes=ring, move=0.9, action=action)
    assert shown(node, held).valid
    away = board([(10.0, 10.0)], foes=ring, move=6.0, action=action)
    assert not shown(node, away).valid
    with pytest.raises(InputError, match=r"proof.model: wanted a model of u, got u9"):
        shown({"kind": "nowhere", "model": "u9"}, held)


@pytest.mark.parametrize("start", [9.2, 9.3, 14.0])
def test_models_too_far_apart(start: float) -> None:
    """Two inches between bases, each may come three nearer: 8 + two radii is 9.26."""
    pair = board(row(3.0, 3.0 + start))
    node = {"kind": "apart", "some": ["u1"], "others": ["u2"], "neighbour": False}
    assert shown(node, pair).valid == (start > 8.0 + 2 * RADIUS)
    assert shown(node | {"neighbour": True}, pair).valid == (start > 8.0 + 2 * RADIUS)
    assert not shown({"kind": "spread", "models": ["u1", "u2"]}, pair).valid
    wide = board(row(3.0, 3.0 + start + 7.0))
    spread = {"kind": "spread", "models": ["u1", "u2"]}  # 9 + 6 + two radii is 16.26
    assert shown(spread, wide).valid == (start + 7.0 > 15.0 + 2 * RADIUS)
    assert not shown({"kind": "spread", "models": ["u1", "u1"]}, wide).valid


def test_groups_that_are_not_the_unit_prove_nothing() -> None:
    three = board(row(3.0, 6.0, 15.5))
    node = {"kind": "apart", "some": ["u3"], "others": ["u1", "u2"], "neighbour": False}
    assert shown(node, three).valid
    assert not shown(node | {"others": ["u1"]}, three).valid
    assert not shown(node | {"others": ["u1", "u3"]}, three).valid
    assert not shown(node | {"others": []}, three).valid
    # u3 lacks any neighbour; but u1 has u2, however far u3 is.
    assert shown(node | {"neighbour": True}, three).valid
    apart = {"kind": "apart", "some": ["u1"], "others": ["u3"], "neighbour": True}
    assert not shown(apart, three).valid


@pytest.mark.parametrize(("roll", "reached"), [(3, False), (9, True)])
def test_a_target_out_of_reach(roll: int, reached: bool) -> None:
    scenario = board(
        row(5.0), foes=row(14.0), action={"move": "charge", "roll": roll, "targets": ("e",)}
    )
    answer = shown({"kind": "out_of_reach", "target": "e"}, scenario)
    assert answer.valid == (not reached)
    moving = board(row(5.0), foes=row(14.0))
    assert not shown({"kind": "out_of_reach", "target": "e"}, moving).valid


def test_a_wall_of_friends_before_the_target() -> None:
    """Where it could end engaged somebody stands already: boxes find what distances do not."""
    friends = [(13.0 + 1.27 * i, 9.0 + 1.27 * k) for i in range(2) for k in range(-1, 4)]
    scenario = board(
        row(9.0), foes=row(17.6), action={"move": "charge", "roll": 6, "targets": ("e",)}
    )
    blocked = msgspec.structs.replace(scenario, units=(*scenario.units, squad("f", "a", friends)))
    node = {"kind": "out_of_reach", "target": "e"}
    assert not shown(node, scenario).valid
    assert shown(node, blocked).valid


@pytest.mark.parametrize(("move", "held"), [(0.5, True), (3.0, False)])
def test_a_model_that_cannot_get_away(move: float, held: bool) -> None:
    action = {"move": "fall_back", "mode": "desperate_escape"}
    scenario = board(row(10.0), foes=row(11.5), move=move, action=action)
    assert shown({"kind": "held", "model": "u1", "by": "e1"}, scenario).valid == held
    assert not shown({"kind": "held", "model": "u1", "by": "e7"}, scenario).valid


def pen(size: float) -> Scenario:
    """Return four models in a pen with dense walls: centres have ``size`` in both directions."""
    low, high = 10.0 - RADIUS, 10.0 + size + RADIUS
    sides = (
        ((0.0, 0.0), (30.0, 0.0), (30.0, low), (0.0, low)),
        ((0.0, high), (30.0, high), (30.0, 24.0), (0.0, 24.0)),
        ((0.0, low), (low, low), (low, high), (0.0, high)),
        ((high, low), (30.0, low), (30.0, high), (high, high)),
    )
    walls = tuple(Wall(side, 5.0) for side in sides)
    outline = ((0.0, 0.0), (30.0, 0.0), (30.0, 24.0), (0.0, 24.0))
    middle = 10.0 + size / 2
    return board(
        [(middle, middle)] * 2,
        terrain=(Feature("pen", "dense", outline, walls=walls),),
    )


def test_no_room_for_two() -> None:
    """One disc holds all centres that the walls leave, so its price is due twice."""
    tight = pen(0.5)
    disc = [10.25, 10.25, RADIUS - 2e-6, 1.0]
    # They start in one place, which is no legal end; staying in a wall is not asked here.
    prices = {"kind": "prices", "discs": [disc], "models": {"u1": -1.0, "u2": -1.0}, "inside": []}
    node = {"kind": "room", "proof": prices}
    assert shown(node, tight).valid
    assert not shown(node, pen(2.0)).valid
    assert not shown(
        {"kind": "room", "proof": prices | {"models": {"u1": -0.4, "u2": -0.4}}}, tight
    ).valid
    lie = prices | {"discs": [[*disc[:3], 0.1]]}
    assert not shown({"kind": "room", "proof": lie}, tight).valid


def test_a_model_that_has_no_place_in_a_case() -> None:
    """In the pen somebody stands in the middle: without anybody there nobody has a place."""
    tight = pen(0.3)
    box = [9.9, 9.9, 10.4, 10.4]
    nothing = {"kind": "alone", "models": {"u1": None, "u2": None}}
    one = {
        "kind": "prices",
        "discs": [[10.15, 10.15, RADIUS - 2e-6, 1.0]],
        "models": {"u1": -1.0, "u2": -1.0},
        "inside": [0.0],
    }
    node = {"kind": "split", "box": box, "rho": RADIUS - 2e-6, "one": one, "none": nothing}
    assert shown({"kind": "room", "proof": node}, tight).valid
    swapped = node | {"one": nothing, "none": one}
    assert not shown({"kind": "room", "proof": swapped}, tight).valid


def test_a_bound_has_no_place_beside_impossible() -> None:
    node = {"kind": "apart", "some": ["u1"], "others": ["u2"], "neighbour": False}
    answer = verify(certificate(1.0, node), board(row(3.0, 17.0)))
    assert not answer.valid


def test_other_kinds_are_no_proofs() -> None:
    with pytest.raises(InputError, match=r"proof.kind: wanted prices, .*room, got magic"):
        shown({"kind": "magic"}, board(row(3.0)))
