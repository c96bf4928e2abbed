"""An order of moving for an answer whose models bar each other's way (17.01, VS4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

import numpy as np
from scipy.optimize import linear_sum_assignment

from movekernels.search.routing import NO_ROUTE, route
from movesolver.referee.motion import path_length
from movesolver.referee.order import find_order
from movesolver.referee.pack import Position, heading
from movesolver.search.arena import Arena
from movesolver.search.ends import Ends, Path, ends_of
from movesolver.search.goals import Goal
from movesolver.table.scenario import Pose

PIECES = (2, 5, 12)
"""Into how many equal pieces slides are cut, to stop between them: first try to last."""


def in_order(position: Position, ends: Ends) -> Ends | None:
    """Return an answer with an order of moving, if one is found.

    Where the game lets models stop on their way, stops along straight slides are tried
    too: a model then waits half-way until a mate has passed, and no path gets longer.
    """
    if not position.mates_block.any():
        return ends
    asked = find_order(position, ends.paths)
    if asked.order is not None:
        return replace(ends, order=asked.order)
    for pieces in PIECES if position.rules.stops_on_way else ():
        paths = {name: _cut(path, pieces) for name, path in ends.paths.items()}
        asked = find_order(position, paths)
        if asked.order is not None:
            return _with_stops(position, ends, paths, asked.order)
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


def _cut(path: Path, pieces: int) -> Path:
    """Return a path with its slides cut into equal pieces."""
    poses = [path[0]]
    for a, b in pairwise(path):
        if a[:2] != b[:2]:
            for k in range(1, pieces):
                t = k / pieces
                poses.append((a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), a[2], a[3]))
        poses.append(b)
    return tuple(poses)


def _with_stops(
    position: Position, ends: Ends, paths: Mapping[str, Path], order: tuple[tuple[str, int], ...]
) -> Ends:
    """Return an answer whose paths have, of the poses cut in, those where a model stops."""
    kept: dict[str, Path] = {}
    numbers: dict[str, dict[int, int]] = {}
    for name, path in paths.items():
        stops = {number for one, number in order if one == name}
        own = set(ends.paths[name])
        numbers[name] = {}
        poses: list[Pose] = []
        for k, pose in enumerate(path):
            if k in stops or pose in own:
                numbers[name][k] = len(poses)
                poses.append(pose)
        kept[name] = tuple(poses)
    lengths = {name: path_length(position, i, kept[name]) for i, name in enumerate(position.ids)}
    said = tuple((name, numbers[name][k]) for name, k in order)
    return replace(ends, paths=kept, lengths=lengths, order=said)
