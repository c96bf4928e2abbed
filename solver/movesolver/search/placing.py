"""Where the centre of a model that is set up can be at all, in squares, for quick bounds."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import shapely

from movekernels.arrays import Bodies, Bools, Floats
from movesolver.referee.position import Position
from movesolver.search.openings import LOOSE
from movesolver.search.regions import KeepOut, keep_outs

COUNT = 256
"""Squares are halved until so many are left, or ..."""
SMALLEST = 0.25
"""... their sides are as short as this, inches."""


@dataclass(frozen=True, slots=True)
class Squares:
    """Squares that hold every place of a centre."""

    x: Floats
    """Middles, shape (s,)."""
    y: Floats
    side: float
    """Inches."""

    def some(self, which: Bools) -> Squares:
        """Return some of them."""
        return Squares(self.x[which], self.y[which], self.side)

    def split(self) -> Squares:
        """Return the four quarters of each."""
        a = self.side / 4
        x = np.concatenate([self.x - a, self.x + a, self.x - a, self.x + a])
        y = np.concatenate([self.y - a, self.y - a, self.y + a, self.y + a])
        return Squares(x, y, self.side / 2)


def kept_in(position: Position) -> bool:
    """Return whether a unit is set up, and not anywhere within its maximum."""
    return position.placing and bool(_regions(position))


def copies_at(position: Position, i: int) -> Position | None:
    """Return a position of copies of a model, in each square that may hold its centre.

    Each stands in the middle and may move as far as to the corners.  None if there is no square:
    then the model has no place.
    """
    start, squares = position.start, _squares_of(position, i)
    count = squares.x.size
    if not count:
        return None
    zero = np.zeros(count)
    bodies = Bodies(
        np.full(count, start.shape[i]), squares.x, squares.y,
        zero + start.cos[i], zero + start.sin[i], zero + start.z[i],
    )  # fmt: skip
    return replace(position, start=bodies, maximum=zero + squares.side / math.sqrt(2.0) + LOOSE)


def around(position: Position) -> tuple[Floats, Floats]:
    """Return the corners of a rectangle that holds the squares of all models, each of (2,)."""
    low, high = np.full(2, math.inf), np.full(2, -math.inf)
    for i in range(len(position.ids)):
        squares = _squares_of(position, i)
        for k, at in enumerate((squares.x, squares.y)):
            low[k] = min(low[k], at.min(initial=math.inf) - squares.side / 2)
            high[k] = max(high[k], at.max(initial=-math.inf) + squares.side / 2)
    return low, high


def _squares_of(position: Position, i: int) -> Squares:
    key = "squares", int(position.start.shape[i])
    squares: Squares = position.once(key, lambda: _squares(position, i))
    return squares


def _regions(position: Position) -> list[KeepOut]:
    return position.once("keep outs", lambda: keep_outs(position))


def _squares(position: Position, i: int) -> Squares:
    table, start = position.scenario.table, position.start
    held = max(float(position.shapes.inner[start.shape[i]]), 0.0) - LOOSE
    most = float(position.maximum[i]) + LOOSE
    beside = max(-float(position.shapes.inner[start.shape[i]]), 0.0)
    barred = []
    for one in _regions(position):
        if one.binds[i]:
            region = shapely.union_all([shapely.Polygon(part[3]) for part in one.outline.parts])
            shapely.prepare(region)
            barred.append((region, one.gap + held))
    side = max(table.width, table.height) / 4 + beside
    low = side * (np.arange(4) + 0.5) - beside
    x, y = (np.ravel(v) for v in np.meshgrid(low, low))
    found = Squares(x, y, side)
    while True:
        half = found.side / 2
        diagonal = half * math.sqrt(2.0)
        keep = np.hypot(found.x - start.x[i], found.y - start.y[i]) <= most + diagonal
        keep &= (found.x - half <= table.width + beside) & (found.y - half <= table.height + beside)
        found = found.some(keep)
        points = shapely.points(found.x, found.y)
        boxes = shapely.box(found.x - half, found.y - half, found.x + half, found.y + half)
        keep = np.ones(found.x.size, dtype=np.bool_)
        for region, gap in barred:
            keep &= ~((held > 0.0) & shapely.contains_properly(region, boxes))
            keep &= shapely.distance(region, points) + diagonal >= gap
        found = found.some(keep)
        if not 0 < found.x.size < COUNT or found.side / 2 < SMALLEST:
            return found
        found = found.split()
