"""Scenes with floors and walls to climb, for tests of ways between levels."""

from __future__ import annotations

from typing import Any

import numpy as np

from movesolver import Code, Scenario
from movesolver.paths.levels import Levels
from movesolver.paths.ways import Way, Ways
from movesolver.referee.motion import judge_paths
from movesolver.referee.pack import pack
from movesolver.referee.verdict import Finding
from situations import Json, box, model, situation, unit, wall

R32, R50 = 16 / 25.4, 25 / 25.4


def scene(
    at: tuple[float, float],
    terrain: list[Json],
    *words: str,
    base: Json | float = 32,
    move: float = 12,
    z: float = 0.0,
    facing: float = 0.0,
    foes: tuple[tuple[float, float, float], ...] = (),
    mover: Json | None = None,
    action: str = "normal",
    **more: Any,
) -> Scenario:
    """One model among terrain and VEHICLES that bar anyone: x, y, z, 32 mm."""
    first = model("a1", at, base, facing=facing, z=z)
    units = [unit("alpha", "a", first, keywords=list(words or ("INFANTRY",)), move=move)]
    units[0] |= mover or {}
    if foes:
        stand = [model(f"b{k}", (x, y), z=up) for k, (x, y, up) in enumerate(foes)]
        units.append(unit("beta", "b", *stand, keywords=["VEHICLE"]))
    return situation(units, terrain=terrain, move=action, **more)


def levels(*args: Any, **more: Any) -> Levels:
    return Levels(Ways(pack(scene(*args, **more))))


def bounds(found: Levels, x: float, y: float, z: float) -> tuple[float, float]:
    lower, upper = found.lengths(0, np.array([[x, y]]), z)
    return float(lower[0]), float(upper[0])


def judged(found: Levels, way: Way) -> list[Finding]:
    """What the referee says of a way, at zero tolerance, except that it is too long."""
    name = found.position.ids[0]
    says = judge_paths(found.position, {name: way.path}, 0.0)[0]
    return [one for one in says if one.code is not Code.TOO_FAR]


def ruin(
    name: str,
    x0: float,
    y0: float,
    x1: float,
    y1: float,
    *floors: float,
    category: str = "dense",
    walls: list[list[list[float]]] | None = None,
    top: float = 6.0,
) -> Json:
    """A ruin with floors over all of it, and walls up to ``top``."""
    whole = box(x0, y0, x1, y1)
    return {
        "id": name,
        "category": category,
        "footprint": whole,
        "walls": [{"polygon": polygon, "top": top} for polygon in walls or []],
        "floors": [{"polygon": whole, "z": z} for z in floors],
    }


def strewn(
    seed: int,
    *words: str,
    base: Json | float = 32,
    move: float = 10.0,
    game: str = "wh40k11",
    upstairs: bool = False,
) -> tuple[Scenario, np.random.Generator]:
    """A model among ruins, walls and enemies on a small table, where it can stand."""
    draw = np.random.default_rng(seed)
    terrain = []
    for k in range(int(draw.integers(2, 5))):
        (x, y), (w, h) = draw.uniform(4, 20, 2).tolist(), draw.uniform(2.5, 6, 2).tolist()
        top, category = float(draw.choice([3, 6])), str(draw.choice(["dense", "dense", "light"]))
        walls = [box(x, y, x + 0.3, y + h), box(x, y, x + w, y + 0.3)][: int(draw.integers(0, 3))]
        floors = [z for z in (3.0, 6.0) if z <= top][: int(draw.integers(0, 3))]
        one = ruin(f"r{k}", x, y, x + w, y + h, *floors, category=category, walls=walls, top=top)
        terrain.append(one)
    for k in range(int(draw.integers(0, 3))):
        (x, y), w, h = draw.uniform(4, 24, 2).tolist(), draw.uniform(0.2, 0.6), draw.uniform(2, 8)
        w, h = (float(w), float(h)) if draw.random() < 0.5 else (float(h), float(w))
        top, category = float(draw.choice([2.5, 3, 4])), str(draw.choice(["dense", "light"]))
        terrain.append(wall(f"w{k}", box(x, y, x + w, y + h), top=top, category=category))
    foes = [(x, y, 0.0) for x, y in draw.uniform(4, 26, (int(draw.integers(1, 5)), 2)).tolist()]
    action = "move" if game == "voidsiege" else "normal"
    above = [(one["footprint"], one["floors"][0]["z"]) for one in terrain if one["floors"]]
    while True:
        x, y = draw.uniform(5, 25, 2).tolist()
        z = 0.0
        if upstairs and above:
            ((x0, y0), _, (x1, y1), _), z = above[int(draw.integers(len(above)))]
            x, y = draw.uniform([x0, y0], [x1, y1]).tolist()
        found = scene(
            (x, y), terrain, *words, base=base, move=move, facing=30.0, z=z, foes=tuple(foes),
            action=action, rules={"game": game}, width=30, height=30,
        )  # fmt: skip
        if np.isfinite(bounds(Levels(Ways(pack(found))), x, y, z)[0]):
            return found, draw
