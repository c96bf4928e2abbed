"""Which models are engaged, and how near the nearest enemy is (03.04)."""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Floats, Ints, Shapes
from movekernels.checks.bounds import ASK, OVER, YES, _largest, _settle, body_gap

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
        if there is none; negative if some such enemy is overlapped; shape (n,).
    nearest_index
        Filled: that enemy, the lowest index among equals, `NOBODY` if none; shape (n,).

    Returns
    -------
    int
        Number of engaged models.
    """
    count = 0
    guess = 0
    largest = _largest(shapes, enemies)
    m = enemies.x.size
    for i in range(unit.x.size):
        x, y, z = unit.x[i], unit.y[i], unit.z[i]
        outer = shapes.outer[unit.shape[i]]
        inner = shapes.inner[unit.shape[i]]
        # Mates share their nearest enemy as a rule: it bounds the distance, and a
        # count without an exit, which runs in SIMD, mostly finds nobody else nearer.
        upper = math.inf
        if guess < m and abs(z - enemies.z[guess]) <= vertical + tolerance:
            dx = x - enemies.x[guess]
            dy = y - enemies.y[guess]
            upper = math.sqrt(dx * dx + dy * dy) - inner - shapes.inner[enemies.shape[guess]]
        bound = max(upper + outer + largest, 0.0)
        limit = bound * bound * OVER
        near = 0
        for j in range(m):
            dx = x - enemies.x[j]
            dy = y - enemies.y[j]
            near += dx * dx + dy * dy <= limit
        alone = near == 1 and upper < math.inf
        best = math.inf
        index = NOBODY
        for j in range(guess if alone else 0, guess + 1 if alone else m):
            if not abs(z - enemies.z[j]) <= vertical + tolerance:
                continue
            dx = x - enemies.x[j]
            dy = y - enemies.y[j]
            d2 = dx * dx + dy * dy
            radius = shapes.outer[enemies.shape[j]]
            bound = max(min(best, upper) + outer + radius, 0.0)
            if d2 > bound * bound * OVER:
                continue
            if inner == outer and shapes.inner[enemies.shape[j]] == radius:
                value = math.sqrt(d2) - outer - radius
            else:
                value = body_gap(shapes, unit, i, enemies, j)
            if value < best:
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
    largest = _largest(shapes, enemies)
    limit = reach + tolerance
    m = enemies.x.size
    for i in range(unit.x.size):
        x, y, z = unit.x[i], unit.y[i], unit.z[i]
        outer = shapes.outer[unit.shape[i]]
        inner = shapes.inner[unit.shape[i]]
        far = outer + largest + limit
        far2 = far * far * OVER
        near = 0
        for j in range(m):
            dx = x - enemies.x[j]
            dy = y - enemies.y[j]
            near += dx * dx + dy * dy <= far2
        if near == 0:
            continue
        for j in range(m):
            if not abs(z - enemies.z[j]) <= vertical + tolerance:
                continue
            dx = x - enemies.x[j]
            dy = y - enemies.y[j]
            k = enemies.shape[j]
            verdict = _settle(
                dx * dx + dy * dy, outer, shapes.outer[k], inner, shapes.inner[k], limit
            )
            if verdict == YES or (
                verdict == ASK and body_gap(shapes, unit, i, enemies, j) <= limit
            ):
                return True
    return False
