"""Places listed for each model of a unit: which are ends by themselves, which go together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from movekernels.arrays import LEVEL, Bodies, Bools, Floats, Ints
from movekernels.geometry.gap import gap_rows
from movesolver.errors import InputError
from movesolver.paths.ends import OPEN, Ends, posed
from movesolver.referee.position import Position, joined_bodies
from movesolver.table.fields import check_finite, inside, shown
from movesolver.table.scenario import Pose

Places = Mapping[str, Sequence[Sequence[float]]]
"""For each model, places [x, y], [x, y, facing] or [x, y, facing, z], inches and degrees."""
SLOP = 1e-9
"""What decides a close call is the referee's: here only what is out by more than this, inches."""


@dataclass(frozen=True, slots=True)
class Listed:
    """Places of all models one after the other, axis ``s``."""

    poses: list[Pose]
    first: Ints
    """Model ``i`` has places ``first[i]:first[i + 1]``, shape (n + 1,)."""
    usable: Bools
    """Which are ends of their models by themselves, shape (s,)."""
    together: Bools
    """Pairs that neither overlap nor are farther apart than coherency allows, shape (s, s)."""
    beside: Bools
    """Pairs that are neighbours, shape (s, s)."""
    overlap: Bools
    """Pairs that overlap, shape (s, s)."""

    @property
    def owner(self) -> Ints:
        """The model of each place, shape (s,)."""
        return np.repeat(np.arange(self.first.size - 1), np.diff(self.first))


def list_places(position: Position, places: Places) -> Listed:
    """Read listed places and relate them, close calls in favour of being legal.

    Raises
    ------
    InputError
        If a model has no places, a place is not one, or places are for a model that is not
        asked about; or if the unit has no model that could take one.
    """
    if not isinstance(places, Mapping):
        raise InputError("places", "lists of places by model id", shown(places))
    if not position.ids:
        where = "with models to set up" if position.placing else "on the table"
        raise InputError("action.unit", f"a unit {where}", shown(position.scenario.mover.id))
    for name in places:
        if name not in position.ids:
            wanted = "a model that moves or is set up"
            raise InputError(inside("places", str(name)), wanted, shown(name))
    blocks = [_poses(position, i, name, places) for i, name in enumerate(position.ids)]
    flat = [pose for block in blocks for pose in block]
    first = np.concatenate([[0], np.cumsum([len(one) for one in blocks])]).astype(np.int64)
    at: Floats = np.array(flat, dtype=np.float64).reshape(-1, 4)
    alone, usable, bodies = Ends(position), np.zeros(len(flat), dtype=np.bool_), []
    for i in range(len(blocks)):
        mine = np.arange(first[i], first[i + 1])
        for z in np.unique(at[mine, 3]).tolist():
            level = mine[at[mine, 3] == z]
            usable[level] = alone.judge(i, at[level, :3], z) == OPEN
        bodies.append(posed(position, i, at[mine, :3])._replace(z=at[mine, 3]))
    together, beside, overlap = _pairs(position, joined_bodies(*bodies))
    return Listed(flat, first, usable, together, beside, overlap)


def _pairs(position: Position, everyone: Bodies) -> tuple[Bools, Bools, Bools]:
    """Return which bodies (s,) go together, are neighbours, overlap, each of shape (s, s)."""
    rule, slop = position.rules.coherency, position.rules.tolerance
    gaps = np.empty((everyone.x.size, everyone.x.size))
    gap_rows(position.shapes, everyone, everyone, gaps)
    high = np.abs(everyone.z[:, None] - everyone.z[None, :])
    overlap = (gaps <= -slop - SLOP) & (high < LEVEL)
    near = (gaps < rule.span + slop + SLOP) & (high < rule.span_vertical + slop + SLOP)
    beside = (gaps < rule.neighbour + slop + SLOP) & (high < rule.neighbour_vertical + slop + SLOP)
    return ~overlap & near, beside & ~overlap, overlap


def _poses(position: Position, i: int, name: str, places: Places) -> list[Pose]:
    """Return the poses listed for a model."""
    listed = places.get(name, ())
    if not isinstance(listed, Sequence | np.ndarray):
        raise InputError(inside("places", name), "a list of places", shown(listed))
    if len(listed) == 0:
        raise InputError(inside("places", name), "at least one place", "none")
    found: list[Pose] = []
    for k, place in enumerate(listed):
        where = inside("places", name, k)
        row = isinstance(place, Sequence | np.ndarray) and not isinstance(place, str)
        if not row or not 2 <= len(place) <= 4:
            raise InputError(where, "[x, y], [x, y, facing] or [x, y, facing, z]", shown(place))
        check_finite(where, *place)
        numbers = [float(value) for value in place]
        facing = numbers[2] if len(numbers) > 2 else float(position.facing[i])
        z = numbers[3] if len(numbers) > 3 else float(position.start.z[i])
        found.append((numbers[0], numbers[1], facing, z))
    return found
