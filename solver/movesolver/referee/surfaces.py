"""Floors: who may stand where above the ground, and what can be climbed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from movekernels.arrays import LEVEL, Shapes
from movekernels.geometry.gap import gap
from movesolver.referee.outlines import (
    Outline,
    centred,
    outline_of_base,
    pack_outlines,
    surroundings,
)
from movesolver.referee.position import Position, heading
from movesolver.referee.verdict import Code, Finding
from movesolver.rules.transit import floor_blocks
from movesolver.table.bases import Base
from movesolver.table.fields import Polygon
from movesolver.table.scenario import Pose
from movesolver.table.terrain import Feature

GROUND = 1e-6
"""Heights up to this are ground level; a floor within it of a base carries it (inches)."""


def judge_surfaces(
    position: Position,
    ends: Mapping[str, Pose],
    paths: Mapping[str, Sequence[Pose]] | None,
    tolerance: float,
) -> list[Finding]:
    """Judge where the moved models stand (13.06; ``ends`` holds the moved ones only)."""
    if not position.rules.terrain_categories:
        return []
    found, floors = [], _floors(position)
    for name, pose in ends.items():
        if not floors and pose[3] <= GROUND:
            continue
        model = position.ids.index(name)
        if pose[3] > GROUND:
            found.extend(_judge_upper(position, model, pose, paths, tolerance))
        for feature, polygon, z in floors:
            if pose[3] + GROUND < z < pose[3] + LEVEL and (
                gap_to_polygon(position, model, pose, polygon) < -tolerance
            ):
                text = f"{name} ends part-way through a floor of {feature.id}."
                found.append(Finding(Code.IN_TERRAIN, "03.01", (name,), text))
    return found


def _judge_upper(
    position: Position,
    model: int,
    pose: Pose,
    paths: Mapping[str, Sequence[Pose]] | None,
    tolerance: float,
) -> list[Finding]:
    name, mover = position.ids[model], position.movers[model]
    supports = [
        (feature, polygon)
        for feature, polygon, z in _floors(position)
        if abs(z - pose[3]) <= GROUND
        and gap_to_polygon(position, model, pose, polygon) < -tolerance
    ]
    if not supports:
        text = f"{name} ends {pose[3]:g} inches up with no floor under it."
        return [Finding(Code.SURFACE, "13.06", (name,), text)]
    found = []
    around = surroundings(tuple(polygon for _, polygon in supports))
    over = -gap_to_outline(position, model, pose, 0.0, 0.0, around)
    if over > tolerance:
        text = f"{name} ends {over:.4g} inches over the edge of the floor it stands on."
        found.append(Finding(Code.OVERHANG, "13.06", (name,), text, over, 0.0))
    high, climbers = position.rules.stands_high, position.rules.stands_climbed
    if not mover.keywords & high:
        text = f"{name} may not end on a surface above the ground."
        found.append(Finding(Code.SURFACE, "13.06", (name,), text))
    elif not mover.keywords & climbers and not mover.flying and paths is not None:
        climbed = _dense_climbed(position, model, paths.get(name, ()), tolerance)
        allowed = "MONSTER" in mover.keywords and bool(
            position.rules.options.get("monster_on_dense_floors", False)
        )
        for feature, _ in supports:
            if feature.id in climbed and not allowed:
                text = f"{name} climbed {feature.id} in this move and may not end on it."
                found.append(Finding(Code.SURFACE, "13.06", (name,), text))
                break
    return found


def climbing_distance(position: Position, model: int, pose: Pose, high: float) -> float:
    """Return how far the base is from what the letter of 13.06 lets it climb, inches.

    A dense feature is climbed within half an inch of its walls, floors or footprint;
    an exposed or light one that is high enough is climbed without such a limit (0).
    Infinity if there is nothing.
    """
    nearest = math.inf
    for feature in position.scenario.terrain:
        if feature.category == "dense":
            nearest = min(nearest, _distance(position, model, pose, feature))
        elif height_of(feature) >= high - GROUND:
            return 0.0
    return nearest


def floors_between(
    position: Position, model: int, pose: Pose, low: float, high: float, tolerance: float
) -> list[tuple[str, float]]:
    """Return the floors that bar a vertical step (13.06): id of the feature, and height."""
    mover = position.movers[model]
    return [
        (feature.id, z)
        for feature, polygon, z in _floors(position)
        if low + GROUND < z <= high + GROUND
        and floor_blocks(position.rules, mover, feature.category)
        and gap_to_polygon(position, model, pose, polygon) < -tolerance
    ]


def gap_to_polygon(position: Position, model: int, pose: Pose, polygon: Polygon) -> float:
    """Return the signed gap between a model's base at a pose and a polygon, inches."""
    return gap_to_outline(position, model, pose, *centred(polygon))


def gap_to_outline(
    position: Position, model: int, pose: Pose, x: float, y: float, outline: Outline
) -> float:
    """Return the signed gap between a model's base at a pose and an outline at (x, y)."""
    base = position.models[model].base
    shapes = _pair(base, outline)
    return gap(shapes, 0, pose[0], pose[1], *heading(pose[2]), 1, x, y, 1.0, 0.0)


@lru_cache(maxsize=1024)
def _pair(base: Base, outline: Outline) -> Shapes:
    return pack_outlines([outline_of_base(base), outline])


def _floors(position: Position) -> list[tuple[Feature, Polygon, float]]:
    return position.once(
        "floors",
        lambda: [
            (feature, floor.polygon, floor.z)
            for feature in position.scenario.terrain
            for floor in feature.floors
        ],
    )


def polygons_of(feature: Feature) -> Iterator[Polygon]:
    """Yield all of a feature that can be climbed: footprint, walls and floors."""
    yield feature.footprint
    yield from (wall.polygon for wall in feature.walls)
    yield from (floor.polygon for floor in feature.floors)


def height_of(feature: Feature) -> float:
    """Return how high a feature reaches, inches; one given by its footprint alone, any height."""
    tops = [*(wall.top for wall in feature.walls), *(floor.z for floor in feature.floors)]
    return max(tops, default=math.inf)


def _distance(position: Position, model: int, pose: Pose, feature: Feature) -> float:
    return min(gap_to_polygon(position, model, pose, part) for part in polygons_of(feature))


def _dense_climbed(
    position: Position, model: int, path: Sequence[Pose], tolerance: float
) -> set[str]:
    """Return the dense features that a path climbs up."""
    return {
        feature.id
        for a, b in pairwise(path)
        if b[3] > a[3]
        for feature in position.scenario.terrain
        if feature.category == "dense"
        and _distance(position, model, a, feature) <= position.rules.climb_reach + tolerance
    }
