"""Slow twin of `movekernels.paths.shortening`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby, pairwise

import shapely

from movekernels.arrays import Floats
from reference.straight import TURN_STEP, straight_poses
from reference.ways_outlines import Outlines, Pose


def way_length(way: Floats) -> float:
    return math.fsum(math.dist(a[:2], b[:2]) for a, b in pairwise(way.tolist()))


def poses_of(way: Floats) -> list[Pose]:
    return [(x, y, c, s) for x, y, c, s in way[:, :4].tolist()]


def length_of(poses: Sequence[Pose]) -> float:
    return math.fsum(math.dist(a[:2], b[:2]) for a, b in pairwise(poses))


def shorten(table: Outlines, way: Floats, spread: int) -> list[Pose]:
    """Poses when from each the furthest is sought that is worth going straight to."""
    poses, i = poses_of(way), 0
    while i < len(poses) - 2:
        for j in range(len(poses) - 1, i + 1, -1):
            part = straight_poses(table, poses[i], poses[j], spread)
            if part and worth(poses[i : j + 1], part):
                poses[i : j + 1] = part
                break
        i += 1
    return poses


def worth(old: Sequence[Pose], new: Sequence[Pose]) -> bool:
    """Whether a way is shorter with no more poses, or as short with fewer."""
    saved = length_of(old) - length_of(new)
    return len(new) <= len(old) and (saved > 1e-9 or (len(new) < len(old) and saved >= -1e-9))


def tighten(table: Outlines, way: Floats, rounds: int) -> list[Pose]:
    """Poses when corner by corner the line between those beside it is gone to, or part of it."""
    poses = poses_of(way)
    for _ in range(rounds):
        places = [list(same) for _, same in groupby(poses, key=lambda pose: pose[:2])]
        for k in range(1, len(places) - 1):
            before, here, after = places[k - 1][-1], places[k], places[k + 1][0]
            for part in (1.0, 0.5, 0.25, 0.125, 0.0625):
                at = pulled(before, here[0], after, part)
                tried = [(*at, c, s) for _, _, c, s in here]
                if steps_clear(table, [before, *tried, after]):
                    places[k] = tried
                    break
        poses = [pose for same in places for pose in same]
    return poses


def pulled(before: Pose, here: Pose, after: Pose, part: float) -> tuple[float, float]:
    """The point that is some part of the way from a corner to the line beside it."""
    line = shapely.LineString([before[:2], after[:2]])
    foot = line.interpolate(line.project(shapely.Point(here[:2])))
    return here[0] + part * (foot.x - here[0]), here[1] + part * (foot.y - here[1])


def steps_clear(table: Outlines, poses: Sequence[Pose]) -> bool:
    """Whether each step, a slide or a turn, meets nothing."""
    return all(
        table.turns(a, *z[2:], TURN_STEP)
        if a[:2] == z[:2]
        else table.slides(a, z[0] - a[0], z[1] - a[1])
        for a, z in pairwise(poses)
    )
