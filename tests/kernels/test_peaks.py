"""The most a model is worth anywhere, less what it pays."""

from __future__ import annotations

import numpy as np
import pytest

from movekernels.search import peaks as fast
from movekernels.search.peaks import Priced
from price_data import loose_of, some_discs
from reference import peaks as slow
from search_data import odd, small

UP, ALONG = 12, 11


def listed(priced: Priced) -> Priced:
    size = fast.list_discs(priced, UP, priced.first, priced.listed)
    whole = priced._replace(listed=np.empty(size, dtype=np.int64))
    assert fast.list_discs(whole, UP, whole.first, whole.listed) == size
    return whole


@pytest.mark.parametrize("seed", range(4))
def test_tiles_prices_and_gains_agree_with_the_reference(seed: int) -> None:
    rng = np.random.default_rng(seed)
    priced, _ = some_discs(rng, small(seed), UP, ALONG)
    priced = listed(priced)
    wanted = slow.list_discs(priced, UP)
    for tile, discs in enumerate(wanted):
        first, last = priced.first[tile : tile + 2]
        assert priced.listed[first:last].tolist() == discs
    for _ in range(60):
        tile = int(rng.integers(UP * ALONG))
        corner = priced.corner[:2] + np.array([tile % ALONG, tile // ALONG])
        half = float(rng.choice([0.0, 0.05, 0.25]))
        x, y = (corner + rng.uniform(half, 1 - half, 2)).tolist()
        for held in (0.45, 0.7):
            found = fast.price_in(priced, tile, held, x, y, half)
            assert found == pytest.approx(slow.price_in(priced, held, x, y, half))
            gain = fast.gain_in(priced, held, x, y, half)
            assert gain == pytest.approx(slow.gain_in(priced, held, x, y, half))
    for x0, y0, x1, y1, _, _ in priced.box.tolist():
        for x, y in ((x0 + 0.25, y0 + 0.25), (x1 + 0.3, y1), (x0 - 3.0, y0)):
            gain = fast.gain_in(priced, 0.7, x, y, 0.05)
            assert gain == pytest.approx(slow.gain_in(priced, 0.7, x, y, 0.05))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("splits", [5, 4000])
def test_no_place_of_many_is_better(seed: int, splits: int) -> None:
    case = odd(seed)
    loose = loose_of(case)
    squad = loose.squad._replace(maximum=np.minimum(loose.squad.maximum, 3.0))
    priced, stack = some_discs(np.random.default_rng(seed), case, UP, ALONG)
    priced = listed(priced)
    tiles = np.ones(UP * ALONG, dtype=np.bool_)
    head = (loose.ground, squad, loose.terms, loose.shapes, loose.dot, priced)
    for i in range(min(squad.member.size, 2)):
        value, spent = fast.highest(*head, tiles, i, 1e-3, splits, stack)
        tried = slow.highest(*head, i, 0.8)
        assert value >= tried - 1e-9
        assert spent <= splits
    tiles[:] = False
    assert fast.highest(*head, tiles, 0, 1e-3, splits, stack) == (-np.inf, 0)
