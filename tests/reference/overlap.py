"""No model may end on another model: bases of one level do not overlap (03.01)."""

from __future__ import annotations

from movekernels.arrays import Bodies, Ints, Shapes
from reference.bounds import body_gap


def overlapping(
    shapes: Shapes, a: Bodies, i: int, b: Bodies, j: int, level: float, tolerance: float
) -> bool:
    """Touching bases do not overlap; nor do bases of different levels."""
    same_level = abs(float(a.z[i]) - float(b.z[j])) < level
    return same_level and body_gap(shapes, a, i, b, j) < -tolerance


def overlaps(
    shapes: Shapes, unit: Bodies, others: Bodies, level: float, tolerance: float, first: Ints
) -> int:
    for i in range(unit.x.size):
        hits = [
            j
            for j in range(others.x.size)
            if overlapping(shapes, unit, i, others, j, level, tolerance)
        ]
        first[i] = hits[0] if hits else -1
    return sum(int(j) >= 0 for j in first)


def self_overlaps(shapes: Shapes, unit: Bodies, level: float, tolerance: float, first: Ints) -> int:
    for i in range(unit.x.size):
        hits = [j for j in range(i) if overlapping(shapes, unit, i, unit, j, level, tolerance)]
        first[i] = hits[0] if hits else -1
    return sum(int(j) >= 0 for j in first)
