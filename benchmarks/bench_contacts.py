"""Spots where bases touch."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from movekernels.search import contacts as fast
from reference import contacts as slow
from scenes import crowded
from search_data import tried


@pytest.mark.parametrize("models", [10, 30])
def test_contact_points(rate: Callable[..., None], models: int) -> None:
    case = tried(crowded(1, models))
    aims = np.array(case.goal.points)
    circles, out = np.empty((case.ground.rings.x.size + models, 3)), np.empty((4000, 2))
    found = list[list[tuple[float, float]]]()

    def run() -> int:
        return fast.contact_points(case.ground, case.squad, 0, case.squad.start, aims, circles, out)

    def twin() -> None:
        found.append(slow.contact_points(case.ground, case.squad, 0, case.squad.start, aims))

    count = run()
    rate(run, count, twin, count)
    assert len(found[0]) == count
