"""Where a model is worth most, less what discs there charge: the best place of every tile."""

from __future__ import annotations

import numpy as np

from movekernels._jit import kernel
from movekernels.arrays import Bools, Floats, Shapes
from movekernels.search.cells import OPEN, SHUT, most_in, nearest_and_farthest, state_of
from movekernels.search.charges import Priced, price_in
from movekernels.search.ground import Ground, Squad, Terms
from movekernels.search.peaks import FINEST, Stack


@kernel
def tops(
    ground: Ground,
    squad: Squad,
    terms: Terms,
    shapes: Shapes,
    dot: int,
    priced: Priced,
    tiles: Bools,
    i: int,
    above: float,
    slack: float,
    splits: int,
    stack: Stack,
    place: Floats,
) -> float:
    """Find where model ``i`` is worth more than ``above``, in points, after what it pays.

    Parameters
    ----------
    ground, squad, terms, shapes, dot, priced, tiles, i, stack
        As for `movekernels.search.peaks.highest`; boxes are not looked at.
    above
        Less is not looked for.
    slack
        Squares are not split whose bound is less than this above it, or above what some place
        of the tile is worth.
    splits
        How many squares of a tile to split at most.
    place
        Filled for each tile with x and y of the best place that was come across, what the model
        is worth there (-inf where nothing above was found), and what no legal pose in the tile
        is worth more than, if that is above (-inf if there is none); shape (tiles, 4).

    Returns
    -------
    float
        No legal pose is worth more than this, points; ``above`` at least.
    """
    k = squad.member[i]
    z = squad.z[k]
    x0, y0, most = squad.start[i, 0], squad.start[i, 1], squad.maximum[i]
    held = squad.inner[k]
    side = priced.corner[2]
    bound = above
    for t in range(tiles.size):
        place[t, 2] = -np.inf
        place[t, 3] = -np.inf
        if not tiles[t]:
            continue
        x = priced.corner[0] + side * (t % priced.along + 0.5)
        y = priced.corner[1] + side * (t // priced.along + 0.5)
        half = side / 2
        near, _ = nearest_and_farthest(x, y, half, x0, y0)
        if near > most:
            continue
        worth = most_in(shapes, squad, terms, dot, i, z, True, x, y, half)
        worth -= price_in(priced, t, held, x, y, half)[0]
        if worth <= above:
            place[t, 3] = worth
            continue
        state = state_of(ground, squad, shapes, dot, k, x, y, half)
        if state == SHUT:
            continue
        known = above
        done = -np.inf
        spent = 0
        size = 1
        stack.square[0, 0] = x
        stack.square[0, 1] = y
        stack.square[0, 2] = half
        stack.square[0, 3] = worth
        stack.state[0, 0] = state
        while size > 0:
            size -= 1
            x, y = stack.square[size, 0], stack.square[size, 1]
            half, worth = stack.square[size, 2], stack.square[size, 3]
            state = stack.state[size, 0]
            if worth <= max(known + slack, done) or half < FINEST or spent >= splits:
                done = max(done, worth)
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
                worth -= least
                if worth <= max(known + slack, done):
                    done = max(done, worth)
                    continue
                own = state
                if own != OPEN:
                    own = state_of(ground, squad, shapes, dot, k, cx, cy, half)
                    if own == SHUT:
                        continue
                # the highest last: it is split next
                at = size
                while at > begin and stack.square[at - 1, 3] > worth:
                    for c in range(4):
                        stack.square[at, c] = stack.square[at - 1, c]
                    stack.state[at, 0] = stack.state[at - 1, 0]
                    at -= 1
                stack.square[at, 0] = cx
                stack.square[at, 1] = cy
                stack.square[at, 2] = half
                stack.square[at, 3] = worth
                stack.state[at, 0] = own
                size += 1
                point = most_in(shapes, squad, terms, dot, i, z, True, cx, cy, 0.0) - middle
                if point > known:
                    if own != OPEN:
                        own = state_of(ground, squad, shapes, dot, k, cx, cy, 0.0)
                    away, _ = nearest_and_farthest(cx, cy, 0.0, x0, y0)
                    if away <= most and own != SHUT:
                        known = point
                        place[t, 0] = cx
                        place[t, 1] = cy
                        place[t, 2] = point
        place[t, 3] = max(done, known)
        bound = max(bound, place[t, 3])
    return bound


@kernel
def worth_at(
    ground: Ground,
    squad: Squad,
    terms: Terms,
    shapes: Shapes,
    dot: int,
    x: Floats,
    y: Floats,
    out: Floats,
) -> None:
    """Fill ``out`` (n, p) with what models are worth at places (p,), -inf where they may not be."""
    for p in range(x.size):
        for i in range(squad.member.size):
            k = squad.member[i]
            out[i, p] = -np.inf
            away, _ = nearest_and_farthest(x[p], y[p], 0.0, squad.start[i, 0], squad.start[i, 1])
            if away > squad.maximum[i]:
                continue
            if state_of(ground, squad, shapes, dot, k, x[p], y[p], 0.0) != SHUT:
                z = squad.z[k]
                out[i, p] = most_in(shapes, squad, terms, dot, i, z, True, x[p], y[p], 0.0)
