"""Bodies of boards by whose they are, from the definition."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from movekernels.arrays import Bools, Floats, Ints


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
    for s in range(3):
        stood: list[tuple[int, int]] = []
        first[s, 0] = 0
        for g, board in enumerate(which.tolist()):
            units = range(int(first_unit[board]), int(first_unit[board + 1]))
            for u in units:
                if side[u] == s:
                    models = range(int(first_model[u]), int(first_model[u + 1]))
                    there = [m for m in models if not slain[m] and not math.isnan(x[m] + y[m])]
                    stood += [(m, int(base[kind[u] + m - models.start])) for m in there]
            first[s, g + 1] = len(stood)
        for k, (m, outline) in enumerate(stood):
            shape[s, k] = outline
            bodies[s, :, k] = x[m], y[m], facing[m], z[m]
