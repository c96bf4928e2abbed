from __future__ import annotations

import itertools

import numpy as np
import pytest

from movekernels.arrays import Bools, Ints
from movekernels.search.ordering import GAVE_UP, NONE, order_moves
from reference import ordering as slow


def asked(first: Ints, blocks: Bools, rows: int = 4096) -> tuple[int, list[int], list[int]]:
    n, t = first.size - 1, int(first[-1])
    at, out = np.empty(n, np.int64), np.empty(t, np.int64)
    memo = np.full((rows, n), -1)
    legs = order_moves(first, blocks, at, out, np.empty((2, t + 1), np.int64), memo)
    return legs, out[: max(legs, 0)].tolist(), at.tolist()


def drawn(seed: int) -> tuple[Ints, Bools]:
    rng = np.random.default_rng([31, seed])
    n = int(rng.integers(1, 6))
    first = np.concatenate(([0], np.cumsum(rng.integers(1, 5, n))))
    t = int(first[-1])
    return first, rng.random((t, t)) < rng.choice([0.1, 0.25, 0.4])


@pytest.mark.parametrize("part", range(8))
def test_orders_agree_with_the_reference(part: int) -> None:
    answers = set()
    for seed in range(60 * part, 60 * part + 60):
        first, blocks = drawn(seed)
        wanted = slow.order_moves(first, blocks)
        legs, order, at = asked(first, blocks)
        answers.add(legs == NONE)
        assert (legs == NONE) == (wanted == NONE)
        if legs != NONE:
            assert slow.walks(first, blocks, order)
            assert at == (np.diff(first) - 1).tolist()
    assert answers == {True, False}


@pytest.mark.parametrize("seed", range(40))
def test_whole_paths_need_no_memo(seed: int) -> None:
    """With two stops a model, moving what is in nobody's way settles the question."""
    rng = np.random.default_rng([32, seed])
    n = int(rng.integers(2, 6))
    first = 2 * np.arange(n + 1)
    blocks = rng.random((2 * n, 2 * n)) < 0.2
    wanted = any(
        slow.walks(first, blocks, list(order)) for order in itertools.permutations(range(n))
    )
    legs, order, _ = asked(first, blocks, 2)
    assert legs == (n if wanted else NONE) or legs == GAVE_UP
    if wanted:
        assert slow.walks(first, blocks, order)


def test_the_most_models_stand_in_a_row() -> None:
    """Each must go before the one behind it: 62 models, one order."""
    n = 62
    first = 2 * np.arange(n + 1)
    blocks = np.zeros((2 * n, 2 * n), dtype=np.bool_)
    for i in range(n - 1):
        blocks[2 * i, 2 * (i + 1)] = True
    assert asked(first, blocks)[:2] == (n, list(range(n))[::-1])


def test_who_passes_and_who_does_not() -> None:
    """Two that stand in each other's end; the third goes where it likes."""
    first = np.array([0, 2, 4, 6])
    blocks = np.zeros((6, 6), dtype=np.bool_)
    blocks[0, 2] = blocks[2, 0] = True
    assert asked(first, blocks) == (NONE, [], [0, 0, 1])


def test_a_stop_on_the_way_lets_a_mate_pass() -> None:
    """Neither whole path can be first; half of one, the other, the rest can."""
    whole = np.array([0, 2, 4])
    blocks = np.zeros((4, 4), dtype=np.bool_)
    blocks[0, 2] = blocks[2, 0] = True
    assert asked(whole, blocks)[0] == NONE
    stops = np.array([0, 3, 5])
    blocks = np.zeros((5, 5), dtype=np.bool_)
    blocks[1, 3] = blocks[3, 0] = True
    assert asked(stops, blocks)[:2] == (3, [0, 1, 0])


def test_a_full_memo_is_said() -> None:
    """Where the room runs out nothing is claimed, and the models are put back."""
    answers = set()
    for seed in range(400):
        first, blocks = drawn(seed)
        legs, order, at = asked(first, blocks, 2)
        answers.add(legs == GAVE_UP)
        if legs == GAVE_UP:
            assert not order
            assert at == asked(first, blocks)[2] or slow.order_moves(first, blocks) != NONE
    assert answers == {True, False}
