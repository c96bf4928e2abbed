"""What bars the way of a model at a height, as arrays for the path kernels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from movekernels.arrays import Bodies, Floats
from movekernels.geometry.gap import gap_rows
from movekernels.search.ground import MARGIN
from movesolver.referee.motion import PRESSED
from movesolver.referee.position import Position, joined_bodies


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
    bodies = joined_bodies(position.board.everything, position.start)
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
    row: Floats = clear_rows(position, obstacles, [model], [z])[0]
    return row


def clear_rows(
    position: Position, obstacles: Obstacles, models: Sequence[int], heights: Sequence[float]
) -> Floats:
    """Return `clear_row` for several models, each at its height, shape (k, o)."""
    bars = np.zeros((len(models), obstacles.bodies.x.size), dtype=np.bool_)
    mates = bool(position.mates_block.any())
    for row, i, z in zip(bars, models, heights, strict=True):
        row[: obstacles.mates] = position.barring(i, z)
        if mates:
            row[obstacles.mates :] = position.mates_in_way(i, z, z)
    gaps = obstacles.gaps[models]
    rows: Floats = np.where(bars, 0.0, -math.inf)
    pressed = bars & (gaps < 0.0) & (gaps >= -PRESSED)
    rows[pressed] = gaps[pressed]
    if position.transit_clearance > 0.0:
        hostile = bars[:, : obstacles.walls] & position.enemy
        berth = position.transit_clearance + position.rules.tolerance + MARGIN
        rows[:, : obstacles.walls][hostile] = berth
    return rows
