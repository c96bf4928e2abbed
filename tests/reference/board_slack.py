"""Distances of units to the limits of coherency, from all gaps and all heights (03.03)."""

from __future__ import annotations

import itertools
import math

from movekernels.arrays import Bodies, Floats, Ints
from reference.boards import BAD, NAN, Codes, groups, outlines, sound
from reference.bounds import body_gap
from reference.coherency import components


def slack_boards(
    whole: Ints,
    real: Floats,
    first: Ints,
    shape: Ints,
    x: Floats,
    y: Floats,
    cos: Floats,
    sin: Floats,
    z: Floats,
    neighbour: float,
    vertical: float,
    span: float,
    span_vertical: float,
    needed: int,
    crowd: int,
    needed_in_crowd: int,
    single_group: bool,
    tolerance: float,
    low: int,
    high: int,
    near: Floats,
    gaps: Floats,
    pairs: Ints,
    lanes: object,
    out: Floats,
    codes: Codes,
) -> None:
    shapes = outlines(whole, real)
    for g, _, unit in groups(first, Bodies(shape, x, y, cos, sin, z), low, high):
        n = unit.x.size
        out[g], codes[g] = NAN, BAD
        if n > 64 or not sound(shapes, unit):
            continue
        out[g], codes[g] = math.inf, 0
        if n < 2:
            continue
        everyone = list(itertools.combinations(range(n), 2))
        apart = {pair: body_gap(shapes, unit, pair[1], unit, pair[0]) for pair in everyone}
        rises = {(i, j): abs(float(unit.z[i]) - float(unit.z[j])) for i, j in everyone}
        linked = {pair: apart[pair] for pair in everyone if rises[pair] <= vertical + tolerance}
        wanted = needed_in_crowd if crowd and n >= crowd else needed
        out[g, 1] = span - max(apart.values())
        out[g, 2] = span_vertical - max(rises.values())
        if wanted:
            lonely = -math.inf
            for i in range(n):
                mates = sorted(
                    linked.get((min(i, j), max(i, j)), math.inf) for j in range(n) if j != i
                )
                lonely = max(lonely, mates[wanted - 1] if wanted < n else math.inf)
            out[g, 0] = neighbour - lonely
        if single_group:
            out[g, 3] = neighbour - longest(n, linked)


def longest(n: int, linked: dict[tuple[int, int], float]) -> float:
    """The shortest length that links must be allowed for all to be one group."""
    for length in sorted(linked.values()):
        graph: list[set[int]] = [set() for _ in range(n)]
        for (i, j), gap in linked.items():
            if gap <= length:
                graph[i].add(j)
                graph[j].add(i)
        if len(components(graph)) == 1:
            return length
    return math.inf
