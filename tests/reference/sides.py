"""Bodies of boards by whose they are, from the definition."""

from __future__ import annotations

import math

import numpy as np

from movekernels.arrays import Bodies, Ints
from movekernels.boards.sides import Armies


def standing(armies: Armies, board: int, wanted: int) -> list[tuple[int, int]]:
    """Return the models of a side that stand on a board, with their outlines, in order."""
    own = int(armies.mover[board])
    found = []
    for u in range(int(armies.first_unit[board]), int(armies.first_unit[board + 1])):
        if u == own:
            whose = 0
        elif not armies.stands[u]:
            continue
        else:
            whose = 2 if armies.side[u] == armies.side[own] else 1
        low, high = int(armies.first_model[u]), int(armies.first_model[u + 1])
        for m in range(low, high):
            off = math.isnan(armies.x[m]) or math.isnan(armies.y[m])
            if whose == wanted and not armies.slain[m] and not off:
                found.append((m, int(armies.base[int(armies.kind[u]) + m - low])))
    return found


def bodies_of(armies: Armies, turned: bool, found: list[tuple[int, int]]) -> Bodies:
    """Return models as bodies; where headings are not read all look along x."""
    rows = [m for m, _ in found]
    cos = armies.cos[rows] if turned else np.ones(len(rows))
    sin = armies.sin[rows] if turned else np.zeros(len(rows))
    shape = np.array([outline for _, outline in found], np.int64)
    return Bodies(shape, armies.x[rows], armies.y[rows], cos, sin, armies.z[rows])


def part_side(
    which: Ints,
    armies: Armies,
    wanted: int,
    turned: bool,
    runs: object,
    bodies: Bodies,
    first: Ints,
) -> None:
    for g, board in enumerate(which.tolist()):
        found = standing(armies, board, wanted)
        low = int(first[g])
        high = int(first[g]) + len(found)
        first[g + 1] = high
        for name, part in bodies_of(armies, turned, found)._asdict().items():
            if turned or name not in ("cos", "sin"):
                getattr(bodies, name)[low:high] = part


def unfit_models(armies: Armies, board: int, largest: float) -> int:
    low = int(armies.first_model[armies.first_unit[board]])
    high = int(armies.first_model[armies.first_unit[board + 1]])
    count = 0
    for m in range(low, high):
        x, y, facing, z = (
            float(column[m]) for column in (armies.x, armies.y, armies.facing, armies.z)
        )
        nowhere = math.isnan(x) and math.isnan(y)
        placed = -largest <= x <= largest and -largest <= y <= largest
        fits = -largest <= facing <= largest and 0.0 <= z <= largest
        count += not (fits and (placed or nowhere))
    return count
