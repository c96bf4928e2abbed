"""Squares of a crowded table: their states and what models are worth in them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from movekernels.search import cells as fast
from movekernels.search.cells import CROSSED
from movesolver.search.cells import first_window
from price_data import loose_of
from reference import cells as slow
from scenes import crowded
from search_data import tried

SAMPLE = 40


@pytest.mark.parametrize("bases", ["round", "ovals"])
def test_states_and_worths(rate: Callable[..., None], bases: str) -> None:
    loose = loose_of(tried(crowded(1, 10, bases=bases)))
    window = first_window(loose, 0.25)
    states, most = window.states[0], np.empty(window.states.shape[1:])
    where = window.x, window.y, window.side

    def run() -> None:
        states[:] = CROSSED
        fast.fill_states(loose.ground, loose.squad, loose.shapes, loose.dot, 0, *where, states)
        fast.fill_most(loose.shapes, loose.squad, loose.terms, loose.dot, 0, *where, states, most)

    few = np.full((5, SAMPLE // 5), CROSSED)

    def twin() -> None:
        few[:] = CROSSED
        slow.fill_states(loose.ground, loose.squad, loose.shapes, loose.dot, 0, *where, few)
        slow.fill_most(
            loose.shapes, loose.squad, loose.terms, loose.dot, 0, *where, few, np.empty(few.shape)
        )

    rate(run, most.size, twin, SAMPLE)
