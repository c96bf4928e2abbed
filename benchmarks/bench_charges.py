"""What models pay and gain in squares."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from movekernels.search import charges as fast
from price_data import listed, some_discs
from reference import charges as slow
from scenes import crowded
from search_data import tried

UP = ALONG = 14


def test_tiles(rate: Callable[..., None]) -> None:
    priced, _ = some_discs(np.random.default_rng(2), tried(crowded(1, 10)), UP, ALONG)
    priced = listed(priced, UP)

    def run() -> None:
        fast.list_discs(priced, UP, priced.first, priced.listed)

    rate(run, 1, lambda: slow.list_discs(priced, UP), 1)


def test_prices_and_gains(rate: Callable[..., None]) -> None:
    case = tried(crowded(1, 10))
    priced, stack = some_discs(np.random.default_rng(2), case, UP, ALONG)
    priced, cut = listed(priced, UP), stack.cut
    tile = UP * ALONG // 2 + ALONG // 2
    x, y = (priced.corner[:2] + 0.5 + [tile % ALONG, tile // ALONG]).tolist()

    def run() -> None:
        fast.price_in(priced, tile, 0.7, x, y, 0.1)
        fast.gain_in(priced, 0.7, x, y, 0.1)
        fast.cut_tile(priced, tile, 0.7, x, y, 0.5, cut)
        fast.cut_square(priced, 1, x + 0.25, y + 0.25, 0.25, cut)
        fast.price_of(priced, 1, x + 0.25, y + 0.25, 0.1, cut)

    def twin() -> None:
        slow.price_in(priced, 0.7, x, y, 0.1)
        slow.gain_in(priced, 0.7, x, y, 0.1)
        slow.cut_tile(priced, 0.7, x, y, 0.5)
        slow.cut_tile(priced, 0.7, x + 0.25, y + 0.25, 0.25)
        slow.price_in(priced, 0.7, x + 0.25, y + 0.25, 0.1)

    rate(run, 5, twin, 5)
