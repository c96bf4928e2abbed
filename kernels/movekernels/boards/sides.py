"""The bodies of boards parted by whose they are: the unit that moves, its enemies, its friends."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from movekernels._jit import kernel
from movekernels.arrays import Bools, Floats, Ints

SIDES = 3
"""Parts that the bodies of a board fall into."""


@kernel
def part_sides(
    which: Ints,
    first_unit: Ints,
    first_model: Ints,
    side: NDArray[np.int8],
    slain: Bools,
    kind: Ints,
    base: Ints,
    x: Floats,
    y: Floats,
    facing: Floats,
    z: Floats,
    shape: Ints,
    bodies: Floats,
    first: Ints,
) -> None:
    """Copy the bodies that stand on boards to where those of each side are one after the other.

    Parameters
    ----------
    which
        The boards asked about, shape (g,).
    first_unit, first_model
        Offsets of the units of boards and of the models of units.
    side
        Which part the models of a unit are of, 0 to 2; any other number for none; shape (u,).
    slain
        Who is left out, shape (m,).
    kind
        Where the outlines of the models of a unit begin in ``base``, shape (u,).
    base
        Indices of outlines, model by model of each kind of unit.
    x, y, facing, z
        Where models stand, inches and degrees; one whose x or y is nan is off the table and left
        out; shape (m,).
    shape
        Filled with the outlines, shape (3, m).
    bodies
        Filled with x, y, facing and z, shape (3, 4, m).
    first
        Filled with the offsets of the boards, shape (3, g + 1).

    Notes
    -----
    O(m).
    """
    first[:, 0] = 0
    for g in range(which.size):
        for s in range(SIDES):
            first[s, g + 1] = first[s, g]
        for u in range(first_unit[which[g]], first_unit[which[g] + 1]):
            s = side[u]
            if s < 0 or s >= SIDES:
                continue
            k, low = first[s, g + 1], first_model[u]
            for m in range(low, first_model[u + 1]):
                if slain[m] or math.isnan(x[m]) or math.isnan(y[m]):
                    continue
                shape[s, k] = base[kind[u] + m - low]
                bodies[s, 0, k] = x[m]
                bodies[s, 1, k] = y[m]
                bodies[s, 2, k] = facing[m]
                bodies[s, 3, k] = z[m]
                k += 1
            first[s, g + 1] = k
