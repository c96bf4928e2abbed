"""Moves to put before the referee on one table: none at all, walks, and what `solve` finds."""

from __future__ import annotations

import math

import numpy as np
from msgspec import structs

from movesolver.referee.check import start_pose
from movesolver.referee.pack import pack
from movesolver.referee.position import Position
from movesolver.rules.ruleset import RuleSet
from movesolver.search.result import Result
from movesolver.table.scenario import Action, Pose, Scenario

Path = tuple[Pose, ...]


def plays_on(
    scenario: Scenario, rules: RuleSet, draw: np.random.Generator, result: Result
) -> list[Action]:
    """Return actions to judge: some legal, some nearly so, some not at all."""
    position = pack(scenario, rules=rules)
    action = structs.replace(scenario.action, goal=(), paths=None, ends=None)
    solved = [] if result.moved is None else [structs.replace(result.moved.action, goal=())]
    if position.placing:
        return [action, *solved, *_placings(position, action, draw, solved)]
    found = [action, *solved]
    for share in (0.3, 0.7, 1.0, 1.1):
        found.append(structs.replace(action, paths=_walk(position, draw, share)))
    for shake in (0.02, 0.3) if solved else ():
        found.append(structs.replace(action, paths=_shaken(solved[0].paths or {}, draw, shake)))
    return found


def _walk(position: Position, draw: np.random.Generator, share: float) -> dict[str, Path]:
    """Return paths of all or some models side by side, of a share of what each may move."""
    angle = float(draw.uniform(0, 2 * math.pi))
    near = np.flatnonzero(position.enemy)
    if near.size and draw.random() < 0.5:
        foe, start = position.others, position.start
        j = int(draw.choice(near))
        angle = math.atan2(float(foe.y[j] - start.y[0]), float(foe.x[j] - start.x[0]))
    paths: dict[str, Path] = {}
    for i, name in enumerate(position.ids):
        if draw.random() < 0.1:
            continue
        far = float(position.maximum[i]) * share
        x, y, facing, z = start_pose(position, i)
        path: list[Pose] = [(x, y, facing, z)]
        if draw.random() < 0.3:
            facing += float(draw.uniform(-170, 170))
            path.append((x, y, facing, z))
        path.append((x + far * math.cos(angle), y + far * math.sin(angle), facing, z))
        paths[name] = tuple(path)
    return paths


def _shaken(paths: dict[str, Path], draw: np.random.Generator, shake: float) -> dict[str, Path]:
    """Return paths whose last slides end a little elsewhere."""
    found = {}
    for name, path in paths.items():
        last = path[-1]
        slid = len(path) > 1 and path[-2][:2] != last[:2]
        if slid:
            dx, dy = (float(v) for v in draw.normal(0.0, shake, 2))
            last = (last[0] + dx, last[1] + dy, last[2], last[3])
        found[name] = (*path[:-1], last)
    return found


def _placings(
    position: Position, action: Action, draw: np.random.Generator, solved: list[Action]
) -> list[Action]:
    """Return ends of a unit that is set up: near where it is wanted, and shaken ones."""
    found = []
    for one in solved:
        for shake in (0.02, 0.5):
            ends = {
                name: (
                    x + float(draw.normal(0, shake)),
                    y + float(draw.normal(0, shake)),
                    facing,
                    z,
                )
                for name, (x, y, facing, z) in (one.ends or {}).items()
            }
            found.append(structs.replace(one, ends=ends))
    table = position.scenario.table
    spot = (float(draw.uniform(2, table.width - 2)), float(draw.uniform(2, table.height - 2)))
    if position.move.set_up is not None and position.move.set_up.near == "transport":
        spot = (float(position.start.x[0]) + 2.5, float(position.start.y[0]) + 2.5)
    across = 2.0 * float(position.shapes.outer[position.start.shape].max(initial=0.5)) + 0.2
    rows = max(1, math.isqrt(len(position.ids)))
    ends = {
        name: (spot[0] + across * (i // rows), spot[1] + across * (i % rows), 0.0, 0.0)
        for i, name in enumerate(position.ids)
    }
    return [*found, structs.replace(action, ends=ends)]
