"""From table inches (y up) to picture units (y down)."""

from __future__ import annotations

from dataclasses import dataclass

from movesolver.table.fields import Point


@dataclass(frozen=True)
class View:
    """Where the table, or the part of it that is seen, lies in the picture."""

    left: float
    """Left edge of what is seen, picture units."""
    top: float
    """Upper edge of what is seen, picture units."""
    scale: float
    """Picture units per inch."""
    width: float
    """Width of the table, inches."""
    height: float
    """Height of the table, inches."""
    part: tuple[float, float, float, float] | None = None
    """Least x and y, greatest x and y of the part that is seen, inches; None for the table."""
    closer: float = 1.0
    """How much larger all is laid out than the whole table would be."""

    @property
    def seen(self) -> tuple[float, float, float, float]:
        """Least x and y, greatest x and y of what is seen, inches."""
        return (0.0, 0.0, self.width, self.height) if self.part is None else self.part

    @property
    def right(self) -> float:
        """Right edge of what is seen, picture units."""
        x0, _, x1, _ = self.seen
        return self.left + self.scale * (x1 - x0)

    @property
    def bottom(self) -> float:
        """Lower edge of what is seen, picture units."""
        _, y0, _, y1 = self.seen
        return self.top + self.scale * (y1 - y0)

    def at(self, point: Point) -> Point:
        """Return the place of a table point in the picture."""
        x0, y0, _, _ = self.seen
        return self.left + self.scale * (point[0] - x0), self.bottom - self.scale * (point[1] - y0)

    def pen(self, units: float) -> float:
        """Return the width in inches of a line that is ``units`` wide in the picture."""
        return units / self.scale
