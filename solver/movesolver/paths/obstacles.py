"""What bars the way of a model at a height, as arrays for the path kernels."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from movekernels.arrays import Bodies, Bools, Floats
from movekernels.geometry.gap import gap_rows
from movekernels.search.ground import MARGIN
from movesolver.referee.motion import PRESSED
from movesolver.referee.position import Position, joined_bodies
from movesolver.rules.transit import Mover


@dataclass(frozen=True, slots=True)
class Obstacles:
    """Bodies ``o`` that may bar some model's way: others, walls, unit-mates where they start."""

    bodies: Bodies
    """Shape (o,)."""
    gaps: Floats
    """Gap of each model, where it stands, to each body, inches; shape (n, o)."""
    walls: int
    """Index of the first wall; the other models come before."""
    mates: int
    """Index of the first unit-mate, after the walls."""
    _known: dict[tuple[Mover, float, bytes], Bools] = field(default_factory=dict)

    def walls_in_way(self, position: Position, model: int, z: float) -> Bools:
        """Return `Position.walls_in_way`, found once for all movers alike."""
        key = (position.movers[model], z, position.in_cover[model].tobytes())
        if key not in self._known:
            self._known[key] = position.walls_in_way(model, z)
        return self._known[key]


def obstacles_of(position: Position) -> Obstacles:
    """Return the bodies around a unit and how close each of its models stands to them."""
    bodies = joined_bodies(position.others, position.walls.bodies, position.start)
    gaps = np.empty((len(position.ids), bodies.x.size))
    gap_rows(position.shapes, position.start, bodies, gaps)
    walls = position.others.x.size
    return Obstacles(bodies, gaps, walls, walls + position.walls.bodies.x.size)


def clear_row(position: Position, obstacles: Obstacles, model: int, z: float) -> Floats:
    """Return the gap a model must keep from each body on a straight way at height ``z``.

    Parameters
    ----------
    position, obstacles
        The question, and what `obstacles_of` made of it.
    model
        Index of the model.
    z
        Height of the base on the way, inches.

    Returns
    -------
    numpy.ndarray
        Inches, ``-inf`` for what does not bar the way: 0 where touching is legal, a little
        less where the model starts pressed in by rounding; shape (o,).  Unit-mates that bar
        the way (17.01, VS4) do so where they start.
    """
    rules = position.rules
    others = position.models_in_way(model, z)
    row = np.full(obstacles.bodies.x.size, -math.inf)
    row[: obstacles.walls][others] = 0.0
    row[obstacles.walls : obstacles.mates][obstacles.walls_in_way(position, model, z)] = 0.0
    row[obstacles.mates :][position.mates_in_way(model, z, z)] = 0.0
    gaps = obstacles.gaps[model]
    pressed = (row == 0.0) & (gaps < 0.0) & (gaps >= -PRESSED)
    row[pressed] = gaps[pressed]
    if position.transit_clearance > 0.0:
        hostile = others & position.enemy
        row[: obstacles.walls][hostile] = position.transit_clearance + rules.tolerance + MARGIN
    return row
