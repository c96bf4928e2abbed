"""How far a base reaches from a transport: *wholly within* (01.04.01)."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from movekernels.arrays import Bodies, Floats, Ints, Shapes
from movekernels.geometry.gap import gap_rows
from movesolver.referee.outlines import outline_of_base, outline_of_disc, pack_outlines
from movesolver.referee.position import Position, select
from movesolver.table.bases import Base
from movesolver.table.measures import inches

SAMPLES = 720
"""Points of the border of an oval that are asked first."""
REFINED = 40
"""Halvings of the interval around the farthest of them."""
ACROSS = 1e-6
"""Diameter of what stands for a point, mm."""
POINT = outline_of_disc(ACROSS)
"""A disc of no size to speak of: a point as a body."""


def farthest(position: Position, ends: Bodies) -> Floats:
    """Return how far the farthest point of each base is from the transport, inches, shape (n,).

    In three dimensions (A25).  Exact for round bases and corners beside a convex transport;
    for ovals the farthest of `SAMPLES` points, refined.
    """
    transport = position.transport
    assert transport is not None
    own = select(position.others, position.of_units(transport.id))
    own = own._replace(shape=np.arange(own.x.size))
    bases = tuple(model.base for model in transport.standing)
    shapes = _beside(bases)
    convex = len(bases) == 1 and int(shapes.part_first[1]) == 1
    flat = np.empty(ends.x.size)
    distinct = {id(model.base): model.base for model in position.models}
    kinds = np.array([id(model.base) for model in position.models], dtype=np.int64)
    for kind, base in distinct.items():
        rows = np.flatnonzero(kinds == kind)
        flat[rows] = _farthest(base, ends, rows, own, shapes, convex)
    reach: Floats = np.hypot(
        np.maximum(flat, 0.0), np.abs(ends.z[:, None] - own.z[None, :]).min(axis=1)
    )
    return reach


@lru_cache(maxsize=64)
def _beside(bases: tuple[Base, ...]) -> Shapes:
    """Return the outlines of some bases and, last, of a point."""
    return pack_outlines([*(outline_of_base(base) for base in bases), POINT])


def _farthest(
    base: Base, ends: Bodies, rows: Ints, own: Bodies, shapes: Shapes, convex: bool
) -> Floats:
    """Return how far bases of one kind reach from the transport, flat, shape (r,)."""
    if base.round is not None:
        radius = inches(base.round) / 2
        reach = _distances(ends.x[rows], ends.y[rows], own, shapes) + radius
        hard = rows if not convex else rows[reach <= radius]
        if hard.size:
            reach[np.isin(rows, hard)] = _around(radius, radius, ends, hard, own, shapes)
        return reach
    if base.oval is not None:
        a, b = (inches(axis) / 2 for axis in base.oval)
        return _around(a, b, ends, rows, own, shapes)
    corners = np.array(_corners(base))
    u, v = corners[None, :, 0], corners[None, :, 1]
    far: Floats = _points(u, v, ends, rows, own, shapes).max(axis=1)
    return far


def _corners(base: Base) -> list[tuple[float, float]]:
    if base.hull is not None:
        return list(base.hull)
    a, b = (inches(side) / 2 for side in base.rectangle or (0.0, 0.0))
    return [(a, b), (-a, b), (-a, -b), (a, -b)]


def _around(a: float, b: float, ends: Bodies, rows: Ints, own: Bodies, shapes: Shapes) -> Floats:
    """Return the largest distance along the border of ellipses with semi-axes a, b; (r,)."""

    def at(angles: Floats) -> Floats:
        return _points(a * np.cos(angles), b * np.sin(angles), ends, rows, own, shapes)

    every = np.arange(rows.size)
    angles = np.tile(2 * math.pi * np.arange(SAMPLES) / SAMPLES, (rows.size, 1))
    best = angles[every, np.argmax(at(angles), axis=1)]
    width = 2 * math.pi / SAMPLES
    fan = np.linspace(-1.0, 1.0, 9)
    for _ in range(REFINED):
        # Towards the farthest of nine points of an interval that shrinks by a half.
        near = best[:, None] + width * fan[None, :]
        best = near[every, np.argmax(at(near), axis=1)]
        width /= 2
    return at(best[:, None])[:, 0]


def _points(u: Floats, v: Floats, ends: Bodies, rows: Ints, own: Bodies, shapes: Shapes) -> Floats:
    """Return how far points (u, v) of bases, shape (r or 1, k), are from the transport, (r, k)."""
    c, s = ends.cos[rows, None], ends.sin[rows, None]
    x = ends.x[rows, None] + c * u - s * v
    y = ends.y[rows, None] + s * u + c * v
    return _distances(x.ravel(), y.ravel(), own, shapes).reshape(x.shape)


def _distances(x: Floats, y: Floats, own: Bodies, shapes: Shapes) -> Floats:
    """Return the distance of each point (p,) from the transport, inches, shape (p,)."""
    count, point = x.size, shapes.outer.size - 1
    zero = np.zeros(count)
    where = Bodies(
        np.full(count, point),
        np.ascontiguousarray(x),
        np.ascontiguousarray(y),
        zero + 1.0,
        zero,
        zero.copy(),
    )
    gaps = np.empty((count, own.x.size))
    gap_rows(shapes, where, own, gaps)
    nearest: Floats = gaps.min(axis=1) + inches(ACROSS) / 2
    return nearest
