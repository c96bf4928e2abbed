"""An order of moving for an answer whose models bar each other's way (17.01, VS4)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from scipy.optimize import linear_sum_assignment

from movekernels.search.routing import NO_ROUTE, route
from movesolver.referee.motion import path_length
from movesolver.referee.order import find_order_with
from movesolver.referee.position import Position, heading
from movesolver.search.arena import Arena
from movesolver.search.ends import Ends, Path, ends_of
from movesolver.search.goal_table import Goal

PIECES = (3, 8)
"""Into how many parts of equal length paths are cut, to stop between them: first try, second."""


@dataclass(frozen=True, slots=True)
class _Parted:
    """A path with poses added to stop at."""

    path: Path
    added: frozenset[int]
    """Numbers of the poses that were added."""

    @property
    def stops(self) -> list[int]:
        return sorted({0, len(self.path) - 1, *self.added})


def in_order(position: Position, ends: Ends) -> Ends | None:
    """Return an answer with an order of moving, if one is found.

    Where the game lets models stop on their way, stops along their paths are tried too: a
    model then waits part-way until a mate has passed, and no path gets longer.
    """
    if not position.mates_block.any():
        return ends
    whole = {name: (0, len(path) - 1) for name, path in ends.paths.items()}
    asked = find_order_with(position, ends.paths, whole, brief=True)
    if asked.order is not None:
        return replace(ends, order=asked.order)
    for pieces in PIECES if position.rules.stops_on_way else ():
        parted = {name: _cut(path, pieces) for name, path in ends.paths.items()}
        paths = {name: one.path for name, one in parted.items()}
        stops = {name: one.stops for name, one in parted.items()}
        asked = find_order_with(position, paths, stops, brief=True)
        if asked.order is not None:
            return _with_stops(position, ends, parted, asked.order)
    return None


def rematched(position: Position, arena: Arena, goal: Goal, ends: Ends) -> Ends | None:
    """Return the same end places, models that are alike sent each to a near one; None if so now.

    Sums of squared distances are least then, which takes most crossings out of the ways.
    """
    start = position.start
    last = [ends.paths[name][-1] for name in position.ids]
    poses = np.array([(*pose[:2], *heading(pose[2])) for pose in last])
    chosen = np.arange(len(position.ids))
    alike = [
        (int(arena.squad.member[i]), float(position.maximum[i]), position.movers[i])
        for i in chosen.tolist()
    ]
    for kind in dict.fromkeys(alike):
        same = np.array([i for i, other in enumerate(alike) if other == kind])
        square = (start.x[same, None] - poses[None, same, 0]) ** 2
        square += (start.y[same, None] - poses[None, same, 1]) ** 2
        rows, columns = linear_sum_assignment(square)
        chosen[same[rows]] = same[columns]
    if np.array_equal(chosen, np.arange(chosen.size)):
        return None
    poses = np.ascontiguousarray(poses[chosen])
    still = arena.squad.round[arena.squad.member]
    poses[still, 2], poses[still, 3] = start.cos[still], start.sin[still]
    ways = np.array(
        [route(arena.ground, arena.squad, i, *pose) for i, pose in enumerate(poses.tolist())]
    )
    if (ways == NO_ROUTE).any():
        return None
    return ends_of(position, arena, goal, poses, ways)


def _cut(path: Path, pieces: int) -> _Parted:
    """Return a path with poses added between parts of equal length."""
    whole = math.fsum(math.dist(a[:2], b[:2]) for a, b in pairwise(path))
    marks = [whole * k / pieces for k in range(1, pieces)]
    poses = [path[0]]
    added = set()
    gone = 0.0
    for a, b in pairwise(path):
        length = math.dist(a[:2], b[:2])
        for mark in marks:
            if gone < mark < gone + length:
                t = (mark - gone) / length
                added.add(len(poses))
                poses.append((a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), a[2], a[3]))
        gone += length
        poses.append(b)
    return _Parted(tuple(poses), frozenset(added))


def _with_stops(
    position: Position,
    ends: Ends,
    parted: Mapping[str, _Parted],
    order: tuple[tuple[str, int], ...],
) -> Ends:
    """Return an answer whose paths have, of the poses added, those where a model stops."""
    paths: dict[str, Path] = {}
    numbers: dict[str, dict[int, int]] = {}
    for name, one in parted.items():
        stops = {number for mover, number in order if mover == name}
        kept = [k for k in range(len(one.path)) if k in stops or k not in one.added]
        paths[name] = tuple(one.path[k] for k in kept)
        numbers[name] = {k: new for new, k in enumerate(kept)}
    lengths = {name: path_length(position, i, paths[name]) for i, name in enumerate(position.ids)}
    said = tuple((name, numbers[name][k]) for name, k in order)
    return replace(ends, paths=paths, lengths=lengths, order=said)
