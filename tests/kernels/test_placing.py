from __future__ import annotations

import numpy as np
import pytest

from movekernels.search import placing as fast
from movekernels.search.ground import MARGIN
from movekernels.search.placing import APART, BESIDE, NOWHERE, UNKNOWN
from reference import placing as slow
from search_data import class_of, few_spots, odd, pose_of, random_poses, small, tried
from situations import model, situation, unit


@pytest.mark.parametrize("seed", range(16))
def test_pairs_agree_with_the_reference(seed: int) -> None:
    case = odd(seed)
    rng = np.random.default_rng([7, seed])
    shapes, squad = case.ground.shapes, case.squad
    poses = random_poses(rng, case, 40).reshape(20, 2, 4)
    for (xa, ya, ca, sa), (xb, yb, cb, sb) in poses.tolist():
        a, b = (int(k) for k in rng.integers(squad.shape.size, size=2))
        for margin in (0.0, MARGIN):
            found = fast.pair_relation(shapes, squad, a, xa, ya, ca, sa, b, xb, yb, cb, sb, margin)
            assert found == slow.pair_relation(
                shapes, squad, a, xa, ya, ca, sa, b, xb, yb, cb, sb, margin
            )
        d2 = (xa - xb) ** 2 + (ya - yb) ** 2
        by_disc = fast.pair_by_disc(squad, a, b, d2)
        assert by_disc in (found, UNKNOWN)
        assert by_disc == slow.pair_by_disc(squad, a, b, d2)
        assert by_disc != UNKNOWN or not (squad.round[a] and squad.round[b])


@pytest.mark.parametrize("seed", range(8))
def test_rows_agree_with_the_reference(seed: int) -> None:
    case = odd(seed)
    shapes, squad = case.ground.shapes, case.squad
    spots = few_spots(np.random.default_rng([8, seed]), case, 25)
    table = np.zeros((spots.x.size, spots.x.size), dtype=np.int16)
    known = np.zeros(spots.x.size, dtype=np.bool_)
    wanted, row = np.zeros(spots.x.size, dtype=np.int64), np.zeros(spots.x.size, dtype=np.int16)
    for p in range(0, spots.x.size, 5):
        slow.relate(shapes, squad, spots, p, wanted)
        fast.know(shapes, squad, spots, p, table, known)
        fast.know(shapes, squad, spots, p, table, known)
        fast.relate(shapes, squad, spots, p, row)
        assert (table[p] == wanted).all()
        assert (row == wanted).all()
        a, pose = class_of(spots, p), pose_of(spots, p)
        fast.relate_pose(shapes, squad, spots, a, *pose, row)
        slow.relate_pose(shapes, squad, spots, a, *pose, wanted)
        assert (row == wanted).all()
        state, counts = np.zeros(spots.x.size, dtype=np.int16), [0] * spots.x.size
        fast.add_row(table, p, state)
        slow.add_row(table.tolist(), p, counts)
        assert state.tolist() == counts
        fast.take_row(table, p, state)
        slow.take_row(table.tolist(), p, counts)
        assert state.tolist() == counts == [0] * spots.x.size


@pytest.mark.parametrize("seed", range(8))
def test_growth_agrees_with_the_reference_and_is_legal_with_chance(seed: int) -> None:
    case = small(seed, 4) if seed % 2 else odd(seed)
    rng = np.random.default_rng([9, seed])
    shapes, squad = case.ground.shapes, case.squad
    spots = few_spots(rng, case, 40)
    n, size = squad.member.size, spots.x.size
    value = np.full((n, size), -np.inf)
    for i in range(n):
        low, high = spots.first[squad.member[i]], spots.first[squad.member[i] + 1]
        mine = rng.random(high - low) < 0.8
        value[i, low:high][mine] = rng.uniform(0, 5, int(mine.sum()))
    ceiling, free = value.max(axis=0), np.empty(size, np.int64)
    draws, drawn = rng.random(97), np.zeros(1, dtype=np.int64)
    for noise, blink in ((0.0, 0.0), (1.0, 0.1), (1.0, 0.5)):
        table, known, state = (
            np.zeros((size, size), np.int16),
            np.zeros(size, np.bool_),
            np.zeros(size, np.int16),
        )
        place, wanted = np.full(n, NOWHERE), np.full(n, NOWHERE)
        grown = fast.grow(
            shapes, squad, spots, value, ceiling, place, table, known, state,
            free, draws, drawn, noise, blink,
        )  # fmt: skip
        if noise == 0.0:
            assert grown == slow.grow(shapes, squad, spots, value, wanted)
            assert not grown or (place == wanted).all()
        if grown:
            legal = slow.stands(shapes, squad, spots, value, place)
            reached = np.zeros(n, dtype=np.int64)
            assert fast.holds_together(squad, place, table, reached) == slow.holds_together(
                squad, place, table.tolist()
            )
            assert legal == fast.stands(
                shapes, squad, spots, value, place, table, known, state, reached
            )
            # Growth joins each model to one; a rule that asks for more is checked afterwards.
            assert legal or squad.needed > 1


@pytest.mark.parametrize("seed", range(5))
def test_formations_agree_with_the_reference(seed: int) -> None:
    case = small(seed, 3)
    rng = np.random.default_rng([10, seed])
    shapes, squad = case.ground.shapes, case.squad
    spots = few_spots(rng, case, 12)
    size = spots.x.size
    value = np.where(rng.random((3, size)) < 0.9, 1.0, -np.inf)
    table, known = np.zeros((size, size), np.int16), np.zeros(size, np.bool_)
    state, reached = np.zeros(size, np.int16), np.zeros(3, np.int64)
    places = [spots.home, np.array([0, NOWHERE, 1]), *rng.integers(0, size, (200, 3))]
    legal = 0
    for place in places:
        found = fast.stands(shapes, squad, spots, value, place, table, known, state, reached)
        assert found == slow.stands(shapes, squad, spots, value, place)
        legal += found
    assert 0 < legal < len(places)


def test_a_lonely_pair_or_a_split_does_not_hold_together() -> None:
    squad = small(0, 4).squad
    table = np.zeros((4, 4), dtype=np.int16)
    reached = np.zeros(4, dtype=np.int64)
    for a, b in ((0, 1), (2, 3)):
        table[a, b] = table[b, a] = BESIDE
    whole = np.arange(4)
    for single_group, wanted in ((True, False), (False, True)):
        letter = squad._replace(single_group=single_group)
        assert fast.holds_together(letter, whole, table, reached) is wanted
        assert slow.holds_together(letter, whole, table.tolist()) is wanted
    assert fast.holds_together(squad, np.array([0, 1, NOWHERE, NOWHERE]), table, reached)
    assert not fast.holds_together(squad, np.array([0, NOWHERE, 2, NOWHERE]), table, reached)
    assert fast.holds_together(squad, np.array([0, NOWHERE, NOWHERE, NOWHERE]), table, reached)
    assert APART > 4


def test_draws_start_again_after_the_last() -> None:
    draws, drawn, again = np.array([0.25, 0.5]), np.zeros(1, np.int64), np.zeros(1, np.int64)
    assert [fast.draw(draws, drawn) for _ in range(3)] == [0.25, 0.5, 0.25]
    assert [slow.draw(draws, again) for _ in range(3)] == [0.25, 0.5, 0.25]


def test_heights_alone_may_tear_a_unit() -> None:
    case = small(0, 2, bases="mixed")
    squad = case.squad._replace(z=np.array([0.0, 5.5]))
    shapes = case.ground.shapes
    for z, wanted in ((5.5, APART), (5.0, BESIDE)):
        squad = squad._replace(z=np.array([0.0, z]))
        for found in (
            fast.pair_relation(shapes, squad, 0, 5, 5, 1, 0, 1, 6, 5, 1, 0, MARGIN),
            slow.pair_relation(shapes, squad, 0, 5, 5, 1, 0, 1, 6, 5, 1, 0, MARGIN),
            fast.pair_by_disc(squad, 0, 1, 1.0),
        ):
            assert found == wanted


@pytest.mark.parametrize("overlap", [0.0, 1e-12, 9e-7, 2e-6])
def test_who_stays_pressed_to_a_mate_by_rounding_stays_beside_it(overlap: float) -> None:
    case = tried(
        situation(
            [unit("a", "a", model("a0", (5, 5)), model("a1", (5 + 32 / 25.4 - overlap, 5)))],
            goal=[{"near": [20, 5]}],
        )
    )
    shapes, squad = case.ground.shapes, case.squad
    spots = few_spots(np.random.default_rng(11), case, 10)
    p, q = spots.home.tolist()
    assert p >= 0
    assert q >= 0
    row, wanted = np.zeros(spots.x.size, np.int16), np.zeros(spots.x.size, np.int64)
    fast.relate(shapes, squad, spots, p, row)
    slow.relate(shapes, squad, spots, p, wanted)
    assert (row == wanted).all()
    assert row[q] == (BESIDE if overlap < 1e-6 else APART)
