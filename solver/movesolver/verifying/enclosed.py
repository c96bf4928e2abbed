"""Where a model is shut in: the part of the table about its start that bases cut off."""

from __future__ import annotations

import math

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from movesolver.referee.position import Position
from movesolver.verifying.outlines import Body, Bools, Floats

PRESSED = 1e-6
"""Bases are taken to be so much smaller, inches: more than a path may press into them."""
CLIMB = 1.0
"""Terrain farther than this beyond a model's reach cannot be climbed by it, inches."""
SEGMENTS = 64
"""Corners of a quarter of the outlines that stand for circles, which lie inside them."""


def enclosure(
    position: Position, i: int, start: Body, others: list[Body], reach: float
) -> BaseGeometry | None:
    """Return where the centre of a model can be without passing through a base; None: anywhere.

    Only bases that are round are looked at, by the disc that the model's own base holds, and only
    where nothing in reach could be climbed: there are fewer ways than this allows, never more.
    """
    rules, held = position.rules, start.outline.held
    if held <= 0.0 or math.isinf(reach) or not rules.terrain_categories:
        return None
    if position.movers[i].flying or _climbs(position, start, reach):
        return None
    barring = position.models_in_way(i, start.z)
    grown = [
        shapely.Point(body.x, body.y).buffer(
            body.outline.outer + held - PRESSED, quad_segs=SEGMENTS
        )
        for body, bars in zip(others, barring.tolist(), strict=True)
        if bars and body.outline.round
    ]
    far = reach + 2.0
    window = shapely.box(start.x - far, start.y - far, start.x + far, start.y + far)
    free = window.difference(shapely.union_all(grown))
    parts = [one for one in shapely.get_parts(free) if one.covers(shapely.Point(start.x, start.y))]
    return parts[0] if parts else None


def _climbs(position: Position, start: Body, reach: float) -> bool:
    """Return whether terrain stands where a model could climb it (13.06)."""
    here, far = shapely.Point(start.x, start.y), reach + start.outline.outer + CLIMB
    for feature in position.scenario.terrain:
        polygons = [feature.footprint, *(wall.polygon for wall in feature.walls)]
        polygons += [floor.polygon for floor in feature.floors]
        if any(shapely.Polygon(polygon).distance(here) <= far for polygon in polygons):
            return True
    return False


def outside(part: BaseGeometry, x: Floats, y: Floats, half: float) -> Bools:
    """Return which squares of half a side have no point in a part of the table, shape (p,)."""
    away = shapely.distance(part, shapely.points(x, y))
    return np.asarray(away > half * math.sqrt(2.0) + PRESSED)
