"""Models to points: all ways to hand them out, and whether a formation is on one lattice."""

from __future__ import annotations

import itertools
import math

from movekernels.arrays import Floats


def assign(value: Floats) -> float:
    """Most points of any way to give each model a point of its own, -inf if there is none."""
    n, size = value.shape
    ways = itertools.permutations(range(size), n)
    return max(
        (sum(float(value[i, p]) for i, p in enumerate(way)) for way in ways), default=-math.inf
    )


def best_phase(poses: Floats, wide: float) -> bool:
    """Whether all models stand on one hexagonal lattice with points so far apart."""
    dx, dy = (poses[1:, k] - poses[0, k] for k in (0, 1))
    squares = (dx * dx + dy * dy) / (wide * wide)
    # On it squared distances are Loeschian numbers, a^2 + a b + b^2.
    numbers = {a * a + a * b + b * b for a in range(40) for b in range(40)}
    return all(min(abs(float(d2) - number) for number in numbers) < 1e-5 for d2 in squares)
