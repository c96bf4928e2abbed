"""Prices on discs that hold the centre of at most one model each: a Lagrangian bound.

An open disc of radius ``rho`` holds at most one centre of models in whose bases a disc of that
radius fits.  Whoever ends in it pays its price; the bound is the sum of all prices and of what
each model is worth at most, less what it pays (`algorithms` F L2: Lagrangian relaxation with a
Polyak step, Held, Wolfe and Crowder 1974).

Squares lie in rows and columns; a disc stands on a corner of them and prices a square only if it
holds all of it.  A model may end in squares of its group (all models with the same base and goal)
where whole bands of rows are within its reach, and in listed squares along the edge of it.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from movekernels._jit import kernel
from movekernels.arrays import Floats, Ints

BAND = 4
"""Rows of squares whose best are kept together."""
BELOW = -1e300
"""Less than any worth, but finite."""
PATIENCE = 10
"""After so many steps in vain ..."""
SHRINK = 0.75
"""... they get shorter by this factor."""
LEAST_STEP = 1e-4
"""Below this part of a Polyak step nothing is gained any more."""


class Squares(NamedTuple):
    """Where models may end, and what they are worth there; before prices."""

    worth: Floats
    """Points of the first model of each group in each square, -inf if shut; (g, rows, columns)."""
    rank: Ints
    """How many radii of discs concern each group, less one; shape (g,)."""
    group: Ints
    """Group of each model, shape (n,)."""
    more: Floats
    """What a model is worth beyond the first of its group, points, shape (n,)."""
    low: Ints
    """First column of each band that is all within reach of a model ..., shape (n, bands)."""
    high: Ints
    """... and the one after the last."""
    first: Ints
    """Row ``r`` owns listed squares ``first[r]:first[r + 1]``; shape (rows + 1,)."""
    model: Ints
    """Whose a listed square is, shape (e,)."""
    column: Ints
    """Its column, shape (e,)."""
    value: Floats
    """What it is worth to its model, points, shape (e,)."""
    elsewhere: Floats
    """What each model is worth at most where no disc stands, -inf if nowhere; shape (n,)."""


class Answer(NamedTuple):
    """What each model does at given prices; scratch with it."""

    points: Floats
    """The most it can be worth less what it pays there, shape (n,)."""
    row: Ints
    """Where, -1 for elsewhere; shape (n,)."""
    column: Ints
    """Where, shape (n,)."""
    run: Floats
    """Prices along one row of squares for each rank, (ranks, columns)."""
    top: Floats
    """Best of a band in each column, (g, columns)."""
    at: Ints
    """Row of it, (g, columns)."""
    best: Floats
    """Best of each column for each model, (n, columns)."""
    where: Ints
    """Row of it, (n, columns)."""


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


@kernel
def spread_prices(discs: Discs) -> float:
    """Fill ``discs.step`` from ``discs.price`` and return the sum of all prices."""
    step = discs.step
    step[:] = 0.0
    ranks, up, along = discs.price.shape
    rows = step.shape[1] - 1
    columns = step.shape[2]
    total = 0.0
    for q in range(ranks):
        for b in range(up):
            for a in range(along):
                price = discs.price[q, b, a]
                if price <= 0.0:
                    continue
                total += price
                r = b * discs.stride
                c = a * discs.stride
                for k in range(discs.width.shape[1]):
                    w = discs.width[q, k]
                    low = max(r - w, 0)
                    high = min(r + w, rows)
                    if w == 0 or low >= high:
                        break
                    for column in (c + k, c - 1 - k):
                        if 0 <= column < columns:
                            for p in range(q, ranks):
                                step[p, low, column] += price
                                step[p, high, column] -= price
    for k in range(discs.box.shape[0]):
        total -= discs.reward[0, k]
        for p in range(discs.box[k, 4], ranks):
            for column in range(discs.box[k, 2], discs.box[k, 3]):
                step[p, discs.box[k, 0], column] -= discs.reward[0, k]
                step[p, discs.box[k, 1], column] += discs.reward[0, k]
    return total


@kernel
def respond(squares: Squares, discs: Discs, answer: Answer) -> float:
    """Fill ``answer`` with what each model does best at the prices spread; the sum of points."""
    groups, rows, columns = squares.worth.shape
    n = squares.group.size
    answer.run[:] = 0.0
    answer.best[:] = BELOW
    for i in range(n):
        answer.points[i] = BELOW
    for r in range(rows):
        for q in range(answer.run.shape[0]):
            run = answer.run[q]
            step = discs.step[q, r]
            for c in range(columns):
                run[c] += step[c]
        begins = r % BAND == 0
        for g in range(groups):
            run = answer.run[squares.rank[g]]
            worth = squares.worth[g, r]
            top = answer.top[g]
            at = answer.at[g]
            if begins:
                for c in range(columns):
                    top[c] = worth[c] - run[c]
                    at[c] = r
            else:
                for c in range(columns):
                    z = worth[c] - run[c]
                    better = z > top[c]
                    top[c] = z if better else top[c]
                    at[c] = r if better else at[c]
        for e in range(squares.first[r], squares.first[r + 1]):
            i = squares.model[e]
            c = squares.column[e]
            z = squares.value[e] - answer.run[squares.rank[squares.group[i]], c]
            if z > answer.points[i]:
                answer.points[i] = z
                answer.row[i] = r
                answer.column[i] = c
        if r % BAND == BAND - 1 or r == rows - 1:
            _keep_band(squares, answer, r // BAND)
    total = 0.0
    for i in range(n):
        best = answer.best[i]
        chosen = -1
        most = answer.points[i] - squares.more[i]
        for c in range(columns):
            if best[c] > most:
                most = best[c]
                chosen = c
        if chosen >= 0:
            answer.points[i] = most + squares.more[i]
            answer.row[i] = answer.where[i, chosen]
            answer.column[i] = chosen
        if squares.elsewhere[i] >= answer.points[i]:
            answer.points[i] = squares.elsewhere[i]
            answer.row[i] = -1
        total += answer.points[i]
    return total


@kernel
def _keep_band(squares: Squares, answer: Answer, band: int) -> None:
    """Take the best of a band of rows over into the best of each column of every model."""
    for i in range(squares.group.size):
        low = squares.low[i, band]
        span = squares.high[i, band] - low
        if span <= 0:
            continue
        g = squares.group[i]
        top = answer.top[g, low : low + span]
        at = answer.at[g, low : low + span]
        best = answer.best[i, low : low + span]
        where = answer.where[i, low : low + span]
        for c in range(span):
            better = top[c] > best[c]
            best[c] = top[c] if better else best[c]
            where[c] = at[c] if better else where[c]


@kernel
def count_models(squares: Squares, discs: Discs, answer: Answer) -> None:
    """Fill ``discs.held`` with how many models that pay stand in each disc."""
    discs.held[:] = 0.0
    up, along = discs.price.shape[1:]
    reach = discs.width.shape[1]
    for i in range(squares.group.size):
        if answer.row[i] < 0:
            continue
        for q in range(squares.rank[squares.group[i]] + 1):
            # the square lies k columns right of a corner, or left of it
            for a in range(along):
                k = answer.column[i] - a * discs.stride
                k = k if k >= 0 else -1 - k
                if k >= reach:
                    continue
                w = discs.width[q, k]
                low = answer.row[i] - w + 1
                high = answer.row[i] + w
                b = max(-(-low // discs.stride), 0)
                while b < up and b * discs.stride <= high:
                    discs.held[q, b, a] += 1.0
                    b += 1


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
        The first step, as a part of a Polyak step; it shrinks where steps are in vain.
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
    idle = 0
    done = 0
    while done < rounds:
        bound = spread_prices(discs) + respond(squares, discs, answer)
        done += 1
        idle += 1
        if bound < best:
            if bound < best - 1e-3 * (best - target):
                idle = 0
            best = bound
            _keep_prices(discs)
        for i in range(squares.group.size):
            picks[done % picks.shape[0], i, 0] = answer.row[i]
            picks[done % picks.shape[0], i, 1] = answer.column[i]
        if idle >= PATIENCE:
            size *= SHRINK
            idle = 0
        if best <= target or size < LEAST_STEP:
            break
        count_models(squares, discs, answer)
        if not _move_prices(squares, discs, answer, size * (bound - target)):
            break
    return best, done


@kernel
def _move_prices(squares: Squares, discs: Discs, answer: Answer, size: float) -> bool:
    """Raise prices of discs that hold several models, lower those of empty ones; whether any.

    Rewards of empty boxes rise, those of boxes that hold several fall.
    """
    ranks, up, along = discs.price.shape
    norm = 0.0
    for k in range(discs.box.shape[0]):
        lack = _lack(squares, discs, answer, k)
        lack = lack if lack > 0.0 or discs.reward[0, k] > 0.0 else 0.0
        norm += lack * lack
    for q in range(ranks):
        for b in range(up):
            price = discs.price[q, b]
            count = discs.held[q, b]
            for a in range(along):
                over = count[a] - 1.0
                over = over if over > 0.0 or price[a] > 0.0 else 0.0
                norm += over * over
    if norm == 0.0:
        return False
    length = size / norm
    for k in range(discs.box.shape[0]):
        more = length * _lack(squares, discs, answer, k)
        discs.reward[0, k] = max(discs.reward[0, k] + more, 0.0)
    for q in range(ranks):
        for b in range(up):
            price = discs.price[q, b]
            count = discs.held[q, b]
            for a in range(along):
                price[a] = max(price[a] + length * (count[a] - 1.0), 0.0)
    return True


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
    for k in range(discs.box.shape[0]):
        discs.reward[1, k] = discs.reward[0, k]
    ranks, up, along = discs.price.shape
    for q in range(ranks):
        for b in range(up):
            for a in range(along):
                discs.best[q, b, a] = discs.price[q, b, a]


@kernel
def widths(rho: float, side: float, out: Ints) -> None:
    """Fill ``out`` (c,) with the half heights of a disc in squares, as in `Discs.width`."""
    for k in range(out.size):
        across = (k + 1) * side
        out[k] = 0
        if across < rho:
            out[k] = int(math.sqrt(rho * rho - across * across) / side * (1.0 - 1e-12))
