"""Whether floors are wide enough for a base: the quick answers against the definition."""

from __future__ import annotations

import math

import msgspec
import numpy as np
import shapely

from levels_scenes import scene
from movekernels.search.cells import SLOP
from movesolver.referee.pack import pack
from movesolver.search.heights import holds_base
from movesolver.table.terrain import Feature, Floor

Point = tuple[float, float]


def floor_of(corners: list[Point], z: float = 3.0, name: str = "f") -> Feature:
    polygon = tuple(corners)
    return Feature(name, "dense", polygon, floors=(Floor(polygon, z),))


def strip(x: float, y: float, long: float, wide: float, angle: float) -> list[Point]:
    """Return the corners of a rectangle that begins at (x, y) and runs at an angle, degrees."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    corners = [(0.0, 0.0), (long, 0.0), (long, wide), (0.0, wide)]
    return [(x + c * a - s * b, y + s * a + c * b) for a, b in corners]


def holds(features: list[Feature], radius: float, z: float = 3.0) -> bool:
    table = msgspec.structs.replace(scene((5, 5), [], move=6), terrain=tuple(features))
    return holds_base(pack(table), z, radius)


def test_a_strip_holds_what_is_as_wide() -> None:
    for angle in (0.0, 17.0, 90.0, 133.0):
        thin = floor_of(strip(20, 20, 8, 1.2, angle))
        assert holds([thin], 0.59)
        assert holds([thin], 0.6)
        assert not holds([thin], 0.61)
        assert not holds([thin], 0.5, z=4.0)


def test_strips_side_by_side_are_one_floor() -> None:
    below = floor_of(strip(20, 20, 8, 0.7, 0.0))
    above = floor_of(strip(20, 20.7, 8, 0.7, 0.0), name="g")
    apart = floor_of(strip(20, 20.8, 8, 0.7, 0.0), name="g")
    higher = floor_of(strip(20, 20.7, 8, 0.7, 0.0), z=5.0, name="g")
    assert holds([below, above], 0.65)
    assert not holds([below, apart], 0.65)
    assert not holds([below, higher], 0.65)
    # the crossing of two thin walls is wider than either
    cross = floor_of(strip(24, 17, 7, 0.7, 90.0), name="g")
    assert holds([below, cross], 0.4)
    assert not holds([below, cross], 0.5)


def test_it_is_what_the_definition_says() -> None:
    random = np.random.default_rng(0)
    answers = []
    for _ in range(150):
        floors = []
        for k in range(int(random.integers(1, 7))):
            x, y = random.uniform(12, 28, 2).tolist()
            long, wide = float(random.uniform(1, 7)), float(random.uniform(0.3, 2.2))
            corners = strip(x, y, long, wide, float(random.uniform(0, 360)))
            floors.append(floor_of(corners, name=f"f{k}"))
        radius = float(random.uniform(0.3, 1.2))
        union = shapely.union_all([shapely.Polygon(one.floors[0].polygon) for one in floors])
        wanted = not union.buffer(SLOP - radius).is_empty
        assert holds(floors, radius) == wanted
        answers.append(wanted)
    assert 30 < sum(answers) < 120


def test_an_angled_floor_is_as_wide_as_its_corner() -> None:
    corner = floor_of([(20, 20), (26, 20), (26, 21), (21, 21), (21, 26), (20, 26)])
    assert holds([corner], 0.5)
    assert holds([corner], 0.58)
    assert not holds([corner], 0.6)
    assert holds([floor_of(strip(20, 10, 6, 6, 0.0))], 2.9)
