"""The best that moving a single model of a formation to where it touches can do."""

from __future__ import annotations

from movekernels.arrays import Floats
from movekernels.search.ground import Ground, Squad, Terms
from reference.contacts import contact_points
from reference.polishing import legal
from reference.values import worth


def rebuild(ground: Ground, squad: Squad, terms: Terms, aims: Floats, poses: Floats) -> float:
    """Points of the unit after the best legal move of one round model to a contact point."""
    n = len(poses)
    points = [worth(ground.shapes, squad, terms, i, *_pose(poses, i), 0.0) for i in range(n)]
    best = sum(points)
    for i in range(n):
        k = int(squad.member[i])
        if not squad.round[k] or squad.maximum[i] == 0.0:
            continue
        for x, y in contact_points(ground, squad, k, poses, aims):
            trial = poses.copy()
            trial[i, :2] = x, y
            after = worth(ground.shapes, squad, terms, i, *_pose(trial, i), 0.0)
            total = sum(points) - points[i] + after
            if total > best and legal(ground, squad, trial):
                best = total
    return best


def _pose(poses: Floats, i: int) -> tuple[float, float, float, float]:
    x, y, c, s = poses[i].tolist()
    return x, y, c, s
