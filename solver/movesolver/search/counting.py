"""How many models find room together: prices of discs by a linear program over squares.

Where every place is worth the same, prices are a cover of the places that models have by discs
that hold one centre each.  A descent of prices (`movesolver.search.prices`) closes in on the
best cover slowly; where it decides whether an end exists at all it is worked out.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_array

from movekernels.arrays import Floats, Ints
from movesolver.search.cells import Relaxed, Window, first_window, split_window, squares_of
from movesolver.search.columns import tightened
from movesolver.search.peaks import Bound, Tiles, proved
from movesolver.search.prices import NOTHING, QUICK, Prices, Stage, staged

SIDES = (0.125, 0.0625)
"""Sides of squares, inches: the larger first ..."""
MOST_ROWS = (2500, 1000)
"""... and of how many rows a program may be, which takes some seconds at most."""
MANY = (*QUICK, Stage(0.0625, 2, 150))
"""Stages of a descent where there are more squares than that."""
ROUNDS, WORK = 20, 1600
"""Places and discs are looked for so often after that (`movesolver.search.columns`), and of many
models no more often than this by the square of their number: a round takes as much longer."""
LONGEST = 1e6
"""What HiGHS takes for no limit of time, seconds."""
LEAST_PRICE = 1e-9
"""What is less is rounding."""


def count_bound(
    loose: Relaxed,
    tiles: Tiles,
    elsewhere: Floats,
    target: float,
    models: int,
    until: float,
    least: float,
) -> Bound | None:
    """Return a bound on what a unit is worth whose ends are worth whole points each.

    Parameters
    ----------
    loose, tiles, elsewhere
        As for `movesolver.search.peaks.proved`.
    target
        Points; nothing is lowered any more once a bound is no more than that.
    models
        How many would have to find room.
    until
        When to stop, on `time.perf_counter`.
    least
        What every model is worth at least.  Where it is what a model is worth anywhere, one
        less, so that what is paid tells.

    Returns
    -------
    Bound or None
        The lowest that was found; None where there is more than room enough.
    """
    if not loose.radii.size:
        return None
    best: Bound | None = None
    window = first_window(loose, SIDES[0])
    for side, most in zip(SIDES, MOST_ROWS, strict=True):
        while window.side > side:
            window = split_window(loose, window)
        kinds = _kinds(loose, window, elsewhere, least, until)
        if kinds is None:
            break
        if _room_for(kinds, side) > models * math.pi * (2.0 * float(loose.radii[0])) ** 2:
            return best  # who is placed takes no more from the others than that
        if sum(kind.rows.size for kind in kinds) > most:
            break
        covered = _covered(loose, window, kinds, until)
        if covered is None:
            break
        found = proved(loose, tiles, elsewhere, covered.prices, ())
        best = found if best is None else min(best, found, key=_value)
        if best.value <= target:
            return best
    if time.perf_counter() > until:
        return best
    aim = target - 1.0
    # Too many squares: a descent has to do.  Discs on corners of squares do not: others may.
    pricing = staged(loose, elsewhere, aim, MANY if best is None else QUICK, until)
    prices = NOTHING if pricing is None else pricing.prices
    if best is not None:
        rounds = min(ROUNDS, WORK // elsewhere.size**2)
        prices = tightened(loose, tiles, elsewhere, prices, target, until, rounds, aim)
    last = proved(loose, tiles, elsewhere, prices, ())
    return last if best is None else min(best, last, key=_value)


def _value(bound: Bound) -> float:
    return bound.value


@dataclass(frozen=True, slots=True)
class _Covered:
    """A cheapest cover of squares."""

    value: float
    """What models are worth at most, as the squares go."""
    prices: Prices


@dataclass(frozen=True, slots=True)
class _Kind:
    """Models that have the same places."""

    rank: int
    least: float
    rows: Ints
    columns: Ints
    """Of the squares that it is worth more in, shape (s,) ..."""
    worth: Floats
    """... and how much, points, shape (s,)."""
    models: int = 1


def _room_for(kinds: list[_Kind], side: float) -> float:
    """Return how much room those models have at least that have least of it, square inches."""
    return min((kind.rows.size for kind in kinds), default=0) * side * side


def _covered(loose: Relaxed, window: Window, kinds: list[_Kind], until: float) -> _Covered | None:
    """Return a cheapest cover of the squares of a window, None where none is found in time."""
    if not any(kind.rows.size for kind in kinds):  # nobody has a place that is worth more
        return _Covered(math.fsum(kind.least * kind.models for kind in kinds), NOTHING)
    height, width = (size + 1 for size in window.states.shape[1:])
    spreads = [_held(rho, window.side) for rho in loose.radii.tolist()]
    row: list[Ints] = []
    column: list[Ints] = []
    limit: list[Floats] = []
    first, discs = 0, height * width * len(spreads)
    for k, kind in enumerate(kinds):
        own = first + np.arange(kind.rows.size)
        row.append(own)
        column.append(np.full(own.size, discs + k))
        for q in range(kind.rank + 1):
            for b, a in spreads[q].tolist():
                r, c = kind.rows + b, kind.columns + a
                some = (r >= 0) & (c >= 0) & (r < height) & (c < width)
                row.append(own[some])
                column.append((q * height + r[some]) * width + c[some])
        limit.append(-kind.worth)
        first += own.size
    rows, columns = np.concatenate(row), np.concatenate(column)
    used, columns = np.unique(columns, return_inverse=True)
    matrix: Any = csr_array((np.full(rows.size, -1.0), (rows, columns)), shape=(first, used.size))
    paying = used.size - len(kinds)
    cost: Floats = np.array([1.0] * paying + [float(kind.models) for kind in kinds])
    low = [0.0] * paying + [kind.least for kind in kinds]
    solved = linprog(
        cost,
        A_ub=matrix,
        b_ub=np.concatenate(limit),
        bounds=[(one, None) for one in low],
        method="highs",
        options={"time_limit": max(min(until - time.perf_counter(), LONGEST), 0.0)},
    )
    if solved.x is None or solved.fun is None:
        return None
    price = solved.x[:paying]
    paid = np.flatnonzero(price > LEAST_PRICE)
    which, up, along = np.unravel_index(used[paid], (len(spreads), height, width))
    x, y = window.x + window.side * along, window.y + window.side * up
    table = np.column_stack([x, y, loose.radii[which], price[paid], which])
    return _Covered(float(solved.fun), Prices(table, np.empty(0)))


def _kinds(
    loose: Relaxed, window: Window, elsewhere: Floats, least: float, until: float
) -> list[_Kind] | None:
    """Return the models that end on the level, those together that have the same places.

    None if that takes longer than ``until``, on `time.perf_counter`.
    """
    squares = squares_of(loose, window, elsewhere)
    number = np.arange(squares.worth.shape[2])
    found: dict[tuple[int, float, bytes], _Kind] = {}
    for i in np.flatnonzero(loose.rank >= 0).tolist():
        if time.perf_counter() > until:
            return None
        bottom = max(least, float(elsewhere[i]))
        worth = squares.worth[squares.group[i]] + squares.more[i]
        met = (number >= squares.low[i][:, None]) & (number < squares.high[i][:, None])
        rows, columns = np.nonzero(met & (worth > bottom))
        kind = _Kind(int(loose.rank[i]), bottom, rows, columns, worth[rows, columns])
        key = kind.rank, bottom, b"".join(v.tobytes() for v in (rows, columns, kind.worth))
        known = found.get(key)
        found[key] = kind if known is None else replace(known, models=known.models + 1)
    return list(found.values())


def _held(rho: float, side: float) -> Ints:
    """Return where from a square the corners lie whose discs hold all of it, rows and columns.

    Shape (k, 2): a disc on the corner of a square's own number lies on its lower left.
    """
    far = math.ceil(rho / side) + 1
    steps = np.arange(-far, far + 1)
    away = np.maximum(np.abs(steps), np.abs(1 - steps)) * side
    inside = np.hypot(away[:, None], away[None, :]) < rho * (1.0 - 1e-12)
    return np.argwhere(inside) - far
