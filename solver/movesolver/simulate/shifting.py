"""Slides of a whole unit: the first of a list that is legal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np

from movekernels.arrays import Bodies, Floats
from movekernels.geometry.gap import gap_rows
from movesolver.duties.judge import judged
from movesolver.phases.board import changed
from movesolver.referee.pack import pack
from movesolver.referee.position import Position, joined_bodies, select
from movesolver.table.fields import Point
from movesolver.table.scenario import Pose, Scenario

AT_ONCE = 24
"""How many shifts are looked at together."""
MOST_JUDGED = 12
"""How many of those that might do the referee is asked about."""


def first_legal(question: Scenario, shifts: Sequence[Point]) -> Scenario | None:
    """Return the question with the first shift of the whole unit that is legal as its paths.

    None if there is none among them, or among the first `MOST_JUDGED` that end clear of all else.
    """
    position = pack(question)
    starts = [
        (float(x), float(y), float(facing), float(z))
        for x, y, facing, z in zip(
            position.start.x, position.start.y, position.facing, position.start.z, strict=True
        )
    ]
    clear = _clear(position, np.array(shifts, dtype=np.float64).reshape(-1, 2))
    for dx, dy in islice(clear, MOST_JUDGED):
        paths: dict[str, tuple[Pose, ...]] = {
            name: (start, (start[0] + dx, start[1] + dy, start[2], start[3]))
            for name, start in zip(position.ids, starts, strict=True)
        }
        if judged(position, paths, tolerance=0.0)[0].legal:
            return changed(question, action=changed(question.action, goal=(), paths=paths))
    return None


def _clear(position: Position, shifts: Floats) -> Iterator[tuple[float, float]]:
    """Yield the shifts after which no base is on another, or in a wall it may not end in."""
    things = _things(position, float(np.hypot(*shifts.T).max(initial=0.0)))
    for low in range(0, len(shifts), AT_ONCE):
        some = shifts[low : low + AT_ONCE]
        ends = _shifted(position.start, some)
        gaps = np.empty((ends.x.size, things.x.size))
        gap_rows(position.shapes, ends, things, gaps)
        clear = np.all((gaps >= 0.0).reshape(len(some), -1), axis=1)
        yield from some[clear].tolist()


def _things(position: Position, most: float) -> Bodies:
    """Return what stands within so many inches of the unit and is in the way of its ends."""
    walls = np.zeros(position.walls.top.size, dtype=np.bool_)
    for i, z in enumerate(position.start.z.tolist()):
        walls |= position.walls_barring_end(i, z)
    things = joined_bodies(position.others, select(position.walls.bodies, walls))
    start, outer = position.start, position.shapes.outer
    dx, dy = start.x[:, None] - things.x, start.y[:, None] - things.y
    reach = outer[start.shape][:, None] + outer[things.shape] + most
    near = np.any(dx * dx + dy * dy <= reach * reach, axis=0)
    return select(things, np.flatnonzero(near))


def _shifted(start: Bodies, shifts: Floats) -> Bodies:
    """Return the unit after each of some shifts, one after the other."""
    times = len(shifts)
    return Bodies(
        shape=np.tile(start.shape, times),
        x=(start.x + shifts[:, :1]).ravel(),
        y=(start.y + shifts[:, 1:]).ravel(),
        cos=np.tile(start.cos, times),
        sin=np.tile(start.sin, times),
        z=np.tile(start.z, times),
    )
