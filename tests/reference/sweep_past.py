"""Slow twin of `movekernels.geometry.sweep_past`."""

from __future__ import annotations

import math

from movekernels.arrays import Bodies, Floats, Shapes
from reference.sweep import first_contact, sweep_gap


def sweep_past(
    shapes: Shapes,
    i: int,
    xi: float,
    yi: float,
    ci: float,
    si: float,
    dx: float,
    dy: float,
    obstacles: Bodies,
    depth: float,
    space: Floats,
) -> tuple[float, int, float, int]:
    """Every obstacle for itself: how near, and when it is cut deeper than ``depth``."""
    slide = (shapes, i, xi, yi, ci, si, dx, dy)
    gaps: list[tuple[float, int]] = [(math.inf, -1)]
    contacts: list[tuple[float, int]] = [(2.0, -1)]
    for j, (shape, x, y, c, s, _) in enumerate(zip(*obstacles, strict=True)):
        other = (int(shape), float(x), float(y), float(c), float(s))
        gaps.append((sweep_gap(*slide, *other), j))
        if gaps[-1][0] < -depth:
            contacts.append((first_contact(*slide, *other, depth), j))
    return *min(gaps), *min(contacts)
