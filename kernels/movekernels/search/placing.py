"""Placing models one by one on spots: who may stand beside whom, and connected growth.

For two spots there are three answers: too close or too far apart for one unit
(`APART`), neighbours (`BESIDE`), or neither.  Added up over the models placed,
one small number per spot tells whether the next model may stand there and be
connected: at least one `BESIDE` and no `APART`.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from movekernels._jit import kernel
from movekernels.arrays import Bools, Floats, Ints
from movekernels.geometry.gap import gap
from movekernels.search.ground import BARRED, MARGIN, Ground, Spots, Squad

Counts = NDArray[np.int16]

BESIDE = 1
APART = 256
"""More than the models of any unit, so that one sum counts both."""
NOWHERE = -1


@kernel
def pair_relation(
    ground: Ground,
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
    shapes = ground.shapes
    climb = abs(squad.z[a] - squad.z[b])
    if climb > squad.span_vertical:
        return APART
    dx = xb - xa
    dy = yb - ya
    d2 = dx * dx + dy * dy
    outer = shapes.outer[squad.shape[a]] + shapes.outer[squad.shape[b]]
    inner = shapes.inner[squad.shape[a]] + shapes.inner[squad.shape[b]]
    overlap = margin if climb < squad.level else -np.inf
    span = squad.span - margin
    near = squad.neighbour - margin if climb <= squad.neighbour_vertical else -np.inf
    known = -np.inf
    if margin > 0.0:
        # Outside the rings in which only the exact gap decides, the discs do.
        low = math.sqrt(d2) - outer
        high = math.sqrt(d2) - inner
        if low == high:
            known = low
        elif (
            not (low < overlap <= high) and not (low <= span < high) and not (low <= near < high)
        ):
            known = high if low >= overlap else low
            if low > span:
                known = low
            elif low > near and low >= overlap:
                known = low
    if known == -np.inf:
        known = gap(
            shapes, squad.shape[a], xa, ya, ca, sa, squad.shape[b], xb, yb, cb, sb
        )
    if known < overlap or known > span:
        return APART
    return BESIDE if known <= near else 0


@kernel
def relate(ground: Ground, squad: Squad, spots: Spots, p: int, row: Counts) -> None:
    """Fill ``row`` (s,) with how a model on spot ``p`` stands to one on each other spot.

    Two models that stay where they start are judged without a margin.
    """
    shapes = ground.shapes
    a = 0
    while spots.first[a + 1] <= p:
        a += 1
    x = spots.x[p]
    y = spots.y[p]
    for b in range(squad.shape.size):
        climb = abs(squad.z[a] - squad.z[b])
        low = spots.first[b]
        high = spots.first[b + 1]
        if squad.round[a] and squad.round[b] and climb <= squad.span_vertical:
            reach = shapes.outer[squad.shape[a]] + shapes.outer[squad.shape[b]]
            overlap = (reach + MARGIN) ** 2 if climb < squad.level else 0.0
            span = (reach + squad.span - MARGIN) ** 2
            near = reach + squad.neighbour - MARGIN
            near = near * near if climb <= squad.neighbour_vertical else -1.0
            for q in range(low, high):
                dx = spots.x[q] - x
                dy = spots.y[q] - y
                d2 = dx * dx + dy * dy
                apart = (d2 < overlap) | (d2 > span)
                row[q] = np.int16(APART) * np.int16(apart) + np.int16(d2 <= near)
            continue
        for q in range(low, high):
            row[q] = pair_relation(
                ground, squad, a, x, y, spots.cos[p], spots.sin[p],
                b, spots.x[q], spots.y[q], spots.cos[q], spots.sin[q], MARGIN,
            )  # fmt: skip
    if spots.owner[p] < 0:
        return
    for j in range(spots.home.size):
        q = spots.home[j]
        if q >= 0 and j != spots.owner[p]:
            row[q] = pair_relation(
                ground, squad, a, x, y, spots.cos[p], spots.sin[p],
                squad.member[j], spots.x[q], spots.y[q], spots.cos[q], spots.sin[q], 0.0,
            )  # fmt: skip


@kernel
def put(
    ground: Ground,
    squad: Squad,
    spots: Spots,
    p: int,
    table: NDArray[np.int16],
    known: Bools,
    state: Counts,
) -> None:
    """Add the model that now stands on spot ``p`` to the count of every spot.

    ``table`` (s, s) and ``known`` (s,) keep the rows of `relate` computed so far.
    """
    row = table[p]
    if not known[p]:
        relate(ground, squad, spots, p, row)
        known[p] = True
    for q in range(state.size):
        state[q] += row[q]


@kernel
def grow(
    ground: Ground,
    squad: Squad,
    spots: Spots,
    value: Floats,
    order: Ints,
    count: Ints,
    place: Ints,
    table: NDArray[np.int16],
    known: Bools,
    state: Counts,
    draws: Floats,
    drawn: int,
    noise: float,
) -> int:
    """Place the models that have no place yet, each beside one that has.

    The model whose best free spot is worth most (give or take ``noise``) goes
    first, so what is placed stays one group.

    Parameters
    ----------
    ground, squad, spots
        The table, the unit and the spots.
    value
        Points of each model on each spot, shape (n, s).
    order, count
        Spots of each model from the best down, shape (n, s); the first
        ``count[i]`` are usable.
    place
        Spot of each model or `NOWHERE`; filled; shape (n,).
    table, known, state
        See `put`; ``state`` must count the models placed.
    draws, drawn
        Random numbers in [0, 1), and how many are used up.
    noise
        Points of random favour a model gets when the next one is chosen.

    Returns
    -------
    int
        Random numbers used up after the call; minus that, less one, if some
        model found no spot.
    """
    n = place.size
    placed = 0
    for i in range(n):
        if place[i] != NOWHERE:
            placed += 1
    while placed < n:
        chosen = NOWHERE
        spot = NOWHERE
        most = BARRED
        for i in range(n):
            if place[i] != NOWHERE:
                continue
            found = NOWHERE
            for rank in range(count[i]):
                q = order[i, rank]
                # Free and connected: at least one BESIDE, no APART.
                if state[q] == 0 if placed == 0 else 0 < state[q] < APART:
                    found = q
                    break
            if found == NOWHERE:
                return -drawn - 1
            favour = value[i, found]
            if noise > 0.0:
                favour += noise * draws[drawn % draws.size]
                drawn += 1
            if favour > most:
                most = favour
                chosen = i
                spot = found
        place[chosen] = spot
        placed += 1
        put(ground, squad, spots, spot, table, known, state)
    return drawn


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
    ground: Ground,
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
        put(ground, squad, spots, place[i], table, known, state)
    for i in range(n):
        for j in range(i):
            if table[place[i], place[j]] >= APART:
                return False
    return holds_together(squad, place, table, reached)
