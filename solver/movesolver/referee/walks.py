"""Which paths are clear of everything: asked of the whole unit at once.

What is clear here needs no closer look; whatever is not is judged step by step, as if
nobody had asked (`movesolver.referee.motion`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from movekernels.arrays import Bools, Floats
from movekernels.checks.walks import Walks, walks_clear
from movesolver.referee.bodies import heading
from movesolver.referee.crossings import PRESSED, short_turn
from movesolver.referee.position import Position
from movesolver.referee.surfaces import GROUND
from movesolver.table.scenario import Pose


def clear_walks(
    position: Position, paths: Mapping[str, Sequence[Pose]], tolerance: float
) -> set[str]:
    """Return the models whose paths keep to one level and to the table, and cut into nothing.

    Not all of them, perhaps: of whom nothing is said here, nothing is known.
    """
    rows: dict[tuple[int, float], int] = {}
    bars: list[Bools] = []
    names: list[str] = []
    shape: list[int] = []
    begin: list[tuple[float, ...]] = []
    kind: list[int] = []
    owner: list[int] = []
    steps: list[tuple[float, ...]] = []
    kinds, index = position.kinds(), position.index()
    turned: dict[float, tuple[float, float]] = {}

    def facing(degrees: float) -> tuple[float, float]:
        if degrees not in turned:
            turned[degrees] = heading(degrees)
        return turned[degrees]

    for name, path in paths.items():
        model, first = index[name], path[0]
        z = first[3]
        if any(pose[3] != z for pose in path) or (z > GROUND and not _aloft(position, model)):
            continue
        key = (kinds[model], z)
        if key not in rows:
            rows[key] = len(bars)
            bars.append(position.barring(model, z))
        for a, b in pairwise(path):
            if a != b:
                owner.append(len(names))
                turn = 0.0 if a[2] == b[2] else short_turn(a[2], b[2])
                steps.append((a[0], a[1], *facing(a[2]), b[0], b[1], *facing(b[2]), turn))
        names.append(name)
        shape.append(int(position.start.shape[model]))
        begin.append((first[0], first[1], *facing(first[2])))
        kind.append(rows[key])
    if not names:
        return set()
    walks = Walks(
        shape=np.array(shape, dtype=np.int64),
        begin=np.array(begin),
        kind=np.array(kind, dtype=np.int64),
        owner=np.array(owner, dtype=np.int64),
        steps=np.array(steps, dtype=np.float64).reshape(-1, 9),
    )
    table, clear = position.scenario.table, np.empty(len(names), dtype=np.bool_)
    walks_clear(
        position.shapes,
        walks,
        position.board.everything,
        np.array(bars),
        clearances(position, tolerance),
        PRESSED,
        float(table.width),
        float(table.height),
        clear,
    )
    return {name for name, fine in zip(names, clear.tolist(), strict=True) if fine}


def clearances(position: Position, tolerance: float) -> Floats:
    """Return the distance to keep from each of the others and of the walls, shape (m + w,)."""

    def make() -> Floats:
        clear = np.zeros(position.board.everything.x.size)
        if position.transit_clearance > 0.0:
            clear[np.flatnonzero(position.enemy)] = position.transit_clearance + tolerance
        return clear

    return position.once(("clearances", tolerance), make)


def _aloft(position: Position, model: int) -> bool:
    """Return whether a model may slide and turn above the ground with nothing beside it (13.06)."""
    return (
        position.movers[model].flying
        or not position.rules.terrain_categories
        or position.rules.options.get("slides_aloft") == "free"
    )
