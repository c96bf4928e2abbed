"""Seeded boards: walls, markers and two sides, on arrays of one size whatever is drawn."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from movekernels.arrays import Bools, Floats, Ints
from movesolver.arrays import Bases
from movesolver.table import bases
from movesolver.table.bases import Base
from movesolver.table.fields import Point

WIDTH, HEIGHT = 44.0, 30.0
"""The table, inches."""
MODELS = 5
"""Places for models in a unit; units of fewer are padded."""
MARKERS = 3
WALLS = 4
MARKER_RADIUS = 20.0 / 25.4
"""Of a marker of 40 mm, inches."""
SIDES = ("red", "blue")
"""Red is the side that learns."""

HALF_THICK, HALF_LONG = 0.25, 3.0
"""Of a wall, inches."""


def _wall(dx: float, dy: float) -> tuple[Point, ...]:
    return ((-dx, -dy), (dx, -dy), (dx, dy), (-dx, dy))


WALL_OUTLINES = (_wall(HALF_LONG, HALF_THICK), _wall(HALF_THICK, HALF_LONG))
"""Corners of a wall about its centre, inches: one along x, one along y."""
OUTLINES: tuple[Base, ...] = (
    bases.round(32),
    bases.round(40),
    bases.round(60),
    *(bases.hull(corners) for corners in WALL_OUTLINES),
)
CATALOGUE = Bases(OUTLINES)
FIRST_WALL = 3
"""Index of a wall along x; the next is that of one along y."""
RADII: Floats = np.array([32.0, 40.0, 60.0]) / 2 / 25.4
"""Of the round bases, inches."""


class Kind(NamedTuple):
    """A kind of unit."""

    name: str
    keyword: str
    move: float
    """M, inches."""
    base: tuple[int, ...]
    """Index of the outline of each model."""
    least: int
    """It has so many models, or up to as many as it has bases."""
    pitch: float
    """Inches between the centres of neighbours at the start."""
    through_walls: bool
    """Whether it moves through walls (13.06); nobody may end in one."""


KINDS = (
    Kind("infantry", "INFANTRY", 6.0, (1, 0, 0, 0, 0), 3, 1.75, True),
    Kind("riders", "MOUNTED", 10.0, (2, 2, 2), 2, 2.9, False),
)


def kind_of(unit: int) -> Kind:
    """Return the kind of a unit of either side, by its number."""
    return KINDS[unit % len(KINDS)]


class Deal(NamedTuple):
    """One board as it is dealt; inches."""

    at: Floats
    """Centres of models by side and unit, shape (2, u, `MODELS`, 2); 0 where there is none."""
    there: Bools
    """Which models there are, shape (2, u, `MODELS`)."""
    markers: Floats
    """Centres, shape (`MARKERS`, 2)."""
    walls: Floats
    """Centres, shape (`WALLS`, 2)."""
    upright: Ints
    """1 for walls along y, 0 along x; shape (`WALLS`,)."""


def base_of(units: int) -> Ints:
    """Return the outline of every model of a side, shape (u, `MODELS`); 0 where padded."""
    found = np.zeros((units, MODELS), dtype=np.int64)
    for unit in range(units):
        base = kind_of(unit).base
        found[unit, : len(base)] = base
    return found


def deal(rng: np.random.Generator, units: int) -> Deal:
    """Draw a board: terrain turns into itself by half a turn, units stand in two strips."""
    half = np.array([WIDTH, HEIGHT])
    marker = rng.uniform((12.0, 5.0), (18.0, HEIGHT - 5.0))
    walls = np.column_stack(
        [np.array([12.5, 17.0]) + rng.uniform(0.0, 4.0, 2), rng.uniform(4.0, HEIGHT - 4.0, 2)]
    )
    upright = rng.integers(0, 2, 2)
    at = np.zeros((2, units, MODELS, 2))
    there = np.zeros((2, units, MODELS), dtype=np.bool_)
    for side in range(2):
        for unit in range(units):
            kind = kind_of(unit)
            size = int(rng.integers(kind.least, len(kind.base) + 1))
            room = (HEIGHT - 2.0) / units
            middle = 1.0 + (unit + 0.5) * room + rng.uniform(-0.1, 0.1) * room
            place = _formation(size, kind.pitch) + np.array([rng.uniform(3.5, 6.0), middle])
            at[side, unit, :size] = place if side == 0 else half - place
            there[side, unit, :size] = True
    return Deal(
        at,
        there,
        np.array([half / 2, marker, half - marker]),
        np.concatenate([walls, half - walls]),
        np.tile(upright, 2),
    )


def _formation(size: int, pitch: float) -> Floats:
    """Return places of models in two columns about their middle, inches, shape (size, 2)."""
    k = np.arange(size)
    places: Floats = pitch * np.column_stack([k % 2, k // 2]).astype(np.float64)
    centred: Floats = places - places.mean(axis=0)
    return centred
