"""Seeded tables for ways of bases that are not round: 30 bases and 8 walls on 60 by 44 inches."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from movekernels.arrays import Floats
from movesolver import Scenario
from situations import Json, model, situation, unit, wall

WIDTH, HEIGHT = 60.0, 44.0
BASES, WALLS = 30, 8
FOE_MM = (25.0, 32.0, 40.0, 50.0, 100.0)
FOE_OVALS_MM = ((60.0, 35.0), (105.0, 70.0))
CORNERS = 2048
"""Of the polygon that stands for an oval: inside it, by 4e-6 inches at most ..."""
FOE_CORNERS = 1024
"""... and by 1e-5, for one in the way."""
LESS = 1e-6
"""The outline that is sampled is smaller than the base by so many inches."""
HULL = ((-1.6, -0.7), (1.1, -0.7), (2.0, 0.0), (1.1, 0.7), (-1.6, 0.7), (-1.1, 0.0))
ROOM = 0.1
"""Room about the start, inches: of half the tables so that it can turn there ..."""
TIGHT = 0.01
"""... and of the others about the base as it stands."""

EDGE = 3.1
"""Centres of others keep so far from the edge, inches."""

KINDS: dict[str, Json] = {
    **{
        f"oval {a}x{b}": {"oval": [a, b]}
        for a, b in ((60, 35), (75, 42), (90, 52), (105, 70), (120, 92), (170, 105))
    },
    "rectangle 100x60": {"rectangle": [100, 60]},
    "hull": {"hull": [list(point) for point in HULL]},
}
"""Bases that move; those of the first six kinds are in common use."""


class Scene(NamedTuple):
    """A table, and its outlines once more."""

    scenario: Scenario
    outline: Floats
    """Corners of the mover about its centre, inches, shape (v, 2)."""
    discs: Floats
    """Round obstacles: x, y, radius; shape (k, 3)."""
    polygons: list[Floats]
    """Corners of the others, each shape (v, 2)."""
    start: tuple[float, float]
    most: float
    """How far the mover may go, inches."""


def oval(length: float, width: float, count: int, less: float = 0.0) -> Floats:
    """Corners of an oval, in mm, made smaller by so many inches."""
    t = np.arange(count) * (math.tau / count)
    a, b = length / 50.8 - less, width / 50.8 - less
    return np.column_stack([a * np.cos(t), b * np.sin(t)])


def outline_of(base: Json, less: float) -> Floats:
    """Corners of a base, each side drawn in by so many inches."""
    if "oval" in base:
        length, width = base["oval"]
        return oval(length, width, CORNERS, less)
    corners = np.array(base.get("hull", HULL))
    if "rectangle" in base:
        a, b = (side / 50.8 for side in base["rectangle"])
        corners = np.array([[-a, -b], [a, -b], [a, b], [-a, b]])
    drawn_in = shapely.Polygon(corners).buffer(-less, join_style="mitre")
    out: Floats = np.array(drawn_in.exterior.coords)[:-1]
    return out


def posed(corners: Floats, x: float, y: float, degrees: float) -> Floats:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    out: Floats = np.array([x, y]) + corners @ np.array([[c, s], [-s, c]])
    return out


def draw(kind: str, seed: int) -> Scene:
    """Table number ``seed`` for one kind of base; the start is tight on every other one."""
    rng = np.random.default_rng([41, list(KINDS).index(kind), seed])
    base = KINDS[kind]
    outline = outline_of(base, 0.0)
    outer = float(np.hypot(*outline.T).max())
    x, y = rng.uniform((outer, outer), (WIDTH - outer, HEIGHT - outer)).tolist()
    facing, most = float(rng.uniform(0.0, 360.0)), float(rng.uniform(8.0, 10.0))
    kept: BaseGeometry = shapely.Polygon(posed(outline, x, y, facing)).buffer(TIGHT)
    if seed % 2 == 0:
        kept = shapely.Point(x, y).buffer(outer + ROOM)
    shapely.prepare(kept)
    foes: list[Json] = []
    discs: list[tuple[float, float, float]] = []
    polygons: list[Floats] = []
    while len(foes) < BASES:
        at, turn = rng.uniform((EDGE, EDGE), (WIDTH - EDGE, HEIGHT - EDGE)), rng.uniform(0.0, 360.0)
        name, place = f"e{len(foes)}", (float(at[0]), float(at[1]))
        if rng.random() < 0.2:
            size = FOE_OVALS_MM[int(rng.integers(len(FOE_OVALS_MM)))]
            corners = posed(oval(*size, FOE_CORNERS), *place, float(turn))
            if not kept.intersects(shapely.Polygon(corners)):
                foes.append(model(name, place, {"oval": list(size)}, facing=float(turn)))
                polygons.append(corners)
        else:
            diameter = float(rng.choice(FOE_MM))
            if kept.distance(shapely.Point(place)) > diameter / 50.8:
                foes.append(model(name, place, diameter))
                discs.append((*place, diameter / 50.8))
    walls: list[Json] = []
    while len(walls) < WALLS:
        a, b = rng.uniform((1.0, 0.1), (3.0, 0.3)).tolist()
        px, py = rng.uniform((EDGE, EDGE), (WIDTH - EDGE, HEIGHT - EDGE)).tolist()
        box = np.array([[-a, -b], [a, -b], [a, b], [-a, b]])
        corners = posed(box, px, py, float(rng.uniform(0.0, 180.0)))
        if not kept.intersects(shapely.Polygon(corners)):
            walls.append(wall(f"w{len(walls)}", corners.tolist()))
            polygons.append(corners)
    one = model("a1", (x, y), base, facing=facing)
    mover = unit("alpha", "a", one, keywords=["MOUNTED"], move=most)
    scenario = situation([mover, unit("foe", "b", *foes)], terrain=walls)
    return Scene(scenario, outline_of(base, LESS), np.array(discs), polygons, (x, y), most)
