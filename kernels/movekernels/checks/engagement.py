"""Which models are engaged, and how near the nearest enemy is (03.04)."""

from __future__ import annotations

import math

import numpy as np

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Floats, Ints, Shapes
from movekernels.checks.bounds import ASK, OVER, YES, _largest, _settle, body_gap

NOBODY = -1
"""In a list of indices: no such body."""


@kernel
def _fill_radii(shapes: Shapes, bodies: Bodies, radii: Floats) -> tuple[float, int]:
    """Fill outer radii; returns the largest, and how many bodies are not round."""
    largest = 0.0
    angular = 0
    for j in range(bodies.shape.size):
        k = bodies.shape[j]
        radii[j] = shapes.outer[k]
        largest = max(largest, radii[j])
        angular += shapes.inner[k] != radii[j]
    return largest, angular


@kernel
def _lowest(row: Ints) -> int:
    """Index of the smallest of some numbers, the first among equals: two passes in SIMD."""
    low = row[0]
    for j in range(row.size):
        low = min(low, row[j])
    index = row.size
    for j in range(row.size):
        index = min(index, j if row[j] == low else row.size)
    return index


@kernel
def engagement(
    shapes: Shapes,
    unit: Bodies,
    enemies: Bodies,
    reach: float,
    vertical: float,
    tolerance: float,
    space: Floats,
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
    space
        Scratch, C-contiguous; shape (2, m), or wider.
    nearest
        Filled: smallest gap in inches to an enemy within ``vertical``, infinity
        if there is none; negative if some such enemy is overlapped; shape (n,).
    nearest_index
        Filled: that enemy, the lowest index among equals, `NOBODY` if none; shape (n,).

    Returns
    -------
    int
        Number of engaged models.

    Notes
    -----
    A gap is at least that of the discs around both bases, n m of them in SIMD; the
    smallest is the answer for round bases, else those not above the best so far ask
    for the exact gap.
    """
    m = enemies.x.size
    x, y, z = enemies.x, enemies.y, enemies.z
    radii, lower = space[0, :m], space[1, :m]
    largest, angular = _fill_radii(shapes, enemies, radii)
    limit = reach + tolerance
    tall = vertical + tolerance
    # of numbers that are not negative the bits are in the order of the numbers
    bits = lower.view(np.int64)
    count = 0
    for i in range(unit.x.size):
        nearest[i] = math.inf
        nearest_index[i] = NOBODY
        x_i, y_i, z_i, k = unit.x[i], unit.y[i], unit.z[i], unit.shape[i]
        outer, inner = shapes.outer[k], shapes.inner[k]
        for j in range(m):
            dx = x_i - x[j]
            dy = y_i - y[j]
            distance = math.sqrt(dx * dx + dy * dy) - radii[j] + largest
            lower[j] = distance if abs(z_i - z[j]) <= tall else math.inf
        first = _lowest(bits) if m > 0 else 0
        if m == 0 or lower[first] == math.inf:
            continue
        best, engaged = _gap_within(shapes, unit, i, enemies, first, limit)
        if angular > 0 or inner != outer:
            allowed = (best + outer + largest) * (1.0 + 1e-12) + 1e-12
            rivals = 0
            for j in range(m):
                rivals += lower[j] <= allowed
            for j in range(m if rivals > 1 else 0):
                if lower[j] > allowed or lower[j] - outer - largest > best + 1e-12 or j == first:
                    continue
                value, within = _gap_within(shapes, unit, i, enemies, j, limit)
                engaged |= within
                if value < best or (value == best and j < first):
                    best = value
                    first = j
        nearest[i] = best
        nearest_index[i] = first
        count += engaged
    return count


@kernel
def _gap_within(
    shapes: Shapes, unit: Bodies, i: int, enemies: Bodies, j: int, limit: float
) -> tuple[float, bool]:
    """Gap of a model and an enemy, and whether it is within a limit, as `within` has it."""
    k, m = unit.shape[i], enemies.shape[j]
    outer = shapes.outer[k] + shapes.outer[m]
    value = body_gap(shapes, unit, i, enemies, j)
    if shapes.inner[k] + shapes.inner[m] == outer:
        dx = unit.x[i] - enemies.x[j]
        dy = unit.y[i] - enemies.y[j]
        far = outer + limit
        return value, bool(far >= 0.0) and bool(dx * dx + dy * dy <= far * far)
    return value, bool(value <= limit)


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
                dx * dx + dy * dy, outer, shapes.outer[k], inner, shapes.inner[k], limit, False
            )
            if verdict == YES or (
                verdict == ASK and body_gap(shapes, unit, i, enemies, j) <= limit
            ):
                return True
    return False
