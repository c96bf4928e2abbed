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
from movekernels.checks.bounds import ASK, OVER, YES, _settle, body_gap

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


class NearSpace(NamedTuple):
    """Scratch for the bodies near a unit, of at most m."""

    x: Floats
    """Shape (m,)."""
    y: Floats
    """Shape (m,)."""
    outer: Floats
    """Outer radii; shape (m,)."""
    place: Ints
    """Which bodies they are, in rising order; shape (m,)."""


def near_space(m: int) -> NearSpace:
    """Allocate scratch for up to ``m`` bodies."""
    return NearSpace(np.empty(m), np.empty(m), np.empty(m), np.empty(m, np.int64))


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
def _first_disc(
    x_i: float,
    y_i: float,
    outer: float,
    limit: float,
    x: Floats,
    y: Floats,
    radii: Floats,
    count: int,
    margin: float,
) -> int:
    """Lowest index of a disc within ``limit`` of one, ``count`` if none is."""
    first = count
    for c in range(count):
        dx = x_i - x[c]
        dy = y_i - y[c]
        far = outer + radii[c] + limit
        # Of a negative distance the square, too, is negative: nobody is within it.  No
        # way out early: where it comes is anybody's guess, and a wrong guess costs more.
        first = min(first, c if dx * dx + dy * dy <= far * abs(far) * margin else count)
    return first


@kernel
def first_within(
    shapes: Shapes,
    unit: Bodies,
    others: Bodies,
    limit: float,
    vertical: float,
    level: bool,
    strict: bool,
    s: NearSpace,
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
    s
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
    largest = 0.0
    for k in range(shapes.outer.size):
        largest = max(largest, shapes.outer[k])
    near, exact = _near_unit(shapes, unit, others, limit, largest, s)
    margin = BELOW if strict else 1.0
    count = 0
    if exact and level:
        for i in range(unit.x.size):
            c = _first_disc(
                unit.x[i],
                unit.y[i],
                shapes.outer[unit.shape[i]],
                limit,
                s.x,
                s.y,
                s.outer,
                near,
                margin,
            )
            first[i] = s.place[c] if c < near else NOBODY
            count += c < near
        return count
    for i in range(unit.x.size):
        first[i] = NOBODY
        k = unit.shape[i]
        x_i, y_i, z_i = unit.x[i], unit.y[i], unit.z[i]
        outer = shapes.outer[k]
        for c in range(near):
            dx = x_i - s.x[c]
            dy = y_i - s.y[c]
            d2 = dx * dx + dy * dy
            far = outer + s.outer[c] + limit
            if d2 > far * abs(far) * (margin if exact else OVER):
                continue
            j = s.place[c]
            if not abs(z_i - others.z[j]) <= vertical:
                continue
            if not exact:
                m = others.shape[j]
                verdict = _settle(
                    d2, outer, s.outer[c], shapes.inner[k], shapes.inner[m], limit, strict
                )
                if verdict != YES and (
                    verdict != ASK or body_gap(shapes, unit, i, others, j) > limit
                ):
                    continue
            first[i] = j
            count += 1
            break
    return count
