"""From a save's numbers to the table's and back."""

from __future__ import annotations

import math
from dataclasses import dataclass

from shapely import Polygon as ShapelyPolygon
from shapely.affinity import rotate

from movesolver.table.bases import Base
from movesolver.table.fields import Point
from movesolver.table.measures import inches
from movesolver.table.scenario import Table

UP = 0.75
"""A model so far above the table's surface stands on something, inches."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a save's numbers lie on a table: its middle is the save's origin."""

    table: Table
    scale: float = 1.0
    """Inches for one of the save's units."""
    ahead: float = 90.0
    """Where the long axis of a base points on the table that the save does not turn, degrees."""

    def place(self, x: float, z: float) -> Point:
        """Return a place on the table, inches; a save's z runs away from the viewer."""
        return (
            round(x * self.scale + self.table.width / 2, 6),
            round(z * self.scale + self.table.height / 2, 6),
        )

    def facing(self, turn: float) -> float:
        """Return a heading; a save turns clockwise."""
        return round((self.ahead - turn) % 360.0, 6)

    def back(self, x: float, y: float) -> Point:
        """Return a place in the save's numbers."""
        return (x - self.table.width / 2) / self.scale, (y - self.table.height / 2) / self.scale

    def turn(self, facing: float) -> float:
        """Return a heading in the save's numbers."""
        return (self.ahead - facing) % 360.0


def nudged(at: Point, base: Base, facing: float, table: Table, most: float) -> Point | None:
    """Return a place with the whole base on the table, no farther off than ``most`` inches.

    None if there is none so near.
    """
    left, right, below, above = _extent(base, facing)
    x = min(max(at[0], left), table.width - right)
    y = min(max(at[1], below), table.height - above)
    if math.dist(at, (x, y)) > most or x < left or y < below:
        return None
    return x, y


def _extent(base: Base, facing: float) -> tuple[float, float, float, float]:
    """Return how far a base reaches to the left, right, down and up of its middle, inches."""
    angle = math.radians(facing)
    if base.round is not None or base.oval is not None:
        length, width = base.oval or (base.round or 0.0,) * 2
        a, b = inches(length) / 2, inches(width) / 2
        across = math.hypot(a * math.cos(angle), b * math.sin(angle))
        along = math.hypot(a * math.sin(angle), b * math.cos(angle))
        return across, across, along, along
    if base.rectangle is not None:
        a, b = (inches(size) / 2 for size in base.rectangle)
        corners: tuple[Point, ...] = ((a, b), (-a, b), (-a, -b), (a, -b))
    else:
        corners = base.hull or ()
    low_x, low_y, high_x, high_y = rotate(ShapelyPolygon(corners), facing, origin=(0, 0)).bounds
    return -low_x, high_x, -low_y, high_y


def widest(base: Base) -> float:
    """Return how far a base reaches from its middle, inches."""
    return (
        max(math.hypot(x, y) for x in _extent(base, 0.0)[:2] for y in _extent(base, 0.0)[2:])
        if base.round is None
        else inches(base.round) / 2
    )
