"""Unit-mates that bar each other: whether some order of moving lets all pass (17.01, VS4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from movesolver.referee.crossings import Crossing, crossings
from movesolver.referee.hazards import mate_hazard
from movesolver.referee.position import Position
from movesolver.referee.steps import steps_of
from movesolver.referee.verdict import Code, Finding
from movesolver.rules.transit import barred_by
from movesolver.table.scenario import Pose

Paths = Mapping[str, Sequence[Pose]]


def judge_order(position: Position, paths: Paths) -> list[Finding]:
    """Ask for an order of moving in which no model cuts through a mate that bars it.

    A path that cuts a mate's start pose must come after the mate has moved, one
    that cuts its end pose before; an order exists if and only if these demands
    have no cycle (17.01 and VS4 make unit-mates obstacles).
    """
    n = len(position.ids)
    if not position.mates_block.any():
        return []
    before = np.zeros((n, n), dtype=np.bool_)  # before[i, j]: i must move before j
    found = []
    for name, path in paths.items():
        i = position.ids.index(name)
        for j in np.flatnonzero(position.mates_block[i]).tolist():
            mate = position.ids[j]
            moves = mate in paths and len(paths[mate]) > 1
            at_start = _cuts(position, i, path, j, _start(position, j))
            at_end = _cuts(position, i, path, j, paths[mate][-1]) if moves else at_start
            if at_start and at_end:
                found += [_barred(position, i, j, one) for one in at_start]
            elif at_start:
                before[j, i] = True
            elif at_end:
                before[i, j] = True
    waiting = set(range(n))
    while free := [j for j in waiting if not any(before[i, j] for i in waiting)]:
        waiting -= set(free)
    if waiting and not found:
        names = tuple(position.ids[i] for i in sorted(waiting))
        rule = next(_rule(position, i, j) for i, j in np.argwhere(position.mates_block).tolist())
        text = "No order of moving lets these models pass each other."
        found.append(Finding(Code.THROUGH_FRIEND, rule, names, text))
    return found


def _start(position: Position, j: int) -> Pose:
    start = position.start
    return (float(start.x[j]), float(start.y[j]), float(position.facing[j]), float(start.z[j]))


def _cuts(
    position: Position, model: int, path: Sequence[Pose], mate: int, at: Pose
) -> list[Crossing]:
    """Return where a path cuts through a mate standing at a pose."""
    if len(path) < 2:
        return []
    hazard = mate_hazard(position, model, mate, at, path[0])
    mine = int(position.start.shape[model])
    return list(crossings(position.shapes, mine, steps_of(position, model, path), hazard))


def _barred(position: Position, i: int, j: int, one: Crossing) -> Finding:
    (name, mate), (x, y, _) = (position.ids[i], position.ids[j]), one.at
    text = f"The path of {name} cuts through {mate}, which bars it, at ({x:.4g}, {y:.4g})."
    return Finding(
        Code.THROUGH_FRIEND,
        _rule(position, i, j),
        (name, mate),
        text,
        one.lowest,
        0.0,
        one.at,
        one.after,
        one.step.number,
    )


def _rule(position: Position, i: int, j: int) -> str:
    """Return the section by which mate ``j`` bars model ``i``."""
    words = position.movers[j].keywords
    bars = barred_by(
        position.rules, position.move, position.mode, position.movers[i], words, enemy=False
    )
    assert bars is not None
    return bars
