"""Ways round what bars them, as `verify` sees them, beside the ways that are found and judged."""

from __future__ import annotations

import math

import msgspec
import numpy as np
import pytest

import movesolver
from movesolver import Feature, Model, Scenario, Unit, Wall, bases, solve, verify
from movesolver.paths.rising import Rising
from movesolver.paths.ways import Ways as FoundWays
from movesolver.referee.pack import pack
from movesolver.verifying.board import Board
from movesolver.verifying.boxes import Boxes
from scenes import crowded
from scenes_mixed import anything
from verify_data import RADIUS, Floats, Spot, board, certificate, squad


def spots(board: Board, i: int, rng: np.random.Generator, count: int) -> Floats:
    angle, away = rng.uniform(0, 2 * math.pi, count), np.sqrt(rng.uniform(0, 1, count))
    start, reach = board.starts[i], board.reach[i]
    x, y = start.x + away * reach * np.cos(angle), start.y + away * reach * np.sin(angle)
    table = board.scenario.table
    inside = (x > 0) & (y > 0) & (x < table.width) & (y < table.height)
    return np.column_stack([x, y])[inside]


def scene(seed: int) -> Scenario:
    return crowded(seed // 2, 3) if seed % 2 else anything(seed // 2)


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(12))
def test_no_place_that_a_legal_way_leads_to_is_out_of_reach(seed: int) -> None:
    position = pack(scene(seed)).alone()
    if position.placing or not position.move.moves_models:
        return
    board, rng = Board(position), np.random.default_rng(seed)
    found = FoundWays(position)
    rising = Rising(found)
    for i in range(min(len(position.ids), 2)):
        at = spots(board, i, rng, 40)
        poses = np.column_stack([at, np.full(len(at), position.facing[i])])
        lengths = rising.upper(i, poses)
        near = at[lengths <= position.maximum[i]]
        for half in (0.0, 1e-3, 0.05, 0.3):
            off = rng.uniform(-half, half, near.shape)
            boxes = Boxes(near[:, 0] + off[:, 0], near[:, 1] + off[:, 1], half)
            assert not board._ways(i).out_of_reach(boxes).any()
            assert not board._ways(i).shut_off(boxes).any()
        if board.outlines[i].round and board._ways(i).known and rising.flat(i):
            # On its level the ways of a round base are known exactly.
            far = at[found.lengths(i, np.ascontiguousarray(at)) > position.maximum[i] + 0.05]
            points = Boxes(far[:, 0], far[:, 1], 0.0)
            assert board._ways(i).out_of_reach(points).all()


def block(x0: float, y0: float, x1: float, y1: float, high: float = 5.0) -> Feature:
    corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Feature(f"w{x0:g}-{y0:g}", "dense", corners, walls=(Wall(corners, high),))


def charging(end: float, *, high: float = 5.0, roll: int = 6) -> Scenario:
    """Return a charge whose straight way a wall bars that ends so far up."""
    return board(
        [(10.0, 10.0)],
        foes=[(14.5, 10.0)],
        action={"move": "charge", "roll": roll, "targets": ("e",)},
        unit={"keywords": ("MOUNTED",)},
        terrain=(block(11.0, 0.0, 11.2, end, high),),
    )


TARGET = certificate(None, {"kind": "out_of_reach", "target": "e"})


def shortest(scenario: Scenario) -> float:
    """Return the shortest way to where the model is engaged, as the search's own code has it."""
    position = pack(scenario)
    far = position.rules.engagement.horizontal + 2 * RADIUS - 1e-6
    angles = np.linspace(0.0, 2 * math.pi, 721)
    at = np.column_stack([14.5 + far * np.cos(angles), 10.0 + far * np.sin(angles)])
    found = FoundWays(position)
    found.most[:] = 20.0
    return float(found.lengths(0, at).min())


def test_round_a_wall_the_target_is_too_far_away() -> None:
    """Where the way is longer than the roll the proof holds, and not a hair before."""
    valid = {}
    for end in np.arange(11.0, 15.6, 0.4).tolist():
        scenario = charging(end)
        length = shortest(charging(end, roll=12))
        answer = verify(TARGET, scenario)
        if abs(length - 6.0) > 0.02:
            assert answer.valid == (length > 6.0)
        valid[answer.valid] = end
        if not answer.valid:
            assert answer.faults[0].startswith("proof: u1 may end engaged with e at (")
    assert set(valid) == {True, False}


def test_over_a_low_wall_it_gets_there() -> None:
    """Mounted models climb: up, across until they are past the wall and engaged, and down."""
    for high, roll in ((5.0, 12), (3.0, 9), (3.0, 6), (2.1, 6), (2.1, 7)):
        scenario = charging(24.0, high=high, roll=roll)
        answer = verify(TARGET, scenario)
        if solve(scenario).solved:
            assert not answer.valid
        engaged = 4.5 - 2 * RADIUS - pack(scenario).rules.engagement.horizontal
        across = max(engaged, 1.2 + RADIUS)
        assert answer.valid == (2 * high + across > roll + 1e-3)


def test_a_gap_as_wide_as_the_base_lets_it_out() -> None:
    nowhere = certificate(None, {"kind": "nowhere", "model": "u1"})

    def pen(gap: float) -> Scenario:
        """Return one model that must get away from an enemy, in a pen with a gap."""
        walls = (
            block(8.0, 8.0, 9.0, 10.0 - gap / 2),
            block(8.0, 10.0 + gap / 2, 9.0, 12.0),
            block(8.0, 7.5, 13.0, 8.0),
            block(8.0, 12.0, 13.0, 12.5),
            block(13.0, 7.5, 13.5, 12.5),
        )
        return board(
            [(10.2, 10.0)],
            foes=[(11.6, 10.0)],
            terrain=walls,
            action={"move": "fall_back"},
            unit={"keywords": ("MOUNTED",)},
            move=6.0,
        )

    for gap, valid in ((0.0, True), (1.2, True), (2 * RADIUS - 1e-4, True), (2 * RADIUS, False)):
        answer = verify(nowhere, pen(gap))
        assert answer.valid == valid, gap
    infantry = pen(0.0)
    on_foot = tuple(
        Unit(one.id, one.side, one.models, ("INFANTRY",), one.move) for one in infantry.units
    )
    assert not verify(nowhere, movesolver.validate(_with_units(infantry, on_foot))).valid


def _with_units(scenario: Scenario, units: tuple[Unit, ...]) -> Scenario:
    return msgspec.structs.replace(scenario, units=units)


def ring(count: int, base: movesolver.Base, far: float) -> list[Model]:
    angles = [2 * math.pi * k / count for k in range(count)]
    return [
        Model(
            id=f"e{k}",
            base=base,
            at=(12.0 + far * math.cos(a), 12.0 + far * math.sin(a)),
            facing=math.degrees(a),
        )
        for k, a in enumerate(angles)
    ]


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        (bases.oval(60, 35), bases.round(32)),
        (bases.round(32), bases.rectangle(25, 40)),
        (bases.round(32), bases.oval(60, 35)),
        (bases.hull([(-0.9, -0.7), (0.9, -0.7), (0.9, 0.7), (-0.9, 0.7)]), bases.round(40)),
    ],
)
def test_who_is_shut_in_by_bases_of_any_kind(
    mine: movesolver.Base, theirs: movesolver.Base
) -> None:
    """A closed ring holds it, one with a gap does not."""
    nowhere = certificate(None, {"kind": "nowhere", "model": "u1"})
    start: Spot = (12.0, 12.0)
    for left_out in (0, 3):
        unit = Unit("u", "a", (Model("u1", mine, start),), ("INFANTRY",), 6.0)
        foes = Unit("e", "b", tuple(ring(11, theirs, 2.6)[left_out:]), ("INFANTRY",), 6.0)
        scenario = board([start], action={"move": "fall_back"})
        scenario = movesolver.validate(_with_units(scenario, (unit, foes)))
        result = solve(scenario)
        answer = verify(nowhere, scenario)
        assert answer.valid == (left_out == 0)
        assert result.solved == (left_out > 0)
        if not result.solved:
            assert verify(result.certificate, scenario).valid


def test_groups_that_a_wall_keeps_apart() -> None:
    """Seven inches from each other; round the wall no six of each bring them together."""
    starts = [(8.0, 10.0), (9.5, 10.0), (16.5, 10.0), (18.0, 10.0)]
    thick = ((10.5, 1.0), (15.5, 1.0), (15.5, 23.0), (10.5, 23.0))
    node = {"kind": "apart", "some": ["u1", "u2"], "others": ["u3", "u4"], "neighbour": False}
    for long, valid in ((23.0, True), (11.0, False)):
        corners = (*thick[:2], (15.5, long), (10.5, long))
        feature = Feature("thick", "dense", corners, walls=(Wall(corners, 5.0),))
        scenario = board(starts, terrain=(feature,), unit={"keywords": ("MOUNTED",)}, move=6.0)
        assert verify(certificate(None, node), scenario).valid == valid


def test_friends_that_may_be_passed_bar_nothing() -> None:
    nowhere = certificate(None, {"kind": "nowhere", "model": "u1"})
    friends = [one.at for one in ring(11, bases.round(32), 2.2) if one.at is not None]
    scenario = board([(12.0, 12.0)], foes=[(13.4, 12.0)], action={"move": "fall_back"}, move=6.0)
    units = (*scenario.units, squad("f", "a", [at for at in friends if at[0] < 13.5]))
    passed = movesolver.validate(_with_units(scenario, units))
    assert not verify(nowhere, passed).valid
