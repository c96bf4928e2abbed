"""Slow twin of `movekernels.geometry.ellipse_rows`."""

from __future__ import annotations

from movekernels.arrays import Floats
from movekernels.geometry.ellipse_rows import Oblongs
from reference.ellipse import ellipse_pair, point_ellipse

Pose = tuple[float, float, float, float]


def ellipse_lanes() -> int:
    """Fifteen numbers for each of 64 pairs."""
    return 15 * 64


def ellipse_disc_gaps(
    a: float, b: float, pose: Pose, others_x: Floats, others_y: Floats, others_r: Floats
) -> list[float]:
    """Distance of each centre from the ellipse, in its frame, less the radius."""
    x, y, c, s = pose
    gaps = []
    for xj, yj, rj in zip(others_x, others_y, others_r, strict=True):
        dx, dy = float(xj - x), float(yj - y)
        gaps.append(point_ellipse(a, b, dx * c + dy * s, dy * c - dx * s)[0] - float(rj))
    return gaps


def ellipse_gaps(a: float, b: float, pose: Pose, others: Oblongs) -> list[float]:
    """Separation of each pair."""
    x, y, c, s = pose
    gaps = []
    for xj, yj, *posed in zip(*others, strict=True):
        aj, bj, cj, sj = (float(value) for value in posed)
        gaps.append(ellipse_pair(float(xj - x), float(yj - y), a, b, c, s, aj, bj, cj, sj)[0])
    return gaps
