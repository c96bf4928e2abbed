"""The most a model is worth anywhere, less what it pays, on a crowded table."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from movekernels.search import peaks as fast
from price_data import listed, loose_of, some_discs
from reference import peaks as slow
from scenes import crowded
from search_data import tried

UP = ALONG = 14
STEP = 0.5


def test_highest(rate: Callable[..., None]) -> None:
    """Against trying places half an inch apart, which finds less."""
    case = tried(crowded(1, 10))
    loose = loose_of(case)
    priced, stack = some_discs(np.random.default_rng(2), case, UP, ALONG)
    priced = listed(priced, UP)
    tiles = np.ones(UP * ALONG, dtype=np.bool_)
    head = (loose.ground, loose.squad, loose.terms, loose.shapes, loose.dot, priced)

    models, found = np.arange(10), np.empty(10)

    def run() -> None:
        fast.highest(*head, tiles, models, loose.more, 1e-3, 20_000, stack, found)

    rate(run, 10, lambda: slow.highest(*head, 0, STEP), 1)
