"""The best place of every tile, and what models are worth at places."""

from __future__ import annotations

import numpy as np
import pytest

from movekernels.search import charges
from movekernels.search import tops as fast
from movekernels.search.charges import Priced
from price_data import loose_of, some_discs
from reference import tops as slow
from reference.charges import price_in
from search_data import odd

UP, ALONG = 12, 11


def listed(priced: Priced) -> Priced:
    size = charges.list_discs(priced, UP, priced.first, priced.listed)
    whole = priced._replace(listed=np.empty(size, dtype=np.int64))
    charges.list_discs(whole, UP, whole.first, whole.listed)
    return whole


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("splits", [3, 4000])
def test_tiles_hold_what_is_said_and_no_more(seed: int, splits: int) -> None:
    case = odd(seed)
    loose = loose_of(case)
    squad = loose.squad._replace(maximum=np.minimum(loose.squad.maximum, 3.0))
    priced, stack = some_discs(np.random.default_rng(seed), case, UP, ALONG)
    priced = listed(priced)
    tiles = np.ones(UP * ALONG, dtype=np.bool_)
    tiles[::7] = False
    head = (loose.ground, squad, loose.terms, loose.shapes, loose.dot)
    place = np.empty((UP * ALONG, 4))
    tried = np.where(tiles, slow.tops(*head, priced, 0, UP, 3), -np.inf)
    high = float(tried.max())
    for above in (high - 1.5, high + 100.0):
        bound = fast.tops(*head, priced, tiles, 0, above, 1e-2, splits, stack, place)
        assert bound >= max(above, high - 1e-9)
        assert bound == max(above, place[:, 3].max())
        # Nowhere is worth more than what is said of its tile, where that is above.
        assert (np.maximum(place[:, 3], above) >= tried - 1e-9).all()
        found = place[:, 2] > -np.inf
        assert (place[found, 2] > above).all()
        assert (place[found, 2] <= place[found, 3] + 1e-9).all()
        assert not found[~tiles].any()
        if splits > 3 and above < high:
            assert found[tried > above + 1e-2].all()
    # What is said to be there is there.
    fast.tops(*head, priced, tiles, 0, high - 1.5, 1e-2, splits, stack, place)
    found = place[:, 2] > -np.inf
    x, y = np.ascontiguousarray(place[found, 0]), np.ascontiguousarray(place[found, 1])
    worth = slow.worth_at(*head, x, y)[0]
    held = float(squad.inner[squad.member[0]])
    there = zip(x.tolist(), y.tolist(), strict=True)
    paid = [price_in(priced, held, px, py, 0.0)[1] for px, py in there]
    assert place[found, 2] == pytest.approx(worth - paid)


@pytest.mark.parametrize("seed", range(4))
def test_worth_at_places(seed: int) -> None:
    case = odd(seed)
    loose = loose_of(case)
    rng = np.random.default_rng(seed)
    at = loose.squad.start[rng.integers(0, len(loose.squad.start), 40), :2]
    at = at + rng.uniform(-6.0, 6.0, at.shape)
    x, y = np.ascontiguousarray(at[:, 0]), np.ascontiguousarray(at[:, 1])
    out = np.empty((len(loose.squad.start), 40))
    head = (loose.ground, loose.squad, loose.terms, loose.shapes, loose.dot)
    fast.worth_at(*head, x, y, out)
    assert out == pytest.approx(slow.worth_at(*head, x, y))
