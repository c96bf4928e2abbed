"""How far a base reaches from a transport: *wholly within* (01.04.01)."""

from __future__ import annotations

import math

import numpy as np

from movekernels.arrays import Bodies, Floats
from movekernels.geometry.gap import gap_rows
from movesolver.referee.outlines import Outline, outline_of_base, pack_outlines
from movesolver.referee.position import Position, bodies_of, select
from movesolver.table.bases import Base
from movesolver.table.measures import inches

SAMPLES = 720
"""Points of the border of an oval that are asked first."""
REFINED = 60
"""Halvings of the interval around the farthest of them."""


def farthest(position: Position, ends: Bodies) -> Floats:
    """Return how far the farthest point of each base is from the transport, inches, shape (n,).

    In three dimensions (A25).  Exact for round bases and corners beside a convex transport;
    for ovals the farthest of `SAMPLES` points, refined.
    """
    transport = position.transport
    assert transport is not None
    own = select(position.others, position.of_units(transport.id))
    outlines = [outline_of_base(model.base) for model in transport.standing]
    reach = np.empty(ends.x.size)
    for i, model in enumerate(position.models):
        flat = _farthest(model.base, _pose(ends, i), own, outlines)
        reach[i] = math.hypot(max(flat, 0.0), float(np.abs(ends.z[i] - own.z).min()))
    return reach


def _pose(bodies: Bodies, i: int) -> tuple[float, float, float, float]:
    return (float(bodies.x[i]), float(bodies.y[i]), float(bodies.cos[i]), float(bodies.sin[i]))


def _farthest(
    base: Base, pose: tuple[float, float, float, float], own: Bodies, outlines: list[Outline]
) -> float:
    x, y, c, s = pose
    if base.round is not None:
        radius = inches(base.round) / 2
        convex = len(outlines) == 1 and len(outlines[0].parts) == 1
        centre = float(_distances(np.array([[x, y]]), own, outlines)[0])
        if convex and centre > 0.0:
            return centre + radius
        return _around(radius, radius, pose, own, outlines)
    if base.oval is not None:
        a, b = (inches(axis) / 2 for axis in base.oval)
        return _around(a, b, pose, own, outlines)
    corners = np.array(_corners(base))
    placed = np.column_stack(
        [x + c * corners[:, 0] - s * corners[:, 1], y + s * corners[:, 0] + c * corners[:, 1]]
    )
    return float(_distances(placed, own, outlines).max())


def _corners(base: Base) -> list[tuple[float, float]]:
    if base.hull is not None:
        return list(base.hull)
    a, b = (inches(side) / 2 for side in base.rectangle or (0.0, 0.0))
    return [(a, b), (-a, b), (-a, -b), (a, -b)]


def _around(
    a: float,
    b: float,
    pose: tuple[float, float, float, float],
    own: Bodies,
    outlines: list[Outline],
) -> float:
    """Return the largest distance along the border of an ellipse with semi-axes a, b."""
    x, y, c, s = pose

    def at(angles: Floats) -> Floats:
        u, v = a * np.cos(angles), b * np.sin(angles)
        return _distances(np.column_stack([x + c * u - s * v, y + s * u + c * v]), own, outlines)

    angles = 2 * math.pi * np.arange(SAMPLES) / SAMPLES
    best = float(angles[int(np.argmax(at(angles)))])
    width = 2 * math.pi / SAMPLES
    for _ in range(REFINED):
        # Towards the farthest of nine points of an interval that shrinks by a half.
        near = best + width * np.linspace(-1.0, 1.0, 9)
        best = float(near[int(np.argmax(at(near)))])
        width /= 2
    return float(at(np.array([best]))[0])


def _distances(points: Floats, own: Bodies, outlines: list[Outline]) -> Floats:
    """Return the distance of each point from the transport, inches, shape (p,)."""
    shapes = pack_outlines([*outlines, outline_of_base(POINT)])
    where = bodies_of(
        np.full(len(points), len(outlines)), [(float(px), float(py), 0.0, 0.0) for px, py in points]
    )
    gaps = np.empty((len(points), own.x.size))
    gap_rows(shapes, where, own._replace(shape=np.arange(own.x.size)), gaps)
    radius = inches(POINT.round or 0.0) / 2
    nearest: Floats = gaps.min(axis=1) + radius
    return nearest


POINT = Base(round=1e-6)
"""A disc of no size to speak of: a point as a body."""
