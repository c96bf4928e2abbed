"""Seeded scenes for paths of discs: contacts, gaps of exactly the base's width, all shapes."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from movekernels.arrays import DISC, ELLIPSE, Bodies, Floats, Shapes
from movekernels.geometry.gap import gap
from movekernels.geometry.parts import part_gap
from movekernels.geometry.shapes import part_support
from shapes_data import OVAL_MM, ROUND_MM, Outline, build_bodies, build_shapes, rectangle, regular

TRIES = 6
"""Free places tried for a base before it may overlap others."""
ROUNDINGS = (0.0, 0.0, 0.0, 1e-15, -1e-15, 1e-13, -1e-13, 1e-11, -1e-11, 1e-10, -1e-10)
"""Gaps of the base's width are wider by one of these, inches."""
Row = tuple[int, float, float, float]
"""Shape, centre, heading in degrees."""


class Scene(NamedTuple):
    """Obstacles of one class of discs, the disc, and where it stands."""

    shapes: Shapes
    """The moving disc is the last of them."""
    bodies: Bodies
    radius: float
    """Of the moving disc, inches."""
    sources: Floats
    """x, y, maximum; shape (n, 3)."""
    pinches: Floats
    """Places to squeeze through, with the direction to go: x, y, cos, sin; shape (g, 4)."""
    width: float
    height: float


class _Builder:
    """A scene as it grows."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.radius = float(rng.choice([0.49, 0.63, 0.984, 2.0, rng.uniform(0.49, 2.0)]))
        outlines = [_outline(rng) for _ in range(8)]
        length = float(rng.uniform(1.0, 6.0))
        outlines += [rectangle(length, w) for w in (0.05, 0.2, 1.0)]
        outlines.append(("disc", self.radius))
        self.walls = (8, 9, 10)
        self.mover = 11
        self.shapes = build_shapes(outlines)
        count = int(rng.integers(10, 161))
        area = count * rng.uniform(6.0, 40.0)
        self.width = max(14.0, math.sqrt(area * 1.3))
        self.height = max(12.0, area / self.width)
        self.wanted = count
        self.rows: list[Row] = []
        self.pinches: list[tuple[float, float, float, float]] = []

    def gap(self, one: Row, two: Row) -> float:
        return float(gap(self.shapes, one[0], one[1], one[2], *_turned(one[3]),
                         two[0], two[1], two[2], *_turned(two[3])))  # fmt: skip

    def least_gap(self, row: Row) -> float:
        """Gap to all others; those far away are not looked at."""
        least = math.inf
        for other in self.rows:
            reach = self.shapes.outer[row[0]] + self.shapes.outer[other[0]] + 5.0
            if math.hypot(row[1] - other[1], row[2] - other[2]) < reach:
                least = min(least, self.gap(row, other))
        return least

    def anywhere(self, shape: int) -> Row:
        x, y = self.rng.uniform((0.0, 0.0), (self.width, self.height))
        turn = float(self.rng.choice([0.0, 90.0, self.rng.uniform(0.0, 360.0)]))
        return shape, float(x), float(y), turn

    def strew(self, shape: int) -> None:
        row = self.anywhere(shape)
        for _ in range(TRIES):
            if self.least_gap(row) >= 0.0:
                break
            row = self.anywhere(shape)
        self.rows.append(row)

    def beside(self, shape: int, apart: float) -> tuple[Row, Row] | None:
        """Place a shape at a gap from one that stands, and return both."""
        if not self.rows:
            return None
        old = self.rows[int(self.rng.integers(len(self.rows)))]
        angle = self.rng.uniform(0.0, math.tau)
        turn = float(self.rng.uniform(0.0, 360.0))
        ux, uy = math.cos(angle), math.sin(angle)
        low, high = 0.0, float(self.shapes.outer[shape] + self.shapes.outer[old[0]] + apart + 0.1)
        for _ in range(80):
            middle = 0.5 * (low + high)
            row = (shape, old[1] + middle * ux, old[2] + middle * uy, turn)
            if self.gap(row, old) < apart:
                low = middle
            else:
                high = middle
        return old, (shape, old[1] + high * ux, old[2] + high * uy, turn)

    def touch(self, shape: int) -> None:
        pair = self.beside(shape, 0.0)
        if pair is not None:
            self.rows.append(pair[1])

    def pinch(self, shape: int) -> None:
        """Leave a gap of exactly the base's width to one that stands."""
        apart = 2.0 * self.radius + float(self.rng.choice(ROUNDINGS))
        pair = self.beside(shape, apart)
        if pair is None:
            return
        old, new = pair
        self.rows.append(new)
        p = int(self.shapes.part_first[new[0]])
        if self.shapes.part_kind[p] not in (DISC, ELLIPSE):
            return
        q = int(self.shapes.part_first[old[0]])
        _, ux, uy = part_gap(self.shapes, p, *_turned(new[3]), q, *_turned(old[3]),
                             old[1] - new[1], old[2] - new[2])  # fmt: skip
        _, x, y = part_support(self.shapes, p, *_turned(new[3]), ux, uy)
        self.pinches.append((new[1] + x + self.radius * ux, new[2] + y + self.radius * uy, -uy, ux))

    def edge_pinch(self, shape: int) -> None:
        """Leave a gap of exactly the base's width to the edge of the table."""
        apart = 2.0 * self.radius + float(self.rng.choice(ROUNDINGS))
        p = int(self.shapes.part_first[shape])
        low, x, _ = part_support(self.shapes, p, 1.0, 0.0, 0.0, -1.0)
        at = float(self.rng.uniform(2.0, self.width - 2.0))
        self.rows.append((shape, at, apart + low, 0.0))
        self.pinches.append((at + x, self.radius, 1.0, 0.0))

    def passage(self) -> None:
        """Two walls side by side, exactly the base's width apart."""
        apart = 2.0 * self.radius + float(self.rng.choice(ROUNDINGS))
        shape = int(self.rng.choice(self.walls))
        _, x, y, turn = self.anywhere(shape)
        c, s = _turned(turn)
        low = int(self.shapes.vertex_first[self.shapes.part_first[shape]])
        across = 2.0 * abs(float(self.shapes.vertex_y[low])) + apart
        along = float(self.rng.uniform(-1.0, 1.0))
        self.rows.append((shape, x, y, turn))
        self.rows.append((shape, x + along * c - across * s, y + along * s + across * c, turn))
        for step in (-1.0, 0.0, 1.0):
            t = 0.5 * along + step
            u = 0.5 * across
            self.pinches.append((x + t * c - u * s, y + t * s + u * c, c, s))

    def source(self, contact: bool) -> Row | None:
        """A free place for the disc, in contact with something or not."""
        for _ in range(60):
            pair = self.beside(self.mover, 0.0) if contact else None
            row = self.anywhere(self.mover) if pair is None else pair[1]
            room = min(row[1], self.width - row[1], row[2], self.height - row[2])
            if room >= self.radius and self.least_gap(row) >= 0.0:
                return row
        return None


def _turned(degrees: float) -> tuple[float, float]:
    return math.cos(math.radians(degrees)), math.sin(math.radians(degrees))


def _outline(rng: np.random.Generator) -> Outline:
    kind = int(rng.integers(0, 8))
    if kind <= 2:
        return ("disc", float(rng.choice(ROUND_MM[:8])) / 50.8)
    if kind == 3:
        a, b = OVAL_MM[int(rng.integers(len(OVAL_MM)))]
        return ("ellipse", a / 50.8, b / 50.8)
    if kind == 4:
        a = float(rng.uniform(0.5, 2.0))
        return ("ellipse", a, a * float(rng.choice([0.01, 0.1, 0.5, 0.9, 0.999])))
    if kind == 5:
        return rectangle(float(rng.uniform(1.0, 4.0)), float(rng.uniform(0.5, 3.0)))
    if kind == 6:
        size, turn = rng.uniform((0.4, 0.0), (2.0, 6.0)).tolist()
        return regular(int(rng.integers(3, 9)), size, turn)
    return ("parts", [rectangle(3.0, 0.3, 1.5, 0.0), rectangle(0.3, 3.0, 0.0, 1.5)])


def draw(seed: int, sources: int = 2) -> Scene:
    """Scene number ``seed``: 10 to 160 bases and hulls, up to 20 walls, some of them in contact."""
    rng = np.random.default_rng([11, seed])
    b = _Builder(rng)
    for _ in range(int(rng.integers(0, 21))):
        b.strew(int(rng.choice(b.walls)))
    for _ in range(int(rng.integers(0, 4))):
        b.passage()
    while len(b.rows) < b.wanted:
        shape = int(rng.integers(0, 8))
        how = int(rng.integers(0, 8))
        if how == 0:
            b.touch(shape)
        elif how <= 2:
            b.pinch(shape)
        elif how == 3 and b.shapes.part_kind[b.shapes.part_first[shape]] in (DISC, ELLIPSE):
            b.edge_pinch(shape)
        else:
            b.strew(shape)
    found = [b.source(contact=number % 2 == 1) for number in range(sources)]
    stands = [(row[1], row[2], float(rng.uniform(4.0, 9.0))) for row in found if row is not None]
    return Scene(
        b.shapes,
        build_bodies([(*row, 0.0) for row in b.rows]),
        b.radius,
        np.array(stands).reshape(-1, 3),
        np.array(b.pinches).reshape(-1, 4),
        b.width,
        b.height,
    )
