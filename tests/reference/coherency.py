"""Unit coherency read off the rule: sets, loops, one pair at a time (03.03)."""

from __future__ import annotations

import itertools
import math

import numpy as np
from numpy.typing import NDArray

from movekernels.arrays import Bodies, Floats, Ints, Shapes
from reference.bounds import body_gap, within

Graph = list[set[int]]


def graph_of(
    shapes: Shapes, unit: Bodies, neighbour: float, vertical: float, tolerance: float
) -> Graph:
    """Unit-mates within both parts of the coherency distance (03.03)."""
    graph: Graph = [set() for _ in unit.x]
    for i, j in itertools.combinations(range(len(graph)), 2):
        near = within(shapes, unit, i, unit, j, neighbour + tolerance)
        if near and abs(float(unit.z[i]) - float(unit.z[j])) <= vertical + tolerance:
            graph[i].add(j)
            graph[j].add(i)
    return graph


def components(graph: Graph) -> list[set[int]]:
    """Walk from each model not yet met along the links."""
    found: list[set[int]] = []
    for start in range(len(graph)):
        if any(start in group for group in found):
            continue
        group, ahead = {start}, [start]
        while ahead:
            for other in graph[ahead.pop()] - group:
                group.add(other)
                ahead.append(other)
        found.append(group)
    return found


def links(
    shapes: Shapes,
    unit: Bodies,
    neighbour: float,
    vertical: float,
    tolerance: float,
    rows: NDArray[np.uint64],
) -> None:
    for i, mates in enumerate(graph_of(shapes, unit, neighbour, vertical, tolerance)):
        rows[i] = sum(2**j for j in mates)


def groups(rows: NDArray[np.uint64], labels: Ints) -> int:
    graph = [{j for j in range(len(rows)) if int(row) >> j & 1} for row in rows]
    found = components(graph)
    for group in found:
        for i in group:
            labels[i] = min(group)
    return len(found)


def widest(shapes: Shapes, unit: Bodies, worst: Floats, highest: Ints) -> float:
    pairs = list(itertools.combinations(range(unit.x.size), 2))
    if not pairs:
        worst[:] = (-math.inf, -1, -1, 0)
        highest[:] = -1
        return -math.inf
    gaps = [body_gap(shapes, unit, j, unit, i) for i, j in pairs]
    rises = [abs(float(unit.z[i]) - float(unit.z[j])) for i, j in pairs]
    worst[:] = (max(gaps), *pairs[gaps.index(max(gaps))], max(rises))
    highest[:] = pairs[rises.index(max(rises))]
    return max(gaps)


def coherent(
    shapes: Shapes,
    unit: Bodies,
    neighbour: float,
    vertical: float,
    span: float,
    span_vertical: float,
    needed: int,
    single_group: bool,
    tolerance: float,
    rows: NDArray[np.uint64],
) -> int:
    """Units of more than one model: near a mate, near every mate, one group (03.03)."""
    links(shapes, unit, neighbour, vertical, tolerance, rows)
    graph = graph_of(shapes, unit, neighbour, vertical, tolerance)
    if len(graph) == 1:
        return 0
    bits = 0
    if any(len(mates) < needed for mates in graph):
        bits += 1
    pairs = list(itertools.combinations(range(len(graph)), 2))
    if any(not within(shapes, unit, j, unit, i, span + tolerance) for i, j in pairs):
        bits += 2
    if any(abs(float(unit.z[i] - unit.z[j])) > span_vertical + tolerance for i, j in pairs):
        bits += 4
    if single_group and len(components(graph)) > 1:
        bits += 8
    return bits
