"""Seeded scenes that searches are tested and measured on, from an open table to a boxed-in unit."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from movesolver.formats.scenario import validate
from movesolver.table.army import Model, Unit
from movesolver.table.bases import Base, oval, rectangle, round
from movesolver.table.scenario import Action, GoalTerm, Marker, Nearness, Scenario, Table, Target
from movesolver.table.terrain import Feature, Floor, Wall

WIDTH, HEIGHT = 60.0, 44.0
CLEARANCE = 2.05
"""Enemies are set up this far from the unit: it starts unengaged (inches)."""


@dataclass(frozen=True)
class Stood:
    """A base set up on the table, with the disc around it."""

    model: Model
    x: float
    y: float
    radius: float


def radius_of(base: Base) -> float:
    """Return the radius of the disc around a base, inches."""
    if base.round is not None:
        return base.round / 50.8
    if base.oval is not None:
        return base.oval[0] / 50.8
    assert base.rectangle is not None
    return math.hypot(*base.rectangle) / 50.8


def crowded(seed: int, models: int = 10, *, goal: str = "near", bases: str = "round") -> Scenario:
    """Return a unit among 20 enemies, 40 friends and walls, its goal beyond them."""
    return scene(seed, models, enemies=20, friends=40, walls=6, goal=goal, bases=bases)


def open_table(
    seed: int, models: int = 10, *, goal: str = "near", bases: str = "round"
) -> Scenario:
    """Return a unit on a table where nothing else stands."""
    return scene(seed, models, enemies=0, friends=0, walls=0, goal=goal, bases=bases)


def scene(
    seed: int,
    models: int,
    *,
    enemies: int,
    friends: int,
    walls: int,
    goal: str = "near",
    bases: str = "round",
    move: float = 6.0,
    spread: float = 0.9,
) -> Scenario:
    """Return a scene: a coherent unit, clumps of enemies about its goal, friends, ruins."""
    rng = np.random.default_rng([seed, models, enemies, friends, walls])
    unit = _unit(rng, models, bases, spread)
    middle = np.mean([(s.x, s.y) for s in unit], axis=0)
    target = middle + np.array([rng.uniform(4, 11), rng.uniform(-5, 5)])
    stood = list(unit)
    foes = _clumps(rng, stood, enemies, target, CLEARANCE, "e")
    mates = _clumps(rng, stood, friends, middle, 0.0, "f")
    terrain = _ruins(rng, stood, middle, walls)
    units = [Unit("alpha", "a", tuple(s.model for s in unit), ("INFANTRY",), move)]
    if bases != "round":
        units[0] = Unit("alpha", "a", units[0].models, ("MOUNTED",), move)
    if foes:
        units.append(Unit("foe", "b", tuple(foes), ("INFANTRY",), move))
    if mates:
        units.append(Unit("mates", "a", tuple(mates), ("INFANTRY",), move))
    point = (float(target[0]), float(target[1]))
    terms = {
        "near": (GoalTerm(near=point),),
        "within": (GoalTerm(within=Nearness(of=Target(marker="m"), inches=3.0)),),
        "mixed": (
            GoalTerm(within=Nearness(of=Target(marker="m"), inches=3.0), weight=2.0),
            GoalTerm(near=point, weight=0.5),
            GoalTerm(travel=True, weight=0.1),
        ),
    }
    return validate(
        Scenario(
            movesolver=1,
            table=Table(WIDTH, HEIGHT),
            units=tuple(units),
            action=Action("alpha", "normal", goal=terms[goal]),
            terrain=tuple(terrain),
            markers=(Marker("m", point),),
        )
    )


def boxed_in() -> Scenario:
    """Return one model in a ring of nine enemies that it cannot leave."""
    ring = tuple(
        Model(
            f"e{k}",
            round(32),
            (10 + 3.5 * math.cos(math.radians(40 * k)), 10 + 3.5 * math.sin(math.radians(40 * k))),
        )
        for k in range(9)
    )
    return _plain((Model("a1", round(32), (10.0, 10.0)),), ring, GoalTerm(near=(30.0, 10.0)))


def incoherent() -> Scenario:
    """Return a unit that starts in two halves too far apart to meet."""
    models = tuple(
        Model(f"a{k}", round(32), (10.0 + 1.5 * k + (14.0 if k > 4 else 0.0), 20.0))
        for k in range(10)
    )
    return _plain(models, (), GoalTerm(near=(30.0, 10.0)))


def scattered() -> Scenario:
    """Return a unit that starts incoherent and can regain coherency by moving."""
    models = tuple(
        Model(f"a{k}", round(32), (10.0 + 1.5 * k + (4.0 if k > 4 else 0.0), 20.0))
        for k in range(10)
    )
    return _plain(models, (), GoalTerm(near=(30.0, 10.0)))


def _plain(models: tuple[Model, ...], foes: tuple[Model, ...], term: GoalTerm) -> Scenario:
    units = [Unit("alpha", "a", models, ("INFANTRY",), 6.0)]
    if foes:
        units.append(Unit("foe", "b", foes, ("INFANTRY",), 6.0))
    return validate(
        Scenario(
            movesolver=1,
            table=Table(WIDTH, HEIGHT),
            units=tuple(units),
            action=Action("alpha", "normal", goal=(term,)),
        )
    )


def _unit(rng: np.random.Generator, models: int, bases: str, spread: float) -> list[Stood]:
    """Return a coherent blob of models."""
    kinds = {
        "round": [round(32)],
        "mixed": [round(32), round(40), round(25), oval(60, 35)],
        "ovals": [oval(75, 42), oval(60, 35)],
        "rectangles": [rectangle(50, 25)],
    }[bases]
    for _ in range(200):
        start = np.array([rng.uniform(14, 24), rng.uniform(12, 32)])
        unit: list[Stood] = []
        for _ in range(3000):
            base = kinds[len(unit) % len(kinds)]
            r = radius_of(base)
            if unit:
                mate = unit[rng.integers(len(unit))]
                apart = r + mate.radius + rng.uniform(0.02, spread)
                angle = rng.uniform(0, 2 * math.pi)
                x, y = mate.x + apart * math.cos(angle), mate.y + apart * math.sin(angle)
            else:
                x, y = float(start[0]), float(start[1])
            gaps = [math.hypot(x - s.x, y - s.y) - r - s.radius for s in unit]
            on_table = r < x < WIDTH - r and r < y < HEIGHT - r
            far = any(math.hypot(x - s.x, y - s.y) > 8.9 for s in unit)
            if on_table and not far and all(gap > 0.01 for gap in gaps):
                facing = float(rng.integers(0, 24) * 15) if base.round is None else 0.0
                model = Model(f"a{len(unit)}", base, (float(x), float(y)), facing)
                unit.append(Stood(model, float(x), float(y), r))
            if len(unit) == models:
                return unit
    raise AssertionError("no room for the unit")


def _clumps(
    rng: np.random.Generator,
    stood: list[Stood],
    count: int,
    about: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
    clearance: float,
    prefix: str,
) -> list[Model]:
    """Set up models in clumps of ten, the first half of the clearance kept from ``stood``."""
    own = [s for s in stood if s.model.id.startswith("a")]
    placed: list[Model] = []
    r = radius_of(round(32))
    centre = about
    for _ in range(200 * max(1, count)):
        if len(placed) == count:
            break
        if len(placed) % 10 == 0:
            centre = about + np.array([rng.uniform(-4, 9), rng.uniform(-8, 8)])
        x, y = (float(v) for v in centre + rng.normal(0, 2.2, 2))
        if not (r < x < WIDTH - r and r < y < HEIGHT - r):
            continue
        if any(math.hypot(x - s.x, y - s.y) < r + s.radius + 0.01 for s in stood):
            continue
        if any(math.hypot(x - s.x, y - s.y) < r + s.radius + clearance for s in own):
            continue
        model = Model(f"{prefix}{len(placed)}", round(32), (x, y))
        stood.append(Stood(model, x, y, r))
        placed.append(model)
    return placed


def _ruins(
    rng: np.random.Generator,
    stood: list[Stood],
    middle: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
    count: int,
) -> list[Feature]:
    """Return dense walls that no base stands in, and a floor above the first."""
    features: list[Feature] = []
    for _ in range(100 * max(1, count)):
        if len(features) == count:
            break
        x, y = (float(v) for v in middle + np.array([rng.uniform(-6, 12), rng.uniform(-10, 10)]))
        long, wide = rng.uniform(2, 5), 0.5
        w, h = (long, wide) if rng.random() < 0.5 else (wide, long)
        if any(abs(s.x - x) < w / 2 + s.radius and abs(s.y - y) < h / 2 + s.radius for s in stood):
            continue
        corners = (
            (x - w / 2, y - h / 2),
            (x + w / 2, y - h / 2),
            (x + w / 2, y + h / 2),
            (x - w / 2, y + h / 2),
        )
        features.append(
            Feature(
                f"ruin{len(features)}",
                "dense",
                corners,
                (Wall(corners, 4.0),),
                (Floor(corners, 4.0),),
            )
        )
    return features
