"""Posed bodies: some of them, several groups of them, or at other poses."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from movekernels.arrays import Bodies, Bools, Ints
from movesolver.table.scenario import Pose


def select(bodies: Bodies, keep: Bools | Ints) -> Bodies:
    """Return the bodies kept by a mask of shape (m,), or those at some indices."""
    return Bodies(
        shape=bodies.shape[keep],
        x=bodies.x[keep],
        y=bodies.y[keep],
        cos=bodies.cos[keep],
        sin=bodies.sin[keep],
        z=bodies.z[keep],
    )


def replaced(bodies: Bodies, i: int, by: Bodies, j: int = 0) -> Bodies:
    """Return the bodies with row ``i`` as row ``j`` of others."""
    copy = select(bodies, np.ones(bodies.x.size, dtype=np.bool_))
    for row, other in zip(copy, by, strict=True):
        row[i] = other[j]
    return copy


def joined_bodies(*groups: Bodies) -> Bodies:
    """Return the bodies of several groups, one after the other."""
    return Bodies(*(np.concatenate(rows) for rows in zip(*groups, strict=True)))


def heading(degrees: float) -> tuple[float, float]:
    """Return (cos, sin), exact at multiples of 90 degrees."""
    quarter, rest = divmod(degrees, 90.0)
    if rest == 0.0:
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(quarter) % 4]
    angle = math.radians(degrees)
    return math.cos(angle), math.sin(angle)


def bodies_of(shape: Ints, poses: Sequence[Pose]) -> Bodies:
    """Return bodies with outlines of shape (n,) at poses."""
    table = np.array(poses, dtype=np.float64).reshape(-1, 4)
    turned = np.array([heading(pose[2]) for pose in poses], dtype=np.float64).reshape(-1, 2)
    return Bodies(
        shape=shape,
        x=np.ascontiguousarray(table[:, 0]),
        y=np.ascontiguousarray(table[:, 1]),
        cos=np.ascontiguousarray(turned[:, 0]),
        sin=np.ascontiguousarray(turned[:, 1]),
        z=np.ascontiguousarray(table[:, 3]),
    )
