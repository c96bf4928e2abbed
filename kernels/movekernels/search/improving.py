"""Ruin and recreate: better ends for the whole unit on a set of spots."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from movekernels._jit import kernel
from movekernels.arrays import Bools, Floats, Ints
from movekernels.search.ground import BARRED, Ground, Spots, Squad
from movekernels.search.placing import NOWHERE, Counts, grow, holds_together, put

RUINED = 4
"""At most so many models are lifted at a time."""


@kernel
def improve(
    ground: Ground,
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
    ground, squad, spots
        The table, the unit and the spots.
    value, pure
        Points of each model on each spot, shape (n, s): shaped, which the search
        climbs, and as the goal counts them.
    order, count
        Spots of each model by ``value``, from the best down (see `grow`).
    table, known, state
        Scratch kept between calls (see `put`): shapes (s, s), (s,), (s,).
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
    now = _total(value, current)
    top = _total(value, best)
    top_pure = _total(pure, best)
    drawn = 0
    for step in range(iterations + 1):
        if step == 0 and now > BARRED:
            place[:] = current
        else:
            fresh = now == BARRED
            drawn = _ruin(squad, spots, fresh, current, place, draws, drawn)
            state[:] = 0
            for i in range(n):
                if place[i] != NOWHERE:
                    put(ground, squad, spots, place[i], table, known, state)
            if squad.single_group and not holds_together(squad, place, table, reached):
                continue
            noise = 0.0
            if step > 0 and _draw(draws, drawn) > 0.3:
                noise = 4.0 * heat if fresh else 2.0 * heat
            drawn = grow(
                ground, squad, spots, value, order, count, place, table, known, state,
                draws, drawn + 1, noise,
            )  # fmt: skip
            if drawn < 0:
                drawn = -drawn - 1
                continue
            if not holds_together(squad, place, table, reached):
                continue
        total = _total(value, place)
        worse = heat * _draw(draws, drawn) * _draw(draws, drawn + 1)
        drawn += 2
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
def _ruin(
    squad: Squad, spots: Spots, fresh: bool, current: Ints, place: Ints, draws: Floats, drawn: int
) -> int:
    """Copy ``current`` to ``place`` with some models lifted; return random numbers used up."""
    n = place.size
    if fresh:
        place[:] = NOWHERE
        return drawn
    place[:] = current
    lifted = 1 + int(_draw(draws, drawn) * min(n, RUINED))
    first = int(_draw(draws, drawn + 1) * n)
    together = _draw(draws, drawn + 2) < 0.5
    drawn += 3
    x = spots.x[current[first]]
    y = spots.y[current[first]]
    place[first] = NOWHERE
    for _ in range(lifted - 1):
        if not together:
            place[int(_draw(draws, drawn) * n)] = NOWHERE
            drawn += 1
            continue
        nearest = NOWHERE
        least = np.inf
        for j in range(n):
            if place[j] != NOWHERE:
                dx = spots.x[place[j]] - x
                dy = spots.y[place[j]] - y
                d2 = dx * dx + dy * dy
                if d2 < least:
                    least = d2
                    nearest = j
        if nearest != NOWHERE:
            place[nearest] = NOWHERE
    return drawn


@kernel
def _draw(draws: Floats, drawn: int) -> float:
    return float(draws[drawn % draws.size])


@kernel
def _total(value: Floats, place: Ints) -> float:
    """Points of a formation, -inf if a model has no place."""
    total = 0.0
    for i in range(place.size):
        if place[i] == NOWHERE:
            return BARRED
        total += value[i, place[i]]
    return total
