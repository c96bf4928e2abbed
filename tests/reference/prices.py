"""Prices of discs, square by square: every disc asks every square whether it holds all of it."""

from __future__ import annotations

import math

import numpy as np

from movekernels.arrays import Floats, Ints
from movekernels.search.prices import LAST, Answer, Discs, Squares


def widths(rho: float, side: float, out: Ints) -> None:
    for k in range(out.size):
        w = 0
        while math.hypot((k + 1) * side, (w + 1) * side) < rho:
            w += 1
        out[k] = w


def holds(discs: Discs, q: int, b: int, a: int, r: int, c: int) -> bool:
    """Whether a disc on corner (b, a) holds all of the square in row r and column c."""
    k = c - a * discs.stride
    k = k if k >= 0 else -1 - k
    w = int(discs.width[q, k]) if k < discs.width.shape[1] else 0
    return -w <= r - b * discs.stride < w


def paid(discs: Discs) -> Floats:
    """What models of each rank pay in each square, less what they gain; (ranks, rows, columns)."""
    ranks, up, along = discs.price.shape
    total = np.zeros((ranks, discs.step.shape[1] - 1, discs.step.shape[2]))
    for rank, r, c in np.ndindex(*total.shape):
        for q in range(rank + 1):
            for b, a in np.ndindex(up, along):
                if discs.price[q, b, a] > 0 and holds(discs, q, b, a, r, c):
                    total[rank, r, c] += discs.price[q, b, a]
        for k in range(len(discs.box)):
            r0, r1, c0, c1, least = discs.box[k].tolist()
            if r0 <= r < r1 and c0 <= c < c1 and rank >= least:
                total[rank, r, c] -= discs.reward[0, k]
    return total


def list_prices(discs: Discs) -> list[int]:
    return [d for d, price in enumerate(discs.price.ravel().tolist()) if price > 0]


def spread_prices(discs: Discs) -> float:
    cost = paid(discs)
    discs.step[:] = 0.0
    discs.step[:, :-1] = np.diff(cost, axis=1, prepend=0.0)
    discs.step[:, -1] = -cost[:, -1]
    return float(discs.price.sum() - discs.reward[0].sum())


def respond(squares: Squares, discs: Discs, answer: Answer) -> float:
    """Who can do as well where it is does not move."""
    cost = np.cumsum(discs.step, axis=1)
    _, rows, columns = squares.worth.shape
    for i, g in enumerate(squares.group.tolist()):
        net = squares.worth[g] - cost[squares.rank[g], :-1]
        at = int(answer.row[i]), int(answer.column[i])
        best = (float(net[at]) if at[0] >= 0 else -math.inf, *at)
        for r, c in np.ndindex(rows, columns):
            if squares.low[i, r] <= c < squares.high[i, r] and net[r, c] > best[0]:
                best = float(net[r, c]), r, c
        points, answer.row[i], answer.column[i] = best
        answer.points[i] = points + squares.more[i]
        if squares.elsewhere[i] >= answer.points[i]:
            answer.points[i], answer.row[i] = squares.elsewhere[i], -1
    return float(answer.points.sum())


def count_models(squares: Squares, discs: Discs, answer: Answer) -> None:
    for q, b, a in np.ndindex(*discs.held.shape):
        discs.held[q, b, a] = sum(
            holds(discs, q, b, a, int(answer.row[i]), int(answer.column[i]))
            for i, g in enumerate(squares.group.tolist())
            if answer.row[i] >= 0 and squares.rank[g] >= q
        )


def descend(
    squares: Squares, discs: Discs, answer: Answer, target: float, rounds: int, begin: float
) -> float:
    """The best bound of so many steps, with ``discs.best`` its prices."""
    best = math.inf
    answer.row[:] = -1
    for k in range(rounds):
        bound = spread_prices(discs) + respond(squares, discs, answer)
        if bound < best:
            best = bound
            discs.best[:] = discs.price
            discs.reward[1] = discs.reward[0]
        if best <= target:
            break
        count_models(squares, discs, answer)
        over = discs.held - 1.0
        lack = np.array([1.0 - _standing(squares, answer, box) for box in discs.box.tolist()])
        norm = (over[(over > 0) | (discs.price > 0)] ** 2).sum()
        norm += (lack[(lack > 0) | (discs.reward[0] > 0)] ** 2).sum()
        if norm == 0.0:
            break
        length = begin * LAST ** (k / rounds) * (bound - target) / norm
        discs.price[:] = np.maximum(discs.price + length * over, 0.0)
        discs.reward[0] = np.maximum(discs.reward[0] + length * lack, 0.0)
    return best


def _standing(squares: Squares, answer: Answer, box: list[int]) -> int:
    return sum(
        box[0] <= answer.row[i] < box[1]
        and box[2] <= answer.column[i] < box[3]
        and int(squares.rank[g]) >= box[4]
        for i, g in enumerate(squares.group.tolist())
    )
