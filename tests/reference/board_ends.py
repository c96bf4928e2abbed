"""The end conditions of a move, board by board, from the definitions of each (03.01 to 03.04)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from movekernels.arrays import Bodies, Bools, Floats, Ints, Shapes
from movekernels.boards.board_ends import EndRules
from movekernels.boards.sides import Armies
from reference.boards import BAD, outlines, sound
from reference.coherency import coherent
from reference.edge import edge_slacks
from reference.overlap import self_overlaps
from reference.sides import bodies_of, standing, unfit_models
from reference.within_rows import first_within


def _near(shapes: Shapes, unit: Bodies, others: Bodies, limit: float, rise: float) -> bool:
    hits = np.zeros(unit.x.size, np.int64)
    strict = limit < 0.0
    return first_within(shapes, unit, others, limit, rise, False, strict, None, None, hits) > 0


def _code(shapes: Shapes, rules: EndRules, unit: Bodies, enemies: Bodies, friends: Bodies) -> int:
    n, c = unit.x.size, rules.coherency
    if n > 64 or not all(sound(shapes, bodies) for bodies in (unit, enemies, friends)):
        return BAD
    wanted = c.needed_in_crowd if c.crowd and n >= c.crowd else c.needed
    distances = (c.neighbour, c.vertical, c.span, c.span_vertical)
    limits = (*distances, wanted, c.single_group, c.tolerance)
    code = coherent(shapes, unit, *limits, np.zeros(n, np.uint64)) if n else 0
    mates = np.zeros(n, np.int64)
    if (
        self_overlaps(shapes, unit, rules.level, rules.tolerance, mates) > 0
        or _near(shapes, unit, enemies, rules.overlap, rules.rise)
        or _near(shapes, unit, friends, rules.overlap, rules.rise)
    ):
        code |= 2048
    engaged = _near(shapes, unit, enemies, rules.reach, rules.vertical)
    if rules.ends == 1 and engaged:
        code |= 256
    if rules.ends == 2 and not engaged:
        code |= 512
    if rules.clear >= 0.0 and _near(shapes, unit, enemies, rules.clear, math.inf):
        code |= 1024
    slack = np.zeros(n)
    if edge_slacks(shapes, unit, rules.width, rules.height, slack) < -rules.tolerance:
        code |= 4096
    return code


def ends_boards(
    whole: Ints,
    real: Floats,
    which: Ints,
    armies: Armies,
    largest: float,
    rules: EndRules,
    space: object,
    codes: NDArray[np.uint16],
    unfit: Bools,
) -> None:
    shapes = outlines(whole, real)
    turned = bool((shapes.inner != shapes.outer).any())
    for g, board in enumerate(which.tolist()):
        unit, enemies, friends = (
            bodies_of(armies, turned, standing(armies, board, wanted)) for wanted in (0, 1, 2)
        )
        codes[g] = _code(shapes, rules, unit, enemies, friends)
        unfit[g] = unfit_models(armies, board, largest) > 0
