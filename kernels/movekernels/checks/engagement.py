"""Which models are engaged, and how near the nearest enemy is (03.04)."""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Floats, Ints, Shapes
from movekernels.checks.bounds import OVER, body_gap, within

NOBODY = -1
"""In a list of indices: no such body."""


@kernel
def engagement(
    shapes: Shapes,
    unit: Bodies,
    enemies: Bodies,
    reach: float,
    vertical: float,
    tolerance: float,
    nearest: Floats,
    nearest_index: Ints,
) -> int:
    """Nearest enemy of each model, and how many models are engaged.

    A model is engaged with an enemy at most ``reach`` away horizontally and
    ``vertical`` in height: two separate tests (03.04).

    Parameters
    ----------
    shapes
        Outlines of both sides.
    unit, enemies
        The models (n) and the enemy models (m).
    reach, vertical
        Limits in inches, inclusive; either may be infinite.
    tolerance
        Added to both limits, inches.
    nearest
        Filled: smallest gap in inches to an enemy within ``vertical``, infinity
        if there is none; shape (n,).
    nearest_index
        Filled: that enemy, the lowest index among equals, `NOBODY` if none; shape (n,).

    Returns
    -------
    int
        Number of engaged models.
    """
    count = 0
    guess = 0
    for i in range(unit.x.size):
        best = math.inf
        index = NOBODY
        outer = shapes.outer[unit.shape[i]]
        m = enemies.x.size
        for step in range(m):
            # Mates share their nearest enemy as a rule: it goes first, and hides the rest.
            j = guess if step == 0 else (0 if step == guess else step)
            if not abs(unit.z[i] - enemies.z[j]) <= vertical + tolerance:
                continue
            dx = unit.x[i] - enemies.x[j]
            dy = unit.y[i] - enemies.y[j]
            bound = max(best + outer + shapes.outer[enemies.shape[j]], 0.0)
            if dx * dx + dy * dy > bound * bound * OVER:
                continue
            value = body_gap(shapes, unit, i, enemies, j)
            if value < best or (value == best and j < index):
                best = value
                index = j
        nearest[i] = best
        nearest_index[i] = index
        if index != NOBODY:
            guess = index
            if best <= reach + tolerance:
                count += 1
    return count


@kernel
def engaged_any(
    shapes: Shapes, unit: Bodies, enemies: Bodies, reach: float, vertical: float, tolerance: float
) -> bool:
    """Whether any model is engaged: `engagement` > 0, with an early exit.

    Parameters
    ----------
    shapes, unit, enemies, reach, vertical, tolerance
        As in `engagement`.
    """
    for i in range(unit.x.size):
        for j in range(enemies.x.size):
            if abs(unit.z[i] - enemies.z[j]) <= vertical + tolerance and within(
                shapes, unit, i, enemies, j, reach + tolerance
            ):
                return True
    return False
