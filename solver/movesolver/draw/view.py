"""From table inches (y up) to picture units (y down)."""

from __future__ import annotations

from dataclasses import dataclass

from movesolver.table.fields import Point


@dataclass(frozen=True)
class View:
    """Where the table lies in the picture."""

    left: float
    """Left edge of the table, picture units."""
    top: float
    """Upper edge of the table, picture units."""
    scale: float
    """Picture units per inch."""
    width: float
    """Width of the table, inches."""
    height: float
    """Height of the table, inches."""

    @property
    def right(self) -> float:
        """Right edge of the table, picture units."""
        return self.left + self.scale * self.width

    @property
    def bottom(self) -> float:
        """Lower edge of the table, picture units."""
        return self.top + self.scale * self.height

    def at(self, point: Point) -> Point:
        """Return the place of a table point in the picture."""
        return self.left + self.scale * point[0], self.bottom - self.scale * point[1]

    def pen(self, units: float) -> float:
        """Return the width in inches of a line that is ``units`` wide in the picture."""
        return units / self.scale

    def holds(self, point: Point) -> bool:
        """Return whether a table point is on the table."""
        return 0 <= point[0] <= self.width and 0 <= point[1] <= self.height
