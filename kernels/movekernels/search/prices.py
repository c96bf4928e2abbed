"""Prices on discs that hold the centre of at most one model each: a Lagrangian bound.

An open disc of radius ``rho`` holds at most one centre of models in whose bases a disc of that
radius fits.  Whoever ends in it pays its price; the bound is the sum of all prices and of what
each model is worth at most, less what it pays (`algorithms` F L2: Lagrangian relaxation with a
Polyak step, Held, Wolfe and Crowder 1974).

Squares lie in rows and columns; a disc stands on a corner of them and prices a square only if it
holds all of it.  Models of one group (the same base and goal) are worth the same in each square,
but for a constant, and differ in which they reach: so what is left of the worth is worked out
once a group, with the best of every block of squares, and each model looks through the blocks.
Few discs have a price: the steps of the descent go through lists of them.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from movekernels._jit import kernel
from movekernels.arrays import Floats, Ints

BLOCK = 8
"""Rows and columns of squares whose best is kept together."""
LAST = 0.03
"""The last step as a part of the first: they get shorter by the same factor every time."""
BELOW = -1e300
"""Less than any worth, but finite."""


class Squares(NamedTuple):
    """Where models may end, and what they are worth there; before prices."""

    worth: Floats
    """Points of the first model of each group in each square, -inf if shut; (g, rows, columns).
    There are whole blocks of rows and of columns."""
    rank: Ints
    """How many radii of discs concern each group, less one; shape (g,)."""
    group: Ints
    """Group of each model, shape (n,)."""
    more: Floats
    """What a model is worth beyond the first of its group, points, shape (n,)."""
    low: Ints
    """First column of each row that a model reaches ..., shape (n, rows)."""
    high: Ints
    """... and the one after the last."""
    elsewhere: Floats
    """What each model is worth at most where no disc stands, -inf if nowhere; shape (n,)."""


class Answer(NamedTuple):
    """What each model does at given prices; scratch with it."""

    points: Floats
    """The most it can be worth less what it pays there, shape (n,)."""
    row: Ints
    """Where, -1 for elsewhere (and before anybody was asked); shape (n,)."""
    column: Ints
    """Where, shape (n,)."""
    run: Floats
    """Prices along one row of squares for each rank, (ranks, columns)."""
    net: Floats
    """Worth less prices, shaped as `Squares.worth`."""
    most: Floats
    """Most of a block in each column, (columns,)."""
    top: Floats
    """Most of each block, (g, blocks up, blocks along)."""


class Discs(NamedTuple):
    """Discs on corners of squares, ``stride`` squares apart."""

    stride: int
    width: Ints
    """Rows above (and below) a disc's centre that it holds of a column of squares whose nearer
    side is ``c`` columns away; for each radius; (radii, c)."""
    price: Floats
    """Price of each disc, (radii, corners up, corners along)."""
    step: Floats
    """Differences of prices down each column of squares; scratch, (radii, rows + 1, columns)."""
    held: Floats
    """How many models stand in each disc; scratch, shaped as ``price``."""
    best: Floats
    """Prices of the best bound so far, shaped as ``price``."""
    box: Ints
    """Boxes that hold exactly one model each: first row, last row + 1, first column, last column
    + 1 of the squares that meet it, and the least rank of the models concerned; (b, 5)."""
    reward: Floats
    """What a model gains in each box, points; of the best bound so far in row 1; (2, b)."""
    priced: Ints
    """Discs with a price, by their place in ``price`` as a flat array; scratch, its size."""
    met: Ints
    """Discs that somebody stands in, in the same way; scratch."""


@kernel
def list_prices(discs: Discs) -> int:
    """List the discs that have a price in ``discs.priced`` and return how many there are."""
    price = discs.price.reshape(-1)
    count = 0
    for d in range(price.size):
        if price[d] > 0.0:
            discs.priced[count] = d
            count += 1
    return count


@kernel
def spread_prices(discs: Discs, count: int) -> float:
    """Fill ``discs.step`` from the first ``count`` discs listed; return the sum of all prices."""
    step = discs.step
    step[:] = 0.0
    price = discs.price.reshape(-1)
    ranks, up, along = discs.price.shape
    rows = step.shape[1] - 1
    columns = step.shape[2]
    total = 0.0
    for e in range(count):
        d = discs.priced[e]
        one = price[d]
        total += one
        q = d // (up * along)
        r = d // along % up * discs.stride
        c = d % along * discs.stride
        for k in range(discs.width.shape[1]):
            w = discs.width[q, k]
            low = max(r - w, 0)
            high = min(r + w, rows)
            if w == 0 or low >= high:
                break
            for column in (c + k, c - 1 - k):
                if 0 <= column < columns:
                    for p in range(q, ranks):
                        step[p, low, column] += one
                        step[p, high, column] -= one
    for k in range(discs.box.shape[0]):
        total -= discs.reward[0, k]
        for p in range(discs.box[k, 4], ranks):
            for column in range(discs.box[k, 2], discs.box[k, 3]):
                step[p, discs.box[k, 0], column] -= discs.reward[0, k]
                step[p, discs.box[k, 1], column] += discs.reward[0, k]
    return total


@kernel
def respond(squares: Squares, discs: Discs, answer: Answer) -> float:
    """Fill ``answer`` with what each model does best at the prices spread; the sum of points.

    A model that finds nothing better stays in the square that ``answer`` says it was in.
    """
    groups, rows, columns = squares.worth.shape
    answer.run[:] = 0.0
    for r in range(rows):
        for q in range(answer.run.shape[0]):
            run = answer.run[q]
            step = discs.step[q, r]
            for c in range(columns):
                run[c] += step[c]
        for g in range(groups):
            run = answer.run[squares.rank[g]]
            worth = squares.worth[g, r]
            net = answer.net[g, r]
            for c in range(columns):
                net[c] = worth[c] - run[c]
    most = answer.most
    for g in range(groups):
        for b in range(answer.top.shape[1]):
            net = answer.net[g, b * BLOCK : (b + 1) * BLOCK]
            for c in range(columns):
                best = -np.inf
                for r in range(BLOCK):
                    best = net[r, c] if net[r, c] > best else best
                most[c] = best
            for a in range(answer.top.shape[2]):
                best = -np.inf
                for c in range(a * BLOCK, (a + 1) * BLOCK):
                    best = most[c] if most[c] > best else best
                answer.top[g, b, a] = best
    total = 0.0
    for i in range(squares.group.size):
        _choose(squares, answer, i)
        total += answer.points[i]
    return total


@kernel
def _choose(squares: Squares, answer: Answer, i: int) -> None:
    """Find what model ``i`` does best, block by block: most have nothing better."""
    net = answer.net[squares.group[i]]
    top = answer.top[squares.group[i]]
    low = squares.low[i]
    high = squares.high[i]
    columns = net.shape[1]
    row = answer.row[i]
    column = answer.column[i]
    best = net[row, column] if row >= 0 else BELOW
    for b in range(top.shape[0]):
        first = b * BLOCK
        last = first + BLOCK
        left = columns
        right = 0
        for r in range(first, last):
            if low[r] < high[r]:
                left = min(left, low[r])
                right = max(right, high[r])
        for a in range(left // BLOCK, (right + BLOCK - 1) // BLOCK):
            if top[b, a] <= best:
                continue
            for r in range(first, last):
                for c in range(max(low[r], a * BLOCK), min(high[r], (a + 1) * BLOCK)):
                    if net[r, c] > best:
                        best = net[r, c]
                        row = r
                        column = c
    answer.points[i] = best + squares.more[i]
    answer.row[i] = row
    answer.column[i] = column
    if squares.elsewhere[i] >= answer.points[i]:
        answer.points[i] = squares.elsewhere[i]
        answer.row[i] = -1


@kernel
def count_models(squares: Squares, discs: Discs, answer: Answer) -> int:
    """Count in ``discs.held`` how many models that pay stand in each disc; list these discs.

    Returns
    -------
    int
        How many discs ``discs.met`` lists.  Of all others ``held`` is left as it is.
    """
    held = discs.held.reshape(-1)
    up, along = discs.price.shape[1:]
    stride = discs.stride
    reach = discs.width.shape[1]
    count = 0
    for i in range(squares.group.size):
        if answer.row[i] < 0:
            continue
        column = answer.column[i]
        # the corners that the square lies less than ``reach`` columns right or left of
        first = max(-(-(column - reach + 1) // stride), 0)
        last = min((column + reach) // stride + 1, along)
        for q in range(squares.rank[squares.group[i]] + 1):
            for a in range(first, last):
                k = column - a * stride
                w = discs.width[q, k if k >= 0 else -1 - k]
                under = max(-(-(answer.row[i] - w + 1) // stride), 0)
                over = min((answer.row[i] + w) // stride + 1, up)
                for b in range(under, over):
                    d = (q * up + b) * along + a
                    if held[d] == 0.0:
                        discs.met[count] = d
                        count += 1
                    held[d] += 1.0
    return count


@kernel
def descend(
    squares: Squares,
    discs: Discs,
    answer: Answer,
    target: float,
    rounds: int,
    begin: float,
    picks: Ints,
) -> tuple[float, int]:
    """Lower the bound by moving prices along subgradients, and keep the best.

    Parameters
    ----------
    squares, discs, answer
        What is priced; ``discs.price`` is where to begin, ``discs.best`` gets the best prices.
    target
        A bound that is not to be passed: what a legal end is worth.
    rounds
        How many steps at most.
    begin
        The first step, as a part of a Polyak step.
    picks
        Filled, over and over, with where the models stood in the last rounds: row (-1 for
        elsewhere) and column, shape (p, n, 2).

    Returns
    -------
    bound, rounds
        The best bound (points), and how many steps were made.
    """
    best = np.inf
    size = begin
    done = 0
    answer.row[:] = -1
    discs.held[:] = 0.0
    count = list_prices(discs)
    while done < rounds:
        bound = spread_prices(discs, count) + respond(squares, discs, answer)
        done += 1
        if bound < best:
            best = bound
            _keep_prices(discs)
        for i in range(squares.group.size):
            picks[done % picks.shape[0], i, 0] = answer.row[i]
            picks[done % picks.shape[0], i, 1] = answer.column[i]
        if best <= target:
            break
        count = _move_prices(squares, discs, answer, count, size * (bound - target))
        if count < 0:
            break
        size *= LAST ** (1.0 / rounds)
    return best, done


@kernel
def _move_prices(squares: Squares, discs: Discs, answer: Answer, count: int, size: float) -> int:
    """Raise prices of discs that hold several models, lower those of empty ones.

    Rewards of empty boxes rise, those of boxes that hold several fall.  Returns how many discs
    have a price then, -1 if nothing is to be moved.
    """
    price = discs.price.reshape(-1)
    held = discs.held.reshape(-1)
    norm = 0.0
    for k in range(discs.box.shape[0]):
        lack = _lack(squares, discs, answer, k)
        lack = lack if lack > 0.0 or discs.reward[0, k] > 0.0 else 0.0
        norm += lack * lack
    met = count_models(squares, discs, answer)
    for e in range(count):
        over = held[discs.priced[e]] - 1.0
        norm += over * over
    for e in range(met):
        d = discs.met[e]
        if price[d] == 0.0:
            over = held[d] - 1.0
            norm += over * over
    if norm == 0.0:
        return -1
    length = size / norm
    kept = 0
    for e in range(count):
        d = discs.priced[e]
        price[d] = max(price[d] + length * (held[d] - 1.0), 0.0)
        held[d] = 0.0
        if price[d] > 0.0:
            discs.priced[kept] = d
            kept += 1
    for e in range(met):
        d = discs.met[e]
        if held[d] > 1.0:
            price[d] = length * (held[d] - 1.0)
            discs.priced[kept] = d
            kept += 1
        held[d] = 0.0
    for k in range(discs.box.shape[0]):
        more = length * _lack(squares, discs, answer, k)
        discs.reward[0, k] = max(discs.reward[0, k] + more, 0.0)
    return kept


@kernel
def _lack(squares: Squares, discs: Discs, answer: Answer, k: int) -> float:
    """One less the number of models that stand in box ``k``."""
    lack = 1.0
    for i in range(squares.group.size):
        inside = discs.box[k, 0] <= answer.row[i] < discs.box[k, 1]
        inside = inside and discs.box[k, 2] <= answer.column[i] < discs.box[k, 3]
        if inside and squares.rank[squares.group[i]] >= discs.box[k, 4]:
            lack -= 1.0
    return lack


@kernel
def _keep_prices(discs: Discs) -> None:
    price = discs.price.reshape(-1)
    best = discs.best.reshape(-1)
    for d in range(price.size):
        best[d] = price[d]
    for k in range(discs.box.shape[0]):
        discs.reward[1, k] = discs.reward[0, k]


@kernel
def widths(rho: float, side: float, out: Ints) -> None:
    """Fill ``out`` (c,) with the half heights of a disc in squares, as in `Discs.width`."""
    for k in range(out.size):
        across = (k + 1) * side
        out[k] = 0
        if across < rho:
            out[k] = int(math.sqrt(rho * rho - across * across) / side * (1.0 - 1e-12))
