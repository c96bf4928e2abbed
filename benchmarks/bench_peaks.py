"""The most a model is worth anywhere, less what it pays, on a crowded table."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from movekernels.search import peaks as fast
from price_data import loose_of, some_discs
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
    size = fast.list_discs(priced, UP, priced.first, priced.listed)
    priced = priced._replace(listed=np.empty(size, dtype=np.int64))
    fast.list_discs(priced, UP, priced.first, priced.listed)
    tiles = np.ones(UP * ALONG, dtype=np.bool_)
    head = (loose.ground, loose.squad, loose.terms, loose.shapes, loose.dot, priced)

    def run() -> None:
        for i in range(10):
            fast.highest(*head, tiles, i, 1e-3, 20_000, stack)

    rate(run, 10, lambda: slow.highest(*head, 0, STEP), 1)


def test_prices_and_gains(rate: Callable[..., None]) -> None:
    case = tried(crowded(1, 10))
    priced, _ = some_discs(np.random.default_rng(2), case, UP, ALONG)
    fast.list_discs(priced, UP, priced.first, priced.listed)
    priced = priced._replace(listed=np.empty(int(priced.first[-1]), dtype=np.int64))
    fast.list_discs(priced, UP, priced.first, priced.listed)
    tile = UP * ALONG // 2 + ALONG // 2
    x, y = (priced.corner[:2] + 0.5 + [tile % ALONG, tile // ALONG]).tolist()

    def run() -> None:
        fast.price_in(priced, tile, 0.7, x, y, 0.1)
        fast.gain_in(priced, 0.7, x, y, 0.1)

    def twin() -> None:
        slow.price_in(priced, 0.7, x, y, 0.1)
        slow.gain_in(priced, 0.7, x, y, 0.1)

    rate(run, 2, twin, 2)
