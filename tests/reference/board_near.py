"""Who is near whom on many boards, board by board, pair by pair."""

from __future__ import annotations

from movekernels.arrays import Bodies, Floats, Ints
from reference.boards import BAD, NAN, Codes, groups, outlines, sound
from reference.engagement import engagement
from reference.overlap import self_overlaps
from reference.within_rows import first_within


def within_boards(
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
    strict: bool,
    low: int,
    high: int,
    near: Floats,
    place: Ints,
    listed: object,
    counts: Ints,
    hits: Ints,
    codes: Codes,
) -> None:
    shapes = outlines(whole, real)
    others = Bodies(others_shape, others_x, others_y, others_cos, others_sin, others_z)
    rests = groups(others_first, others, low, high)
    units = groups(first, Bodies(shape, x, y, cos, sin, z), low, high)
    for (g, where, unit), (_, _, rest) in zip(units, rests, strict=True):
        counts[g], hits[where], codes[g] = 0, -1, BAD
        if sound(shapes, unit) and sound(shapes, rest):
            codes[g] = 0
            reach = (limit, vertical, False, strict)
            counts[g] = first_within(shapes, unit, rest, *reach, None, None, hits[where])


def nearest_boards(
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
    reach: float,
    vertical: float,
    tolerance: float,
    low: int,
    high: int,
    space: Floats,
    counts: Ints,
    nearest: Floats,
    index: Ints,
    codes: Codes,
) -> None:
    shapes = outlines(whole, real)
    others = Bodies(others_shape, others_x, others_y, others_cos, others_sin, others_z)
    rests = groups(others_first, others, low, high)
    units = groups(first, Bodies(shape, x, y, cos, sin, z), low, high)
    for (g, where, unit), (_, _, rest) in zip(units, rests, strict=True):
        counts[g], nearest[where], index[where], codes[g] = 0, NAN, -1, BAD
        if sound(shapes, unit) and sound(shapes, rest):
            codes[g] = 0
            limits = (reach, vertical, tolerance)
            counts[g] = engagement(shapes, unit, rest, *limits, space, nearest[where], index[where])


def self_overlap_boards(
    whole: Ints,
    real: Floats,
    first: Ints,
    shape: Ints,
    x: Floats,
    y: Floats,
    cos: Floats,
    sin: Floats,
    z: Floats,
    level: float,
    tolerance: float,
    low: int,
    high: int,
    counts: Ints,
    hits: Ints,
    codes: Codes,
) -> None:
    shapes = outlines(whole, real)
    for g, where, unit in groups(first, Bodies(shape, x, y, cos, sin, z), low, high):
        counts[g], hits[where], codes[g] = 0, -1, BAD
        if sound(shapes, unit):
            codes[g] = 0
            counts[g] = self_overlaps(shapes, unit, level, tolerance, hits[where])
