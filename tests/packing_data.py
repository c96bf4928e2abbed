"""Units that are to be set up where they only just fit: room made to measure."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import numpy as np

from movekernels.arrays import Bodies, Floats
from movekernels.geometry.gap import gap_rows
from movesolver import Scenario, loads
from movesolver.referee.outlines import outline_of_base, pack_outlines
from movesolver.table.bases import Base
from situations import Json

ROUND: Json = {"round": 32}
OVAL: Json = {"oval": [60, 35]}
RECTANGLE: Json = {"rectangle": [50, 25]}


def reserves(count: int, base: Json, **more: Any) -> Json:
    """A unit that is not on the table yet."""
    models = [{"id": f"a{k}", "base": base} for k in range(count)]
    unit = {"id": "alpha", "side": "a", "keywords": ["INFANTRY"], "move": 6, "models": models}
    return unit | {"status": {"in_reserve": True}} | more


def others(name: str, side: str, base: Json, places: list[list[float]]) -> Json:
    models = [{"id": f"{name}{k}", "base": base, "at": at} for k, at in enumerate(places)]
    return {"id": name, "side": side, "keywords": ["INFANTRY"], "move": 6, "models": models}


def document(units: list[Json], move: str, goal: list[Json] | None = None, **more: Any) -> Scenario:
    action: Json = {"unit": units[0]["id"], "move": move}
    if goal:
        action["goal"] = goal
    phase = "deployment" if move == "set_up" else "movement"
    content: Json = {
        "movesolver": 1,
        "round": 1 if move == "set_up" else 2,
        "phase": phase,
        "table": {"width": 60, "height": 44},
        "units": units,
        "action": action,
    }
    return loads(msgspec.json.encode(content | more))


def zone(polygon: Floats) -> list[Json]:
    return [{"id": "deploy-a", "side": "a", "polygon": polygon.tolist()}]


def turned(points: Floats, angle: float, to: tuple[float, float] = (30.0, 22.0)) -> Floats:
    c, s = math.cos(angle), math.sin(angle)
    placed: Floats = points @ np.array([[c, s], [-s, c]]) + np.array(to)
    return placed


def hexagonal_zone(seed: int, count: int, room: float) -> Scenario:
    """Discs in rows that interlock, in a box with so much room around them, turned."""
    random = np.random.default_rng(seed)
    columns = int(random.integers(2, 5))
    r = 16 / 25.4
    rows = math.ceil(count / columns)
    k = np.arange(rows * columns)
    x = 2 * r * (k % columns) + r * ((k // columns) % 2)
    y = math.sqrt(3.0) * r * (k // columns)
    x, y = x[:count], y[:count]
    low = np.array([x.min() - r, y.min() - r]) - room / 2
    high = np.array([x.max() + r, y.max() + r]) + room / 2
    box = np.array([low, [high[0], low[1]], high, [low[0], high[1]]])
    angle = float(random.uniform(0.0, 2 * math.pi))
    return document([reserves(count, ROUND)], "set_up", zones=zone(turned(box, angle)))


def gridded_zone(seed: int, columns: int, rows: int, base: Json, room: float) -> Scenario:
    """Bases side by side in a box with so much room, turned."""
    random = np.random.default_rng(seed)
    a, b = (side / 25.4 for side in next(iter(base.values())))
    w, h = columns * a + room, rows * b + room
    box = np.array([[0.0, 0.0], [w, 0.0], [w, h], [0.0, h]])
    angle = float(random.uniform(0.0, math.pi))
    unit = reserves(columns * rows, base)
    return document([unit], "set_up", zones=zone(turned(box, angle)))


def gaps_to(base: Json, poses: Floats, things: list[tuple[Json, Floats]]) -> Floats:
    """Gaps of a base at poses (p, 3) to others at poses, shape (p, m)."""
    kinds = [base, *(kind for kind, _ in things)]
    shapes = pack_outlines([outline_of_base(msgspec.convert(kind, Base)) for kind in kinds])
    table = np.concatenate([at for _, at in things]) if things else np.empty((0, 3))
    shape = np.concatenate([np.full(len(at), k + 1) for k, (_, at) in enumerate(things)])
    mine, theirs = (
        Bodies(
            which,
            np.ascontiguousarray(at[:, 0]),
            np.ascontiguousarray(at[:, 1]),
            np.cos(np.radians(at[:, 2])),
            np.sin(np.radians(at[:, 2])),
            np.zeros(len(at)),
        )
        for which, at in ((np.zeros(len(poses), dtype=np.int64), poses), (shape, table))
    )
    out = np.empty((len(poses), len(table)))
    gap_rows(shapes, mine, theirs, out)
    return out


def crowded_transport(seed: int, count: int, base: Json, transport: Json, room: float) -> Scenario:
    """A transport among friends who leave just the places its passengers need, and a little.

    Passengers are put beside the transport and each other first, then 25 mm friends
    wherever they fit between, then the passengers are taken away again.
    """
    random = np.random.default_rng(seed)
    facing = float(random.uniform(0.0, 360.0))
    truck = (transport, np.array([[30.0, 22.0, facing]]))
    long = max(max(value) if isinstance(value, list) else value for value in base.values()) / 25.4
    friend: Json = {"round": 25}
    poses = np.empty((0, 3))
    while len(poses) < count:
        tried = np.column_stack(
            [
                random.uniform([22.0, 14.0], [38.0, 30.0], (4000, 2)),
                random.choice([0.0, 30.0, 60.0, 90.0, 120.0, 150.0], 4000),
            ]
        )
        beside = gaps_to(base, tried, [truck])[:, 0]
        fine = (beside > 0.01) & (beside < 3.0 - long - 0.05)
        if len(poses):
            mates = gaps_to(base, tried, [(base, poses)]).min(axis=1)
            fine &= (mates > 0.01) & (mates < 0.3)
        tried = tried[fine]
        poses = np.concatenate([poses, tried[:1]]) if len(tried) else np.empty((0, 3))
    filler = np.empty((0, 3))
    tried = np.column_stack([random.uniform([22.0, 14.0], [38.0, 30.0], (6000, 2)), np.zeros(6000)])
    tried = tried[gaps_to(friend, tried, [(base, poses), truck]).min(axis=1) > room]
    for one in tried:
        if not len(filler) or np.hypot(*(filler[:, :2] - one[:2]).T).min() > 25 / 25.4 + 1e-3:
            filler = np.concatenate([filler, one[None, :]])
    truck_unit = {
        "id": "truck",
        "side": "a",
        "keywords": ["VEHICLE", "TRANSPORT"],
        "move": 10,
        "models": [{"id": "t1", "base": transport, "at": [30.0, 22.0], "facing": facing}],
        "status": {"moved": "normal", "selected_this_phase": True, "has_moved_this_phase": True},
    }
    unit = reserves(count, base, status={"embarked_in": "truck"})
    places = filler[:, :2].tolist()
    friends = [others(f"f{k}-", "a", friend, places[k : k + 60]) for k in range(0, len(places), 60)]
    return document([unit, truck_unit, *friends], "disembark")


def corner_ingress(seed: int, count: int, base: Json, side: float) -> Scenario:
    """Arriving on a small table whose enemies leave one corner, a box of about ``side`` inches."""
    random = np.random.default_rng(seed)
    far = side + 8.0 + 32 / 25.4
    places = [[far, float(y)] for y in random.uniform(0.7, 2.0, 1)]
    places += [[float(x), far] for x in random.uniform(0.7, 2.0, 1)]
    places += [[far, far], [far, far / 2 + 1.0], [far / 2 + 1.0, far]]
    table = {"width": far + 1.0, "height": far + 1.0}
    units = [reserves(count, base), others("e", "b", ROUND, places)]
    return document(units, "ingress", table=table)


def wanted(seed: int, kind: str, at: tuple[float, float]) -> tuple[list[Json], list[Json]]:
    """A goal about a marker, and the marker."""
    aim: Json = {"near": {"marker": "m"}}
    if kind == "within":
        aim = {"within": {"of": {"marker": "m"}, "inches": 3.0}}
    return [aim], [{"id": "m", "at": list(at)}]


def leaving(seed: int, count: int, base: Json, kind: str) -> Scenario:
    """Out of a transport with a few friends about it, towards a marker."""
    random = np.random.default_rng(seed)
    angle = float(random.uniform(0.0, 2 * math.pi))
    goal, markers = wanted(seed, kind, (30 + 7 * math.cos(angle), 22 + 7 * math.sin(angle)))
    friends = [[30 + 4.5 * math.cos(a), 22 + 4.5 * math.sin(a)] for a in random.uniform(0, 6.3, 1)]
    friends += [[30 + 5.5 * math.cos(angle + 1.2), 22 + 5.5 * math.sin(angle + 1.2)]]
    foe = [[30 + 12 * math.cos(angle), 22 + 12 * math.sin(angle)]]
    truck = {
        "id": "truck",
        "side": "a",
        "keywords": ["VEHICLE", "TRANSPORT"],
        "move": 10,
        "models": [
            {"id": "t1", "base": {"rectangle": [120, 70]}, "at": [30, 22], "facing": 50.0 * seed}
        ],
        "status": {"moved": "normal", "selected_this_phase": True, "has_moved_this_phase": True},
    }
    unit = reserves(count, base, status={"embarked_in": "truck"})
    units = [unit, truck, others("f", "a", ROUND, friends), others("e", "b", ROUND, foe)]
    return document(units, "disembark", goal, markers=markers)


def arriving(seed: int, count: int, base: Json, move: str, kind: str) -> Scenario:
    """From reserves, towards a marker that enemies hold from one side."""
    random = np.random.default_rng(seed)
    x = float(random.uniform(15.0, 45.0))
    goal, markers = wanted(seed, kind, (x, 5.0))
    foes = [[x + float(d), 12.0 + float(h)] for d, h in random.uniform(-4.0, 4.0, (5, 2))]
    friends = [[x + 2.0 * k + float(random.uniform()), 1.0] for k in (-2, 1)]
    unit = reserves(count, base, status={"in_reserve": True, "deep_strike": move != "ingress"})
    units = [unit, others("e", "b", ROUND, foes), others("f", "a", ROUND, friends)]
    return document(units, move, goal, markers=markers)
