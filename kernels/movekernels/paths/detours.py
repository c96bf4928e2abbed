"""Ways around for all models of a unit, packed into three arrays for the search.

A search asks for one way after another, of any model, deep inside its loops: what
`movekernels.paths.spread` found for each is put one after the other here.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from movekernels._jit import kernel
from movekernels.arrays import Floats, Ints
from movekernels.paths.distance import way_around
from movekernels.paths.grown import Grown
from movekernels.paths.sight import point_free
from movekernels.paths.spread import Reached

CURVES = 0
"""Column of `Detours.layout`: how many curves the class of a model has ..."""
SIDES = 1
"""... and how many sides of walls."""
OBSTACLES = 2
"""First number of them in `Detours.numbers`: eight rows of curves, their lengths, five
rows of sides, then what the mover's disc is grown by from the table's edge."""
NEAR = 3
"""How many curves are within reach of the model; none: there are no ways around."""
ARRIVALS = 4
"""How many arrivals it has."""
PLACES = 5
"""First number of its arrivals: places, lengths, rooms."""
LISTS = 6
"""First of its indices in `Detours.indices`: sizes, curves in reach, heads, arrivals before."""
LAYOUT = 7
"""Columns of `Detours.layout`."""
CURVE_ROWS = 9
"""Numbers a curve takes."""
SIDE_ROWS = 5
"""Numbers a side takes."""


class Detours(NamedTuple):
    """Shortest ways that bend, of each model (n)."""

    layout: Ints
    """Where to find what, shape (n, `LAYOUT`)."""
    numbers: Floats
    """All numbers, one after the other."""
    indices: Ints
    """All indices."""
    most: Floats
    """Longest way that counts, inches, shape (n,)."""
    width: float
    """Table, inches."""
    height: float
    """Table, inches."""


@kernel
def _grown(detours: Detours, i: int) -> Grown:
    """The obstacles of model ``i``, as views."""
    k = detours.layout[i, CURVES]
    e = detours.layout[i, SIDES]
    a = detours.layout[i, OBSTACLES]
    b = a + CURVE_ROWS * k
    v = detours.numbers
    return Grown(
        v[a : a + k],
        v[a + k : a + 2 * k],
        v[a + 2 * k : a + 3 * k],
        v[a + 3 * k : a + 4 * k],
        v[a + 4 * k : a + 5 * k],
        v[a + 5 * k : a + 6 * k],
        v[a + 6 * k : a + 7 * k],
        v[a + 7 * k : a + 8 * k],
        v[b : b + e],
        v[b + e : b + 2 * e],
        v[b + 2 * e : b + 3 * e],
        v[b + 3 * e : b + 4 * e],
        v[b + 4 * e : b + 5 * e],
        v[b + SIDE_ROWS * e],
        detours.width,
        detours.height,
    )


@kernel
def _reached(detours: Detours, i: int) -> Reached:
    """What was found from the start of model ``i``, as views."""
    k = detours.layout[i, CURVES]
    near = detours.layout[i, NEAR]
    a = detours.layout[i, ARRIVALS]
    p = detours.layout[i, PLACES]
    q = detours.layout[i, LISTS]
    v = detours.numbers
    u = detours.indices
    return Reached(
        u[q + 2 : q + 2 + near],
        u[q + 2 + near : q + 2 + near + 2 * k],
        u[q + 2 + near + 2 * k : q + 2 + near + 2 * k + a],
        v[p : p + a],
        v[p + a : p + 2 * a],
        v[p + 2 * a : p + 3 * a],
        u[q : q + 2],
    )


@kernel
def detour(detours: Detours, i: int, x: float, y: float) -> float:
    """Length of the shortest way of model ``i`` to a point out of its straight sight, inches.

    Infinity if there is none of at most ``detours.most``, or the point is not free.
    """
    if detours.layout[i, ARRIVALS] == 0:
        return math.inf
    grown = _grown(detours, i)
    if not point_free(grown, x, y):
        return math.inf
    w = detours.layout[i, OBSTACLES] + (CURVE_ROWS - 1) * detours.layout[i, CURVES]
    whole = detours.numbers[w : w + detours.layout[i, CURVES]]
    return float(way_around(grown, whole, _reached(detours, i), x, y, detours.most[i])[0])
