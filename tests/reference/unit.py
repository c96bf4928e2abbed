"""Slow twin of `movekernels.paths.unit`."""

from __future__ import annotations

import numpy as np

from movekernels.arrays import Floats
from movekernels.paths.grown import Grown
from reference.distance import distances


def unit_distances(grown: Grown, sources: Floats, px: Floats, py: Floats) -> Floats:
    """One source after the other; shape (n, s)."""
    return np.array([distances(grown, x, y, most, px, py) for x, y, most in sources.tolist()])
