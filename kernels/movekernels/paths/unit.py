"""A whole unit at once: from every model of one class to the same points."""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.arrays import Floats, Ints
from movekernels.paths.distance import is_free, length_seen
from movekernels.paths.grown import Grown
from movekernels.paths.sight import NOBODY, free_rows, point_free, sight_rows
from movekernels.paths.spread import DONE, FULL, Tree, spread
from movekernels.paths.web import Web


@kernel
def unit_distances(
    grown: Grown,
    web: Web,
    tree: Tree,
    sources: Floats,
    px: Floats,
    py: Floats,
    out: Floats,
    near: Floats,
    space: Ints,
) -> int:
    """Length of the shortest path from each of many sources to each of many points.

    Parameters
    ----------
    grown, web, tree
        Obstacles grown for these sources, what is known of them (added to), and scratch.
    sources
        x, y and longest path that counts, inches; shape (n, 3).
    px, py
        Points, shape (s,).
    out
        Filled with inches, infinity where there is no such path; shape (n, s).
    near, space
        Scratch, shapes (2, s) and (3, s).

    Returns
    -------
    int
        `DONE`, or `FULL`: then ``out`` is not all filled in; call again with a larger web
        and tree.
    """
    free = space[0]
    free_rows(grown, px, py, free)
    for k in range(px.size):
        free[k] = free[k] == 0 or is_free(grown, px[k], py[k], free[k])
    for i in range(sources.shape[0]):
        x = sources[i, 0]
        y = sources[i, 1]
        most = sources[i, 2]
        out[i, :] = math.inf
        if not point_free(grown, x, y):
            continue
        if spread(grown, web, tree, x, y, most) == FULL:
            return FULL
        n = 0
        for k in range(px.size):
            dx = px[k] - x
            dy = py[k] - y
            near[0, n] = px[k]
            near[1, n] = py[k]
            space[1, n] = k
            n += free[k] * (math.sqrt(dx * dx + dy * dy) <= most)
        qx = near[0, :n]
        qy = near[1, :n]
        blocked = space[2, :n]
        sight_rows(grown, x, y, qx, qy, blocked)
        hint = NOBODY
        for k in range(n):
            # handing the structures over costs more than what most points need
            if blocked[k] == 0:
                dx = qx[k] - x
                dy = qy[k] - y
                out[i, space[1, k]] = math.sqrt(dx * dx + dy * dy)
                continue
            length, arrival = length_seen(
                grown, web, tree, x, y, most, qx[k], qy[k], blocked[k], hint
            )
            out[i, space[1, k]] = length
            if arrival >= 0:
                hint = tree.curve[arrival]
    return DONE
