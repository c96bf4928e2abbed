"""Engagement read off the rule: every model against every enemy (03.04)."""

from __future__ import annotations

import math

from movekernels.arrays import Bodies, Floats, Ints, Shapes
from reference.bounds import body_gap


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
    """Engaged: within reach horizontally and within the vertical part, separately (03.04)."""
    count = 0
    for i in range(unit.x.size):
        gaps = {
            j: body_gap(shapes, unit, i, enemies, j)
            for j in range(enemies.x.size)
            if abs(float(unit.z[i]) - float(enemies.z[j])) <= vertical + tolerance
        }
        nearest[i] = min(gaps.values(), default=math.inf)
        nearest_index[i] = min(gaps, key=lambda j: (gaps[j], j), default=-1)
        count += any(gap <= reach + tolerance for gap in gaps.values())
    return count


def engaged_any(
    shapes: Shapes, unit: Bodies, enemies: Bodies, reach: float, vertical: float, tolerance: float
) -> bool:
    """A unit is engaged when any of its models is (03.04)."""
    return any(
        abs(float(unit.z[i]) - float(enemies.z[j])) <= vertical + tolerance
        and body_gap(shapes, unit, i, enemies, j) <= reach + tolerance
        for i in range(unit.x.size)
        for j in range(enemies.x.size)
    )
