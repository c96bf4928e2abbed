"""The most a model is worth anywhere, less what it pays."""

from __future__ import annotations

import numpy as np
import pytest

from movekernels.search import peaks as fast
from movekernels.search.ground import BASE, WEIGHT
from price_data import listed, loose_of, some_discs
from reference import peaks as slow
from search_data import odd, small

UP, ALONG = 12, 11


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("splits", [5, 4000])
def test_no_place_of_many_is_better(seed: int, splits: int) -> None:
    case = odd(seed)
    loose = loose_of(case)
    squad = loose.squad._replace(maximum=np.minimum(loose.squad.maximum, 3.0))
    priced, stack = some_discs(np.random.default_rng(seed), case, UP, ALONG)
    priced = listed(priced, UP)
    tiles = np.ones(UP * ALONG, dtype=np.bool_)
    head = (loose.ground, squad, loose.terms, loose.shapes, loose.dot, priced)
    found = np.empty(squad.member.size)
    for g in range(loose.leader.size):
        models = np.flatnonzero(loose.group == g)
        spent = fast.highest(*head, tiles, models, loose.more, 1e-3, splits, stack, found)
        assert spent <= splits * models.size
    for i in range(min(squad.member.size, 2)):
        assert found[i] >= slow.highest(*head, i, 0.8) - 1e-9
    tiles[:] = False
    alone = np.array([0])
    assert fast.highest(*head, tiles, alone, loose.more, 1e-3, splits, stack, found) == 0
    assert found[0] == -np.inf


def test_models_together_and_alone_are_worth_the_same() -> None:
    """Up to the slack, with less work: what is known of a tile holds for all that reach it."""
    slack, shared, single = 1e-3, 0, 0
    for seed in range(3):
        case = small(seed, 6)
        loose = loose_of(case)
        share = loose.terms.share.copy()
        share[0, :, BASE] += np.arange(6.0)
        more = loose.more + share[0, :, WEIGHT] * np.arange(6.0)
        priced, stack = some_discs(np.random.default_rng(seed), case, UP, ALONG)
        priced = listed(priced, UP)
        tiles = np.ones(UP * ALONG, dtype=np.bool_)
        terms = loose.terms._replace(share=share)
        head = (loose.ground, loose.squad, terms, loose.shapes, loose.dot, priced, tiles)
        together, alone = np.empty(6), np.empty(6)
        models = np.flatnonzero(loose.group == 0)
        shared += fast.highest(*head, models, more, slack, 4000, stack, together)
        for i in models.tolist():
            single += fast.highest(*head, np.array([i]), more, slack, 4000, stack, alone)
        assert together[models] == pytest.approx(alone[models], abs=slack + 1e-9)
    assert shared < single
