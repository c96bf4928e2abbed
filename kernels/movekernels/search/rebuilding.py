"""Ruin and recreate about a formation: on spots where its bases touch, then polished."""

from __future__ import annotations

import numpy as np

from movekernels._jit import allocating, kernel
from movekernels.arrays import Floats, Ints
from movekernels.search.contacts import contact_points
from movekernels.search.ending import OPEN, end_conflict
from movekernels.search.ground import Ground, Spots, Squad, Terms
from movekernels.search.improving import improve
from movekernels.search.placing import NOWHERE
from movekernels.search.polishing import polish
from movekernels.search.routing import routes
from movekernels.search.travelling import bend_costs, bend_rows
from movekernels.search.values import SLOPE, worth_of_unit, worth_rows

FEWEST = 100
"""Room for so many spots of each class ..."""
PER_MODEL = 40
"""... and for so many more for each model."""
NEXT = 0.8
"""Models with a gap of no more than this to one that moved are polished with it, inches."""
PARTS = 3
"""Parts of the iterations, each with less heat than the one before."""


@allocating
def rebuild(
    ground: Ground,
    squad: Squad,
    terms: Terms,
    aims: Floats,
    poses: Floats,
    ways: Ints,
    draws: Floats,
    iterations: int,
    heat: float,
    sweeps: int,
    step: float,
) -> float:
    """Rebuild a formation from spots where bases touch its own models and obstacles.

    The models' own poses and `contact_points` are the spots of `improve`; the best
    formation met is polished, where models have moved.

    Parameters
    ----------
    ground, squad, terms
        The table, the unit and the goal.
    aims
        Places of the goal, inches, shape (a, 2).
    poses, ways
        Legal end poses (x, y, cos, sin) and routes on entry, legal and no worse on
        return; shapes (n, 4), (n,).
    draws
        Random numbers in [0, 1); the same numbers give the same answer.
    iterations
        How often to ruin and recreate.
    heat
        Points by which a formation may be worse than the last and still be kept, at first.
    sweeps, step
        Rounds of the polish, and its first step, inches.

    Returns
    -------
    float
        What the poses returned are worth, as the goal of the search counts.
    """
    n = squad.member.size
    place = np.empty(n, np.int64)
    spots, conflicts = _spots(ground, squad, aims, poses, place)
    size = spots.x.size
    leads = np.empty((n, size), np.int64)
    routes(ground, squad, spots, conflicts, leads)
    for i in range(n):
        leads[i, place[i]] = ways[i]
    value = np.empty((n, size))
    pure = np.empty((n, size))
    worth_rows(ground.shapes, squad, terms, spots, leads, SLOPE, value)
    bend_rows(ground, squad, terms, spots, leads, value)
    worth_rows(ground.shapes, squad, terms, spots, leads, 0.0, pure)
    bend_rows(ground, squad, terms, spots, leads, pure)
    table = np.empty((size, size), np.int16)
    known = np.zeros(size, np.bool_)
    state = np.empty(size, np.int16)
    current = place.copy()
    stood = place.copy()
    for part in range(PARTS):
        begun = iterations * part // PARTS
        improve(
            ground.shapes, squad, spots, value, pure, table, known, state,
            current, place, draws[begun % draws.size :], iterations * (part + 1) // PARTS - begun,
            heat * (PARTS - part) / PARTS,
        )  # fmt: skip
    moved = np.zeros(n, np.bool_)
    trial = poses.copy()
    for i in range(n):
        p = place[i]
        moved[i] = p != stood[i]
        poses[i, 0], poses[i, 1] = spots.x[p], spots.y[p]
        if not squad.round[squad.member[i]]:
            poses[i, 2], poses[i, 3] = spots.turned[p, 0], spots.turned[p, 1]
        ways[i] = leads[i, p]
    steps = np.zeros(n + 1)
    for i in range(n):
        for j in range(n):
            if moved[j] and _beside(squad, trial, poses, i, j):
                steps[i] = step
    points = np.empty(n)
    links = np.empty((2, n), np.int64)
    polish(ground, squad, terms, poses, ways, sweeps, steps, links, trial, points)
    total = worth_of_unit(ground.shapes, squad, terms, poses, 0.0, points)
    return total - bend_costs(ground, squad, terms, poses, ways, points)


@kernel
def _beside(squad: Squad, before: Floats, after: Floats, i: int, j: int) -> bool:
    """Whether model ``i`` stands near where model ``j`` stood before or stands after."""
    reach = NEXT + squad.outer[squad.member[i]] + squad.outer[squad.member[j]]
    for poses in (before, after):
        dx = after[i, 0] - poses[j, 0]
        dy = after[i, 1] - poses[j, 1]
        if dx * dx + dy * dy < reach * reach:
            return True
    return False


@allocating
def _spots(
    ground: Ground, squad: Squad, aims: Floats, poses: Floats, place: Ints
) -> tuple[Spots, Ints]:
    """Return the spots about a formation and what bars them; ``place`` (n,) is filled."""
    n = squad.member.size
    most = FEWEST + PER_MODEL * n
    points = np.empty((most, 2))
    circles = np.empty((ground.rings.x.size + n, 3))
    room = n + most * squad.shape.size
    first = np.zeros(squad.shape.size + 1, np.int64)
    at = np.empty((room, 4))
    owner = np.full(room, NOWHERE)
    conflicts = np.full(room, OPEN)
    home = np.full(n, NOWHERE)
    size = 0
    for k in range(squad.shape.size):
        for i in range(n):
            if squad.member[i] != k:
                continue
            place[i] = size
            at[size] = poses[i]
            conflicts[size] = end_conflict(
                ground, squad, k, poses[i, 0], poses[i, 1], poses[i, 2], poses[i, 3]
            )
            if (poses[i] == squad.start[i]).all():
                owner[size] = i
                home[i] = size
            if squad.round[k]:
                at[size, 2], at[size, 3] = 1.0, 0.0
            size += 1
        if squad.round[k]:
            found = contact_points(ground, squad, k, poses, aims, circles, points)
            for p in range(found):
                at[size, 0], at[size, 1], at[size, 2], at[size, 3] = (
                    points[p, 0],
                    points[p, 1],
                    1.0,
                    0.0,
                )
                size += 1
        first[k + 1] = size
    spots = Spots(
        first, at[:size, 0].copy(), at[:size, 1].copy(), at[:size, 2:].copy(), home, owner[:size]
    )
    return spots, conflicts[:size]
