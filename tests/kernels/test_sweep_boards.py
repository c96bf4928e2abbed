"""Slides on many boards: each model's is that of `sweep_past`; nonsense stays on its board."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from board_data import Group, untyped
from movekernels.arrays import CONTACT, Bodies, Floats
from movekernels.boards import board_sweep
from movekernels.boards.groups import BAD, pack_catalogue
from movekernels.geometry.sweep_past import NOTHING, sweep_past
from reference import board_sweep as slow
from reference.boards import bodies_at
from shapes_data import build_shapes, oval_base, random_bodies, rectangle, round_base

ROUND = build_shapes([round_base(25), round_base(60)])
MIXED = build_shapes([round_base(32), oval_base(105, 70), rectangle(5.0, 0.1)])


class Boards(NamedTuple):
    units: Group
    slides: tuple[Floats, Floats]
    obstacles: Group


class Found(NamedTuple):
    clearance: NDArray[Any]
    nearest: NDArray[Any]
    contact: NDArray[Any]
    struck: NDArray[Any]
    codes: NDArray[Any]


def drawn(seed: int, kinds: int, models: list[int], blocks: list[int]) -> Boards:
    """Boards of so many models and obstacles, on a small table."""
    rng = np.random.default_rng(seed)
    size = (16.0, 12.0)
    n, m = sum(models), sum(blocks)
    dx, dy = rng.uniform(-4.0, 4.0, (2, n))
    stay = rng.random(n) < 0.2
    return Boards(
        (np.cumsum([0, *models]), *random_bodies(rng, n, kinds, size)),
        (np.where(stay, 0.0, dx), np.where(stay, 0.0, dy)),
        (np.cumsum([0, *blocks]), *random_bodies(rng, m, kinds, size)),
    )


def judged(
    module: Any, shapes: Any, boards: Boards, low: int = 0, high: int | None = None
) -> Found:
    """What a kernel or its twin fills in, before which nothing is right."""
    count, n = boards.units[0].size - 1, boards.slides[0].size
    widest = int(np.diff(boards.obstacles[0]).max(initial=0))
    found = Found(
        np.full(n, 99.0),
        np.full(n, 99, np.int64),
        np.full(n, 99.0),
        np.full(n, 99, np.int64),
        np.full(count, 99, np.uint8),
    )
    module.sweep_boards(
        *pack_catalogue(shapes),
        *boards.units,
        *boards.slides,
        *boards.obstacles,
        CONTACT,
        low,
        count if high is None else high,
        np.full((3, widest), math.nan),
        *found,
    )
    return found


fast = untyped(board_sweep)


@pytest.mark.parametrize("shapes", [ROUND, MIXED], ids=["round", "mixed"])
def test_each_model_slides_as_if_alone(shapes: Any) -> None:
    models, blocks = [3, 0, 1, 2, 1, 2], [7, 4, 0, 1, 65, 12]
    boards = drawn(1, shapes.inner.size, models, blocks)
    found = judged(fast, shapes, boards)
    assert found.codes.tolist() == [0] * 6
    struck = 0
    for g in range(6):
        rest = bodies_at(Bodies(*boards.obstacles[1:]), *boards.obstacles[0][g : g + 2])
        for i in range(boards.units[0][g], boards.units[0][g + 1]):
            place = [a[i] for a in (*boards.units[1:6], *boards.slides)]
            alone = untyped(sweep_past)(shapes, *place, rest, CONTACT, np.zeros((2, rest.x.size)))
            assert (found.clearance[i], found.nearest[i]) == alone[:2]
            assert (found.contact[i], found.struck[i]) == alone[2:]
            struck += alone[3] != NOTHING
    assert 1 < struck < 9


def test_twin() -> None:
    boards = drawn(2, 3, [1, 2, 0, 1, 1], [2, 1, 2, 0, 2])
    boards.slides[1][3] = math.nan
    found, wanted = judged(fast, MIXED, boards), judged(slow, MIXED, boards)
    assert found.codes.tolist() == wanted.codes.tolist() == [0, 0, 0, BAD, 0]
    apart = ~(wanted.clearance <= 0.0)
    assert found.clearance[apart] == pytest.approx(wanted.clearance[apart], abs=1e-8, nan_ok=True)
    assert found.nearest[apart].tolist() == wanted.nearest[apart].tolist()
    assert np.all(found.clearance[~apart] <= wanted.clearance[~apart] + 1e-8)
    assert found.contact == pytest.approx(wanted.contact, abs=1e-7, nan_ok=True)
    assert found.struck.tolist() == wanted.struck.tolist()


@pytest.mark.parametrize("wrong", [math.nan, math.inf, -math.inf, 1e6, -1e7])
def test_nonsense_spoils_no_other_board(wrong: float) -> None:
    boards = drawn(3, 3, [2, 2, 2, 2, 2, 2], [3, 3, 3, 3, 3, 3])
    whole = judged(fast, MIXED, boards)
    for board, array in ((0, boards.slides[0]), (1, boards.slides[1]), (2, boards.units[3])):
        array[2 * board + 1] = wrong
    boards.obstacles[4][3 * 3] = wrong
    boards.units[1][2 * 4] = 3
    found = judged(fast, MIXED, boards)
    assert found.codes.tolist() == [BAD] * 5 + [0]
    assert np.all(np.isnan(found.clearance[:10]))
    assert np.all(np.isnan(found.contact[:10]))
    assert set(found.nearest[:10]) == set(found.struck[:10]) == {NOTHING}
    assert [a[10:].tolist() for a in found[:4]] == [a[10:].tolist() for a in whole[:4]]


def test_only_the_boards_asked_for_are_touched() -> None:
    boards = drawn(4, 3, [2, 2, 2, 2], [3, 3, 3, 3])
    whole, part = judged(fast, MIXED, boards), judged(fast, MIXED, boards, 1, 3)
    assert part.codes.tolist() == [99, 0, 0, 99]
    assert [a[2:6].tolist() for a in part[:4]] == [a[2:6].tolist() for a in whole[:4]]
    assert {*np.concatenate([a[k] for a in part[:4] for k in (slice(2), slice(6, 8))])} == {99}


def test_heights_are_ignored() -> None:
    boards = drawn(5, 3, [4], [9])
    before = judged(fast, MIXED, boards)
    boards.obstacles[6][:] = 5.0
    assert [a.tolist() for a in judged(fast, MIXED, boards)] == [a.tolist() for a in before]
