"""The best that putting a single model on another spot can do."""

from __future__ import annotations

import numpy as np

from movekernels.arrays import Floats
from movekernels.search.ground import Ground, Spots, Squad
from reference.placing import posed
from reference.polishing import legal


def refine(
    ground: Ground, squad: Squad, spots: Spots, value: Floats, poses: Floats, points: Floats
) -> float:
    """Points of the unit after the best legal move of one model to one spot, or none."""
    best = float(points.sum())
    for i in range(len(poses)):
        for p in np.flatnonzero(value[i] > -np.inf):
            total = float(points.sum() - points[i] + value[i, p])
            trial = poses.copy()
            trial[i] = posed(spots, int(p))
            if total > best and legal(ground, squad, trial):
                best = total
    return best
