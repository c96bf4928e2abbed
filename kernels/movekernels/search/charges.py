"""What models pay in squares for discs with prices, and gain there for boxes."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from movekernels._jit import kernel
from movekernels.arrays import Floats, Ints
from movekernels.search.cells import nearest_and_farthest


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


class Cut(NamedTuple):
    """Scratch: the discs that matter in a square, and in the squares that it is a part of."""

    disc: Ints
    """Discs that hold a part of a square, after so many splits of a tile; shape (splits, l)."""
    size: Ints
    """How many these are, shape (splits,)."""
    whole: Floats
    """Prices of the discs that hold all of it, shape (splits,)."""


@kernel
def list_discs(priced: Priced, up: int, first: Ints, listed: Ints) -> int:
    """Fill ``first`` (tiles + 1,) and ``listed``, as far as it goes, of a `Priced`.

    Returns
    -------
    int
        How long ``listed`` has to be.
    """
    first[:] = 0
    for d in range(priced.x.size):
        low, high, left, right = _around(priced, up, d)
        for r in range(low, high):
            for c in range(left, right):
                if _meets(priced, d, r, c):
                    first[r * priced.along + c + 1] += 1
    for t in range(up * priced.along):
        first[t + 1] += first[t]
    for d in range(priced.x.size):
        low, high, left, right = _around(priced, up, d)
        for r in range(low, high):
            for c in range(left, right):
                if _meets(priced, d, r, c):
                    t = r * priced.along + c
                    if first[t] < listed.size:
                        listed[first[t]] = d
                    first[t] += 1
    for t in range(up * priced.along, 0, -1):
        first[t] = first[t - 1]
    first[0] = 0
    size: int = first[up * priced.along]
    return size


@kernel
def _around(priced: Priced, up: int, d: int) -> tuple[int, int, int, int]:
    """Rows and columns of tiles that a disc may meet."""
    x0, y0, side = priced.corner[0], priced.corner[1], priced.corner[2]
    x, y, rho = priced.x[d], priced.y[d], priced.rho[d]
    low = max(math.floor((y - rho - y0) / side), 0)
    high = min(math.floor((y + rho - y0) / side) + 1, up)
    left = max(math.floor((x - rho - x0) / side), 0)
    return low, high, left, min(math.floor((x + rho - x0) / side) + 1, priced.along)


@kernel
def _meets(priced: Priced, d: int, r: int, c: int) -> bool:
    side = priced.corner[2]
    x = priced.corner[0] + side * (c + 0.5)
    y = priced.corner[1] + side * (r + 0.5)
    near, _ = nearest_and_farthest(x, y, side / 2, priced.x[d], priced.y[d])
    meets: bool = near < priced.rho[d]
    return meets


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
def cut_tile(
    priced: Priced, t: int, held: float, x: float, y: float, half: float, cut: Cut
) -> None:
    """List the discs of a tile that concern a model and hold a part of the tile."""
    count = 0
    whole = 0.0
    for e in range(priced.first[t], priced.first[t + 1]):
        d = priced.listed[e]
        if priced.rho[d] <= held:
            if _holds(priced, d, x, y, half):
                whole += priced.price[d]
            else:
                cut.disc[0, count] = d
                count += 1
    cut.size[0] = count
    cut.whole[0] = whole


@kernel
def cut_square(priced: Priced, depth: int, x: float, y: float, half: float, cut: Cut) -> None:
    """List the discs that hold a part of a square, from those of the one that it is a part of."""
    count = 0
    whole = cut.whole[depth - 1]
    for e in range(cut.size[depth - 1]):
        d = cut.disc[depth - 1, e]
        if _holds(priced, d, x, y, half):
            whole += priced.price[d]
        elif nearest_and_farthest(x, y, half, priced.x[d], priced.y[d])[0] < priced.rho[d]:
            cut.disc[depth, count] = d
            count += 1
    cut.size[depth] = count
    cut.whole[depth] = whole


@kernel
def _holds(priced: Priced, d: int, x: float, y: float, half: float) -> bool:
    """Whether a disc holds all of a square."""
    dx = abs(x - priced.x[d]) + half
    dy = abs(y - priced.y[d]) + half
    holds: bool = dx * dx + dy * dy < priced.rho[d] * priced.rho[d]
    return holds


@kernel
def price_of(
    priced: Priced, depth: int, x: float, y: float, half: float, cut: Cut
) -> tuple[float, float]:
    """As `price_in`, of a part of the square whose discs were listed last at a depth."""
    least = cut.whole[depth]
    middle = least
    for e in range(cut.size[depth]):
        d = cut.disc[depth, e]
        rho = priced.rho[d]
        dx = abs(x - priced.x[d])
        dy = abs(y - priced.y[d])
        if dx * dx + dy * dy < rho * rho:
            middle += priced.price[d]
            dx += half
            dy += half
            if dx * dx + dy * dy < rho * rho:
                least += priced.price[d]
    return least, middle
