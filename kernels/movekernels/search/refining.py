"""Ruin and recreate off the lattice: lift a few models, place them on spots, polish."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from movekernels._jit import allocating, kernel
from movekernels.arrays import Bools, Floats, Ints
from movekernels.search.ground import BARRED, Ground, Spots, Squad, Terms
from movekernels.search.holding import relations
from movekernels.search.improving import BLINK, lift
from movekernels.search.placing import ELSEWHERE, NOWHERE, Counts, add_row, draw, grow, relate_pose
from movekernels.search.polishing import polish

LIFTED = 3
"""At most so many models are lifted at a time."""
FIRST_STEP = 0.25
"""First step of the lifted models, inches."""
SECOND_STEP = 0.06
"""First step of the second polish, of those around, inches."""
NEXT = 0.8
"""Models with a gap of no more than this are around each other, inches."""
STAYED = 0.02
"""A model that comes back as near as this has not moved, inches."""


@allocating
def refine(
    ground: Ground,
    squad: Squad,
    terms: Terms,
    spots: Spots,
    value: Floats,
    routes: Ints,
    table: NDArray[np.int16],
    known: Bools,
    state: Counts,
    poses: Floats,
    ways: Ints,
    draws: Floats,
    iterations: int,
    heat: float,
    sweeps: int,
) -> float:
    """Lift a few models, put them back on spots, polish them, and keep what is better.

    Parameters
    ----------
    ground, squad, terms, spots
        The table, the unit, the goal and the spots.
    value, table, known, state
        As for `movekernels.search.improving.improve`.
    routes
        Route of each model to each spot, shape (n, s).
    poses, ways
        Legal end poses (x, y, cos, sin) and routes on entry, legal and no worse on
        return; shapes (n, 4), (n,).
    draws
        Random numbers in [0, 1); the same numbers give the same answer.
    iterations
        How often to lift and place again.
    heat
        How many points a first polish may stay behind and still get the second.
    sweeps
        Rounds of the first polish, of the lifted models alone, and of the second, of
        those around.  No constant here: `polish` would be compiled once more for it.

    Returns
    -------
    float
        Shaped value of the poses returned.
    """
    n = squad.member.size
    place = np.empty(n, np.int64)
    lifted = np.empty(n, np.bool_)
    links = np.empty((2, n), np.int64)
    trial = np.empty((n, 4))
    tried = np.empty(n, np.int64)
    scratch = np.empty((n, 4))
    points = np.empty(n)
    steps = np.zeros(n + 1)
    rows = np.empty((n, state.size), np.int16)
    for i in range(n):
        _relate_model(ground, squad, spots, poses, i, rows)
    drawn = np.zeros(1, np.int64)
    free = np.empty(state.size, np.int64)
    ceiling = np.full(state.size, BARRED)
    for i in range(n):
        for q in range(state.size):
            ceiling[q] = max(ceiling[q], value[i, q])
    x = np.empty(n)
    y = np.empty(n)
    every = np.arange(n)
    polish(ground, squad, terms, poses, ways, sweeps, steps, links, scratch, points)
    now = points.sum()
    for _ in range(iterations):
        x[:] = poses[:, 0]
        y[:] = poses[:, 1]
        lift(x, y, every, LIFTED, lifted, draws, drawn)
        state[:] = 0
        for i in range(n):
            place[i] = NOWHERE if lifted[i] else ELSEWHERE
            if not lifted[i]:
                add_row(rows, i, state)
        noise = heat * draw(draws, drawn)
        if not grow(
            ground.shapes, squad, spots, value, ceiling, place, table, known, state,
            free, draws, drawn, noise, BLINK,
        ):  # fmt: skip
            continue
        trial[:, :] = poses
        tried[:] = ways
        steps[:] = 0.0
        for i in range(n):
            if lifted[i]:
                p = place[i]
                trial[i, 0] = spots.x[p]
                trial[i, 1] = spots.y[p]
                if not squad.round[squad.member[i]]:
                    trial[i, 2] = spots.turned[p, 0]
                    trial[i, 3] = spots.turned[p, 1]
                tried[i] = routes[i, p]
                steps[i] = FIRST_STEP
        if not relations(ground, squad, trial, links):
            continue
        polish(ground, squad, terms, trial, tried, sweeps, steps, links, scratch, points)
        if points.sum() < now - heat:
            continue
        # Who stood or stands next to a model that moved may find a better place now.
        steps[:] = 0.0
        for i in range(n):
            if lifted[i] and _apart2(poses, i, trial, i) > STAYED * STAYED:
                for j in range(n):
                    reach = NEXT + squad.outer[squad.member[i]] + squad.outer[squad.member[j]]
                    if (
                        min(_apart2(poses, i, trial, j), _apart2(trial, i, trial, j))
                        < reach * reach
                    ):
                        steps[j] = SECOND_STEP
        if steps.max() > 0.0:
            polish(ground, squad, terms, trial, tried, sweeps, steps, links, scratch, points)
        if points.sum() > now:
            now = points.sum()
            for i in range(n):
                if _apart2(poses, i, trial, i) > 0.0 or poses[i, 2] != trial[i, 2]:
                    _relate_model(ground, squad, spots, trial, i, rows)
            poses[:, :] = trial
            ways[:] = tried
    return float(now)


@kernel
def _relate_model(
    ground: Ground, squad: Squad, spots: Spots, poses: Floats, i: int, rows: NDArray[np.int16]
) -> None:
    """Fill row ``i`` with how model ``i`` stands to one on each spot."""
    relate_pose(
        ground.shapes, squad, spots, squad.member[i],
        poses[i, 0], poses[i, 1], poses[i, 2], poses[i, 3], rows[i],
    )  # fmt: skip


@kernel
def _apart2(a: Floats, i: int, b: Floats, j: int) -> float:
    """Squared distance of pose ``i`` of ``a`` and pose ``j`` of ``b``."""
    return float((a[i, 0] - b[j, 0]) ** 2 + (a[i, 1] - b[j, 1]) ** 2)
