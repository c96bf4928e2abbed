"""Scenes of every kind at random: games, moves, shapes, heights, walls, goals, sizes of units."""

from __future__ import annotations

import math

import msgspec
import numpy as np

from movesolver.formats.scenario import validate
from movesolver.table.army import Model, Unit
from movesolver.table.bases import Base, hull, oval, rectangle, round
from movesolver.table.scenario import (
    Action,
    Field,
    GoalTerm,
    Marker,
    Nearness,
    RulesChoice,
    Scenario,
    Target,
    Zone,
)
from movesolver.table.terrain import Feature, Floor, Wall
from scenes import scene

POOLS: tuple[tuple[Base, ...], ...] = (
    (round(32),),
    (round(25), round(40)),
    (round(32), oval(60, 35)),
    (oval(75, 42),),
    (oval(105, 70), round(40)),
    (rectangle(60, 30),),
    (hull([(-0.9, -0.5), (1.0, -0.4), (0.3, 0.6)]), round(32)),
    (hull([(-0.8, -0.8), (0.8, -0.8), (0.8, 0.0), (0.0, 0.0), (0.0, 0.8), (-0.8, 0.8)]),),
)
KEYWORDS = (("INFANTRY",), ("MOUNTED",), ("VEHICLE",), ("MONSTER",), ("INFANTRY", "FLY"))


def anything(seed: int) -> Scenario:
    """Return a scene whose every part is drawn from the seed."""
    rng = np.random.default_rng([seed, 77])
    most = [1, 2, 5, 10, 20, 30][int(rng.integers(6))]
    models = int(rng.integers(1, most + 1))
    base = scene(
        seed,
        models,
        enemies=int(rng.integers(0, 21)),
        friends=int(rng.integers(0, 31)),
        walls=int(rng.integers(0, 6)),
        move=float([0.0, 3.0, 6.0, 10.0][int(rng.choice(4, p=[0.05, 0.15, 0.6, 0.2]))]),
        spread=float(rng.uniform(0.05, 1.9)),
    )
    unit = _dressed(rng, base.units[0])
    others = [_cleared(unit, _restyled(rng, other)) for other in base.units[1:]]
    units = (unit, *(other for other in others if other is not None))
    scenario = msgspec.structs.replace(
        base,
        units=units,
        terrain=_mixed(rng, base.terrain),
        zones=(Zone("edge", "a", ((0, 0), (20, 0), (20, 44), (0, 44))),),
        markers=(*base.markers, Marker("area", area=((24, 18), (32, 18), (32, 26), (24, 26)))),
    )
    scenario = _on_a_floor(rng, scenario)
    scenario = msgspec.structs.replace(scenario, action=_action(rng, scenario))
    return validate(_in_a_game(rng, scenario))


def _dressed(rng: np.random.Generator, unit: Unit) -> Unit:
    """Give a unit other bases, about where its 32 mm ones stood, spread to make room."""
    pool = POOLS[int(rng.integers(len(POOLS)))]
    widest = max(_reach(base) for base in pool)
    grow = max(1.0, widest / 0.63)
    xs = [m.at[0] for m in unit.models if m.at]
    ys = [m.at[1] for m in unit.models if m.at]
    mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
    models = []
    for k, (model, x, y) in enumerate(zip(unit.models, xs, ys, strict=True)):
        at = (mx + grow * (x - mx), my + grow * (y - my))
        if not (widest < at[0] < 60 - widest and widest < at[1] < 44 - widest):
            at = (x, y)
        base = pool[k % len(pool)]
        facing = 0.0 if base.round else float(rng.choice([0.0, 30.0, 90.0, 137.5, 200.0, -45.0]))
        move = float(rng.choice([4.0, 9.0])) if rng.random() < 0.1 else None
        models.append(Model(model.id, base, at, facing, move=move, slain=bool(rng.random() < 0.03)))
    words = KEYWORDS[int(rng.integers(len(KEYWORDS)))]
    return msgspec.structs.replace(unit, models=tuple(models), keywords=words)


def _reach(base: Base) -> float:
    if base.hull is not None:
        return max(math.hypot(x, y) for x, y in base.hull)
    sizes = base.oval or base.rectangle or (base.round or 0.0, 0.0)
    return (math.hypot(*sizes) if base.rectangle else sizes[0]) / 50.8


def _restyled(rng: np.random.Generator, unit: Unit) -> Unit:
    words = KEYWORDS[int(rng.integers(len(KEYWORDS)))]
    bases = (round(32), round(28.5), oval(32, 25), rectangle(22, 20))
    base = bases[int(rng.integers(len(bases)))]
    models = tuple(
        msgspec.structs.replace(m, base=base, facing=float(rng.integers(0, 360)))
        for m in unit.models
    )
    return msgspec.structs.replace(unit, models=models, keywords=words)


def _cleared(unit: Unit, other: Unit) -> Unit | None:
    """Leave out the models of another unit that stand in this one, or engage it."""
    room = 0.0 if other.side == unit.side else 2.05
    kept = tuple(
        m
        for m in other.models
        if all(
            math.dist(m.at or (0, 0), n.at or (0, 0)) - _reach(m.base) - _reach(n.base) > room
            for n in unit.models
        )
    )
    return msgspec.structs.replace(other, models=kept) if kept else None


def _mixed(rng: np.random.Generator, terrain: tuple[Feature, ...]) -> tuple[Feature, ...]:
    """Vary the categories and heights of the walls; raise some so that one passes below."""
    changed = []
    for feature in terrain:
        category = ("exposed", "light", "dense", "dense")[int(rng.integers(4))]
        bottom = 1.5 if rng.random() < 0.15 else 0.0
        top = bottom + float(rng.uniform(0.5, 6.0))
        walls = tuple(Wall(w.polygon, top, bottom) for w in feature.walls)
        floors = tuple(Floor(f.polygon, float(rng.choice([0.5, 3.0]))) for f in feature.floors)
        changed.append(
            msgspec.structs.replace(feature, category=category, walls=walls, floors=floors)
        )
    return tuple(changed)


def _on_a_floor(rng: np.random.Generator, scenario: Scenario) -> Scenario:
    """Now and then put the unit, or a part of it, on a floor above the ground."""
    if rng.random() > 0.25:
        return scenario
    unit = scenario.units[0]
    xs = [m.at[0] for m in unit.models if m.at]
    ys = [m.at[1] for m in unit.models if m.at]
    x0, x1, y0, y1 = min(xs) - 2.5, max(xs) + 2.5, min(ys) - 2.5, max(ys) + 2.5
    if rng.random() < 0.5:
        x1 = (x0 + x1) / 2
    deck = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    feature = Feature("deck", "light", deck, (), (Floor(deck, 3.0),))
    models = tuple(
        msgspec.structs.replace(m, z=3.0) if m.at and m.at[0] < x1 - 2.2 else m for m in unit.models
    )
    units = (msgspec.structs.replace(unit, models=models), *scenario.units[1:])
    return msgspec.structs.replace(scenario, units=units, terrain=(*scenario.terrain, feature))


def _action(rng: np.random.Generator, scenario: Scenario) -> Action:
    """Draw one to three terms of a goal (now and then none)."""
    point = scenario.markers[0].at
    assert point is not None
    spots = [
        (*np.round(rng.uniform((5, 5), (55, 39)), 3).tolist(), float(rng.integers(0, 360)))
        for _ in scenario.units[0].models
    ]
    values = tuple(tuple(float(v) for v in row) for row in rng.normal(0, 2, (6, 8)).round(2))
    enemies = [u.id for u in scenario.units if u.side == "b"]
    terms = [
        GoalTerm(near=point),
        GoalTerm(near=Target(marker="area"), weight=float(rng.choice([-1.0, 0.5]))),
        GoalTerm(within=Nearness(of=Target(marker="m"), inches=3.0), weight=2.0),
        GoalTerm(within=Nearness(of=Target(marker="area"), inches=0.0)),
        GoalTerm(within=Nearness(of=Target(zone="edge"))),
        GoalTerm(avoid=Nearness(of=point, inches=5.0)),
        GoalTerm(wish={f"a{k}": spot for k, spot in enumerate(spots)}),
        GoalTerm(travel=True, weight=float(rng.choice([0.1, -0.5]))),
        GoalTerm(field=Field((10.0, 8.0), 5.0, values)),
        GoalTerm(near=point, models=("a0",), weight=3.0),
    ]
    if enemies:
        foe = Target(unit=enemies[0])
        terms += [
            GoalTerm(near=foe),
            GoalTerm(avoid=Nearness(of=foe, inches=6.0), weight=1.5),
            GoalTerm(within=Nearness(of=foe, inches=8.0)),
        ]
    chosen = rng.choice(len(terms), size=int(rng.choice([0, 1, 1, 2, 3])), replace=False)
    return Action("alpha", "normal", goal=tuple(terms[int(k)] for k in chosen))


def _in_a_game(rng: np.random.Generator, scenario: Scenario) -> Scenario:
    """Choose the game and the move; a fall-back starts engaged."""
    action = scenario.action
    draw = rng.random()
    if draw < 0.55:
        return scenario
    if draw < 0.65:
        action = msgspec.structs.replace(action, move="advance", roll=int(rng.integers(1, 7)))
    elif draw < 0.8:
        action = msgspec.structs.replace(action, move="fall_back")
        scenario = _beset(rng, scenario)
    elif draw < 0.9:
        action = msgspec.structs.replace(action, move="move")
        rules = RulesChoice(game="voidsiege")
        return msgspec.structs.replace(scenario, action=action, rules=rules)
    else:
        rules = RulesChoice(game="wh40k10")
        return msgspec.structs.replace(scenario, rules=rules)
    return msgspec.structs.replace(scenario, action=action)


def _beset(rng: np.random.Generator, scenario: Scenario) -> Scenario:
    """Set an enemy down in touch with the first model, or near it."""
    model = scenario.units[0].models[0]
    assert model.at is not None
    apart = _reach(model.base) + 16 / 25.4 + float(rng.choice([0.0, 0.7]))
    angle = float(rng.uniform(0, 2 * math.pi))
    at = (model.at[0] + apart * math.cos(angle), model.at[1] + apart * math.sin(angle))
    foe = Unit("close", "b", (Model("c0", round(32), at, z=model.z),), ("INFANTRY",), 6.0)
    return msgspec.structs.replace(scenario, units=(*scenario.units, foe))
