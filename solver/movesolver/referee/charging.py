"""Declared charges: whom a move may end close to (VS5, VS12)."""

from __future__ import annotations

from movekernels.arrays import Bodies
from movesolver.referee.nearness import within
from movesolver.referee.position import Position


def open_targets(position: Position, ends: Bodies, tolerance: float) -> tuple[str, ...]:
    """Return the named targets whose clearance the unit need not keep.

    Those it comes to engage with some model: only then the charge has succeeded (VS12).
    ``ends`` has shape (n,).
    """
    if not position.move.may_close_in:
        return ()
    reach = position.rules.engagement.horizontal + tolerance
    return tuple(
        name
        for name in position.scenario.action.targets
        if within(position, ends, position.enemy & position.of_units(name), reach).any()
    )
