"""Where a path crosses the edge of the battlefield."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from movekernels.arrays import Shapes
from movekernels.geometry.shapes import edge_slack, support, turn_edge_slack
from movesolver.referee.crossings import JOINED, Stretch, joined_up, short_turn
from movesolver.referee.position import heading
from movesolver.referee.steps import Step
from movesolver.referee.verdict import Place
from movesolver.table.scenario import Pose, Table

SIDES = ((-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0))


class Exit(NamedTuple):
    """One time a base goes over the edge."""

    step: Step
    at: Place
    """Centre of the mover when it does (of a turn: while it turns), x, y, z."""
    after: float
    """What was spent until then, inches."""
    over: float
    """How far it gets over the edge during the step, inches."""


def exits(
    shapes: Shapes, mine: int, steps: Sequence[Step], table: Table, tolerance: float
) -> Iterator[Exit]:
    """Yield every time a path takes a base over the edge by more than the tolerance (03.01).

    Steps that follow each other over the edge are one; coming back and leaving again
    are two.
    """
    outside = False
    reach = float(shapes.outer[mine])
    for step in steps:
        if step.kind == "climb":
            continue
        if all(_well_inside(pose, table, reach) for pose in (step.a, step.b)):
            outside = False
            continue
        judge = _slide_off if step.kind == "slide" else _turn_off
        lowest, off = judge(shapes, mine, step, table, tolerance)
        for start, _ in off:
            if not (outside and start == 0.0):
                yield Exit(step, *_place(step, start), -lowest)
        outside = bool(off) and off[-1][1] == 1.0


def _place(step: Step, t: float) -> tuple[Place, float]:
    return step.slid(t) if step.kind == "slide" else step.started()


def _well_inside(pose: Pose, table: Table, reach: float) -> bool:
    x, y = pose[:2]
    return reach <= x <= table.width - reach and reach <= y <= table.height - reach


def _slide_off(
    shapes: Shapes, mine: int, step: Step, table: Table, tolerance: float
) -> tuple[float, list[Stretch]]:
    """Return the least slack of a slide, and the parts of it over the edge."""
    c, s = heading(step.a[2])
    off: list[Stretch] = []
    lowest = 0.0
    for ux, uy in SIDES:
        room = max(ux * table.width + uy * table.height, 0.0)
        room -= support(shapes, mine, c, s, ux, uy)
        start, end = (room - ux * pose[0] - uy * pose[1] for pose in (step.a, step.b))
        lowest = min(lowest, start, end)
        if min(start, end) >= -tolerance:
            continue
        if max(start, end) < -tolerance:
            off.append((0.0, 1.0))
        else:
            t = (start + tolerance) / (start - end)
            off.append((0.0, t) if start < end else (t, 1.0))
    return lowest, joined_up(off, JOINED / step.length)


def _turn_off(
    shapes: Shapes, mine: int, step: Step, table: Table, tolerance: float
) -> tuple[float, list[Stretch]]:
    """Return the least slack of a turn in place, and whether it starts and ends over the edge."""
    x, y, facing, _ = step.a
    before, after = heading(facing), heading(step.b[2])
    ccw, size = short_turn(facing, step.b[2]) > 0.0, (table.width, table.height)
    lowest = turn_edge_slack(shapes, mine, x, y, *before, *after, ccw, *size)
    if lowest >= -tolerance:
        return lowest, []
    ends = edge_slack(shapes, mine, x, y, *after, *size) < -tolerance
    return lowest, [(0.0, 1.0 if ends else 0.5)]
