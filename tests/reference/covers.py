"""Slow twin of `movekernels.paths.covers`: sampled."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from movekernels.paths.grown import Grown
from reference.curves import touch
from reference.sight import point_free


def cover_all(grown: Grown, j: int, angles: list[float]) -> NDArray[np.bool_]:
    """Whether the point of curve ``j`` at each angle is not free."""
    covered = []
    for angle in angles:
        x, y = touch(grown, j, math.cos(angle), math.sin(angle))
        covered.append(not point_free(grown, float(grown.x[j]) + x, float(grown.y[j]) + y))
    return np.array(covered)
