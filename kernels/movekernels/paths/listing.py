"""Ways around of a whole class of discs, put one after the other as `Detours` has them."""

from __future__ import annotations

from movekernels._jit import kernel
from movekernels.arrays import Floats, Ints
from movekernels.paths.detours import ARRIVALS, CURVES, LISTS, NEAR, OBSTACLES, PLACES, SIDES
from movekernels.paths.grown import Grown
from movekernels.paths.sight import point_free
from movekernels.paths.spread import DONE, FULL, Tree, spread
from movekernels.paths.web import Web


@kernel
def list_ways(
    grown: Grown,
    web: Web,
    tree: Tree,
    sources: Floats,
    layout: Ints,
    numbers: Floats,
    indices: Ints,
    used: Ints,
) -> int:
    """Find all ways from each of many sources and list what questions about lengths need.

    Parameters
    ----------
    grown, web, tree
        Obstacles grown for these sources, what is known of them (added to), and scratch.
    sources
        x, y and longest path that counts, inches; shape (k, 3).
    layout
        Filled with rows of `Detours.layout`, but for `OBSTACLES`, which is 0: where to
        find what in the two arrays below; all 0 for a source that is not free, may go
        nowhere, or has nothing to go around; shape (k, `LAYOUT`).
    numbers, indices
        Filled from ``used`` on.  They must have room for all: of each source three numbers an
        arrival that ``tree`` has room for, and two indices, three a curve and one an arrival.
    used
        How many numbers and indices there are already, and then are; shape (2,).

    Returns
    -------
    int
        `DONE`, or `FULL`: then nothing may be read; call again with a larger web and tree.
    """
    layout[:, :] = 0
    reached = tree.reached
    for i in range(sources.shape[0]):
        x = sources[i, 0]
        y = sources[i, 1]
        if sources[i, 2] <= 0.0 or not point_free(grown, x, y):
            continue
        if spread(grown, web, tree, x, y, sources[i, 2]) == FULL:
            return FULL
        arrivals = reached.size[0]
        near = reached.size[1]
        if arrivals == 0:
            continue
        p = used[0]
        q = used[1]
        layout[i, CURVES] = grown.x.size
        layout[i, SIDES] = grown.x0.size
        layout[i, OBSTACLES] = 0
        layout[i, NEAR] = near
        layout[i, ARRIVALS] = arrivals
        layout[i, PLACES] = p
        layout[i, LISTS] = q
        for t in range(arrivals):
            numbers[p + t] = reached.place[t]
            numbers[p + arrivals + t] = reached.length[t]
            numbers[p + 2 * arrivals + t] = reached.room[t]
        used[0] = p + 3 * arrivals
        indices[q] = arrivals
        indices[q + 1] = near
        q += 2
        for t in range(near):
            indices[q + t] = reached.near[t]
        q += near
        for t in range(reached.head.size):
            indices[q + t] = reached.head[t]
        q += reached.head.size
        for t in range(arrivals):
            indices[q + t] = reached.following[t]
        used[1] = q + arrivals
    return DONE
