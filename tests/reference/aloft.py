"""Slow twin of `movekernels.paths.aloft`."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
from shapely import LineString, Point

from movekernels.arrays import Bools, Floats, Ints
from movekernels.paths.aloft import Beside
from reference.parts import part_gap
from reference.sweep import closest

HALVINGS = 30


def met_part(
    b: Beside, i: int, m: int, x: float, y: float, dx: float, dy: float
) -> tuple[float, float] | None:
    """Where a convex part is nearer than allowed: around where it is nearest, by halving."""
    bodies = b.bodies
    line = LineString([(x, y), (x + dx, y + dy)])
    around = b.pieces.part_a[i] + b.pieces.part_a[bodies.shape[m]]
    if line.distance(Point(bodies.x[m], bodies.y[m])) > around - b.depth[m]:
        return None

    def near(t: float) -> float:
        px, py = bodies.x[m] - x - t * dx, bodies.y[m] - y - t * dy
        standing = (int(bodies.shape[m]), bodies.cos[m], bodies.sin[m])
        return float(part_gap(b.pieces, i, b.cos, b.sin, *standing, px, py)[0] + b.depth[m])

    middle = closest(near)
    if near(middle) >= 0.0:
        return None
    found = []
    for end in (0.0, 1.0):
        inside, outside = middle, end
        if near(end) < 0.0:
            inside = end
        for _ in range(HALVINGS):
            half = (inside + outside) / 2
            inside, outside = (half, outside) if near(half) < 0.0 else (inside, half)
        found.append(inside)
    return found[0], found[1]


def met_stretches(b: Beside, x: float, y: float, dx: float, dy: float) -> Floats:
    """Every pair of parts, one by one."""
    pairs = [
        [met_part(b, i, m, x, y, dx, dy) or (2.0, -1.0) for m in range(b.depth.size)]
        for i in range(b.first, b.last)
    ]
    return np.array(pairs, dtype=np.float64).reshape(b.last - b.first, b.depth.size, 2)


def held(b: Beside, x: float, y: float, dx: float, dy: float) -> bool:
    """Whether every moment of a slide is beside something (13.06).

    Enough to look at the ends of all stretches and between them.
    """
    stretches = [tuple(pair) for pair in met_stretches(b, x, y, dx, dy).reshape(-1, 2)]
    ends = sorted({0.0, 1.0, *(t for pair in stretches for t in pair if 0.0 <= t <= 1.0)})
    moments = [*ends, *((a + c) / 2 for a, c in pairwise(ends))]
    return all(any(a <= t <= c for a, c in stretches) for t in moments)


def legal(bars: Beside, holds: Beside, hold: bool, a: Floats, b: Floats) -> bool:
    """Whether a slide meets nothing that bars, and is held where it must be."""
    dx, dy = (b - a).tolist()
    if dx == dy == 0.0:
        return True
    x, y = a.tolist()
    pairs = [(i, m) for i in range(bars.first, bars.last) for m in range(bars.depth.size)]
    free = all(met_part(bars, i, m, x, y, dx, dy) is None for i, m in pairs)
    return free and (not hold or held(holds, x, y, dx, dy))


def held_slides(bars: Beside, holds: Beside, hold: bool, x: float, y: float, ends: Floats) -> Bools:
    """One slide after the other."""
    start = np.array([x, y])
    return np.array([legal(bars, holds, hold, start, end) for end in ends], dtype=np.bool_)


def last_slides(
    bars: Beside,
    holds: Beside,
    hold: bool,
    starts: Floats,
    spent: Floats,
    ends: Floats,
    lengths: Floats,
) -> tuple[Floats, Ints]:
    """All starts for every end, the shortest that is legal."""
    best, via = lengths.copy(), np.full(len(ends), -1)
    for k, end in enumerate(ends):
        for n, start in enumerate(starts):
            length = spent[n] + math.dist(start, end)
            if length < best[k] and legal(bars, holds, hold, start, end):
                best[k], via[k] = length, n
    return best, via
