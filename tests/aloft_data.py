"""Bases beside walls and other bases, part by part, for tests and benchmarks of slides."""

from __future__ import annotations

import math

import numpy as np

from movekernels.arrays import Bodies, Floats, Shapes
from movekernels.paths.aloft import Beside
from shapes_data import build_bodies, build_shapes, oval_base, rectangle, round_base

HOOK = ("parts", [rectangle(2.0, 0.4, 0.0, -0.8), rectangle(0.4, 2.0, -0.8, 0.0)])
MOVERS = {"disc": 0, "oval": 1, "hull": 2}
SHAPES = build_shapes(
    [
        round_base(32),
        oval_base(75, 42),
        HOOK,
        rectangle(4.0, 0.3),
        rectangle(3.0, 2.5),
        round_base(50),
    ]
)
THINGS = (3, 4, 5)


def pieces_of(shapes: Shapes) -> Shapes:
    return shapes._replace(part_first=np.arange(shapes.part_kind.size + 1))


def beside(
    mover: int, rows: list[tuple[int, float, float, float]], depth: float, facing: float = 0.0
) -> Beside:
    """A base beside things (shape, x, y, degrees) of one convex part each."""
    found = build_bodies(np.array([(*row, 0.0) for row in rows]).reshape(-1, 5))
    shape = SHAPES.part_first[found.shape]
    first, last = SHAPES.part_first[mover : mover + 2].tolist()
    c, s = math.cos(math.radians(facing)), math.sin(math.radians(facing))
    bodies: Bodies = found._replace(shape=shape)
    return Beside(pieces_of(SHAPES), first, last, c, s, bodies, np.full(len(rows), depth))


def strewn(
    rng: np.random.Generator, count: int, reach: float
) -> list[tuple[int, float, float, float]]:
    """Things around the origin."""
    shapes = rng.choice(THINGS, count).tolist()
    places = rng.uniform(-reach, reach, (count, 2)).tolist()
    turns = rng.choice([0.0, 90.0, 30.0], count).tolist()
    return [(k, x, y, t) for k, (x, y), t in zip(shapes, places, turns, strict=True)]


def scratch(b: Beside) -> Floats:
    return np.empty((max(1, (b.last - b.first) * b.depth.size), 2))
