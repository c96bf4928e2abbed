"""Slow twin of `movekernels.geometry.disc_rows`."""

from __future__ import annotations

import math
from fractions import Fraction

from movekernels.arrays import Floats


def disc_gaps(
    x: Floats, y: Floats, r: Floats, others_x: Floats, others_y: Floats, others_r: Floats
) -> list[list[float]]:
    """Distance of the centres less both radii, pair by pair."""
    others = list(zip(others_x, others_y, others_r, strict=True))
    return [
        [math.dist((xi, yi), (xj, yj)) - ri - rj for xj, yj, rj in others]
        for xi, yi, ri in zip(x, y, r, strict=True)
    ]


def disc_counts(
    x: Floats,
    y: Floats,
    r: Floats,
    others_x: Floats,
    others_y: Floats,
    others_r: Floats,
    limit: float,
) -> list[int]:
    """How many are within the limit, in exact fractions."""
    counts = []
    for one in zip(x, y, r, strict=True):
        xi, yi, ri = (Fraction(float(value)) for value in one)
        count = 0
        for other in zip(others_x, others_y, others_r, strict=True):
            xj, yj, rj = (Fraction(float(value)) for value in other)
            reach = ri + rj + Fraction(limit)
            count += reach >= 0 and (xi - xj) ** 2 + (yi - yj) ** 2 <= reach**2
        counts.append(count)
    return counts


def disc_nearest(
    x: Floats, y: Floats, r: Floats, others_x: Floats, others_y: Floats, others_r: Floats
) -> list[tuple[float, int]]:
    """Smallest gap and the first disc that has it."""
    rows = disc_gaps(x, y, r, others_x, others_y, others_r)
    return [min(zip(row, range(len(row)), strict=True), default=(math.inf, -1)) for row in rows]
