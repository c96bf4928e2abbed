"""The most a model can be worth anywhere, less what discs there charge: branch and bound."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from movekernels._jit import kernel
from movekernels.arrays import Bools, Floats, Ints, Shapes
from movekernels.search.cells import OPEN, SHUT, most_in, nearest_and_farthest, state_of
from movekernels.search.charges import (
    Cut,
    Priced,
    cut_square,
    cut_tile,
    gain_in,
    price_in,
    price_of,
)
from movekernels.search.ground import Ground, Squad, Terms

FINEST = 1e-8
"""No square is split into ones with a smaller half side, inches."""
WHOLE = 0
"""All of a tile is within reach."""
PART = 1
"""A part of it is."""
CLIPPED = 2
"""A part of it is, and that is all that its bound is of."""


class Stack(NamedTuple):
    """Scratch: squares yet to be split, and what is known of tiles."""

    square: Floats
    """Centre, half side, bound; shape (s, 4)."""
    state: Ints
    """State (see `movekernels.search.cells`), and how often a tile was split; shape (s, 2)."""
    cut: Cut
    """Discs that matter."""
    cap: Floats
    """What the first of the models is worth in each tile at most, shape (tiles,)."""
    seen: Floats
    """What it is worth at some pose there, -inf if none was tried; shape (tiles,)."""
    roots: Floats
    """What the model at hand is worth there at most, shape (tiles,)."""
    part: Ints
    """Whether it reaches a tile as a `WHOLE`, or in `PART`; shape (tiles,)."""
    open: Ints
    """Tiles yet to be looked at, shape (tiles,)."""


@kernel
def highest(
    ground: Ground,
    squad: Squad,
    terms: Terms,
    shapes: Shapes,
    dot: int,
    priced: Priced,
    tiles: Bools,
    models: Ints,
    more: Floats,
    slack: float,
    splits: int,
    stack: Stack,
    out: Floats,
) -> int:
    """What models of one kind are worth at most on their level within reach, less what they pay.

    Parameters
    ----------
    ground, squad, terms, shapes, dot
        As for `movekernels.search.cells.state_of` and `most_in`.
    priced
        The discs, over tiles that hold all that the models can reach.
    tiles
        Which tiles they may end in at all, shape (tiles,).
    models
        Indices of the models: of one class, and worth the same anywhere but for a constant.
    more
        These constants, points; shape (n,).
    slack
        Squares are not split whose bound is less than this above a worth that some pose has.
    splits
        How many squares to split at most, for each model.
    stack
        Scratch.
    out
        Filled for these models, shape (n,): no legal pose is worth more, points (-inf if there
        is none).

    Returns
    -------
    int
        How many squares were split.

    Notes
    -----
    What is found out about a tile that one model reaches all of holds for the others that do.
    """
    k = squad.member[models[0]]
    held = squad.inner[k]
    for t in range(tiles.size):
        stack.cap[t] = np.inf
        stack.seen[t] = -np.inf
    total = 0
    for m in range(models.size):
        i = models[m]
        extra = more[i] - more[models[0]]
        count, known = _open_tiles(
            squad, terms, shapes, dot, priced, tiles, models[0], i, extra, held, stack
        )
        done = -np.inf
        spent = 0
        while True:
            count, best, done = _best_open(stack, count, max(known + slack, done), done)
            if best < 0:
                break
            t = stack.open[best]
            if stack.part[t] == PART:
                worth = _most_less_price(squad, terms, shapes, dot, priced, i, True, t, held)
                stack.roots[t] = min(stack.roots[t], worth)
                stack.part[t] = CLIPPED
                continue
            stack.open[best] = stack.open[count - 1]
            count -= 1
            whole = stack.part[t] == WHOLE
            shift = extra if whole else 0.0
            peak, seen, made = _search_tile(
                ground, squad, terms, shapes, dot, priced, t, models[0] if whole else i, not whole,
                stack.roots[t] - shift, known - shift, done - shift, slack, splits - spent, stack,
            )  # fmt: skip
            if whole:
                stack.cap[t] = peak
                stack.seen[t] = max(stack.seen[t], seen)
            known = max(known, seen + shift)
            done = max(done, peak + shift)
            spent += made
        out[i] = done
        total += spent
    return total


@kernel
def _open_tiles(
    squad: Squad,
    terms: Terms,
    shapes: Shapes,
    dot: int,
    priced: Priced,
    tiles: Bools,
    first: int,
    i: int,
    extra: float,
    held: float,
    stack: Stack,
) -> tuple[int, float]:
    """List the tiles that a model reaches, and say what it is worth in a pose that was tried.

    ``extra`` is what it is worth beyond model ``first``.
    """
    x0, y0, most = squad.start[i, 0], squad.start[i, 1], squad.maximum[i]
    side = priced.corner[2]
    left = max(math.floor((x0 - most - priced.corner[0]) / side), 0)
    right = min(math.floor((x0 + most - priced.corner[0]) / side) + 1, priced.along)
    under = max(math.floor((y0 - most - priced.corner[1]) / side), 0)
    over = min(math.floor((y0 + most - priced.corner[1]) / side) + 1, tiles.size // priced.along)
    count = 0
    known = -np.inf
    for r in range(under, over):
        for c in range(left, right):
            t = r * priced.along + c
            x, y = _centre(priced, t)
            near, far = nearest_and_farthest(x, y, side / 2, x0, y0)
            if not tiles[t] or near > most:
                continue
            if stack.cap[t] == np.inf:
                stack.cap[t] = _most_less_price(
                    squad, terms, shapes, dot, priced, first, False, t, held
                )
            stack.part[t] = WHOLE if far <= most else PART
            if far <= most:
                known = max(known, stack.seen[t] + extra)
            stack.roots[t] = stack.cap[t] + extra
            stack.open[count] = t
            count += 1
    return count, known


@kernel
def _best_open(stack: Stack, count: int, least: float, done: float) -> tuple[int, int, float]:
    """Drop the tiles that are worth no more than ``least``, and find the best of the rest.

    Returns how many are left, the place of the best among them (-1 if none is) and what those
    dropped are worth at most, or ``done``.
    """
    left = 0
    best = -1
    for e in range(count):
        t = stack.open[e]
        if stack.roots[t] <= least:
            done = max(done, stack.roots[t])
            continue
        stack.open[left] = t
        if best < 0 or stack.roots[t] > stack.roots[stack.open[best]]:
            best = left
        left += 1
    return left, best, done


@kernel
def _centre(priced: Priced, t: int) -> tuple[float, float]:
    side = priced.corner[2]
    x = priced.corner[0] + side * (t % priced.along + 0.5)
    return x, priced.corner[1] + side * (t // priced.along + 0.5)


@kernel
def _most_less_price(
    squad: Squad,
    terms: Terms,
    shapes: Shapes,
    dot: int,
    priced: Priced,
    i: int,
    clip: bool,
    t: int,
    held: float,
) -> float:
    """What a model is worth in a tile at most, as a whole."""
    x, y = _centre(priced, t)
    half = priced.corner[2] / 2
    z = squad.z[squad.member[i]]
    worth = most_in(shapes, squad, terms, dot, i, z, clip, x, y, half)
    return worth + gain_in(priced, held, x, y, half) - price_in(priced, t, held, x, y, half)[0]


@kernel
def _search_tile(
    ground: Ground,
    squad: Squad,
    terms: Terms,
    shapes: Shapes,
    dot: int,
    priced: Priced,
    t: int,
    i: int,
    clip: bool,
    bound: float,
    known: float,
    done: float,
    slack: float,
    splits: int,
    stack: Stack,
) -> tuple[float, float, int]:
    """What a model is worth in a tile at most, in some pose there, and how many were split.

    With ``clip`` only what it reaches.  What is not more than ``done``, or than ``known`` and
    the slack, is not split.
    """
    k = squad.member[i]
    z = squad.z[k]
    x0, y0 = squad.start[i, 0], squad.start[i, 1]
    most = squad.maximum[i] if clip else np.inf
    held = squad.inner[k]
    x, y = _centre(priced, t)
    half = priced.corner[2] / 2
    peak = -np.inf
    seen = -np.inf
    spent = 0
    state = state_of(ground, squad, shapes, dot, k, x, y, half)
    if state == SHUT:
        return peak, seen, spent
    cut_tile(priced, t, held, x, y, half, stack.cut)
    _push(stack, 0, x, y, half, bound, state, 0)
    size = 1
    while size > 0:
        size -= 1
        x, y = stack.square[size, 0], stack.square[size, 1]
        half, bound = stack.square[size, 2], stack.square[size, 3]
        state = stack.state[size, 0]
        depth = stack.state[size, 1]
        if bound <= max(known + slack, max(done, peak)) or half < FINEST or spent >= splits:
            peak = max(peak, bound)
            continue
        spent += 1
        if depth > 0:
            cut_square(priced, depth, x, y, half, stack.cut)
        depth += 1
        begin = size
        half /= 2
        for q in range(4):
            cx = x + (half if q % 2 == 1 else -half)
            cy = y + (half if q >= 2 else -half)
            near, _ = nearest_and_farthest(cx, cy, half, x0, y0)
            if near > most:
                continue
            worth = most_in(shapes, squad, terms, dot, i, z, clip, cx, cy, half)
            least, middle = price_of(priced, depth - 1, cx, cy, half, stack.cut)
            worth += gain_in(priced, held, cx, cy, half)
            if worth == -np.inf:
                continue
            if worth - least <= max(known + slack, max(done, peak)):
                peak = max(peak, worth - least)
                continue
            own = state
            if own != OPEN:
                own = state_of(ground, squad, shapes, dot, k, cx, cy, half)
                if own == SHUT:
                    continue
            _push(stack, size, cx, cy, half, worth - least, own, depth)
            size += 1
            point = most_in(shapes, squad, terms, dot, i, z, clip, cx, cy, 0.0)
            point += gain_in(priced, held, cx, cy, 0.0) - middle
            if point > seen:
                away, _ = nearest_and_farthest(cx, cy, 0.0, x0, y0)
                if own != OPEN:
                    own = state_of(ground, squad, shapes, dot, k, cx, cy, 0.0)
                if away <= most and own != SHUT:
                    seen = point
                    known = max(known, seen)
        _best_last(stack, begin, size)
    return peak, seen, spent


@kernel
def _push(
    stack: Stack, size: int, x: float, y: float, half: float, bound: float, state: int, depth: int
) -> None:
    stack.square[size, 0] = x
    stack.square[size, 1] = y
    stack.square[size, 2] = half
    stack.square[size, 3] = bound
    stack.state[size, 0] = state
    stack.state[size, 1] = depth


@kernel
def _best_last(stack: Stack, begin: int, size: int) -> None:
    """Put the square with the highest bound of a few last: it is split next."""
    for k in range(begin, size - 1):
        if stack.square[k, 3] > stack.square[size - 1, 3]:
            for c in range(4):
                kept = stack.square[k, c]
                stack.square[k, c] = stack.square[size - 1, c]
                stack.square[size - 1, c] = kept
            other = stack.state[k, 0]
            stack.state[k, 0] = stack.state[size - 1, 0]
            stack.state[size - 1, 0] = other
