"""Base outlines: the disc inside, the disc around, and the distance of points, certified.

Every distance is given as two numbers, a lower and an upper bound, each of which holds
however far the arithmetic in between converged.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import shapely
from numpy.typing import NDArray

from movesolver.table.bases import Base
from movesolver.table.fields import Polygon
from movesolver.table.measures import inches

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
TURNS = 8
"""Steps towards the nearest point of an ellipse."""


@dataclass(frozen=True, slots=True)
class Outline:
    """An outline about its centre: an ellipse (a disc if its axes are equal) or a polygon."""

    axes: tuple[float, float] | None
    """Half axes of an ellipse, the longer one along x."""
    polygon: shapely.Polygon | None
    held: float
    """Radius of the largest disc about the centre that lies inside; 0 if there is none."""
    outer: float
    """Radius of the smallest disc about the centre that it lies inside of."""
    beside: float = 0.0
    """How far from the centre its nearest point is: 0 if it holds its centre."""

    @property
    def round(self) -> bool:
        """Whether it is a disc."""
        return self.axes is not None and self.axes[0] == self.axes[1]

    @property
    def grip(self) -> float:
        """How much nearer to anything than its centre it comes at least, inches.

        The radius of the disc it holds; where it does not hold its centre all that is known is
        that some point of it is so far from there: that distance with a minus.
        """
        return self.held - self.beside


def disc(radius: float) -> Outline:
    """Return a disc; one of radius 0 is a point."""
    return Outline((radius, radius), None, radius, radius)


def area(corners: Polygon) -> Outline:
    """Return a polygon."""
    polygon = shapely.Polygon(corners)
    centre = shapely.Point(0.0, 0.0)
    held = float(polygon.exterior.distance(centre)) if polygon.contains(centre) else 0.0
    outer = max(math.hypot(x, y) for x, y in corners)
    return Outline(None, polygon, held, outer, float(polygon.distance(centre)))


@lru_cache(maxsize=256)
def of_base(base: Base) -> Outline:
    """Return the outline of a base."""
    if base.round is not None:
        return disc(inches(base.round) / 2)
    if base.oval is not None:
        a, b = (inches(axis) / 2 for axis in base.oval)
        return Outline((a, b), None, b, a)
    if base.rectangle is not None:
        a, b = (inches(side) / 2 for side in base.rectangle)
        return area(((a, b), (-a, b), (-a, -b), (a, -b)))
    assert base.hull is not None
    return area(base.hull)


@dataclass(frozen=True, slots=True)
class Body:
    """An outline that stands somewhere."""

    outline: Outline
    x: float
    y: float
    facing: float = 0.0
    """Degrees."""
    z: float = 0.0

    def distances(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Return bounds of the distance of points from the outline, 0 inside; shapes (p,)."""
        c, s = turn(self.facing)
        dx, dy = x - self.x, y - self.y
        u, v = c * dx + s * dy, c * dy - s * dx
        if self.outline.polygon is not None:
            exact = np.asarray(shapely.distance(self.outline.polygon, shapely.points(u, v)))
            return exact - 1e-12, exact + 1e-12
        assert self.outline.axes is not None
        a, b = self.outline.axes
        if a == b:
            apart = np.maximum(np.hypot(u, v) - a, 0.0)
            return apart, apart
        return _from_ellipse(np.abs(u), np.abs(v), a, b)


def _from_ellipse(u: Floats, v: Floats, a: float, b: float) -> tuple[Floats, Floats]:
    """Return bounds of the distance of points of the first quadrant from an ellipse.

    The nearest point is looked for from centre of curvature to centre of curvature.  Any
    point of the ellipse bounds the distance from above; any line that touches it, from below.
    """
    angle = np.arctan2(a * v, b * u)
    for _ in range(TURNS):
        px, py = a * np.cos(angle), b * np.sin(angle)
        # The evolute: the centre of curvature at the point.
        ex = (a * a - b * b) / a * np.cos(angle) ** 3
        ey = (b * b - a * a) / b * np.sin(angle) ** 3
        radius = np.hypot(px - ex, py - ey)
        qx, qy = u - ex, v - ey
        far = np.maximum(np.hypot(qx, qy), 1e-300)
        angle = np.arctan2(
            np.maximum((qy * radius / far + ey) / b, 0.0),
            np.maximum((qx * radius / far + ex) / a, 0.0),
        )
    px, py = a * np.cos(angle), b * np.sin(angle)
    high = np.hypot(u - px, v - py)
    nx, ny = np.cos(angle) / a, np.sin(angle) / b
    length = np.hypot(nx, ny)
    low = (u * nx + v * ny - np.hypot(a * nx, b * ny)) / length
    inside = (u / a) ** 2 + (v / b) ** 2 <= 1.0
    return np.where(inside, 0.0, np.maximum(low, 0.0)), np.where(inside, 0.0, high)


def turn(degrees: float) -> tuple[float, float]:
    """Return (cos, sin), exact at multiples of 90 degrees."""
    quarter, rest = divmod(degrees, 90.0)
    if rest == 0.0:
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(quarter) % 4]
    angle = math.radians(degrees)
    return math.cos(angle), math.sin(angle)
