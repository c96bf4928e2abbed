"""Slow twin of `movekernels.paths.shortening`."""

from __future__ import annotations

import math
from itertools import pairwise

from movekernels.arrays import Floats
from reference.straight import straight_way
from reference.ways_outlines import Outlines, Pose


def way_length(way: Floats) -> float:
    return math.fsum(math.dist(a[:2], b[:2]) for a, b in pairwise(way.tolist()))


def poses_of(way: Floats) -> list[Pose]:
    return [(x, y, c, s) for x, y, c, s in way[:, :4].tolist()]


def shorten(table: Outlines, way: Floats, spread: int) -> float:
    """Length when, pose by pose, the furthest that can be reached straight comes next."""
    poses, total, i = poses_of(way), 0.0, 0
    while i < len(poses) - 1:
        for j in range(len(poses) - 1, i, -1):
            if j == i + 1 or straight_way(table, poses[i], poses[j], spread) is not None:
                total += math.dist(poses[i][:2], poses[j][:2])
                i = j
                break
    return total


def tighten(way: Floats) -> float:
    """No pulling in makes a way shorter than the straight line."""
    return math.dist(way[0, :2].tolist(), way[-1, :2].tolist())
