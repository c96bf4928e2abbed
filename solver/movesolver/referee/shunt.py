"""Shunted units: none of their models moved far (VS9)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from movesolver.referee.motion import path_length
from movesolver.referee.position import Position
from movesolver.table.scenario import Pose


def shunted_by(
    position: Position,
    paths: Mapping[str, Sequence[Pose]] | None,
    ends: Mapping[str, Pose],
    tolerance: float,
) -> bool | None:
    """Return whether a move leaves the unit shunted: every model moved less than the limit.

    Parameters
    ----------
    position
        The packed position.
    paths
        The path of each model that has one; None if only the ends are known.
    ends
        The end pose of each model that moved.
    tolerance
        Inches by which a length must be less.

    Returns
    -------
    bool or None
        None in games without the rule, and where the straight ways to the ends are short
        enough but the ways taken are not known.
    """
    limit = position.rules.shunted_below
    if limit is None:
        return None
    if paths is None:
        starts = {name: _start(position, name) for name in ends}
        paths = {name: (starts[name], end) for name, end in ends.items()}
        known = not paths
    else:
        known = True
    lengths = [path_length(position, position.ids.index(n), path) for n, path in paths.items()]
    if max(lengths, default=-math.inf) >= limit - tolerance:
        return False
    return True if known else None


def _start(position: Position, name: str) -> Pose:
    i, start = position.ids.index(name), position.start
    return (float(start.x[i]), float(start.y[i]), float(position.facing[i]), float(start.z[i]))
