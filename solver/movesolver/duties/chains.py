"""Duties judged together (`duty_mode: maximal`, 7.2): could more models have done theirs?"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from movekernels.arrays import Floats
from movesolver.duties.could import Could
from movesolver.duties.model import Move, Witness
from movesolver.duties.owed import (
    accusation,
    better_poses,
    curves_of,
    does,
    duties_of,
    fulfilled,
    owed,
)
from movesolver.duties.places import Curve
from movesolver.paths.ends import posed
from movesolver.referee.position import replaced
from movesolver.referee.verdict import Finding
from movesolver.rules.moves import Duty

MOST_PLACES = 12
"""So many places of the mate that makes room are followed up."""


def exchanges(move: Move) -> tuple[list[Finding], list[Witness]]:
    """Return who could have done its duty had one mate ended elsewhere and done all it does now.

    Only exchanges of two models are looked for: what takes more is not found, and counts as
    done.
    """
    found: list[Finding] = []
    witnesses: list[Witness] = []
    for i, duty in owed(move):
        mates = (k for k in range(len(move.position.ids)) if k != i)
        pairs = (pair for k in mates if (pair := _exchange(move, i, duty, k)) is not None)
        pair = next(pairs, None)
        if pair is not None:
            found.append(accusation(move, duty, pair[0]))
            witnesses += pair
    return found, witnesses


def _exchange(move: Move, i: int, duty: Duty, k: int) -> tuple[Witness, Witness] | None:
    """Return where ``i`` does its duty while ``k`` ends elsewhere, if there is such a pair."""
    position = move.position
    could = Could(position, move.bodies, move.ways)
    for pose in better_poses(could, move, i, duty, absent=frozenset({k})):
        first = could.witness(i, pose)
        if first is None:
            continue
        bodies = replaced(move.bodies, i, posed(position, i, pose[None, :]))
        then = replace(move, bodies=bodies)
        after = Could(position, bodies, move.ways)
        for other in _places(after, then, k):
            second = after.witness(k, other)
            if second is not None and move.legal_with(first, second):
                return first, second
    return None


def _places(could: Could, move: Move, k: int) -> Floats:
    """Return poses (p, 3) at which model ``k`` does all that it does now."""
    position = move.position
    kept = [duty for duty in duties_of(position) if fulfilled(move, duty)[k]]
    wanted: list[Curve] = [curve for duty in kept for curve in curves_of(position, k, duty)]
    poses = could.poses(k, wanted)
    keep = np.isfinite(could.reached(k, poses))
    for duty in kept:
        keep &= does(position, k, duty, posed(position, k, poses), move.bodies)
    return poses[keep][:MOST_PLACES]
