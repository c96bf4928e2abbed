"""The most a model can be worth anywhere, less what discs there charge: branch and bound."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from movekernels._jit import kernel
from movekernels.arrays import Bools, Floats, Ints, Shapes
from movekernels.search.cells import OPEN, SHUT, most_in, nearest_and_farthest, state_of
from movekernels.search.ground import Ground, Squad, Terms

FINEST = 1e-8
"""No square is split into ones with a smaller half side, inches."""


class Priced(NamedTuple):
    """Discs with prices, listed for each tile of a grid over the table."""

    x: Floats
    """Centre, inches, shape (d,)."""
    y: Floats
    """Centre, inches, shape (d,)."""
    rho: Floats
    """Radius, inches, shape (d,)."""
    price: Floats
    """Points, shape (d,)."""
    first: Ints
    """Tile ``t`` meets discs ``listed[first[t]:first[t + 1]]``; shape (tiles + 1,)."""
    listed: Ints
    """Shape (l,)."""
    corner: Floats
    """Lower left corner of the first tile, and the side of each; shape (3,)."""
    along: int
    """Tiles in a row."""
    box: Floats
    """Boxes that are branched on: x0, y0, x1, y1, radius of the discs concerned, and what a
    model gains in it if it holds exactly one, -1 if it holds none; shape (b, 6)."""


class Stack(NamedTuple):
    """Scratch: squares yet to be split, and the state of each (see `movekernels.search.cells`)."""

    square: Floats
    """Centre, half side, bound; shape (s, 4)."""
    state: Ints
    """Shape (s,)."""
    roots: Floats
    """Bound of each tile, shape (tiles,)."""


@kernel
def list_discs(priced: Priced, up: int, first: Ints, listed: Ints) -> int:
    """Fill ``first`` (tiles + 1,) and ``listed``, as far as it goes, of a `Priced`.

    Returns
    -------
    int
        How long ``listed`` has to be.
    """
    side = priced.corner[2]
    count = 0
    for r in range(up):
        for c in range(priced.along):
            first[r * priced.along + c] = count
            x = priced.corner[0] + side * (c + 0.5)
            y = priced.corner[1] + side * (r + 0.5)
            for d in range(priced.x.size):
                near, _ = nearest_and_farthest(x, y, side / 2, priced.x[d], priced.y[d])
                if near < priced.rho[d]:
                    if count < listed.size:
                        listed[count] = d
                    count += 1
    first[up * priced.along] = count
    return count


@kernel
def price_in(
    priced: Priced, tile: int, held: float, x: float, y: float, half: float
) -> tuple[float, float]:
    """What models pay everywhere in a square of a tile, and what they pay in its middle.

    Models pay discs of a radius up to ``held``.
    """
    least = 0.0
    middle = 0.0
    for k in range(priced.first[tile], priced.first[tile + 1]):
        d = priced.listed[k]
        rho = priced.rho[d]
        dx = abs(x - priced.x[d])
        dy = abs(y - priced.y[d])
        if rho <= held and dx * dx + dy * dy < rho * rho:
            middle += priced.price[d]
            dx += half
            dy += half
            if dx * dx + dy * dy < rho * rho:
                least += priced.price[d]
    return least, middle


@kernel
def gain_in(priced: Priced, held: float, x: float, y: float, half: float) -> float:
    """What a model gains at most in a square for the boxes it meets, -inf if it is shut out.

    From a box that holds none, and from the zone around one that holds one other.
    """
    gain = 0.0
    for k in range(priced.box.shape[0]):
        rho = priced.box[k, 4]
        if rho > held:
            continue
        left, right = x - half - priced.box[k, 0], x + half - priced.box[k, 2]
        under, over = y - half - priced.box[k, 1], y + half - priced.box[k, 3]
        if priced.box[k, 5] < 0.0:
            if left >= 0.0 and right <= 0.0 and under >= 0.0 and over <= 0.0:
                return -np.inf
        elif (
            x + half >= priced.box[k, 0]
            and x - half <= priced.box[k, 2]
            and y + half >= priced.box[k, 1]
            and y - half <= priced.box[k, 3]
        ):
            gain += priced.box[k, 5]
        else:
            # the farthest corners of both
            dx = max(x + half - priced.box[k, 0], priced.box[k, 2] - x + half)
            dy = max(y + half - priced.box[k, 1], priced.box[k, 3] - y + half)
            if dx * dx + dy * dy < 4.0 * rho * rho:
                return -np.inf
    return gain


@kernel
def highest(
    ground: Ground,
    squad: Squad,
    terms: Terms,
    shapes: Shapes,
    dot: int,
    priced: Priced,
    tiles: Bools,
    i: int,
    slack: float,
    splits: int,
    stack: Stack,
) -> tuple[float, int]:
    """What model ``i`` is worth at most on its level within its reach, less what it pays.

    Parameters
    ----------
    ground, squad, terms, shapes, dot
        As for `movekernels.search.cells.state_of` and `most_in`.
    priced
        The discs, over tiles that hold all that the model can reach.
    tiles
        Which tiles it may end in at all, shape (tiles,).
    i
        Index of the model.
    slack
        Squares are not split whose bound is less than this above a worth that some pose has.
    splits
        How many squares to split at most.
    stack
        Scratch.

    Returns
    -------
    bound, splits
        No legal pose is worth more, points (-inf if there is none); how many were split.
    """
    k = squad.member[i]
    z = squad.z[k]
    x0, y0, most = squad.start[i, 0], squad.start[i, 1], squad.maximum[i]
    held = squad.inner[k]
    side = priced.corner[2]
    known = -np.inf
    done = -np.inf
    roots = stack.roots
    for t in range(roots.size):
        x = priced.corner[0] + side * (t % priced.along + 0.5)
        y = priced.corner[1] + side * (t // priced.along + 0.5)
        near, _ = nearest_and_farthest(x, y, side / 2, x0, y0)
        roots[t] = -np.inf
        if tiles[t] and near <= most:
            worth = most_in(shapes, squad, terms, dot, i, z, True, x, y, side / 2)
            worth += gain_in(priced, held, x, y, side / 2)
            roots[t] = worth - price_in(priced, t, held, x, y, side / 2)[0]
    spent = 0
    while True:
        t = 0
        for other in range(1, roots.size):
            if roots[other] > roots[t]:
                t = other
        bound = roots[t]
        if bound <= max(known + slack, done):
            return max(done, bound), spent
        roots[t] = -np.inf
        x = priced.corner[0] + side * (t % priced.along + 0.5)
        y = priced.corner[1] + side * (t // priced.along + 0.5)
        state = state_of(ground, squad, shapes, dot, k, x, y, side / 2)
        if state == SHUT:
            continue
        size = 1
        _push(stack, 0, x, y, side / 2, bound, state)
        while size > 0:
            size -= 1
            x, y = stack.square[size, 0], stack.square[size, 1]
            half, bound = stack.square[size, 2], stack.square[size, 3]
            state = stack.state[size]
            if bound <= max(known + slack, done) or half < FINEST or spent >= splits:
                done = max(done, bound)
                continue
            spent += 1
            begin = size
            half /= 2
            for q in range(4):
                cx = x + (half if q % 2 == 1 else -half)
                cy = y + (half if q >= 2 else -half)
                near, _ = nearest_and_farthest(cx, cy, half, x0, y0)
                if near > most:
                    continue
                worth = most_in(shapes, squad, terms, dot, i, z, True, cx, cy, half)
                least, middle = price_in(priced, t, held, cx, cy, half)
                worth += gain_in(priced, held, cx, cy, half)
                if worth == -np.inf:
                    continue
                if worth - least <= max(known + slack, done):
                    done = max(done, worth - least)
                    continue
                own = state
                if own != OPEN:
                    own = state_of(ground, squad, shapes, dot, k, cx, cy, half)
                    if own == SHUT:
                        continue
                _push(stack, size, cx, cy, half, worth - least, own)
                size += 1
                point = most_in(shapes, squad, terms, dot, i, z, True, cx, cy, 0.0)
                point += gain_in(priced, held, cx, cy, 0.0) - middle
                if point > known:
                    away, _ = nearest_and_farthest(cx, cy, 0.0, x0, y0)
                    if own != OPEN:
                        own = state_of(ground, squad, shapes, dot, k, cx, cy, 0.0)
                    if away <= most and own != SHUT:
                        known = point
            _best_last(stack, begin, size)


@kernel
def _push(
    stack: Stack, size: int, x: float, y: float, half: float, bound: float, state: int
) -> None:
    stack.square[size, 0] = x
    stack.square[size, 1] = y
    stack.square[size, 2] = half
    stack.square[size, 3] = bound
    stack.state[size] = state


@kernel
def _best_last(stack: Stack, begin: int, size: int) -> None:
    """Put the square with the highest bound of a few last: it is split next."""
    for k in range(begin, size - 1):
        if stack.square[k, 3] > stack.square[size - 1, 3]:
            for c in range(4):
                kept = stack.square[k, c]
                stack.square[k, c] = stack.square[size - 1, c]
                stack.square[size - 1, c] = kept
            other = stack.state[k]
            stack.state[k] = stack.state[size - 1]
            stack.state[size - 1] = other
