"""Bases too large for where they are to be set up (03.02.02)."""

from __future__ import annotations

import math
from functools import lru_cache

from movesolver.table.bases import Base
from movesolver.table.measures import inches


@lru_cache(maxsize=512)
def width(base: Base) -> float:
    """Return the smallest width of a base over all its headings, inches."""
    if base.round is not None:
        return inches(base.round)
    if base.oval is not None:
        return inches(min(base.oval))
    if base.rectangle is not None:
        return inches(min(base.rectangle))
    from shapely import MultiPoint, get_coordinates

    hull = MultiPoint(base.hull or ()).convex_hull
    corners: list[tuple[float, float]] = get_coordinates(hull)[:-1].tolist()
    least = math.inf
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        # A convex polygon is narrowest across one of its sides.
        length = math.hypot(bx - ax, by - ay)
        across = (((px - ax) * (by - ay) - (py - ay) * (bx - ax)) / length for px, py in corners)
        least = min(least, max(abs(value) for value in across))
    return least


def too_large(base: Base, distance: float) -> bool:
    """Return whether a base cannot be wholly within a distance, however it is turned."""
    return width(base) > distance
