"""Coherency of many units, unit by unit (03.03)."""

from __future__ import annotations

import numpy as np

from movekernels.arrays import Bodies, Floats, Ints
from reference.boards import BAD, Codes, groups, outlines, sound
from reference.coherency import coherent


def coherency_boards(
    whole: Ints,
    real: Floats,
    first: Ints,
    shape: Ints,
    x: Floats,
    y: Floats,
    cos: Floats,
    sin: Floats,
    z: Floats,
    neighbour: float,
    vertical: float,
    span: float,
    span_vertical: float,
    needed: int,
    crowd: int,
    needed_in_crowd: int,
    single_group: bool,
    tolerance: float,
    low: int,
    high: int,
    space: object,
    listed: object,
    codes: Codes,
) -> None:
    shapes = outlines(whole, real)
    for g, _, unit in groups(first, Bodies(shape, x, y, cos, sin, z), low, high):
        n = unit.x.size
        if n > 64 or not sound(shapes, unit):
            codes[g] = BAD
            continue
        wanted = needed_in_crowd if crowd and n >= crowd else needed
        limits = (neighbour, vertical, span, span_vertical, wanted, single_group, tolerance)
        codes[g] = coherent(shapes, unit, *limits, np.zeros(n, np.uint64)) if n else 0
