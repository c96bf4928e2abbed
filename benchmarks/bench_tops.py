"""The best place of every tile for a model, and what models are worth at places."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from movekernels.search import charges
from movekernels.search import tops as fast
from price_data import loose_of, some_discs
from reference import tops as slow
from scenes import crowded
from search_data import tried

UP = ALONG = 14


def test_tops(rate: Callable[..., None]) -> None:
    """Against trying nine places of every tile, which finds less."""
    case = tried(crowded(1, 10))
    loose = loose_of(case)
    priced, stack = some_discs(np.random.default_rng(2), case, UP, ALONG)
    size = charges.list_discs(priced, UP, priced.first, priced.listed)
    priced = priced._replace(listed=np.empty(size, dtype=np.int64))
    charges.list_discs(priced, UP, priced.first, priced.listed)
    tiles = np.ones(UP * ALONG, dtype=np.bool_)
    place = np.empty((UP * ALONG, 4))
    head = (loose.ground, loose.squad, loose.terms, loose.shapes, loose.dot, priced)

    def run() -> None:
        fast.tops(*head, tiles, 0, -1e6, 0.1, 300, stack, place)

    rate(run, 1, lambda: slow.tops(*head, 0, UP, 3), 1)


def test_worth_at(rate: Callable[..., None]) -> None:
    case = tried(crowded(1, 10))
    loose = loose_of(case)
    rng = np.random.default_rng(3)
    at = loose.squad.start[:1, :2] + rng.uniform(-6.0, 6.0, (50, 2))
    x, y = np.ascontiguousarray(at[:, 0]), np.ascontiguousarray(at[:, 1])
    out = np.empty((10, 50))
    head = (loose.ground, loose.squad, loose.terms, loose.shapes, loose.dot, x, y)
    rate(lambda: fast.worth_at(*head, out), 500, lambda: slow.worth_at(*head), 500)
