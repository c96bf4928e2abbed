"""How far a base reaches from a transport: *wholly within* (01.04.01)."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from movekernels.arrays import Bodies, Floats, Shapes
from movekernels.geometry.gap import gap_rows
from movesolver.referee.outlines import outline_of_base, pack_outlines
from movesolver.referee.position import Position, select
from movesolver.table.bases import Base
from movesolver.table.measures import inches

SAMPLES = 720
"""Points of the border of an oval that are asked first."""
REFINED = 30
"""Halvings of the interval around the farthest of them."""


class _Carrier(NamedTuple):
    """The transport as arrays, made once for all points that are asked about."""

    shapes: Shapes
    """Outlines of its models, and last a point's."""
    bodies: Bodies
    convex: bool


def farthest(position: Position, ends: Bodies) -> Floats:
    """Return how far the farthest point of each base is from the transport, inches, shape (n,).

    In three dimensions (A25).  Exact for round bases and corners beside a convex transport;
    for ovals the farthest of `SAMPLES` points, refined.
    """
    transport = position.transport
    assert transport is not None
    own = select(position.others, position.of_units(transport.id))
    outlines = [outline_of_base(model.base) for model in transport.standing]
    carrier = _Carrier(
        shapes=pack_outlines([*outlines, outline_of_base(POINT)]),
        bodies=own._replace(shape=np.arange(own.x.size)),
        convex=len(outlines) == 1 and len(outlines[0].parts) == 1,
    )
    reach = np.empty(ends.x.size)
    for i, model in enumerate(position.models):
        flat = _farthest(model.base, _pose(ends, i), carrier)
        reach[i] = math.hypot(max(flat, 0.0), float(np.abs(ends.z[i] - own.z).min()))
    return reach


def _pose(bodies: Bodies, i: int) -> tuple[float, float, float, float]:
    return (float(bodies.x[i]), float(bodies.y[i]), float(bodies.cos[i]), float(bodies.sin[i]))


def _farthest(base: Base, pose: tuple[float, float, float, float], carrier: _Carrier) -> float:
    x, y, c, s = pose
    if base.round is not None:
        radius = inches(base.round) / 2
        centre = float(_distances(np.array([[x, y]]), carrier)[0])
        if carrier.convex and centre > 0.0:
            return centre + radius
        return _around(radius, radius, pose, carrier)
    if base.oval is not None:
        a, b = (inches(axis) / 2 for axis in base.oval)
        return _around(a, b, pose, carrier)
    corners = np.array(_corners(base))
    placed = np.column_stack(
        [x + c * corners[:, 0] - s * corners[:, 1], y + s * corners[:, 0] + c * corners[:, 1]]
    )
    return float(_distances(placed, carrier).max())


def _corners(base: Base) -> list[tuple[float, float]]:
    if base.hull is not None:
        return list(base.hull)
    a, b = (inches(side) / 2 for side in base.rectangle or (0.0, 0.0))
    return [(a, b), (-a, b), (-a, -b), (a, -b)]


def _around(
    a: float,
    b: float,
    pose: tuple[float, float, float, float],
    carrier: _Carrier,
) -> float:
    """Return the largest distance along the border of an ellipse with semi-axes a, b."""
    x, y, c, s = pose

    def at(angles: Floats) -> Floats:
        u, v = a * np.cos(angles), b * np.sin(angles)
        return _distances(np.column_stack([x + c * u - s * v, y + s * u + c * v]), carrier)

    angles = 2 * math.pi * np.arange(SAMPLES) / SAMPLES
    best = float(angles[int(np.argmax(at(angles)))])
    width = 2 * math.pi / SAMPLES
    for _ in range(REFINED):
        # Towards the farthest of nine points of an interval that shrinks by a half.
        near = best + width * np.linspace(-1.0, 1.0, 9)
        best = float(near[int(np.argmax(at(near)))])
        width /= 2
    return float(at(np.array([best]))[0])


def _distances(points: Floats, carrier: _Carrier) -> Floats:
    """Return the distance of each point (p, 2) from the transport, inches, shape (p,)."""
    count, zero = len(points), np.zeros(len(points))
    where = Bodies(
        shape=np.full(count, carrier.bodies.x.size),
        x=np.ascontiguousarray(points[:, 0]),
        y=np.ascontiguousarray(points[:, 1]),
        cos=np.ones(count),
        sin=zero,
        z=zero,
    )
    gaps = np.empty((count, carrier.bodies.x.size))
    gap_rows(carrier.shapes, where, carrier.bodies, gaps)
    radius = inches(POINT.round or 0.0) / 2
    nearest: Floats = gaps.min(axis=1) + radius
    return nearest


POINT = Base(round=1e-6)
"""A disc of no size to speak of: a point as a body."""
