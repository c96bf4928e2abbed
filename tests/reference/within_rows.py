"""The first body within a distance of each model, one pair at a time (01.04, 03.04)."""

from __future__ import annotations

from movekernels.arrays import Bodies, Ints, Shapes
from reference.bounds import within


def first_within(
    shapes: Shapes,
    unit: Bodies,
    others: Bodies,
    limit: float,
    vertical: float,
    level: bool,
    strict: bool,
    near: object,
    place: object,
    first: Ints,
) -> int:
    for i in range(unit.x.size):
        near = [
            j
            for j in range(others.x.size)
            if abs(float(unit.z[i]) - float(others.z[j])) <= vertical
            and within(shapes, unit, i, others, j, limit)
        ]
        first[i] = near[0] if near else -1
    return sum(int(j) >= 0 for j in first)
