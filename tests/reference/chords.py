"""Slow twin of `movekernels.paths.chords`."""

from __future__ import annotations

import math

import numpy as np

from movekernels.arrays import Floats
from movekernels.paths.grown import Grown
from movekernels.paths.spread import Tree
from reference.curves import touch, turn_of

POINTS = 2000
"""On each arc."""


def arcs_of(tree: Tree, arrival: int) -> list[int]:
    """The oriented curves of a path, first to last."""
    if arrival < 0:
        return []
    return [*arcs_of(tree, int(tree.before[arrival])), int(tree.curve[arrival])]


def chords(
    grown: Grown,
    x: float,
    y: float,
    px: float,
    py: float,
    chain: list[int],
    bends: Floats,
) -> Floats:
    """Points on the path itself, so that moves between them are a little too short."""
    points = [(x, y)]
    for q, (m0x, m0y, m1x, m1y) in zip(chain, bends.tolist(), strict=True):
        j, sense = q // 2, 1.0 - 2.0 * (q % 2)
        start = math.atan2(sense * m0y, sense * m0x)
        turn = turn_of(sense * (math.atan2(m1y, m1x) - math.atan2(m0y, m0x)))
        if turn > math.tau - 1e-6:
            turn = 0.0
        for k in range(POINTS + 1):
            at = start + sense * turn * k / POINTS
            u, v = touch(grown, j, math.cos(at), math.sin(at))
            points.append((float(grown.x[j]) + u, float(grown.y[j]) + v))
    points.append((px, py))
    return np.array(points)
