"""Slow twin of `movekernels.geometry.box_rows`."""

from __future__ import annotations

import numpy as np

from movekernels.arrays import Floats
from movekernels.geometry.ellipse_rows import Oblongs
from reference.polygon import point_polygon, polygon_pair

Pose = tuple[float, float, float, float]


def box_lanes() -> int:
    """Nine numbers for each of 64 pairs."""
    return 9 * 64


def corners(a: float, b: float) -> tuple[Floats, Floats]:
    return np.array([-a, a, a, -a]), np.array([-b, -b, b, b])


def polygon_disc_gaps(
    xs: Floats,
    ys: Floats,
    first: int,
    last: int,
    pose: Pose,
    others_x: Floats,
    others_y: Floats,
    others_r: Floats,
) -> list[float]:
    """Distance of each centre from the polygon, in its frame, less the radius."""
    x, y, c, s = pose
    gaps = []
    for xj, yj, rj in zip(others_x, others_y, others_r, strict=True):
        dx, dy = float(xj - x), float(yj - y)
        distance = point_polygon(xs, ys, first, last, dx * c + dy * s, dy * c - dx * s)
        gaps.append(distance - float(rj))
    return gaps


def box_disc_gaps(
    a: float, b: float, pose: Pose, others_x: Floats, others_y: Floats, others_r: Floats
) -> list[float]:
    """The same of its four corners."""
    return polygon_disc_gaps(*corners(a, b), 0, 4, pose, others_x, others_y, others_r)


def box_gaps(a: float, b: float, pose: Pose, others: Oblongs) -> list[float]:
    """Separation of each pair of polygons of four corners."""
    x, y, c, s = pose
    gaps = []
    for xj, yj, aj, bj, cj, sj in zip(*others, strict=True):
        xs, ys = (np.concatenate(both) for both in zip(corners(a, b), corners(aj, bj), strict=True))
        offset = (float(xj - x), float(yj - y))
        gaps.append(polygon_pair(xs, ys, 0, 4, c, s, 4, 8, float(cj), float(sj), *offset))
    return gaps
