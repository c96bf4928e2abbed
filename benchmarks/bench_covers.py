"""What covers the curves of a scene."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from movekernels._jit import kernel
from movekernels.arrays import Floats
from movekernels.paths import covers as fast
from movekernels.paths.grown import Grown
from paths_scenes import crowd
from reference import covers as slow

ANGLES = ((np.arange(20) + 0.5) * math.tau / 20).tolist()


@kernel
def every(grown: Grown, covers: Floats) -> int:
    n = 0
    for j in range(grown.x.size):
        n += fast.cover_all(grown, j, covers)
    return n


@pytest.mark.parametrize("ovals", [False, True])
def test_cover_all(rate: Callable[..., None], ovals: bool) -> None:
    grown = crowd(3, ovals=ovals).grown
    covers = np.empty((4 * (grown.x.size + grown.berth.size + 1), 2))
    rate(lambda: every(grown, covers), grown.x.size, lambda: slow.cover_all(grown, 0, ANGLES), 1)
    n = fast.cover_all(grown, 0, covers)
    ends = covers[:n].tolist()
    hidden = [any(low <= t <= high or t + math.tau <= high for low, high in ends) for t in ANGLES]
    assert hidden == slow.cover_all(grown, 0, ANGLES).tolist()
