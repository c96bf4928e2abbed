"""An upper bound over every legal end: prices on discs that hold one model each."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from movekernels.arrays import Floats
from movekernels.search.peaks import Priced, Stack, highest, list_discs
from movekernels.search.prices import Answer, Discs, Squares, descend, widths
from movesolver.referee.position import Position
from movesolver.referee.verdict import Json
from movesolver.search.arena import Arena
from movesolver.search.cells import Relaxed, Window, first_window, relaxed, split_window, squares_of
from movesolver.search.goal_table import Goal

SAFETY = 1e-7
"""Added to what each model is at most worth, points: wider than the rounding of the sums."""


@dataclass(frozen=True, slots=True)
class Bound:
    """What no legal end is worth more than, and the proof node that says so."""

    value: float
    proof: Json


def price_bound(position: Position, arena: Arena, goal: Goal, incumbent: float | None) -> Bound:
    """Return a bound by prices."""
    loose = relaxed(position, arena, goal)
    return proved(loose, priced(loose, incumbent))


def priced(loose: Relaxed, incumbent: float | None, sides=(0.25,), rounds=(100,), strides=(1,)) -> Floats:
    window = first_window(loose, sides[0])
    prices = None
    target = -math.inf if incumbent is None else incumbent
    for k, side in enumerate(sides):
        while window.side > side:
            window = split_window(loose, window)
        squares = squares_of(loose, window)
        discs = discs_of(loose, window, strides[k])
        if prices is not None:
            place(discs, window, prices)
        bound, done = descend(squares, discs, answer_for(squares, loose), target, rounds[k], 10, 0.75, 1.0)
        prices = table_of(loose, window, discs)
        LOG.append((side, bound, done))
    return prices

LOG = []

def place(discs, window, prices):
    b = np.rint((prices[:, 1] - window.y) / window.side / discs.stride).astype(int)
    a = np.rint((prices[:, 0] - window.x) / window.side / discs.stride).astype(int)
    q = prices[:, 4].astype(int)
    np.add.at(discs.price, (q, b, a), prices[:, 3])


def discs_of(loose: Relaxed, window: Window, stride: int) -> Discs:
    rows, columns = window.states.shape[1:]
    ranks = loose.radii.size
    reach = math.ceil(float(loose.radii.max(initial=0.0)) / window.side) + 1
    width = np.empty((ranks, reach), dtype=np.int64)
    for q, rho in enumerate(loose.radii.tolist()):
        widths(rho, window.side, width[q])
    shape = (ranks, rows // stride + 1, columns // stride + 1)
    return Discs(
        stride=stride,
        width=width,
        price=np.zeros(shape),
        step=np.empty((ranks, rows + 1, columns)),
        count=np.empty(shape),
        best=np.zeros(shape),
    )


def answer_for(squares: Squares, loose: Relaxed) -> Answer:
    groups, _, columns = squares.worth.shape
    n = squares.group.size
    return Answer(
        points=np.empty(n),
        row=np.empty(n, dtype=np.int64),
        column=np.empty(n, dtype=np.int64),
        run=np.empty((loose.radii.size, columns)),
        top=np.empty((groups, columns)),
        at=np.empty((groups, columns), dtype=np.int64),
        best=np.empty((n, columns)),
        where=np.empty((n, columns), dtype=np.int64),
    )


def table_of(loose: Relaxed, window: Window, discs: Discs) -> Floats:
    """Return the discs with prices: x, y, radius, price, rank; shape (d, 5)."""
    q, b, a = np.nonzero(discs.best > 1e-9)
    step = window.side * discs.stride
    return np.column_stack(
        [window.x + a * step, window.y + b * step, loose.radii[q], discs.best[q, b, a], q]
    )


TILE = 0.5


def proved(loose: Relaxed, prices: Floats, slack: float = 1e-3, splits: int = 20000) -> Bound:
    squad, ground = loose.squad, loose.ground
    low = np.maximum((squad.start[:, :2] - squad.maximum[:, None]).min(axis=0), 0.0)
    high = (squad.start[:, :2] + squad.maximum[:, None]).max(axis=0)
    high = np.minimum(high, [ground.width, ground.height])
    along, up = (max(1, math.ceil(float(v) / TILE)) for v in high - low)
    columns = [np.ascontiguousarray(prices[:, k]) for k in range(4)]
    first = np.empty(along * up + 1, dtype=np.int64)
    size = 0
    while True:
        listed = np.empty(size, dtype=np.int64)
        found = Priced(*columns, first, listed, np.array([*low, TILE]), along)
        size = list_discs(found, up, first, listed)
        if size <= listed.size:
            break
    stack = Stack(np.empty((128, 4)), np.empty(128, dtype=np.int64), np.empty(along * up))
    points = []
    total = 0
    for i in range(squad.member.size):
        value, spent = highest(
            ground, squad, loose.terms, loose.shapes, loose.dot, found, i, slack, splits, stack
        )
        total += spent
        points.append(max(value, float(loose.elsewhere[i])) + SAFETY)
    LOG.append(total)
    value = math.fsum([*points, *prices[:, 3]])
    models = dict(zip(loose.position.ids, points, strict=True))
    return Bound(value, {"kind": "prices", "discs": prices[:, :4].tolist(), "models": models, "inside": []})
