"""Slow twin of `movekernels.geometry.pair_rows`."""

from __future__ import annotations

from movekernels.arrays import Bodies, Ints, Shapes
from reference.gap import gap


def pair_gaps(
    shapes: Shapes, a: Bodies, b: Bodies, first: Ints, second: Ints, count: int
) -> list[float]:
    """The gap of each pair of the list, one by one."""
    gaps = []
    for i, j in zip(first[:count], second[:count], strict=True):
        one = (float(a.x[i]), float(a.y[i]), float(a.cos[i]), float(a.sin[i]))
        two = (float(b.x[j]), float(b.y[j]), float(b.cos[j]), float(b.sin[j]))
        gaps.append(gap(shapes, int(a.shape[i]), *one, int(b.shape[j]), *two))
    return gaps
