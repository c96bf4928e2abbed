"""Where an army wants to stand when it is deployed, by a name."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np
from shapely import Polygon as ShapelyPolygon
from shapely import union_all
from shapely.geometry.base import BaseGeometry

from movekernels.arrays import Floats
from movesolver.table.army import Unit
from movesolver.table.fields import Point, Polygon
from movesolver.table.scenario import Field, GoalTerm, Marker, Scenario, Target

GoalName = Literal["markers", "back", "spread"]
"""``markers``: each unit near another marker; ``back``: as far from the enemy's zone as may be;
``spread``: away from the units of its own side."""
GOALS: tuple[GoalName, ...] = get_args(GoalName)

_STEP = 2.0
"""Inches between the values of a field."""
_FAR = 18.0
"""Farther from its own side than this nobody wants to be, inches."""


def goal_terms(
    name: GoalName, board: Scenario, unit: Unit, number: int, rng: np.random.Generator
) -> tuple[GoalTerm, ...]:
    """Return the goal of a unit that is set up.

    Parameters
    ----------
    name
        What the army wants.
    board
        The board so far.
    unit
        The unit that is set up.
    number
        How many units of its side were set up before it.
    rng
        Where chance comes from: the place of the first unit that spreads.
    """
    if name == "spread":
        return (GoalTerm(field=_away(board, unit, rng)),)
    if name == "markers" and board.markers:
        return (GoalTerm(near=Target(marker=_marker(board, unit, number).id)),)
    return (GoalTerm(field=_back(board, unit)),)


def _marker(board: Scenario, unit: Unit, number: int) -> Marker:
    """Return the marker for the unit of a number: the nearest first, then the others in turn."""
    zone = _zone(board, unit)

    def distance(marker: Marker) -> float:
        return math.inf if zone is None else zone.distance(_outline(marker))

    ranked = sorted(board.markers, key=distance)
    return ranked[number % len(ranked)]


def _outline(marker: Marker) -> ShapelyPolygon:
    if marker.area is not None:
        return ShapelyPolygon(marker.area)
    x, y = marker.at or (0.0, 0.0)
    return ShapelyPolygon([(x, y), (x + 1e-6, y), (x, y + 1e-6)])


def _back(board: Scenario, unit: Unit) -> Field:
    """Return how far a place is from the enemy's side, as a plane over the table."""
    own, foe = _zone(board, unit), _zone(board, unit, other=True)
    table = board.table
    at = (table.width / 2, table.height / 2) if foe is None else _middle(foe)
    to = at if own is None else _middle(own)
    dx, dy = to[0] - at[0], to[1] - at[1]
    length = math.hypot(dx, dy) or 1.0
    side = max(table.width, table.height)
    rows = tuple(
        tuple((dx * (x - at[0]) + dy * (y - at[1])) / length for x in (0.0, side))
        for y in (0.0, side)
    )
    return Field((0.0, 0.0), side, rows)


def _away(board: Scenario, unit: Unit, rng: np.random.Generator) -> Field:
    """Return how far a place is from the models of its own side; at first from chance's place."""
    table = board.table
    x = np.arange(0.0, table.width + _STEP, _STEP)
    y = np.arange(0.0, table.height + _STEP, _STEP)
    friends = [
        model.at
        for other in board.units
        if other.side == unit.side and other.id != unit.id and other.on_table
        for model in other.standing
        if model.at is not None
    ]
    if friends:
        gaps = _gaps(x, y, friends)
        values = np.minimum(gaps, _FAR)
    else:
        values = -_gaps(x, y, [_some_place(board, unit, rng)])
    rows = tuple(tuple(map(float, row)) for row in values)
    return Field((0.0, 0.0), _STEP, rows)


def _gaps(x: Floats, y: Floats, places: Sequence[Point]) -> Floats:
    """Return the distance of each node of a grid to the nearest of some places."""
    at = np.array(places)
    across = x[None, :, None] - at[:, 0]
    along = y[:, None, None] - at[:, 1]
    gaps: Floats = np.hypot(across, along).min(axis=2)
    return gaps


def _some_place(board: Scenario, unit: Unit, rng: np.random.Generator) -> Point:
    zone = _zone(board, unit)
    if zone is None:
        return (board.table.width / 2, board.table.height / 2)
    low_x, low_y, high_x, high_y = zone.bounds
    return float(rng.uniform(low_x, high_x)), float(rng.uniform(low_y, high_y))


def _zone(board: Scenario, unit: Unit, other: bool = False) -> BaseGeometry | None:
    zones: list[Polygon] = [
        zone.polygon for zone in board.zones if (zone.side == unit.side) is not other
    ]
    return union_all([ShapelyPolygon(zone) for zone in zones]) if zones else None


def _middle(zone: BaseGeometry) -> Point:
    middle = zone.centroid
    return float(middle.x), float(middle.y)
