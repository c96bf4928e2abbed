"""Placing models one by one on spots: who may stand beside whom, and connected growth.

For two spots there are three answers: too close or too far apart for one unit
(`APART`), neighbours (`BESIDE`), or neither.  Added up over the models placed,
one small number per spot tells whether the next model may stand there and be
connected: at least one `BESIDE` and no `APART`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from movekernels._jit import kernel
from movekernels.arrays import TOLERANCE, Bools, Floats, Ints, Shapes
from movekernels.geometry.gap import gap
from movekernels.search.ground import BARRED, MARGIN, Spots, Squad

Counts = NDArray[np.int16]

PARTED = 0.2
"""How often a model begins a group of its own, where a unit need not be one."""
BESIDE = 1
APART = 256
"""More than the models of any unit, so that one sum counts both."""
UNKNOWN = -1
"""Relation that the discs do not tell."""
NOWHERE = -1
"""A model that has no place yet."""
ELSEWHERE = -2
"""A model that stands off the spots and is not to be placed."""


@kernel
def draw(draws: Floats, drawn: Ints) -> float:
    """The next of some random numbers in [0, 1), the first again after the last.

    ``drawn`` (1,) is the index of the next.  Numbers drawn before the call keep a
    search the same on every machine.
    """
    k = drawn[0]
    drawn[0] = k + 1 if k + 1 < draws.size else 0
    return float(draws[k])


@kernel
def pair_relation(
    shapes: Shapes,
    squad: Squad,
    a: int,
    xa: float,
    ya: float,
    ca: float,
    sa: float,
    b: int,
    xb: float,
    yb: float,
    cb: float,
    sb: float,
    margin: float,
) -> int:
    """How a model of class ``a`` and one of class ``b`` at two poses stand to each other.

    Returns
    -------
    int
        `APART` if they overlap or are farther apart than the unit may spread,
        else `BESIDE` if they are neighbours, else 0; every limit with ``margin``
        inches to spare (03.01, 03.03).
    """
    climb = abs(squad.z[a] - squad.z[b])
    if climb > squad.span_vertical:
        return APART
    overlap = margin if climb < squad.level else -np.inf
    near = squad.neighbour - margin if climb <= squad.neighbour_vertical else -np.inf
    apart = gap(shapes, squad.shape[a], xa, ya, ca, sa, squad.shape[b], xb, yb, cb, sb)
    if apart < overlap or apart > squad.span - margin:
        return APART
    return BESIDE if apart <= near else 0


@kernel
def pair_by_disc(squad: Squad, a: int, b: int, d2: float) -> int:
    """`pair_relation` with `MARGIN` by the squared distance of the centres alone.

    `UNKNOWN` where the discs around and inside the bases do not agree; round
    bases always do.
    """
    climb = abs(squad.z[a] - squad.z[b])
    outer = squad.outer[a] + squad.outer[b]
    inner = squad.inner[a] + squad.inner[b]
    span = squad.span - MARGIN
    near = squad.neighbour - MARGIN
    if climb > squad.span_vertical or d2 > (outer + span) * (outer + span):
        return APART
    if climb < squad.level:
        if inner + MARGIN > 0.0 and d2 < (inner + MARGIN) * (inner + MARGIN):
            return APART
        if d2 < (outer + MARGIN) * (outer + MARGIN):
            return UNKNOWN
    if inner + span < 0.0 or d2 > (inner + span) * (inner + span):
        return UNKNOWN
    if climb > squad.neighbour_vertical or d2 > (outer + near) * (outer + near):
        return 0
    beside = inner + near >= 0.0 and d2 <= (inner + near) * (inner + near)
    return BESIDE if beside else UNKNOWN


@kernel
def relate_pose(
    shapes: Shapes,
    squad: Squad,
    spots: Spots,
    a: int,
    x: float,
    y: float,
    c: float,
    s: float,
    row: Counts,
) -> None:
    """Fill ``row`` (s,) with how a model of class ``a`` at a pose stands to one on each spot."""
    for b in range(squad.shape.size):
        climb = abs(squad.z[a] - squad.z[b])
        low = spots.first[b]
        high = spots.first[b + 1]
        if squad.round[a] and squad.round[b] and climb <= squad.span_vertical:
            reach = squad.outer[a] + squad.outer[b]
            overlap = (reach + MARGIN) ** 2 if climb < squad.level else 0.0
            span = (reach + squad.span - MARGIN) ** 2
            near = reach + squad.neighbour - MARGIN
            near = near * near if climb <= squad.neighbour_vertical else -1.0
            _relate_discs(
                spots.x[low:high], spots.y[low:high], x, y, overlap, near, span, row[low:high]
            )
            continue
        for q in range(low, high):
            dx = spots.x[q] - x
            dy = spots.y[q] - y
            relation = pair_by_disc(squad, a, b, dx * dx + dy * dy)
            if relation == UNKNOWN:
                relation = pair_relation(
                    shapes, squad, a, x, y, c, s,
                    b, spots.x[q], spots.y[q], spots.turned[q, 0], spots.turned[q, 1], MARGIN,
                )  # fmt: skip
            row[q] = relation


@kernel
def _relate_discs(
    xs: Floats,
    ys: Floats,
    x: float,
    y: float,
    overlap: float,
    near: float,
    span: float,
    row: Counts,
) -> None:
    """Relations of a disc at (x, y) to discs at (xs, ys) by squared limits."""
    # A loop from 0 over whole arrays: an offset would need checks for negative indices,
    # and these keep it from being vectorised.
    for q in range(xs.size):
        dx = xs[q] - x
        dy = ys[q] - y
        d2 = dx * dx + dy * dy
        beside = BESIDE if d2 <= near else 0
        beside = APART if d2 < overlap else beside
        row[q] = APART if d2 > span else beside


@kernel
def relate(shapes: Shapes, squad: Squad, spots: Spots, p: int, row: Counts) -> None:
    """Fill ``row`` (s,) with how a model on spot ``p`` stands to one on each other spot.

    Two models that stay where they start are judged without a margin, and may overlap
    by the rounding of their coordinates.
    """
    a = 0
    while spots.first[a + 1] <= p:
        a += 1
    x, y, c, s = spots.x[p], spots.y[p], spots.turned[p, 0], spots.turned[p, 1]
    relate_pose(shapes, squad, spots, a, x, y, c, s, row)
    if spots.owner[p] < 0:
        return
    for j in range(spots.home.size):
        q = spots.home[j]
        if q >= 0 and j != spots.owner[p]:
            b = squad.member[j]
            xq, yq, cq, sq = spots.x[q], spots.y[q], spots.turned[q, 0], spots.turned[q, 1]
            row[q] = pair_relation(shapes, squad, a, x, y, c, s, b, xq, yq, cq, sq, 0.0)
            if (
                row[q] == APART
                and pair_relation(shapes, squad, a, x, y, c, s, b, xq, yq, cq, sq, -TOLERANCE)
                == BESIDE
            ):
                row[q] = BESIDE


@kernel
def know(
    shapes: Shapes,
    squad: Squad,
    spots: Spots,
    p: int,
    table: NDArray[np.int16],
    known: Bools,
) -> None:
    """See to it that row ``p`` of ``table`` (s, s) is filled by `relate`; ``known`` (s,) tells."""
    if not known[p]:
        relate(shapes, squad, spots, p, table[p])
        known[p] = True


@kernel
def add_row(table: NDArray[np.int16], p: int, state: Counts) -> None:
    """Add the model that now stands on spot ``p`` to the count of every spot."""
    for q in range(state.size):
        state[q] += table[p, q]


@kernel
def take_row(table: NDArray[np.int16], p: int, state: Counts) -> None:
    """Take the model that stood on spot ``p`` off the count of every spot."""
    for q in range(state.size):
        state[q] -= table[p, q]


@kernel
def grow(
    shapes: Shapes,
    squad: Squad,
    spots: Spots,
    value: Floats,
    ceiling: Floats,
    place: Ints,
    table: NDArray[np.int16],
    known: Bools,
    state: Counts,
    free: Ints,
    draws: Floats,
    drawn: Ints,
    noise: float,
    blink: float,
) -> bool:
    """Place the models that have no place yet, each beside one that has.

    The model whose best free spot is worth most (give or take ``noise``) goes
    first, so what is placed stays one group.

    Parameters
    ----------
    shapes, squad, spots
        The outlines, the unit and the spots.
    value
        Points of each model on each spot, `BARRED` where it cannot stand, shape (n, s).
    ceiling
        The most that any model's value of a spot is, shape (s,).
    place
        Spot of each model or `NOWHERE`; filled; shape (n,).
    table, known, state
        See `know` and `add_row`; ``state`` must count the models placed.
    free
        Scratch, shape (s,).
    draws, drawn
        Random numbers (see `draw`).
    noise
        Points of random favour a model gets when the next one is chosen.
    blink
        How often a free spot is overlooked (Christiaens and Vanden Berghe, 2020).

    Returns
    -------
    bool
        Whether every model found a spot.
    """
    n = place.size
    placed = 0
    for i in range(n):
        if place[i] != NOWHERE:
            placed += 1
    while placed < n:
        # Free and connected: at least one BESIDE, no APART.
        lowest = BESIDE if placed > 0 else 0
        # Where groups may part, one that is begun elsewhere cannot grow beside another.
        if noise > 0.0 and not squad.single_group and draw(draws, drawn) < PARTED:
            lowest = 0
        size = 0
        for q in range(state.size):
            free[size] = q
            size += 1 if lowest <= state[q] < (APART if placed > 0 else BESIDE) else 0
        chosen = NOWHERE
        spot = NOWHERE
        most = BARRED
        for i in range(n):
            if place[i] != NOWHERE:
                continue
            favour = noise * draw(draws, drawn) if noise > 0.0 else 0.0
            for f in range(size):
                q = free[f]
                if ceiling[q] + favour <= most:
                    continue
                if value[i, q] + favour > most and (blink == 0.0 or draw(draws, drawn) >= blink):
                    most = value[i, q] + favour
                    chosen = i
                    spot = q
        if chosen == NOWHERE:
            return False
        place[chosen] = spot
        placed += 1
        if not known[place[chosen]]:
            know(shapes, squad, spots, place[chosen], table, known)
        add_row(table, place[chosen], state)
    return True


@kernel
def holds_together(squad: Squad, place: Ints, table: NDArray[np.int16], reached: Ints) -> bool:
    """Whether the models that have a place have the neighbours they need (03.03).

    Every placed model needs ``squad.needed`` neighbours, and if the rules want a
    single group all must be joined.  ``reached`` is scratch of shape (n,).  The
    rows of ``table`` at the places must be known.
    """
    n = place.size
    members = 0
    for i in range(n):
        if place[i] == NOWHERE:
            continue
        members += 1
    if members <= 1:
        return True
    for i in range(n):
        if place[i] == NOWHERE:
            continue
        beside = 0
        for j in range(n):
            if j != i and place[j] != NOWHERE and table[place[i], place[j]] == BESIDE:
                beside += 1
        if beside < min(squad.needed, members - 1):
            return False
    return not squad.single_group or _joined(place, table, reached) == members


@kernel
def _joined(place: Ints, table: NDArray[np.int16], reached: Ints) -> int:
    """Number of placed models joined with the first of them."""
    n = place.size
    head = 0
    tail = 0
    for i in range(n):
        if place[i] != NOWHERE:
            reached[0] = i
            tail = 1
            break
    while head < tail:
        i = reached[head]
        head += 1
        for j in range(n):
            if place[j] == NOWHERE or table[place[i], place[j]] != BESIDE:
                continue
            new = True
            for k in range(tail):
                if reached[k] == j:
                    new = False
                    break
            if new:
                reached[tail] = j
                tail += 1
    return tail


@kernel
def stands(
    shapes: Shapes,
    squad: Squad,
    spots: Spots,
    value: Floats,
    place: Ints,
    table: NDArray[np.int16],
    known: Bools,
    state: Counts,
    reached: Ints,
) -> bool:
    """Whether a formation is legal on the spots: usable, apart, together.

    ``state`` (s,) and ``reached`` (n,) are scratch; the rows of ``table`` at the
    places are known afterwards.
    """
    n = place.size
    state[:] = 0
    for i in range(n):
        if place[i] == NOWHERE or value[i, place[i]] == BARRED:
            return False
        know(shapes, squad, spots, place[i], table, known)
        add_row(table, place[i], state)
    for i in range(n):
        for j in range(i):
            if table[place[i], place[j]] >= APART:
                return False
    return holds_together(squad, place, table, reached)
