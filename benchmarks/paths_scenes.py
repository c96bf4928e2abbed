"""Seeded units among bases and walls, for the benchmarks of shortest paths."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from movekernels.arrays import Bodies, Floats, Shapes
from movekernels.paths.grown import Grown, grow
from movekernels.paths.sight import point_free
from shapes_data import Outline, build_bodies, build_shapes, oval_base, rectangle, round_base

OUTLINES: tuple[Outline, ...] = (
    round_base(32),
    round_base(40),
    round_base(50),
    oval_base(75, 42),
    oval_base(105, 70),
    rectangle(6.0, 0.3),
    rectangle(4.0, 0.5),
)
RADIUS = 16 / 25.4
TARGETS = 450


class Crowd(NamedTuple):
    """A unit, its targets and what is around."""

    shapes: Shapes
    bodies: Bodies
    sources: Floats
    """x, y, maximum; shape (n, 3)."""
    px: Floats
    py: Floats
    size: tuple[float, float]

    @property
    def asked(self) -> tuple[Shapes, Bodies, Floats, float, Floats, float, float]:
        """What `grow` takes."""
        none = np.zeros(self.bodies.x.size)
        return (self.shapes, self.bodies, none, RADIUS, self.sources, *self.size)

    @property
    def grown(self) -> Grown:
        """The obstacles in reach."""
        return grow(*self.asked)


def crowd(
    seed: int,
    *,
    bases: int = 30,
    walls: int = 8,
    models: int = 10,
    ovals: bool = False,
    most: float = 6.0,
    size: tuple[float, float] = (60.0, 44.0),
) -> Crowd:
    """Draw a unit of 32 mm bases in the middle of a table, others strewn all over it.

    All models have the same targets, within reach of one of them.
    """
    rng = np.random.default_rng([31, seed])
    kinds = [*(5 + k % 2 for k in range(walls)), *rng.integers(0, 5 if ovals else 3, bases)]
    bodies = build_bodies(
        [(k, *rng.uniform((0, 0), size), rng.uniform(0, 360), 0.0) for k in kinds]
    )
    shapes = build_shapes(OUTLINES)
    middle = np.array(size) / 2
    reach = np.array([[*middle, 30.0]])
    near = grow(shapes, bodies, np.zeros(len(kinds)), RADIUS, reach, *size)
    stands: list[tuple[float, float, float]] = []
    while len(stands) < models:
        x, y = rng.normal(middle, 0.7 * math.sqrt(models)).tolist()
        if point_free(near, x, y):
            stands.append((x, y, most))
    sources = np.array(stands)
    turn, far = rng.uniform(0.0, math.tau, TARGETS), most * np.sqrt(rng.uniform(0.0, 1.0, TARGETS))
    of = rng.integers(0, models, TARGETS)
    px, py = sources[of, 0] + far * np.cos(turn), sources[of, 1] + far * np.sin(turn)
    return Crowd(shapes, bodies, sources, px, py, size)
