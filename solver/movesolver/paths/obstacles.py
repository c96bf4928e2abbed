"""What bars the way of a model at a height, as arrays for the path kernels."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from movekernels.arrays import Bodies, Floats
from movekernels.geometry.gap import gap_rows
from movesolver.referee.motion import PRESSED
from movesolver.referee.pack import Position

BERTH = 1e-7
"""How much more than a clearance to enemies a path keeps, against rounding (inches)."""


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


def obstacles_of(position: Position) -> Obstacles:
    """Return the bodies around a unit and how close each of its models stands to them."""
    groups = (position.others, position.walls.bodies, position.start)
    bodies = Bodies(*(np.concatenate(rows) for rows in zip(*groups, strict=True)))
    gaps = np.empty((len(position.ids), bodies.x.size))
    gap_rows(position.shapes, position.start, bodies, gaps)
    walls = position.others.x.size
    return Obstacles(bodies, gaps, walls, walls + position.walls.bodies.x.size)


def clear_row(
    position: Position, obstacles: Obstacles, model: int, z: float, *, mates: bool = True
) -> Floats:
    """Return the gap a model must keep from each body on a straight way at height ``z``.

    Parameters
    ----------
    position, obstacles
        The question, and what `obstacles_of` made of it.
    model
        Index of the model.
    z
        Height of the base on the way, inches.
    mates
        Whether unit-mates that bar the way (17.01, VS4) do so, where they start.

    Returns
    -------
    numpy.ndarray
        Inches, ``-inf`` for what does not bar the way: 0 where touching is legal, a little
        less where the model starts pressed in by rounding; shape (o,).
    """
    rules = position.rules
    others = position.models_in_way(model, z)
    row = np.full(obstacles.bodies.x.size, -math.inf)
    row[: obstacles.walls][others] = 0.0
    row[obstacles.walls : obstacles.mates][position.walls_in_way(model, z)] = 0.0
    if mates:
        beside = np.abs(position.start.z - z) < position.movers[model].height
        row[obstacles.mates :][position.mates_block[model] & beside] = 0.0
    gaps = obstacles.gaps[model]
    pressed = (row == 0.0) & (gaps < 0.0) & (gaps >= -PRESSED)
    row[pressed] = gaps[pressed]
    if rules.transit_clearance > 0.0:
        hostile = others & position.enemy
        row[: obstacles.walls][hostile] = rules.transit_clearance + rules.tolerance + BERTH
    return row
