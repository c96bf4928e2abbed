"""Scenes of the benchmark suite by type of move: fights, falls back, arrivals, another game."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator

import msgspec
import numpy as np

from families_tables import RADIUS, group
from fight_scenes import Board, fight
from movesolver import Scenario, loads
from movesolver.table.army import Model, Unit
from movesolver.table.bases import round as round_base
from movesolver.table.scenario import Action, OptionValue, RulesChoice
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
    reserves,
)
from scenes import crowded, scene
from situations import Json, box, situation

TRUCK: Json = {"rectangle": [120, 70]}


def _moved(base: Scenario, move: str, **more: object) -> Scenario:
    """A scene whose unit makes another move to the same goal."""
    action = msgspec.structs.replace(base.action, move=move, **more)
    return msgspec.structs.replace(base, action=action)


def advances() -> Iterator[Scenario]:
    for seed, models, roll in ((60, 5, 4), (61, 10, 1), (62, 10, 6), (63, 20, 3)):
        yield _moved(crowded(seed, models), "advance", roll=roll)


def charges() -> Iterator[Scenario]:
    """At one target and at two, with round bases and ovals, between friends; one too far away."""
    for seed, (models, base, radius, targets, roll) in enumerate(
        (
            (5, ROUND, RADIUS, 1, 7),
            (5, ROUND, RADIUS, 2, 9),
            (10, ROUND, RADIUS, 1, 8),
            (10, ROUND, RADIUS, 2, 9),
            (20, ROUND, RADIUS, 1, 9),
            (5, OVAL, 1.19, 1, 8),
            (5, OVAL, 1.19, 2, 10),
            (8, {"oval": [75, 42]}, 1.48, 1, 10),
            (5, ROUND, RADIUS, 1, 3),
        )
    ):
        board = Board(700 + seed)
        mine = board.cluster((12.0, 20.0), models, radius)
        front = max(x for x, _ in mine) + radius
        units = [group(board, "alpha", "a", mine, base, keywords=["MOUNTED"])]
        for k in range(targets):
            at = (front + 5.5, 20.0 + (7.0 * k - 3.5) * (targets - 1))
            units.append(group(board, f"foe{k}", "b", board.cluster(at, 5, RADIUS)))
        units.append(group(board, "mates", "a", board.cluster((front + 1.0, 26.0), 3, RADIUS)))
        yield situation(
            units,
            width=44,
            move="charge",
            roll=roll,
            targets=[f"foe{k}" for k in range(targets)],
            goal=[{"near": [30, 20]}],
        )


def falls_back() -> Iterator[Scenario]:
    """Away from enemies that hold it, between them or through them."""
    for seed, models, mode, held in (
        (70, 5, "ordered_retreat", 1),
        (71, 10, "ordered_retreat", 2),
        (72, 20, "ordered_retreat", 3),
        (73, 5, "desperate_escape", 2),
        (74, 10, "desperate_escape", 4),
        (75, 10, None, 3),
    ):
        base = scene(seed, models, enemies=8, friends=20, walls=4)
        base = _beset(base, seed, held)
        yield _moved(base, "fall_back", mode=mode)


def _beset(base: Scenario, seed: int, held: int) -> Scenario:
    """Set enemies down near models of the unit, on nobody."""
    random = np.random.default_rng([seed, 5])
    taken = [m.at for unit in base.units for m in unit.models if m.at]
    walls = [c for feature in base.terrain for c in feature.footprint]
    close: list[Model] = []
    mine = [m.at for m in base.units[0].models if m.at]
    while len(close) < held:
        x, y = mine[int(random.integers(len(mine)))]
        angle = float(random.uniform(0, 2 * math.pi))
        apart = 2 * RADIUS + float(random.uniform(0.02, 0.8))
        at = (x + apart * math.cos(angle), y + apart * math.sin(angle))
        near = min(math.dist(at, other) for other in [*taken, *(c.at or at for c in close)])
        if near > 2 * RADIUS + 0.01 and min(math.dist(at, c) for c in walls) > 4.0:
            close.append(Model(f"c{len(close)}", round_base(32), at))
    foe = Unit("close", "b", tuple(close), ("INFANTRY",), 6.0)
    return msgspec.structs.replace(base, units=(*base.units, foe))


def fights(move: str, seeds: tuple[int, ...]) -> Iterator[Scenario]:
    """Little fights of the tests; the seeds are those with a legal move and more than a model."""
    for seed in seeds:
        yield loads(json.dumps(fight(seed, move)))


def arrivals() -> Iterator[Scenario]:
    """From reserves: along the edges, by deep strike, into a corner that only just holds them."""
    for seed, (models, base, move, kind) in enumerate(
        (
            (5, ROUND, "ingress", "near"),
            (10, ROUND, "ingress", "within"),
            (10, OVAL, "ingress", "near"),
            (5, ROUND, "deep_strike", "near"),
            (10, ROUND, "deep_strike", "within"),
            (5, RECTANGLE, "deep_strike", "near"),
            (20, ROUND, "deep_strike", "near"),
        )
    ):
        yield arriving(80 + seed, models, base, move, kind)
    yield corner_ingress(87, 3, ROUND, 4.5)
    yield corner_ingress(88, 5, ROUND, 6.0)


def disembarks() -> Iterator[Scenario]:
    """Out of a transport that has moved (rapid) or not (tactical); between friends, or no room."""
    yield leaving(90, 5, ROUND, "near")
    yield leaving(91, 10, ROUND, "near")
    yield leaving(92, 10, ROUND, "within")
    yield leaving(93, 5, {"oval": [40, 25]}, "near")
    for seed, models in ((94, 5), (95, 10)):
        base = leaving(seed, models, ROUND, "near")
        fresh = [
            msgspec.structs.replace(unit, status=type(unit.status)())
            if unit.id == "truck"
            else unit
            for unit in base.units
        ]
        base = msgspec.structs.replace(base, units=tuple(fresh))
        yield _moved(base, "disembark", mode="tactical")
    yield crowded_transport(96, 4, ROUND, TRUCK, 0.1)
    yield crowded_transport(97, 6, {"round": 25}, TRUCK, 0.05)
    yield crowded_transport(98, 3, {"rectangle": [40, 25]}, TRUCK, 0.1)
    base = crowded_transport(99, 4, ROUND, TRUCK, 0.05)
    yield _grown(base, 60)


def _grown(base: Scenario, size: float) -> Scenario:
    """A scene whose models are larger than the places it was made with."""
    mover = base.units[0]
    models = tuple(msgspec.structs.replace(m, base=round_base(size)) for m in mover.models)
    units = (msgspec.structs.replace(mover, models=models), *base.units[1:])
    return msgspec.structs.replace(base, units=units)


def deployments() -> Iterator[Scenario]:
    """Into a zone that is wide, or just large enough; and far from the enemy's."""
    aim: list[Json] = [{"near": [22, 20]}]
    zones: list[Json] = [
        {"id": "za", "side": "a", "polygon": box(0, 0, 10, 44)},
        {"id": "zb", "side": "b", "polygon": box(50, 0, 60, 44)},
    ]
    for seed, models in ((100, 10), (101, 20)):
        board = Board(seed)
        friends = group(board, "mates", "a", board.cluster((8.0, 20.0), 12, RADIUS))
        yield document([reserves(models, ROUND), friends], "set_up", aim, zones=zones)
    infiltrators = reserves(5, ROUND, status={"in_reserve": True, "infiltrators": True})
    board = Board(102)
    foe = group(board, "foe", "b", board.cluster((32.0, 20.0), 8, RADIUS))
    yield document([infiltrators, foe], "set_up", aim, zones=zones)
    yield hexagonal_zone(103, 10, 0.3)
    yield hexagonal_zone(104, 20, 0.5)
    yield gridded_zone(105, 3, 3, RECTANGLE, 0.3)


def voidsiege() -> Iterator[Scenario]:
    """Another game: all mates bar each other, so that moves need an order; cover stops a run."""
    asked: tuple[tuple[int, str, dict[str, OptionValue]], ...] = (
        (5, "move", {}),
        (10, "move", {"single_group": True}),
        (20, "move", {}),
        (5, "move", {"coherency_during": "interpolated"}),
        (5, "run", {}),
        (10, "run", {"single_group": True}),
        (5, "assault", {}),
        (10, "assault", {}),
    )
    for seed, (models, move, options) in enumerate(asked):
        base = scene(110 + seed, models, enemies=6, friends=6, walls=4)
        covers = tuple(
            msgspec.structs.replace(f, category="light", walls=(), floors=())
            if move != "move" and k % 2
            else f
            for k, f in enumerate(base.terrain)
        )
        targets = ("foe",) if move == "assault" else ()
        action = Action("alpha", move, goal=base.action.goal, targets=targets)
        yield msgspec.structs.replace(
            base,
            rules=RulesChoice(game="voidsiege", options=options),
            terrain=covers,
            action=action,
        )
