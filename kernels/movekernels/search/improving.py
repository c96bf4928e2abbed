"""Ruin and recreate: better ends for the whole unit on a set of spots."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from movekernels._jit import allocating, kernel
from movekernels.arrays import Bools, Floats, Ints, Shapes
from movekernels.search.ground import BARRED, Spots, Squad
from movekernels.search.holding import coherent_with
from movekernels.search.placing import (
    BESIDE,
    NOWHERE,
    Counts,
    add_row,
    draw,
    grow,
    know,
    take_row,
)

BLINK = 0.06
"""How often a free spot is overlooked."""
RUINED = 4
"""At most so many models are lifted at a time."""
CALM = 0.3
"""So often the best free spots are taken as they are, without noise and blinks."""


@allocating
def improve(
    shapes: Shapes,
    squad: Squad,
    spots: Spots,
    value: Floats,
    pure: Floats,
    table: NDArray[np.int16],
    known: Bools,
    state: Counts,
    current: Ints,
    best: Ints,
    draws: Floats,
    iterations: int,
    heat: float,
) -> float:
    """Lift a few models, put them back better, and keep what is not much worse.

    Ruin and recreate (Schrimpf and others, 2000) on the spots: one to four models,
    neighbours or any, are lifted, and `grow` places them again.

    Parameters
    ----------
    shapes, squad, spots
        The outlines, the unit and the spots.
    value, pure
        Points of each model on each spot, shape (n, s): shaped, which the search
        climbs, and as the goal counts them.
    table, known, state
        Scratch kept between calls (see `know`): shapes (s, s), (s,), (s,).
    current
        Spots of a legal formation to go on from, or all `NOWHERE` to grow one.
    best
        Filled with the best formation met, by ``pure`` and then ``value``; it is
        compared with what it holds, if that is a formation; shape (n,).
    draws
        Random numbers in [0, 1); the same numbers give the same answer.
    iterations
        How often to ruin and recreate.
    heat
        Points by which a formation may be worse than the last and still be kept.

    Returns
    -------
    float
        Points of ``best`` as the goal counts them; -inf if there is none.
    """
    n = squad.member.size
    place = np.empty(n, np.int64)
    lifted = np.empty(n, np.bool_)
    links = np.zeros((2, n), np.int64)
    linked = np.zeros(n, np.int64)
    before = np.empty_like(state)
    drawn = np.zeros(1, np.int64)
    free = np.empty(state.size, np.int64)
    ceiling = np.full(state.size, BARRED)
    for i in range(n):
        for q in range(state.size):
            ceiling[q] = max(ceiling[q], value[i, q])
    now = _total(value, current)
    top = _total(value, best)
    top_pure = _total(pure, best)
    state[:] = 0
    if now > BARRED:
        for i in range(n):
            know(shapes, squad, spots, current[i], table, known)
            add_row(table, current[i], state)
        lifted[:] = True
        link(table, current, lifted, links)
        linked[:] = links[0]
        points = _total(pure, current)
        if _betters(points, now, top_pure, top):
            top, top_pure = now, points
            best[:] = current
    for _ in range(iterations + (now == BARRED)):
        fresh = now == BARRED
        lifted[:] = True
        if not fresh:
            lift(spots.x, spots.y, current, RUINED, lifted, draws, drawn)
        before[:] = state
        rest = 0
        for i in range(n):
            place[i] = NOWHERE if lifted[i] else current[i]
            if lifted[i] and not fresh:
                take_row(table, current[i], state)
            rest |= (0 if lifted[i] else 1) << i
        grown = fresh or not squad.single_group or is_group(linked, rest)
        if grown:
            noise = 0.0
            blink = 0.0
            if draw(draws, drawn) > CALM:
                noise = 4.0 * heat if fresh else 2.0 * heat
                # Without any formation yet the best spots may lead nowhere: look further.
                blink = draw(draws, drawn) if fresh else BLINK
            grown = grow(
                shapes, squad, spots, value, ceiling, place, table, known, state,
                free, draws, drawn, noise, blink,
            )  # fmt: skip
        if grown:
            links[0, :] = linked
            link(table, place, lifted, links)
            grown = coherent_with(links, n, 0, squad.needed, squad.single_group)
        total = _total(value, place) if grown else BARRED
        worse = heat * draw(draws, drawn) * draw(draws, drawn)
        if total == BARRED or total < now - worse:
            state[:] = before
            continue
        now = total
        current[:] = place
        linked[:] = links[0]
        points = _total(pure, place)
        if _betters(points, total, top_pure, top):
            top, top_pure = total, points
            best[:] = place
    return top_pure


@kernel
def link(table: NDArray[np.int16], place: Ints, moved: Bools, links: Ints) -> None:
    """Bring up to date which models are `BESIDE` each other, after some have moved.

    Parameters
    ----------
    table
        Relations of spots (see `know`); rows of the places must be known.
    place
        Spot of each model, shape (n,).
    moved
        Which models have moved, shape (n,).
    links
        Bit ``j`` of ``links[0, i]``: models i and j are beside each other; brought up to
        date.  At most 62 models; shape (2, n).
    """
    n = place.size
    for i in range(n):
        if not moved[i]:
            continue
        mine = 0
        for j in range(n):
            beside = 1 if j != i and table[place[i], place[j]] == BESIDE else 0
            mine |= beside << j
            links[0, j] = (links[0, j] & ~(1 << i)) | (beside << i)
        links[0, i] = mine


@kernel
def is_group(links: Ints, members: int) -> bool:
    """Whether the links, rows of bits (n,), join all of some models, the bits of ``members``."""
    reached = members & -members
    fresh = reached
    while fresh != 0:
        around = 0
        for i in range(links.size):
            if (fresh >> i) & 1 == 1:
                around |= links[i]
        fresh = around & members & ~reached
        reached |= fresh
    return bool(reached == members)


@kernel
def lift(
    x: Floats, y: Floats, place: Ints, most: int, lifted: Bools, draws: Floats, drawn: Ints
) -> None:
    """Choose one to ``most`` models to lift: neighbours or any.

    Parameters
    ----------
    x, y
        Points on the table, inches.
    place
        Which of them is the centre of each model, shape (n,).
    most
        At most so many.
    lifted
        Filled, shape (n,).
    draws, drawn
        Random numbers (see `draw`).
    """
    n = place.size
    lifted[:] = False
    number = 1 + int(draw(draws, drawn) * min(n, most))
    first = int(draw(draws, drawn) * n)
    together = draw(draws, drawn) < 0.5
    lifted[first] = True
    for _ in range(number - 1):
        if not together:
            lifted[int(draw(draws, drawn) * n)] = True
            continue
        nearest = first
        least = np.inf
        for j in range(n):
            dx = x[place[j]] - x[place[first]]
            dy = y[place[j]] - y[place[first]]
            d2 = dx * dx + dy * dy
            if not lifted[j] and d2 < least:
                least = d2
                nearest = j
        lifted[nearest] = True


@kernel
def _total(value: Floats, place: Ints) -> float:
    """Points of a formation, -inf if a model has no place."""
    total = 0.0
    for i in range(place.size):
        if place[i] == NOWHERE:
            return BARRED
        total += value[i, place[i]]
    return total


@kernel
def _betters(points: float, total: float, top_pure: float, top: float) -> bool:
    """Whether points as the goal counts them, then shaped ones, beat those of the best."""
    return points > top_pure + 1e-12 or (points > top_pure - 1e-12 and total > top)
