"""Duties judged one model after the other (`duty_mode: sequential`, 7.2)."""

from __future__ import annotations

import numpy as np

from movekernels.arrays import Bodies
from movesolver.duties.could import Could
from movesolver.duties.model import Move
from movesolver.duties.owed import better_poses, owed

MOST_STATES = 2000
"""So many sets of models that have moved are looked at."""


def some_order(move: Move) -> bool:
    """Return whether some order of moving has every model do its best when it moves.

    Each is judged against those who moved before it, where they ended, and those still to
    move, where they stand; coherency is asked at the end only.
    """
    n = len(move.position.ids)
    wanting = dict(owed(move))
    failed: set[frozenset[int]] = set()

    def goes_on(gone: frozenset[int]) -> bool:
        left = [i for i in range(n) if i not in gone]
        if not any(i in wanting for i in left):
            return True
        if gone in failed or len(failed) > MOST_STATES:
            return False
        could = Could(move.position, _stand(move, gone), move.ways, together=False)
        for i in left:
            excused = i not in wanting or not len(better_poses(could, move, i, wanting[i]))
            if excused and goes_on(gone | {i}):
                return True
        failed.add(gone)
        return False

    return goes_on(frozenset())


def _stand(move: Move, gone: frozenset[int]) -> Bodies:
    """Return where the unit stands when some of its models have moved, shape (n,)."""
    there = np.array([i in gone for i in range(len(move.position.ids))], dtype=np.bool_)
    rows = [
        np.where(there, ended, begun)
        for ended, begun in zip(move.bodies, move.position.start, strict=True)
    ]
    return Bodies(rows[0].astype(np.int64), *rows[1:])
