"""Distance to the table edge, board by board (03.01)."""

from __future__ import annotations

from movekernels.arrays import Bodies, Floats, Ints
from reference.boards import BAD, NAN, Codes, groups, outlines, sound
from reference.edge import edge_slacks


def edge_boards(
    whole: Ints,
    real: Floats,
    first: Ints,
    shape: Ints,
    x: Floats,
    y: Floats,
    cos: Floats,
    sin: Floats,
    z: Floats,
    width: float,
    height: float,
    low: int,
    high: int,
    slack: Floats,
    smallest: Floats,
    codes: Codes,
) -> None:
    shapes = outlines(whole, real)
    for g, where, unit in groups(first, Bodies(shape, x, y, cos, sin, z), low, high):
        slack[where], smallest[g], codes[g] = NAN, NAN, BAD
        if sound(shapes, unit):
            codes[g] = 0
            smallest[g] = edge_slacks(shapes, unit, width, height, slack[where])
