from __future__ import annotations

import numpy as np
import pytest

from movekernels.search import ending as fast
from movekernels.search.ground import UNSURE
from reference import ending as slow
from search_data import Tried, few_spots, odd, random_poses, small

CASES = [*(("round", s) for s in range(3)), ("mixed", 3), ("ovals", 4), ("rectangles", 5)]


@pytest.mark.parametrize(("bases", "seed"), CASES)
def test_conflicts_agree_with_the_reference(bases: str, seed: int) -> None:
    case = small(seed, bases=bases)
    rng = np.random.default_rng([1, seed])
    agree(case, rng, 40)


@pytest.mark.parametrize("seed", range(10))
def test_conflicts_agree_in_scenes_of_any_kind(seed: int) -> None:
    agree(odd(seed), np.random.default_rng([2, seed]), 20)


def agree(case: Tried, rng: np.random.Generator, count: int) -> None:
    ground, squad = case.ground, case.squad
    for x, y, c, s in random_poses(rng, case, count).tolist():
        k = int(rng.integers(squad.shape.size))
        if squad.round[k]:
            c, s = 1.0, 0.0
        found = fast.end_conflict(ground, squad, k, x, y, c, s)
        wanted = slow.all_conflicts(ground, squad, k, (x, y, c, s))
        assert found == fast.OPEN if not wanted else found in wanted
        assert fast.on_table(ground, squad, k, x, y, c, s, 0.0) == slow.on_table(
            ground, squad, k, x, y, c, s, 0.0
        )
        disc = fast.end_by_disc(ground.rings, k, x, y)
        assert (disc >= 0) == (slow.end_by_disc(ground.rings, k, x, y) >= 0)
        if disc < 0:
            assert disc == slow.end_by_disc(ground.rings, k, x, y)
        # What the discs say is what the exact gaps say.
        if disc >= 0:
            assert disc in wanted
        elif disc != UNSURE:
            assert all(code < 0 for code in wanted)


@pytest.mark.parametrize("seed", range(4))
def test_rows_are_single_answers(seed: int) -> None:
    case = odd(seed)
    spots = few_spots(np.random.default_rng(seed), case, 40)
    found, wanted = (np.zeros(spots.x.size, dtype=np.int64) for _ in range(2))
    count = fast.end_conflicts(case.ground, case.squad, spots, found)
    assert count == slow.end_conflicts(case.ground, case.squad, spots, wanted)
    assert ((found == fast.OPEN) == (wanted == fast.OPEN)).all()


def test_a_floor_carries_only_who_may_stand_on_it() -> None:
    case = next(c for c in map(odd, range(200)) if c.ground.carries.any())
    ground, squad = case.ground, case.squad
    k = int(np.flatnonzero(ground.carries.any(axis=1))[0])
    i = int(np.flatnonzero(squad.member == k)[0])
    x, y, c, s = (float(v) for v in squad.start[i])
    assert fast.end_conflict(ground, squad, k, x, y, c, s) != fast.FLOOR
    bare = ground._replace(
        carries=np.zeros_like(ground.carries), apart=np.full_like(ground.apart, -np.inf),
        rings=ground.rings._replace(apart=np.zeros_like(ground.rings.apart)),
    )  # fmt: skip
    assert fast.end_conflict(bare, squad, k, x, y, c, s) == fast.FLOOR
    assert slow.end_conflict(bare, squad, k, x, y, c, s) == fast.FLOOR
