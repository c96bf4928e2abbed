"""Declared charges: whom a move may end close to (VS5, VS12)."""

from __future__ import annotations

import numpy as np

from movekernels.arrays import Bodies
from movekernels.checks.engagement import engaged_any
from movesolver.referee.position import Position, select


def open_targets(position: Position, ends: Bodies, tolerance: float) -> tuple[str, ...]:
    """Return the named targets whose clearance the unit need not keep.

    Those it comes to engage with some model: only then the charge has succeeded (VS12).
    ``ends`` has shape (n,).
    """
    if not position.move.may_close_in:
        return ()
    limit = position.rules.engagement
    reached = []
    for name in position.scenario.action.targets:
        members = np.array([unit == name for unit in position.other_units], dtype=np.bool_)
        foes = select(position.others, members & position.enemy)
        reach = (limit.horizontal, limit.vertical)
        if foes.x.size and engaged_any(position.shapes, ends, foes, *reach, tolerance):
            reached.append(name)
    return tuple(reached)
