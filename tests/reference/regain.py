"""Regaining coherency read off the rule: every choice of models to lose is tried (03.03)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from movekernels.arrays import Bodies, Shapes
from reference.bounds import within
from reference.coherency import Graph, components, graph_of

Kept = list[list[int]]


def _coherent(
    members: Sequence[int],
    near: Graph,
    together: Graph,
    needed: int,
    crowd: int,
    needed_in_crowd: int,
    single_group: bool,
) -> bool:
    """More than one model: each beside enough mates, near every mate, one group (03.03)."""
    if len(members) == 1:
        return True
    few = needed_in_crowd if crowd and len(members) >= crowd else needed
    if any(len(near[i] & set(members)) < few for i in members):
        return False
    if any(j not in together[i] for i, j in itertools.combinations(members, 2)):
        return False
    place = {i: k for k, i in enumerate(members)}
    left = [{place[j] for j in near[i] & set(members)} for i in members]
    return not single_group or len(components(left)) == 1


def heaviest(
    near: Graph,
    together: Graph,
    weights: Sequence[int],
    needed: int,
    crowd: int,
    needed_in_crowd: int,
    single_group: bool,
) -> Kept:
    """Every part of the unit, those that are coherent, those that weigh most."""
    best: Kept = []
    most = 0
    for count in range(1, len(near) + 1):
        for members in itertools.combinations(range(len(near)), count):
            weight = sum(weights[i] for i in members)
            if weight < most or not _coherent(
                members, near, together, needed, crowd, needed_in_crowd, single_group
            ):
                continue
            if weight > most:
                best, most = [], weight
            best.append(list(members))
    return sorted(best)


def regain(
    shapes: Shapes,
    unit: Bodies,
    neighbour: float,
    vertical: float,
    span: float,
    span_vertical: float,
    needed: int,
    crowd: int,
    needed_in_crowd: int,
    single_group: bool,
    tolerance: float,
    weights: Sequence[int],
) -> Kept:
    near = graph_of(shapes, unit, neighbour, vertical, tolerance)
    together: Graph = [set() for _ in near]
    for i, j in itertools.combinations(range(len(near)), 2):
        level = abs(float(unit.z[i]) - float(unit.z[j])) <= span_vertical + tolerance
        if level and within(shapes, unit, j, unit, i, span + tolerance):
            together[i].add(j)
            together[j].add(i)
    return heaviest(near, together, weights, needed, crowd, needed_in_crowd, single_group)


def by_cliques(near: Graph, together: Graph, weights: Sequence[int]) -> Kept:
    """The same for units too large to try everything: one mate at least, and one group.

    What stays is one group inside a largest set of models that are all near each other.
    """
    best: dict[tuple[int, ...], int] = {(i,): w for i, w in enumerate(weights)}
    for clique in _largest_cliques(set(), set(range(len(near))), set(), together):
        members = sorted(clique)
        place = {i: k for k, i in enumerate(members)}
        for group in components([{place[j] for j in near[i] & clique} for i in members]):
            part = tuple(sorted(members[k] for k in group))
            best[part] = sum(weights[i] for i in part)
    most = max(best.values())
    return sorted(list(part) for part, weight in best.items() if weight == most)


def _largest_cliques(
    chosen: set[int], ahead: set[int], done: set[int], together: Graph
) -> Iterable[set[int]]:
    """Bron and Kerbosch (1973), with a pivot."""
    if not ahead:
        if not done:
            yield chosen
        return
    pivot = max(ahead | done, key=lambda i: len(together[i] & ahead))
    for i in sorted(ahead - together[pivot]):
        mates = together[i]
        yield from _largest_cliques(chosen | {i}, ahead & mates, done & mates, together)
        ahead = ahead - {i}
        done = done | {i}
