"""Who may stand beside whom, and growing a unit model by model, from 03.01 and 03.03."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from movekernels.arrays import TOLERANCE, Bools, Floats, Ints, Shapes
from movekernels.search.ground import MARGIN, Spots, Squad
from movekernels.search.placing import APART, BESIDE, NOWHERE, UNKNOWN
from reference.gap import gap


def draw(draws: Floats, drawn: Ints) -> float:
    drawn[0] += 1
    return float(draws[(int(drawn[0]) - 1) % len(draws)])


def relation_of(squad: Squad, a: int, b: int, apart: float, margin: float) -> tuple[int, str]:
    """Relation of two models by their gap, and why."""
    climb = abs(float(squad.z[a]) - float(squad.z[b]))
    if climb > squad.span_vertical:
        return APART, "height"
    if climb < squad.level and apart < margin:
        return APART, "overlap"
    if apart > squad.span - margin:
        return APART, "span"
    if apart <= squad.neighbour - margin and climb <= squad.neighbour_vertical:
        return BESIDE, "neighbours"
    return 0, "apart"


def pair_relation(
    shapes: Shapes,
    squad: Squad,
    a: int,
    xa: float,
    ya: float,
    ca: float,
    sa: float,
    b: int,
    xb: float,
    yb: float,
    cb: float,
    sb: float,
    margin: float,
) -> int:
    apart = gap(shapes, int(squad.shape[a]), xa, ya, ca, sa, int(squad.shape[b]), xb, yb, cb, sb)
    return relation_of(squad, a, b, apart, margin)[0]


def pair_by_disc(squad: Squad, a: int, b: int, d2: float) -> int:
    """Both extremes of the gap must say the same for the same reason."""
    low = math.sqrt(d2) - float(squad.outer[a] + squad.outer[b])
    high = math.sqrt(d2) - float(squad.inner[a] + squad.inner[b])
    first, second = (relation_of(squad, a, b, apart, MARGIN) for apart in (low, high))
    return first[0] if first == second else UNKNOWN


def posed(spots: Spots, p: int) -> tuple[float, float, float, float]:
    c, s = (float(v) for v in spots.turned[p])
    return float(spots.x[p]), float(spots.y[p]), c, s


def relate_pose(
    shapes: Shapes,
    squad: Squad,
    spots: Spots,
    a: int,
    x: float,
    y: float,
    c: float,
    s: float,
    row: Any,
) -> None:
    for b in range(len(squad.shape)):
        for q in range(int(spots.first[b]), int(spots.first[b + 1])):
            row[q] = pair_relation(shapes, squad, a, x, y, c, s, b, *posed(spots, q), MARGIN)


def relate(shapes: Shapes, squad: Squad, spots: Spots, p: int, row: Any) -> None:
    """Who stays pressed to a mate by less than the tolerance was put beside it (03.01)."""
    a = next(k for k in range(len(squad.shape)) if p < spots.first[k + 1])
    relate_pose(shapes, squad, spots, a, *posed(spots, p), row)
    for j, q in enumerate(spots.home):
        if spots.owner[p] >= 0 and q >= 0 and j != spots.owner[p]:
            b = int(squad.member[j])
            mine, theirs = posed(spots, p), posed(spots, int(q))
            row[q] = pair_relation(shapes, squad, a, *mine, b, *theirs, 0.0)
            apart = gap(shapes, int(squad.shape[a]), *mine, int(squad.shape[b]), *theirs)
            if -TOLERANCE <= apart < 0.0:
                row[q] = relation_of(squad, a, b, 0.0, 0.0)[0]


def know(shapes: Shapes, squad: Squad, spots: Spots, p: int, table: Any, known: Bools) -> None:
    relate(shapes, squad, spots, p, table[p])
    known[p] = True


def add_row(table: Any, p: int, state: Any) -> None:
    for q in range(len(state)):
        state[q] += table[p][q]


def take_row(table: Any, p: int, state: Any) -> None:
    for q in range(len(state)):
        state[q] -= table[p][q]


def grow(shapes: Shapes, squad: Squad, spots: Spots, value: Floats, place: Ints) -> bool:
    """Without chance: always the model whose best free spot is worth most."""
    row = np.zeros(len(spots.x), dtype=np.int64)
    while (place == NOWHERE).any():
        standing = [int(p) for p in place if p != NOWHERE]
        free = np.ones(len(spots.x), dtype=bool)
        beside = np.zeros(len(spots.x), dtype=bool)
        for p in standing:
            relate(shapes, squad, spots, p, row)
            free &= row != APART
            beside |= row == BESIDE
        if standing:
            free &= beside
        options = [
            (float(value[i, q]), i, int(q))
            for i in np.flatnonzero(place == NOWHERE)
            for q in np.flatnonzero(free & (value[i] > -np.inf))
        ]
        if not options:
            return False
        _, model, spot = max(options)
        place[model] = spot
    return True


def holds_together(squad: Squad, place: Ints, table: Any) -> bool:
    """Walk along the neighbours from the first model placed (03.03)."""
    members = [int(p) for p in place if p != NOWHERE]
    if len(members) < 2:
        return True
    mates = {p: {q for q in members if q != p and table[p][q] == BESIDE} for p in members}
    if min(len(m) for m in mates.values()) < min(squad.needed, len(members) - 1):
        return False
    met, ahead = {members[0]}, [members[0]]
    while ahead:
        for q in mates[ahead.pop()] - met:
            met.add(q)
            ahead.append(q)
    return len(met) == len(members) or not squad.single_group


def stands(shapes: Shapes, squad: Squad, spots: Spots, value: Floats, place: Ints) -> bool:
    size = len(spots.x)
    table = np.zeros((size, size), dtype=np.int64)
    if any(p == NOWHERE or value[i, p] == -np.inf for i, p in enumerate(place)):
        return False
    for p in place:
        relate(shapes, squad, spots, int(p), table[p])
    apart = any(table[place[i], place[j]] == APART for i in range(len(place)) for j in range(i))
    return not apart and holds_together(squad, place, table)
