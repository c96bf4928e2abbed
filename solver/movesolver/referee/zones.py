"""Deployment zones and table edges: whose they are, and who is wholly within them."""

from __future__ import annotations

import math

import numpy as np

from movekernels.arrays import Bodies, Bools, Floats
from movekernels.geometry.shapes import support
from movesolver.referee.nearness import polygon_gaps
from movesolver.referee.outlines import surroundings
from movesolver.referee.position import Position
from movesolver.table.fields import Polygon

SIDES = ((-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0))
"""Outward directions of the left, right, lower and upper edge of the table."""
ON_EDGE = 1e-6
"""A corner of a zone as near to an edge as this lies on it, inches."""


def own_zones(position: Position) -> tuple[Polygon, ...]:
    """Return the deployment zones of the unit's side."""
    side = position.scenario.mover.side
    return tuple(zone.polygon for zone in position.scenario.zones if zone.side == side)


def enemy_zones(position: Position) -> tuple[Polygon, ...]:
    """Return the deployment zones of all other sides."""
    side = position.scenario.mover.side
    return tuple(zone.polygon for zone in position.scenario.zones if zone.side != side)


def outside_zones(position: Position, bodies: Bodies, zones: tuple[Polygon, ...]) -> Floats:
    """Return how far each base reaches out of the union of zones, inches, shape (n,).

    Zero or less for a base wholly inside; infinity where there is no zone.
    """
    if not zones:
        return np.full(bodies.x.size, math.inf)
    return -polygon_gaps(position, bodies, [surroundings(zones)])[:, 0]


def outside_own_zone(position: Position, bodies: Bodies, tolerance: float) -> Bools:
    """Return which models are not wholly within the zones of their own side, shape (n,)."""
    return outside_zones(position, bodies, own_zones(position)) > tolerance


def edge_reaches(position: Position, bodies: Bodies) -> tuple[Floats, Floats]:
    """Return how near each base comes to each table edge, and how far from it it reaches.

    Returns
    -------
    tuple of numpy.ndarray
        Nearest and farthest distance of the base's points from the left, right, lower and
        upper edge, inches; shapes (n, 4).
    """
    table, shapes = position.scenario.table, position.shapes
    near, far = np.empty((bodies.x.size, 4)), np.empty((bodies.x.size, 4))
    for i in range(bodies.x.size):
        k, c, s = int(bodies.shape[i]), float(bodies.cos[i]), float(bodies.sin[i])
        x, y = float(bodies.x[i]), float(bodies.y[i])
        centre = (x, table.width - x, y, table.height - y)
        for e, (ux, uy) in enumerate(SIDES):
            near[i, e] = centre[e] - support(shapes, k, c, s, ux, uy)
            far[i, e] = centre[e] + support(shapes, k, c, s, -ux, -uy)
    return near, far


def own_edges(position: Position) -> Bools:
    """Return which table edges the zones of the unit's side touch, shape (4,)."""
    table = position.scenario.table
    touched = np.zeros(4, dtype=np.bool_)
    for zone in own_zones(position):
        for x, y in zone:
            touched |= np.array([x, table.width - x, y, table.height - y]) <= ON_EDGE
    return touched
