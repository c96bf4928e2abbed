"""Squares that cover a region, and a search through them for anything worth more than a limit."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from movesolver.verifying.outlines import Body, Bools, Floats
from movesolver.verifying.verified import Budget

SLACK = 1e-9
"""What no box need be below the limit by, points."""
FIRST_SIDE = 1.0
"""Side of the squares that a region is covered with first, inches."""
SMALLEST = 1e-9
"""Boxes are not split below this half side, inches."""
ASKED = 1000
"""Boxes whose middles are asked for a counterexample, at each depth."""


@dataclass(frozen=True, slots=True)
class Boxes:
    """Squares of one size; points if ``half`` is 0."""

    x: Floats
    """Middles, shape (p,)."""
    y: Floats
    half: float

    def only(self, keep: Bools) -> Boxes:
        """Return those of a mask (p,)."""
        return Boxes(self.x[keep], self.y[keep], self.half)

    def split(self) -> Boxes:
        """Return the four quarters of each."""
        h = self.half / 2
        x = np.concatenate([self.x - h, self.x + h, self.x - h, self.x + h])
        y = np.concatenate([self.y - h, self.y - h, self.y + h, self.y + h])
        return Boxes(x, y, h)

    def nearest(self, x: float, y: float) -> Floats:
        """Return the distance of the nearest point of each from a point, shape (p,)."""
        dx, dy = np.abs(self.x - x) - self.half, np.abs(self.y - y) - self.half
        near: Floats = np.hypot(np.maximum(dx, 0.0), np.maximum(dy, 0.0))
        return near

    def farthest(self, x: float, y: float) -> Floats:
        """Return the distance of the farthest point of each from a point, shape (p,)."""
        far: Floats = np.hypot(np.abs(self.x - x) + self.half, np.abs(self.y - y) + self.half)
        return far

    def spread(self, body: Body) -> tuple[Floats, Floats]:
        """Return bounds of the distance of all their points from a body, 0 inside; (p,) each."""
        if body.outline.round:
            r = body.outline.outer
            near = self.nearest(body.x, body.y) - r
            return np.maximum(near, 0.0), np.maximum(self.farthest(body.x, body.y) - r, 0.0)
        low, high = body.distances(self.x, self.y)
        diagonal = self.half * math.sqrt(2.0)
        return np.maximum(low - diagonal, 0.0), high + diagonal


def covering(x0: float, y0: float, x1: float, y1: float) -> Boxes:
    """Return squares that cover a rectangle; a single point where it is one."""
    side = max(x1 - x0, y1 - y0, 0.0)
    if side == 0.0:
        return Boxes(np.array([x0]), np.array([y0]), 0.0)
    side = side / math.ceil(side / FIRST_SIDE)
    columns, rows = (max(1, math.ceil((b - a) / side)) for a, b in ((x0, x1), (y0, y1)))
    x, y = np.meshgrid(np.arange(columns) + 0.5, np.arange(rows) + 0.5)
    return Boxes(x0 + side * x.ravel(), y0 + side * y.ravel(), side / 2 * (1.0 + 1e-9))


class Found(NamedTuple):
    """How a search through boxes ended."""

    most: float
    """Nothing in the region is worth more, points (the limit's `SLACK` apart)."""
    at: tuple[float, float] | None
    """A place that is worth more than the limit, or is not known to be worth less."""


def search(
    start: Iterable[Boxes], value: Callable[[Boxes], Floats], limit: float, budget: Budget
) -> Found:
    """Show that nothing in some boxes is worth more than a limit, splitting them as needed.

    Parameters
    ----------
    start
        Boxes that cover the region.
    value
        What no point of each box is worth more than, shape (p,); minus infinity where no
        point of the box is allowed.
    limit
        Points; minus infinity to show that no point is allowed.
    budget
        Raises `SpentError` where it runs out.
    """
    regions = list(start)
    for k, first in enumerate(regions):
        boxes = first
        while boxes.x.size:
            budget.spend(boxes.x.size)
            most = value(boxes)
            still = most > limit + SLACK
            boxes, most = boxes.only(still), most[still]
            if not most.size:
                break
            top = np.argsort(-most)[:: 1 + most.size // ASKED]
            middles = Boxes(boxes.x[top], boxes.y[top], 0.0)
            worth = value(middles)
            best = int(np.argmax(worth))
            if worth[best] > limit + SLACK or boxes.half <= SMALLEST:
                rest = [value(region).max(initial=-math.inf) for region in regions[k + 1 :]]
                at = (float(middles.x[best]), float(middles.y[best]))
                return Found(float(max([most.max(), *rest])), at)
            boxes = boxes.split()
    return Found(limit, None)
