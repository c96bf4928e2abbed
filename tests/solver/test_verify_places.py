"""Where models may end at all, as `verify` sees it: floors, heights, walls, enemies, edges."""

from __future__ import annotations

import math
from typing import Any

import msgspec

import movesolver
from movesolver import (
    Action,
    Feature,
    Floor,
    GoalTerm,
    Model,
    RulesChoice,
    Scenario,
    Unit,
    Verified,
    Wall,
    bases,
    verify,
)
from verify_data import RADIUS, TABLE, Spot, alone, board, certificate, straight

AT = (20.0, 10.0)
NEAR = GoalTerm(near=AT)


def priced(b: float) -> dict[str, Any]:
    """Return that of two an inch from a point one stays a radius away."""
    disc = [*AT, RADIUS - 2e-6, RADIUS]
    node = {"kind": "prices", "discs": [disc], "models": {"u1": b, "u2": b}, "inside": []}
    return certificate(2 * b + RADIUS, node)


def found(cert: dict[str, Any], scenario: Scenario) -> Verified:
    answer = verify(cert, scenario)
    assert answer.valid == (not answer.faults)
    return answer


FLOOR = Feature(
    "mill",
    "light",
    ((18.0, 8.0), (22.0, 8.0), (22.0, 12.0), (18.0, 12.0)),
    floors=(Floor(((18.0, 8.0), (22.0, 8.0), (22.0, 12.0), (18.0, 12.0)), 2.0),),
)


def test_prices_do_not_reach_up_to_a_floor() -> None:
    """One on the ground, one on the floor above it: both on the point."""
    climbers = {"keywords": ("INFANTRY",)}
    cert = priced(1.0 - RADIUS + 1e-3)
    plain = board([(20.0, 9.0), (20.0, 11.0)], NEAR, unit=climbers)
    assert found(cert, plain).valid
    under = board([(20.0, 9.0), (20.0, 11.0)], NEAR, unit=climbers, terrain=(FLOOR,))
    assert not found(cert, under).valid
    # Climbing takes 2 of its 3 inches; with 1.5 nobody gets up there.
    short = board([(20.0, 9.0), (20.0, 11.0)], NEAR, unit=climbers, terrain=(FLOOR,), move=1.5)
    assert found(cert, short).valid
    riders = board(
        [(20.0, 9.0), (20.0, 11.0)], NEAR, unit={"keywords": ("MOUNTED",)}, terrain=(FLOOR,)
    )
    assert found(cert, riders).valid


def test_where_models_may_end_in_the_air_they_pay_nothing_there() -> None:
    """VoidSiege asks for nothing under a model: what `check` finds legal refutes the prices."""
    siege = board(
        [(20.0, 9.0), (20.0, 11.0)],
        NEAR,
        rules=RulesChoice(game="voidsiege"),
        action={"move": "move"},
    )
    cert = priced(1.0 - RADIUS + 1e-3)
    answer = found(cert, siege)
    assert not answer.valid
    paths = {
        "u1": ((20.0, 9.0, 0.0, 0.0), (*AT, 0.0, 0.0)),
        "u2": ((20.0, 11.0, 0.0, 0.0), (20.0, 11.0, 0.0, 1.0), (*AT, 0.0, 1.0)),
    }
    action = msgspec.structs.replace(siege.action, paths=paths)
    moved = msgspec.structs.replace(siege, action=action)
    assert movesolver.check(moved).legal
    # Less than half an inch up they still pay.
    low = board(
        [(20.0, 9.7), (20.0, 10.96)],
        NEAR,
        rules=RulesChoice(game="voidsiege"),
        action={"move": "move"},
        move=0.45,
    )
    b = 0.96 - RADIUS + 1e-3
    proof = priced(b)["proof"] | {"models": {"u1": 0.3 - RADIUS + 1e-3, "u2": b}}
    assert found(certificate(b + 0.3 + 2e-3, proof), low).valid


def test_enemies_walls_and_edges_keep_models_away() -> None:
    foes = board([(10.0, 10.0)], NEAR, foes=[(15.0, 10.0)])
    # Not within 2 inches of it: x = 15 - 2 - 2 radii is as near as it comes on the line, and
    # round it nothing nearer to the point is in reach.
    assert not found(alone(3.1, u1=1.0), foes).valid
    assert found(alone(3.1, u1=3.1), foes).valid
    wall = Wall(((11.0, 0.0), (30.0, 0.0), (30.0, 24.0), (11.0, 24.0)), 5.0)
    walled = board(
        [(10.0, 10.0)],
        NEAR,
        terrain=(Feature("w", "dense", wall.polygon, walls=(wall,)),),
    )
    assert found(alone(1.0, u1=1.0 - RADIUS + 1e-4), walled).valid
    assert not found(alone(1.0, u1=1.0 - RADIUS - 1e-4), walled).valid
    corner = board([(1.0, 1.0)], GoalTerm(near=(0.0, 0.0)))
    least = math.sqrt(2.0) * (1.0 - RADIUS)
    assert found(alone(1.0, u1=least + 1e-4), corner).valid
    assert not found(alone(1.0, u1=least - 1e-4), corner).valid


def test_nobody_ends_part_way_through_a_low_floor() -> None:
    """A floor half an inch up that who may not stand on it has to stay beside."""
    square = ((12.0, 0.0), (30.0, 0.0), (30.0, 24.0), (12.0, 24.0))
    deck = Feature("deck", "light", square, floors=(Floor(square, 0.5),))
    # Up there it stands wholly on it: with 3 inches, half of one for the climb, it cannot.
    for word, move, worth in (
        ("MOUNTED", 4.0, 2.0 - RADIUS),
        ("INFANTRY", 3.0, 2.0 - RADIUS),
        ("INFANTRY", 4.0, 3.5),
    ):
        unit = {"keywords": (word,)}
        scenario = board([(10.0, 10.0)], NEAR, terrain=(deck,), unit=unit, move=move)
        assert found(alone(4.0, u1=worth + 1e-4), scenario).valid
        assert not found(alone(4.0, u1=worth - 1e-4), scenario).valid


def test_a_model_that_stands_in_a_wall_may_stay_there() -> None:
    wall = Wall(((0.0, 0.0), (30.0, 0.0), (30.0, 24.0), (0.0, 24.0)), 5.0)
    walled = board(
        [(10.0, 10.0)], NEAR, terrain=(Feature("w", "dense", wall.polygon, walls=(wall,)),)
    )
    assert movesolver.check(straight(walled, {"u1": (10.0, 10.0)})).legal
    assert found(alone(0.1, u1=1e-3), walled).valid
    assert not found(alone(0.0, u1=-1e-3), walled).valid
    assert not found(certificate(None, {"kind": "nowhere", "model": "u1"}), walled).valid


def test_over_a_body_whose_height_is_given_there_is_room() -> None:
    """VS10: with heights distances are in space, so a model may end high above an enemy."""

    def unit(name: str, side: str, at: list[Spot], height: float | None) -> Unit:
        base = bases.round(32)
        models = (
            Model(id=f"{name}{k}", base=base, at=spot, height=height) for k, spot in enumerate(at)
        )
        return Unit(id=name, side=side, models=tuple(models), move=8.0)

    for height in (1.0, None):
        scenario = movesolver.validate(
            Scenario(
                movesolver=1,
                table=TABLE,
                rules=RulesChoice(game="voidsiege"),
                units=(
                    unit("u", "a", [(6.0, 11.0)], height),
                    unit("e", "b", [(11.0, 11.0)], height),
                ),
                action=Action(unit="u", move="move", goal=(GoalTerm(near=(11.0, 11.0)),)),
            )
        )
        start = (6.0, 11.0, 0.0)
        path = ((*start, 0.0), (*start, 3.1), (10.5, 11.0, 0.0, 3.1))
        action = msgspec.structs.replace(scenario.action, paths={"u0": path})
        above = movesolver.check(msgspec.structs.replace(scenario, action=action)).legal
        assert above == (height is not None)
        # Beside it: two inches and two radii away.
        beside = 5.0 - 2.0 - 2 * RADIUS + 1e-3
        assert found(alone(beside, u0=beside), scenario).valid == (not above)
