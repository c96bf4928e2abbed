"""Gaps and numbers of near bodies on many boards, pair by pair (01.04)."""

from __future__ import annotations

from movekernels.arrays import Bodies, Floats, Ints
from reference.boards import BAD, NAN, Codes, groups, outlines, sound
from reference.bounds import body_gap, within


def gap_boards(
    whole: Ints,
    real: Floats,
    first: Ints,
    shape: Ints,
    x: Floats,
    y: Floats,
    cos: Floats,
    sin: Floats,
    z: Floats,
    others_first: Ints,
    others_shape: Ints,
    others_x: Floats,
    others_y: Floats,
    others_cos: Floats,
    others_sin: Floats,
    others_z: Floats,
    low: int,
    high: int,
    radii: Floats,
    pairs: Ints,
    lanes: object,
    start: Ints,
    out: Floats,
    codes: Codes,
) -> None:
    shapes = outlines(whole, real)
    others = Bodies(others_shape, others_x, others_y, others_cos, others_sin, others_z)
    rests = groups(others_first, others, low, high)
    units = groups(first, Bodies(shape, x, y, cos, sin, z), low, high)
    for (g, _, unit), (_, _, rest) in zip(units, rests, strict=True):
        where = slice(int(start[g]), int(start[g + 1]))
        out[where], codes[g] = NAN, BAD
        if sound(shapes, unit) and sound(shapes, rest):
            codes[g] = 0
            out[where] = [
                body_gap(shapes, unit, i, rest, j)
                for i in range(unit.x.size)
                for j in range(rest.x.size)
            ]


def count_boards(
    whole: Ints,
    real: Floats,
    first: Ints,
    shape: Ints,
    x: Floats,
    y: Floats,
    cos: Floats,
    sin: Floats,
    z: Floats,
    others_first: Ints,
    others_shape: Ints,
    others_x: Floats,
    others_y: Floats,
    others_cos: Floats,
    others_sin: Floats,
    others_z: Floats,
    limit: float,
    vertical: float,
    low: int,
    high: int,
    radii: Floats,
    counts: Ints,
    codes: Codes,
) -> None:
    shapes = outlines(whole, real)
    others = Bodies(others_shape, others_x, others_y, others_cos, others_sin, others_z)
    rests = groups(others_first, others, low, high)
    units = groups(first, Bodies(shape, x, y, cos, sin, z), low, high)
    for (g, where, unit), (_, _, rest) in zip(units, rests, strict=True):
        counts[where], codes[g] = 0, BAD
        if sound(shapes, unit) and sound(shapes, rest):
            codes[g] = 0
            counts[where] = [
                sum(
                    abs(float(unit.z[i]) - float(rest.z[j])) <= vertical
                    and within(shapes, unit, i, rest, j, limit)
                    for j in range(rest.x.size)
                )
                for i in range(unit.x.size)
            ]
