"""Outlines grown by a distance, as polygons fine enough to draw and to measure."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from movekernels.arrays import DISC, ELLIPSE, Bodies, Floats, Shapes

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

CORNERS = 128
"""Corners of a full turn: a circle of radius R is drawn at most 3.1e-4 R too small."""


def grown_bodies(shapes: Shapes, bodies: Bodies, margins: Floats) -> list[BaseGeometry]:
    """Return bases and walls grown by margins, as polygons inside the exact outlines.

    Parameters
    ----------
    shapes
        Outlines of ``bodies``.
    bodies
        Shape (o,).
    margins
        Inches, above 0, shape (o,).

    Returns
    -------
    list
        One geometry for each convex part of each body.  Circles and parallel curves of
        ellipses have `CORNERS` corners on the exact curve; polygons are grown by shapely
        with as many corners to a turn.
    """
    import shapely

    rings: list[Floats] = []
    rest: list[BaseGeometry] = []
    for o in range(bodies.x.size):
        turn = np.array([[bodies.cos[o], bodies.sin[o]], [-bodies.sin[o], bodies.cos[o]]])
        centre = np.array([bodies.x[o], bodies.y[o]])
        shape, margin = bodies.shape[o], float(margins[o])
        for p in range(shapes.part_first[shape], shapes.part_first[shape + 1]):
            if shapes.part_kind[p] in (DISC, ELLIPSE):
                ring = _parallel(float(shapes.part_a[p]), float(shapes.part_b[p]), margin)
                rings.append(ring @ turn + centre)
            else:
                low, high = shapes.vertex_first[p], shapes.vertex_first[p + 1]
                corners = np.column_stack([shapes.vertex_x[low:high], shapes.vertex_y[low:high]])
                polygon = shapely.Polygon(corners @ turn + centre)
                rest.append(polygon.buffer(margin, quad_segs=CORNERS // 4))
    return [*map(shapely.Polygon, rings), *rest]


def union(parts: Iterable[BaseGeometry]) -> BaseGeometry:
    """Return the union of geometries, empty for none."""
    import shapely

    return shapely.union_all(list(parts))


def _parallel(a: float, b: float, margin: float) -> Floats:
    """Return points on the curve ``margin`` inches outside an ellipse, shape (`CORNERS`, 2)."""
    angles = np.arange(CORNERS) * (2.0 * math.pi / CORNERS)
    cos, sin = np.cos(angles), np.sin(angles)
    if a == b:
        return (a + margin) * np.column_stack([cos, sin])
    # (cos/a, sin/b) is normal to the ellipse at (a cos, b sin)
    stretch = margin / np.hypot(b * cos, a * sin)
    return np.column_stack([(a + stretch * b) * cos, (b + stretch * a) * sin])
