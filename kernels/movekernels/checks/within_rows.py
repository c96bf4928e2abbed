"""The first of many bodies within a distance of each model.

A unit covers little of a table, so one SIMD pass over the bodies against the box
around the unit leaves few of them; the models then look at those alone.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Floats, Ints, Shapes
from movekernels.checks.bounds import ASK, NO, _settle, body_gap

NOBODY = -1
"""In a list of indices: no such body."""

WORD = 32
"""Bodies whose answers share a word."""
DE_BRUIJN = 0x077CB531
"""Every window of five of its 32 bits is different."""
PLACE = np.argsort([(DE_BRUIJN << k & 0xFFFFFFFF) >> 27 for k in range(WORD)])
"""After a shift by how many bits each window stands at the top."""


BELOW = 1.0 - 2.0**-53
"""Times this, a number is the next one below it."""


LANES = 16
"""Models looked at in one go."""


class NearSpace(NamedTuple):
    """Scratch for the bodies near a unit, of at most m, and for its models."""

    x: Floats
    """Shape (m,)."""
    y: Floats
    """Shape (m,)."""
    outer: Floats
    """Outer radii; shape (m,)."""
    place: Ints
    """Which bodies they are, in rising order; shape (m,)."""
    model_x: Floats
    """Of the models looked at in one go; shape (`LANES`,)."""
    model_y: Floats
    """Shape (`LANES`,)."""
    model_outer: Floats
    """Shape (`LANES`,)."""
    lowest: Ints
    """The first near body within reach of each; shape (`LANES`,)."""


def near_space(m: int) -> tuple[Floats, Ints]:
    """Allocate scratch for up to ``m`` bodies: the arrays that `NearSpace` is made of."""
    return np.zeros((3, m + LANES)), np.zeros(m + LANES, np.int64)


@kernel
def _space(near: Floats, place: Ints) -> NearSpace:
    """Views of what `near_space` allocated: only for kernels, which borrow them."""
    return NearSpace(
        near[0, LANES:],
        near[1, LANES:],
        near[2, LANES:],
        place[LANES:],
        near[0, :LANES],
        near[1, :LANES],
        near[2, :LANES],
        place[:LANES],
    )


@kernel
def _lowest(word: int) -> int:
    """Place of the lowest bit set in a word of 32."""
    return int(PLACE[(((word & -word) * DE_BRUIJN) & 0xFFFFFFFF) >> 27])


@kernel
def _near_unit(
    shapes: Shapes, unit: Bodies, others: Bodies, limit: float, largest: float, s: NearSpace
) -> tuple[int, bool]:
    """Collect the others that some model could be within ``limit`` of, all by boxes.

    Returns how many they are, and whether they and the models are all round.
    """
    if unit.x.size == 0:
        return 0, True
    west = math.inf
    east = -math.inf
    south = math.inf
    north = -math.inf
    widest = 0.0
    angular = 0
    for i in range(unit.x.size):
        x_i, y_i, radius = unit.x[i], unit.y[i], shapes.outer[unit.shape[i]]
        angular += shapes.inner[unit.shape[i]] != radius
        # not min and max, which look out for numbers that are none
        west = x_i if x_i < west else west
        east = x_i if x_i > east else east
        south = y_i if y_i < south else south
        north = y_i if y_i > north else north
        widest = radius if radius > widest else widest
    # rounding is far below the hair that every side is moved out
    reach = (limit + widest + largest) * (1.0 + 1e-9) + 1e-9
    west, east, south, north = west - reach, east + reach, south - reach, north + reach
    x, y, shape = others.x, others.y, others.shape
    count = 0
    for start in range(0, x.size, WORD):
        xs, ys = x[start : start + WORD], y[start : start + WORD]
        word = 0
        for j in range(xs.size):
            inside = (xs[j] >= west) & (xs[j] <= east) & (ys[j] >= south) & (ys[j] <= north)
            word |= int(inside) << j
        while word != 0:
            j = start + _lowest(word)
            word &= word - 1
            radius = shapes.outer[shape[j]]
            angular += shapes.inner[shape[j]] != radius
            s.x[count] = x[j]
            s.y[count] = y[j]
            s.outer[count] = radius
            s.place[count] = j
            count += 1
    return count, angular == 0


@kernel
def _first_discs(
    shapes: Shapes,
    unit: Bodies,
    limit: float,
    margin: float,
    near: int,
    s: NearSpace,
    first: Ints,
) -> int:
    """`first_within` of round bases on one level, the near bodies being collected.

    Body after body, for `LANES` models at a time without branches: which body is the
    first is anybody's guess, and a wrong guess of the processor costs more than a body.
    """
    x, y, outer, lowest = s.model_x, s.model_y, s.model_outer, s.lowest
    count = 0
    for start in range(0, unit.x.size, LANES):
        stop = min(start + LANES, unit.x.size)
        for i in range(start, stop):
            x[i - start] = unit.x[i]
            y[i - start] = unit.y[i]
            outer[i - start] = shapes.outer[unit.shape[i]]
        for lane in range(LANES):
            lowest[lane] = near
        for c in range(near):
            x_c, y_c, outer_c = s.x[c], s.y[c], s.outer[c]
            for lane in range(LANES):
                dx = x[lane] - x_c
                dy = y[lane] - y_c
                far = outer[lane] + outer_c + limit
                # of a negative distance the square, too, is negative: nobody is within it
                hit = dx * dx + dy * dy <= far * abs(far) * margin
                lowest[lane] = min(lowest[lane], c if hit else near)
        for i in range(start, stop):
            c = lowest[i - start]
            first[i] = s.place[c] if c < near else NOBODY
            count += c < near
    return count


@kernel
def _largest_outer(shapes: Shapes) -> float:
    """Largest outer radius of all shapes."""
    largest = 0.0
    for k in range(shapes.outer.size):
        largest = max(largest, shapes.outer[k])
    return largest


@kernel
def _settle_near(
    shapes: Shapes,
    unit: Bodies,
    i: int,
    others: Bodies,
    c: int,
    limit: float,
    vertical: float,
    strict: bool,
    s: NearSpace,
) -> int:
    """`YES`, `NO` or `ASK` for model ``i`` and the near body ``c``."""
    j = s.place[c]
    k, m = unit.shape[i], others.shape[j]
    dx = unit.x[i] - s.x[c]
    dy = unit.y[i] - s.y[c]
    verdict = _settle(
        dx * dx + dy * dy,
        shapes.outer[k],
        s.outer[c],
        shapes.inner[k],
        shapes.inner[m],
        limit,
        strict,
    )
    if verdict != NO and not abs(unit.z[i] - others.z[j]) <= vertical:
        return NO
    return verdict


@kernel
def first_within(
    shapes: Shapes,
    unit: Bodies,
    others: Bodies,
    limit: float,
    vertical: float,
    level: bool,
    strict: bool,
    near: Floats,
    place: Ints,
    first: Ints,
) -> int:
    """For each model the first other body within a distance of it (01.04, 03.04).

    Parameters
    ----------
    shapes
        Outlines of ``unit`` and ``others``.
    unit, others
        The models (n) and the bodies (m).
    limit
        Largest gap that counts, inches, tolerance included.
    vertical
        Largest difference of heights that counts, inches, tolerance included.
    level
        Whether all bodies are known to stand near enough in height.
    strict
        Whether round bases exactly at the limit do not count; of others the next
        smaller limit says so.
    near, place
        Scratch from `near_space` for m bodies or more.
    first
        Filled: lowest index in ``others``, `NOBODY` if none; shape (n,).

    Returns
    -------
    int
        How many models have one.

    Notes
    -----
    O(m + n c), c the bodies near the box around the unit.  Round bases are settled
    by squared distances; others where the discs inside and around them settle it,
    and else by the exact gap.
    """
    s = _space(near, place)
    found, exact = _near_unit(shapes, unit, others, limit, _largest_outer(shapes), s)
    if exact and level:
        return _first_discs(shapes, unit, limit, BELOW if strict else 1.0, found, s, first)
    count = 0
    for i in range(unit.x.size):
        first[i] = NOBODY
        for c in range(found):
            verdict = _settle_near(shapes, unit, i, others, c, limit, vertical, strict, s)
            if verdict == NO or (
                verdict == ASK and body_gap(shapes, unit, i, others, s.place[c]) > limit
            ):
                continue
            first[i] = s.place[c]
            count += 1
            break
    return count
