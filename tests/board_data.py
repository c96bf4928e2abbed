"""Boards for tests: ragged groups of bodies from rows, and how to call the board kernels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from formation_data import SHAPES, Row, formation
from movekernels.arrays import Bodies, Floats, Ints, Shapes
from movekernels.boards.groups import pack_catalogue
from movekernels.boards.lanes import lanes
from movekernels.boards.listed import pair_list
from movekernels.checks.within_rows import first_within, near_space
from movekernels.geometry.pair_lanes import pair_lanes
from reference.boards import untyped
from shapes_data import build_bodies

Arguments = tuple[Any, ...]
"""Some of a kernel's arguments, in order."""
Group = Arguments
"""Offsets and the arrays of `Bodies`."""
CATALOGUE: Arguments = pack_catalogue(SHAPES)
ELEVENTH: Arguments = (2.0, 5.0, 9.0, 5.0, 1, 0, 1, True, 1e-6)
"""The 11th edition's coherency, as the board kernels take it."""


def space_for(bodies: Bodies) -> Floats:
    """Scratch of `engagement`."""
    return np.full((2, bodies.x.size), math.nan)


def near_for(bodies: Bodies) -> Arguments:
    """Scratch of `first_within`."""
    return near_space(bodies.x.size)


def overlaps(
    shapes: Shapes, unit: Bodies, others: Bodies, level: float, tolerance: float, first: Ints
) -> int:
    """Overlap as "within a gap below minus the tolerance, on the same level"."""
    limit, height = math.nextafter(-tolerance, -math.inf), math.nextafter(level, 0.0)
    table = (shapes, unit, others, limit, height)
    return int(untyped(first_within)(*table, False, True, *near_for(others), first))


def ragged(groups: Sequence[Sequence[Row]]) -> Group:
    """Offsets and bodies of groups given as rows of `build_bodies`."""
    first = np.cumsum([0, *map(len, groups)]).astype(np.int64)
    return (first, *build_bodies([row for group in groups for row in group]))


def boards(seed: int, count: int, largest: int = 6) -> tuple[Group, Group]:
    """Units and enemies of all kinds of bases, thresholds among them, some groups empty."""
    rng = np.random.default_rng(seed)
    units, others = [], []
    for _ in range(count):
        rows = formation(rng, 2 + int(rng.integers(2 * largest - 2)), 5.0)
        cut = int(rng.integers(0, min(len(rows), largest) + 1))
        units.append(rows[:cut])
        others.append(rows[cut:])
    return ragged(units), ragged(others)


def spoilt(group: Group, where: dict[int, tuple[int, float]]) -> Group:
    """A copy in which body ``k`` has a wrong number in array ``a``: ``{k: (a, wrong)}``."""
    copy = tuple(array.copy() for array in group)
    for body, (array, wrong) in where.items():
        copy[array][body] = wrong
    return copy


def near_scratch(others: Group) -> Arguments:
    """Scratch of `within_boards`."""
    widest = int(np.diff(others[0]).max(initial=0))
    return *near_space(widest), pair_list(pair_lanes(SHAPES))


def coherency_scratch(shapes: Shapes) -> Arguments:
    """Scratch of `coherency_boards`."""
    return lanes(), pair_list(pair_lanes(shapes))


def filled(size: int, value: Any, dtype: Any = np.float64) -> NDArray[Any]:
    """A result array that still holds what no check may leave in it."""
    return np.full(size, value, dtype)


__all__ = [
    "CATALOGUE",
    "ELEVENTH",
    "Arguments",
    "Group",
    "boards",
    "coherency_scratch",
    "filled",
    "near_for",
    "near_scratch",
    "overlaps",
    "ragged",
    "space_for",
    "spoilt",
    "untyped",
]
