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
STRIDES = (15, 3)
"""Where a limit is all that matters, only each so many of them are asked first."""
UNSURE = 1e-4
"""Inches: a bound that is nearer to a limit than this decides nothing."""
ACROSS = 1e-6
"""Diameter of what stands for a point, mm."""
POINT = outline_of_disc(ACROSS)
"""A disc of no size to speak of: a point as a body."""


def farthest(position: Position, ends: Bodies, against: Floats | None = None) -> Floats:
    """Return how far the farthest point of each base is from the transport, inches, shape (n,).

    In three dimensions (A25).  Exact for round bases and corners beside a convex transport;
    for ovals the farthest of `SAMPLES` points, refined.

    Parameters
    ----------
    position, ends
        The question, and poses of its models, shape (n,).
    against
        Inches for each, shape (n,), if no more is asked than which bases reach farther: of an
        oval for which bounds decide that, a bound on its side of the number is returned.
        Thousands of poses are asked about at once, and few of them are close.
    """
    transport = position.transport
    assert transport is not None
    own = select(position.others, position.of_units(transport.id))
    own = own._replace(shape=np.arange(own.x.size))
    bases = tuple(model.base for model in transport.standing)
    shapes = _beside(bases)
    convex = len(bases) == 1 and int(shapes.part_first[1]) == 1
    flat = np.empty(ends.x.size)
    high = np.abs(ends.z[:, None] - own.z[None, :]).min(axis=1)
    level = None if against is None else _on_the_flat(against, high)
    distinct = {id(model.base): model.base for model in position.models}
    kinds = np.array([id(model.base) for model in position.models], dtype=np.int64)
    for kind, base in distinct.items():
        rows = np.flatnonzero(kinds == kind)
        if level is not None and base.oval is not None:
            flat[rows] = _compared(base.oval, ends, rows, own, shapes, convex, level[rows])
        else:
            flat[rows] = _farthest(base, ends, rows, own, shapes, convex)
    reach: Floats = np.hypot(np.maximum(flat, 0.0), high)
    return reach


def _on_the_flat(limit: Floats, high: Floats) -> Floats:
    """Return the flat parts of distances of known height, inches, (n,); -1 where there is none."""
    square = limit**2 - high**2
    return np.where((limit >= 0.0) & (square >= 0.0), np.sqrt(np.maximum(square, 0.0)), -1.0)


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


def _compared(
    oval: tuple[float, float],
    ends: Bodies,
    rows: Ints,
    own: Bodies,
    shapes: Shapes,
    convex: bool,
    limit: Floats,
) -> Floats:
    """Return how far ovals reach, or a bound that is on the same side of ``limit``, flat, (r,).

    Distances change by no more than a point moves.  So no point of a border is farther than one
    nearby that was asked and the way there; and beside a convex transport some point is as much
    farther than the centre as the oval is wide.
    """
    a, b = (inches(axis) / 2 for axis in oval)
    long, short = max(a, b), min(a, b)
    reach = np.empty(rows.size)
    left = np.arange(rows.size)  # these are not decided yet
    for stride in (0, *STRIDES):
        if stride:
            angles = 2 * math.pi * np.arange(0, SAMPLES, stride) / SAMPLES
            u, v = a * np.cos(angles)[None, :], b * np.sin(angles)[None, :]
            low = np.maximum(_points(u, v, ends, rows[left], own, shapes).max(axis=1), 0.0)
            high = low + long * math.pi * stride / SAMPLES
        else:
            away = _distances(ends.x[rows], ends.y[rows], own, shapes)
            low = away + np.where(convex & (away > 0.0), short, -math.inf)
            high = np.maximum(away, 0.0) + long
        beyond, inside = low > limit[left] + UNSURE, high < limit[left] - UNSURE
        reach[left[beyond]], reach[left[inside]] = low[beyond], high[inside]
        left = left[~(beyond | inside)]
    if left.size:
        reach[left] = _around(a, b, ends, rows[left], own, shapes)
    return reach


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
