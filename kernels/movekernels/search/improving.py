"""Ruin and recreate: better ends for the whole unit on a set of spots."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from movekernels._jit import allocating, kernel
from movekernels.arrays import Bools, Floats, Ints, Shapes
from movekernels.search.ground import BARRED, Spots, Squad
from movekernels.search.placing import NOWHERE, Counts, add_row, draw, grow, holds_together, know

BLINK = 0.06
"""How often a free spot is overlooked."""
RUINED = 4
"""At most so many models are lifted at a time."""


@allocating
def improve(
    shapes: Shapes,
    squad: Squad,
    spots: Spots,
    value: Floats,
    pure: Floats,
    order: Ints,
    count: Ints,
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
    order, count
        Spots of each model by ``value``, from the best down (see `grow`).
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
    reached = np.empty(n, np.int64)
    lifted = np.empty(n, np.bool_)
    x = np.empty(n)
    y = np.empty(n)
    now = _total(value, current)
    top = _total(value, best)
    top_pure = _total(pure, best)
    drawn = np.zeros(1, np.int64)
    for step in range(iterations + 1):
        if step == 0 and now > BARRED:
            place[:] = current
        else:
            fresh = now == BARRED
            lifted[:] = True
            if not fresh:
                for i in range(n):
                    x[i] = spots.x[current[i]]
                    y[i] = spots.y[current[i]]
                lift(x, y, RUINED, lifted, draws, drawn)
            for i in range(n):
                place[i] = NOWHERE if lifted[i] else current[i]
            state[:] = 0
            for i in range(n):
                if place[i] != NOWHERE:
                    if not known[place[i]]:
                        know(shapes, squad, spots, place[i], table, known)
                    add_row(table, place[i], state)
            if squad.single_group and not holds_together(squad, place, table, reached):
                continue
            noise = 0.0
            blink = 0.0
            if step > 0 and draw(draws, drawn) > 0.3:
                noise = 4.0 * heat if fresh else 2.0 * heat
                # Without any formation yet the best spots may lead nowhere: look further.
                blink = draw(draws, drawn) if fresh else BLINK
            grown = grow(
                shapes, squad, spots, value, order, count, place, table, known, state,
                draws, drawn, noise, blink,
            )  # fmt: skip
            if not grown or not holds_together(squad, place, table, reached):
                continue
        total = _total(value, place)
        worse = heat * draw(draws, drawn) * draw(draws, drawn)
        if total > now - worse or now == BARRED:
            now = total
            current[:] = place
            points = _total(pure, place)
            if points > top_pure + 1e-12 or (points > top_pure - 1e-12 and total > top):
                top = total
                top_pure = points
                best[:] = place
    return top_pure


@kernel
def lift(x: Floats, y: Floats, most: int, lifted: Bools, draws: Floats, drawn: Ints) -> None:
    """Choose one to ``most`` models to lift: neighbours or any.

    Parameters
    ----------
    x, y
        Centres of the models, inches, shape (n,).
    most
        At most so many.
    lifted
        Filled, shape (n,).
    draws, drawn
        Random numbers (see `draw`).
    """
    n = x.size
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
            d2 = (x[j] - x[first]) ** 2 + (y[j] - y[first]) ** 2
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
