"""Slow twin of `movekernels.geometry.gap`."""

from __future__ import annotations

import math

import numpy as np

from movekernels.arrays import Bodies, Floats, Shapes
from reference.parts import part_gap


def parts_of(shapes: Shapes, k: int) -> range:
    return range(int(shapes.part_first[k]), int(shapes.part_first[k + 1]))


def gap(
    shapes: Shapes,
    i: int,
    xi: float,
    yi: float,
    ci: float,
    si: float,
    j: int,
    xj: float,
    yj: float,
    cj: float,
    sj: float,
) -> float:
    """Closest points of two bases (01.04), negative when they overlap."""
    best = math.inf
    for p in parts_of(shapes, i):
        for q in parts_of(shapes, j):
            best = min(best, part_gap(shapes, p, ci, si, q, cj, sj, xj - xi, yj - yi)[0])
    return best


def gap_rows(shapes: Shapes, bodies_a: Bodies, bodies_b: Bodies) -> Floats:
    """Every pair, one by one."""
    return np.array(
        [
            [
                gap(
                    shapes,
                    int(bodies_a.shape[a]),
                    bodies_a.x[a],
                    bodies_a.y[a],
                    bodies_a.cos[a],
                    bodies_a.sin[a],
                    int(bodies_b.shape[b]),
                    bodies_b.x[b],
                    bodies_b.y[b],
                    bodies_b.cos[b],
                    bodies_b.sin[b],
                )
                for b in range(bodies_b.x.size)
            ]
            for a in range(bodies_a.x.size)
        ]
    )
