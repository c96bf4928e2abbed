"""Small questions as the kernels of bounds see them."""

from __future__ import annotations

import numpy as np

from movekernels.search.charges import Cut, Priced, list_discs
from movekernels.search.peaks import Stack
from movekernels.search.prices import BLOCK, Answer, Discs, Squares, widths
from movesolver.search.cells import Relaxed, relaxed
from search_data import Tried


def loose_of(case: Tried) -> Relaxed:
    return relaxed(case.position, case.arena, case.goal)


def some_squares(rng: np.random.Generator) -> tuple[Squares, Discs, Answer]:
    """Random worths for five models of two groups on a few squares, discs of two radii, a box."""
    groups, rows, columns, n = 2, 2 * BLOCK, 3 * BLOCK, 5
    low = rng.integers(0, columns, (n, rows))
    high = np.minimum(low + rng.integers(0, 9, (n, rows)), columns)
    low[0], high[0] = 0, 0
    worth = rng.normal(size=(groups, rows, columns))
    worth[rng.random(worth.shape) < 0.2] = -np.inf
    squares = Squares(
        worth=worth,
        rank=np.array([0, 1]),
        group=rng.integers(0, groups, n),
        more=rng.normal(size=n),
        low=low,
        high=high,
        elsewhere=np.array([0.5, *np.where(rng.random(n - 1) < 0.3, 2.0, -np.inf)]),
    )
    width = np.empty((2, 4), dtype=np.int64)
    widths(1.4, 0.5, width[0])
    widths(1.9, 0.5, width[1])
    shape = (2, rows // 2 + 1, columns // 2 + 1)
    discs = Discs(
        stride=2,
        width=width,
        price=np.where(rng.random(shape) < 0.5, rng.random(shape), 0.0),
        step=np.empty((2, rows + 1, columns)),
        held=np.zeros(shape),
        best=np.empty(shape),
        box=np.array([[2, 5, 1, 4, 0], [6, 9, 3, 8, 1]]),
        reward=rng.random((2, 2)),
        priced=np.empty(shape[0] * shape[1] * shape[2], dtype=np.int64),
        met=np.empty(shape[0] * shape[1] * shape[2], dtype=np.int64),
    )
    answer = Answer(
        points=np.empty(n),
        row=np.full(n, -1),
        column=np.zeros(n, dtype=np.int64),
        run=np.empty((2, columns)),
        net=np.empty((groups, rows, columns)),
        most=np.empty(columns),
        top=np.empty((groups, rows // BLOCK, columns // BLOCK)),
    )
    return squares, discs, answer


def some_discs(rng: np.random.Generator, case: Tried, up: int, along: int) -> tuple[Priced, Stack]:
    """Random discs and two boxes around a unit, over tiles of an inch, not yet listed."""
    middle = case.squad.start[:, :2].mean(axis=0)
    corner = np.floor(middle - [along / 2, up / 2])
    x, y = (middle + rng.normal(0, 2.0, (25, 2))).T
    box = np.empty((2, 6))
    box[:, :2] = middle + rng.normal(0, 1.5, (2, 2))
    box[:, 2:4] = box[:, :2] + 0.5
    box[:, 4:] = [[0.5, 0.7], [0.5, -1.0]]
    priced = Priced(
        x=np.ascontiguousarray(x),
        y=np.ascontiguousarray(y),
        rho=rng.choice([0.4, 0.6], 25),
        price=rng.random(25),
        first=np.zeros(up * along + 1, dtype=np.int64),
        listed=np.empty(0, dtype=np.int64),
        corner=np.array([*corner, 1.0]),
        along=along,
        box=box,
    )
    tiles = up * along
    stack = Stack(
        square=np.empty((128, 4)),
        state=np.empty((128, 2), dtype=np.int64),
        cut=Cut(np.empty((40, 25), dtype=np.int64), np.empty(40, dtype=np.int64), np.empty(40)),
        cap=np.empty(tiles),
        seen=np.empty(tiles),
        roots=np.empty(tiles),
        part=np.empty(tiles, dtype=np.int64),
        open=np.empty(tiles, dtype=np.int64),
    )
    return priced, stack


def listed(priced: Priced, up: int) -> Priced:
    """The same with its discs listed."""
    size = list_discs(priced, up, priced.first, priced.listed)
    whole = priced._replace(listed=np.empty(size, dtype=np.int64))
    assert list_discs(whole, up, whole.first, whole.listed) == size
    return whole
