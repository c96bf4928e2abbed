"""What models pay and gain in squares."""

from __future__ import annotations

import numpy as np
import pytest

from movekernels.search import charges as fast
from price_data import listed, some_discs
from reference import charges as slow
from search_data import small

UP, ALONG = 12, 11


@pytest.mark.parametrize("seed", range(4))
def test_tiles_prices_and_gains_agree_with_the_reference(seed: int) -> None:
    rng = np.random.default_rng(seed)
    priced, _ = some_discs(rng, small(seed), UP, ALONG)
    priced = listed(priced, UP)
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


@pytest.mark.parametrize("seed", range(4))
def test_what_is_paid_in_parts_of_a_tile_agrees_with_the_reference(seed: int) -> None:
    """With discs listed for the tile, and for a square in it, and one in that."""
    rng = np.random.default_rng(seed)
    priced, stack = some_discs(rng, small(seed), UP, ALONG)
    priced, cut = listed(priced, UP), stack.cut
    for tile in rng.integers(0, UP * ALONG, 60).tolist():
        x, y = (priced.corner[:2] + np.array([tile % ALONG, tile // ALONG]) + 0.5).tolist()
        half = 0.5
        for held in (0.45, 0.7):
            fast.cut_tile(priced, tile, held, x, y, half, cut)
            for depth in range(3):
                if depth:
                    fast.cut_square(priced, depth, x, y, half, cut)
                twin = slow.cut_square if depth else slow.cut_tile
                wanted = twin(priced, held, x, y, half)
                assert cut.disc[depth, : cut.size[depth]].tolist() == wanted
                least = slow.price_in(priced, held, x, y, half)[0]
                assert cut.whole[depth] == pytest.approx(least)
                for part in (half / 2, 0.0):
                    px, py = x + rng.choice([-part, part]), y + rng.choice([-part, part])
                    found = fast.price_of(priced, depth, px, py, part, cut)
                    assert found == pytest.approx(slow.price_of(priced, held, px, py, part))
                half /= 2
                x, y = x + half, y - half
            half, x, y = 0.5, x - 0.4375, y + 0.4375
        # tiles are too large for these discs to hold all of one
        fast.cut_tile(priced, tile, 0.7, x, y, 0.1, cut)
        least = slow.price_in(priced, 0.7, x, y, 0.1)[0]
        assert cut.whole[0] == pytest.approx(least)
        assert fast.price_of(priced, 0, x, y, 0.1, cut)[0] == pytest.approx(least)
