"""Slides on many boards, board by board, model by model."""

from __future__ import annotations

from movekernels.arrays import Bodies, Floats, Ints
from reference.boards import BAD, NAN, Codes, groups, outlines, sound
from reference.sweep_past import sweep_past


def sweep_boards(
    whole: Ints,
    real: Floats,
    first: Ints,
    shape: Ints,
    x: Floats,
    y: Floats,
    cos: Floats,
    sin: Floats,
    z: Floats,
    dx: Floats,
    dy: Floats,
    obst_first: Ints,
    obst_shape: Ints,
    obst_x: Floats,
    obst_y: Floats,
    obst_cos: Floats,
    obst_sin: Floats,
    obst_z: Floats,
    depth: float,
    low: int,
    high: int,
    space: Floats,
    clearance: Floats,
    nearest: Ints,
    contact: Floats,
    struck: Ints,
    codes: Codes,
) -> None:
    shapes = outlines(whole, real)
    others = Bodies(obst_shape, obst_x, obst_y, obst_cos, obst_sin, obst_z)
    rests = groups(obst_first, others, low, high)
    units = groups(first, Bodies(shape, x, y, cos, sin, z), low, high)
    for (g, where, unit), (_, _, rest) in zip(units, rests, strict=True):
        clearance[where], nearest[where], contact[where], struck[where] = NAN, -1, NAN, -1
        codes[g] = BAD
        slides = [abs(float(v)) for v in (*dx[where], *dy[where])]
        if not (sound(shapes, unit) and sound(shapes, rest) and all(v < 1e6 for v in slides)):
            continue
        codes[g] = 0
        for i in range(where.start, where.stop):
            start = (int(shape[i]), x[i], y[i], cos[i], sin[i], dx[i], dy[i])
            found = sweep_past(shapes, *start, rest, depth, space)
            clearance[i], nearest[i], contact[i], struck[i] = found
