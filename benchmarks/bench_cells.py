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


def test_single_squares(rate: Callable[..., None]) -> None:
    """One square asked about from Python: mostly what a call costs."""
    loose = loose_of(tried(crowded(1, 10)))
    x, y = loose.squad.start[0, :2].tolist()
    where = (loose.ground, loose.squad, loose.shapes, loose.dot, 0, x, y, 0.1)
    worth = (loose.shapes, loose.squad, loose.terms, loose.dot, 0, 0.0, True, x, y, 0.1)

    def run() -> None:
        fast.nearest_and_farthest(x, y, 0.1, 0.0, 0.0)
        fast.state_of(*where)
        fast.most_in(*worth)

    def twin() -> None:
        slow.nearest_and_farthest(x, y, 0.1, 0.0, 0.0)
        slow.state_of(*where)
        slow.most_in(*worth)

    rate(run, 3, twin, 3)


def test_reach(rate: Callable[..., None]) -> None:
    loose = loose_of(tried(crowded(1, 5)))
    window = first_window(loose, 1.0)
    where = window.x, window.y, window.side
    rows, columns = window.states.shape[1:]
    low, high = np.empty((2, 5, rows), dtype=np.int64)

    def run() -> None:
        fast.list_reach(loose.squad, *where, columns, low, high)

    rate(run, 1, lambda: slow.list_reach(loose.squad, *where, rows, columns), 1)
