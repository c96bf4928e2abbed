"""Slow twin of `movekernels.paths.distance`."""

from __future__ import annotations

import numpy as np

from movekernels.arrays import Floats
from movekernels.paths.grown import Grown
from reference.dense import lengths
from reference.sight import point_free


def distances(grown: Grown, x: float, y: float, most: float, px: Floats, py: Floats) -> Floats:
    """By the dense graph."""
    return lengths(grown, x, y, most, np.column_stack([px, py]))


def distance(grown: Grown, x: float, y: float, most: float, px: float, py: float) -> float:
    """To one point."""
    return float(lengths(grown, x, y, most, np.array([[px, py]]))[0])


def way_around(grown: Grown, x: float, y: float, most: float, px: float, py: float) -> float:
    """To one point: the graph prefers a straight line, where there is one."""
    return distance(grown, x, y, most, px, py)


def is_free(grown: Grown, x: float, y: float) -> bool:
    """Asked anew."""
    return point_free(grown, x, y)


def length_seen(grown: Grown, x: float, y: float, most: float, px: float, py: float) -> float:
    """Asked anew."""
    return distance(grown, x, y, most, px, py)
