"""What is known of the curves of one class of discs: free arcs and links, found when needed.

Models of one radius among the same obstacles share it: what one has found out the next
need not.  An arc is free where the curve lies in no other obstacle; a link is a straight
line from curve to curve that touches both.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from movekernels._jit import allocating, kernel
from movekernels.arrays import Floats, Ints
from movekernels.paths.arcs import UNKNOWN, Arcs, find_arcs, room_at
from movekernels.paths.curves import perimeter, place_of, touch
from movekernels.paths.grown import Grown
from movekernels.paths.sight import segment_clear
from movekernels.paths.tangents import crossing, outer_tangent, tangent

BLANK = 0
"""State of a link: not looked at."""
NONE = 1
"""There is no such line, or it is not clear."""
DRAWN = 2
"""Its line is known, not yet whether it is clear."""
CLEAR = 3
"""A path may use it."""
ARCS = 4
"""Free arcs a curve has room for, on average."""
COVERS = 4
"""Pieces of a curve that one other covers at most."""


class Web(NamedTuple):
    """Arcs of curves (k) and links between oriented curves, (2j + b) with sense 1 - 2b.

    Where ellipses cross, a link may have a double, on a second sheet (t); there is one sheet
    where none do.  The link from ``p`` to ``q`` is entry ``(2 k sheet + p) 2 k + q``.
    """

    arcs: Arcs
    """Free arcs."""
    length: Floats
    """Length of each curve, inches, shape (k,)."""
    state: NDArray[np.int8]
    """State of each link, shape (4 k k t,)."""
    line: Floats
    """Of each link the right of its travel (x, y), its length, the place where it leaves
    and the one where it arrives; shape (4 k k t, 5)."""
    best: Floats
    """Shortest way to the end of each link, for the source at work; shape (4 k k t,)."""
    parent: Ints
    """Arrival from which that leaves; shape (4 k k t,)."""
    stamp: NDArray[np.int32]
    """Source for which the two above hold; shape (4 k k t,)."""
    source: Ints
    """Number of the source at work, shape (1,)."""


@allocating
def new_web(grown: Grown, room: int) -> Web:
    """Make an empty web; ``room`` multiplies the scratch it starts with (1, 2, 4, ...)."""
    k = grown.x.size
    double = False
    for i in range(k):
        for j in range(i):
            double = double or crossing(grown, i, j)
    links = 8 * k * k if double else 4 * k * k
    state = np.zeros(links, np.int8)
    if double:
        state[4 * k * k :] = NONE
        for p in range(2 * k):
            for q in range(2 * k):
                if p >> 1 != q >> 1 and (p & 1) == (q & 1) and crossing(grown, p >> 1, q >> 1):
                    state[4 * k * k + 2 * k * p + q] = BLANK
    length = np.empty(k)
    for j in range(k):
        length[j] = perimeter(grown, j)
    pool = ARCS * room * k
    arcs = Arcs(
        np.zeros(k, np.int64),
        np.full(k, UNKNOWN),
        np.empty(pool),
        np.empty(pool),
        np.zeros(1, np.int64),
        np.empty((COVERS * (k + grown.berth.size + 1), 2)),
    )
    return Web(
        arcs,
        length,
        state,
        np.empty((links, 5)),
        np.empty(links),
        np.empty(links, np.int64),
        np.zeros(links, np.int32),
        np.zeros(1, np.int64),
    )


@kernel
def know_arcs(grown: Grown, web: Web, j: int) -> bool:
    """See to it that the free arcs of curve ``j`` are known; false if the scratch is too small."""
    return web.arcs.number[j] != UNKNOWN or find_arcs(grown, web.arcs, web.length[j], j)


@kernel
def draw_link(grown: Grown, web: Web, p: int, q: int, sheet: int) -> int:
    """Find the line from oriented curve ``p`` to ``q``; return the state of the link.

    The arcs of both must be known: a link begins and ends on free ones.  Gone the other way
    it is the link between the same curves gone round the other way.
    """
    k = grown.x.size
    link = (2 * k * sheet + p) * 2 * k + q
    back = (2 * k * sheet + (q ^ 1)) * 2 * k + (p ^ 1)
    i = p >> 1
    j = q >> 1
    si = 1.0 - 2.0 * (p & 1)
    sj = 1.0 - 2.0 * (q & 1)
    if si == sj and web.state.size > 4 * k * k and crossing(grown, i, j):
        found, mx, my, length = outer_tangent(grown, i, j, si, sheet)
    else:
        found, mx, my, length = tangent(
            grown, i, si, grown.x[i], grown.y[i], j, sj, grown.x[j], grown.y[j]
        )
    web.state[link] = NONE
    web.state[back] = NONE
    if not found:
        return NONE
    leave = place_of(grown, i, si * mx, si * my)
    if room_at(web.arcs, web.length[i], i, leave, 1.0) < 0.0:
        return NONE
    arrive = place_of(grown, j, sj * mx, sj * my)
    if room_at(web.arcs, web.length[j], j, arrive, 1.0) < 0.0:
        return NONE
    _write(web, link, mx, my, length, leave, arrive)
    _write(web, back, -mx, -my, length, arrive, leave)
    return DRAWN


@kernel
def _write(
    web: Web, link: int, mx: float, my: float, length: float, leave: float, arrive: float
) -> None:
    """Write down a link."""
    line = web.line[link]
    line[0] = mx
    line[1] = my
    line[2] = length
    line[3] = leave
    line[4] = arrive
    web.state[link] = DRAWN


@kernel
def prove_link(grown: Grown, web: Web, p: int, q: int, sheet: int) -> bool:
    """Find out whether a drawn link is clear."""
    k = grown.x.size
    link = (2 * k * sheet + p) * 2 * k + q
    i = p >> 1
    j = q >> 1
    si = 1.0 - 2.0 * (p & 1)
    sj = 1.0 - 2.0 * (q & 1)
    line = web.line[link]
    ax, ay = touch(grown, i, si * line[0], si * line[1])
    bx, by = touch(grown, j, sj * line[0], sj * line[1])
    ax += grown.x[i]
    ay += grown.y[i]
    bx += grown.x[j]
    by += grown.y[j]
    clear = segment_clear(grown, ax, ay, bx, by, i, j)
    web.state[link] = CLEAR if clear else NONE
    web.state[(2 * k * sheet + (q ^ 1)) * 2 * k + (p ^ 1)] = web.state[link]
    return clear
