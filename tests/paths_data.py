"""Obstacles and sources for tests and benchmarks of shortest paths of discs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from movekernels.arrays import Floats
from movekernels.paths.chords import arcs_of, chords
from movekernels.paths.distance import distance
from movekernels.paths.grown import Grown, grow
from movekernels.paths.sight import point_free
from movekernels.paths.spread import FULL, Tree, new_tree, spread
from movekernels.paths.web import Web, know_arcs, new_web
from shapes_data import Outline, build_bodies, build_shapes, oval_base, rectangle, round_base

OUTLINES: tuple[Outline, ...] = (
    round_base(32),
    round_base(50),
    oval_base(75, 42),
    oval_base(60, 35),
    rectangle(4.0, 0.2),
    ("polygon", [[-1.0, -0.4], [1.5, -0.2], [-0.3, 1.1]]),
    ("parts", [rectangle(2.0, 0.3, 1.0, 0.0), rectangle(0.3, 2.0, 0.0, 1.0)]),
)
ROUND, OVAL, ANGULAR = (0, 1), (2, 3), (4, 5, 6)
KINDS = {"round": ROUND, "oval": OVAL, "angular": ANGULAR, "mixed": ROUND + OVAL + ANGULAR}
RADIUS = 0.63


class Explored(NamedTuple):
    """Everything known from one source."""

    grown: Grown
    web: Web
    tree: Tree
    source: tuple[float, float, float]
    """x, y, maximum."""


def place(
    rows: Sequence[Sequence[float]],
    outlines: Sequence[Outline] = OUTLINES,
    *,
    radius: float = RADIUS,
    sources: Sequence[Sequence[float]] = ((10.0, 8.0, 100.0),),
    clear: float = 0.0,
    size: tuple[float, float] = (20.0, 16.0),
) -> Grown:
    """Grow obstacles given as (outline, x, y, degrees)."""
    bodies = build_bodies([(*row, 0.0) for row in rows])
    return grow(
        build_shapes(outlines),
        bodies,
        np.full(len(rows), clear),
        radius,
        np.array(sources, dtype=np.float64).reshape(-1, 3),
        *size,
    )


def strewn(seed: int, kind: str = "mixed", count: int = 7) -> Grown:
    """A few obstacles strewn over 20 by 16 inches."""
    rng = np.random.default_rng([21, seed])
    rows = [
        (int(rng.choice(KINDS[kind])), *rng.uniform((1.0, 1.0), (19.0, 15.0)), rng.uniform(0, 360))
        for _ in range(count)
    ]
    return place(rows)


def free_points(grown: Grown, seed: int, count: int) -> Floats:
    """Random free points of the table, shape (s, 2)."""
    rng = np.random.default_rng([22, seed])
    found: list[Floats] = []
    while len(found) < count:
        at = rng.uniform((0.0, 0.0), (grown.width, grown.height))
        if point_free(grown, float(at[0]), float(at[1])):
            found.append(at)
    return np.array(found)


def explore(grown: Grown, x: float, y: float, most: float = 12.0) -> Explored:
    """Spread from a source, with as much scratch as it takes."""
    room = 1
    web, tree = new_web(grown, room), new_tree(grown.x.size, room)
    while spread(grown, web, tree, x, y, most) == FULL:
        room *= 2
        web, tree = new_web(grown, room), new_tree(grown.x.size, room)
    return Explored(grown, web, tree, (x, y, most))


def known(grown: Grown) -> Web:
    """A web with the arcs of all curves."""
    room = 1
    web = new_web(grown, room)
    while not all(know_arcs(grown, web, j) for j in range(grown.x.size)):
        room *= 2
        web = new_web(grown, room)
    return web


def arcs_on(web: Web, j: int) -> list[tuple[float, float]] | None:
    """Free arcs of a curve; none if all of it is free."""
    number, first = int(web.arcs.number[j]), int(web.arcs.first[j])
    if number < 0:
        return None
    return [(float(web.arcs.low[a]), float(web.arcs.high[a])) for a in range(first, first + number)]


def length_to(known: Explored, px: float, py: float) -> float:
    """Shortest length to a point."""
    grown, web, tree, (x, y, most) = known
    return float(distance(grown, web, tree, x, y, most, px, py)[0])


def moves_to(known: Explored, px: float, py: float, extra: float = 1e-3) -> Floats:
    """Points of the straight moves to a point that can be reached."""
    grown, web, tree, (x, y, most) = known
    length, arrival = distance(grown, web, tree, x, y, most, px, py)
    assert length < math.inf
    if arrival < 0:
        return np.array([[x, y], [px, py]])
    chain, bends, out = np.empty(256, np.int64), np.empty((256, 4)), np.empty((1 << 15, 2))
    count = arcs_of(grown, tree, arrival, px, py, chain, bends)
    n = chords(grown, x, y, px, py, chain, bends, count, extra, out)
    assert n > 0
    return out[:n].copy()


def measure(points: Floats) -> float:
    """Length of a polyline."""
    return math.fsum(np.hypot(*np.diff(points, axis=0).T).tolist())
