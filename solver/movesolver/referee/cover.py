"""Cover that a move may not enter, cross or go over (VS11): footprints as walls without a top.

Whoever starts a move inside a footprint is not barred by that one: it has entered it
before, and leaves it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from movekernels.arrays import Bodies, Bools, Shapes
from movekernels.geometry.gap import gap_rows

COVER = "cover"
"""The category of such a wall."""
HIGHEST = 1e4
"""Its top, inches: above whatever can be climbed."""
STARTS_IN = 0.01
"""A base that starts deeper than this in a footprint, inches, is in that cover."""


def starts_in_cover(shapes: Shapes, start: Bodies, walls: Bodies, category: Sequence[str]) -> Bools:
    """Return which cover each model starts in; bodies (n,) and (w,), result (n, w)."""
    if COVER not in category:
        return np.zeros((start.x.size, walls.x.size), dtype=np.bool_)
    gaps = np.empty((start.x.size, walls.x.size))
    gap_rows(shapes, start, walls, gaps)
    within: Bools = gaps < -STARTS_IN
    return within & np.array([name == COVER for name in category], dtype=np.bool_)


def wall_words(category: str, feature: str) -> tuple[str, str]:
    """Return the section by which a wall of a feature bars the way, and its name."""
    if category == COVER:
        return "VS11", f"the cover of {feature}"
    return "13.06", f"a wall of {feature}"
