"""Getting into a transport (18.02)."""

from __future__ import annotations

import numpy as np

from movesolver.referee.nearness import unit_gaps
from movesolver.referee.position import Position
from movesolver.referee.verdict import Code, Finding


def judge_boarding(position: Position, tolerance: float) -> list[Finding]:
    """Return which models are too far from the transport that the unit gets into."""
    limit, transport = position.move.boards, position.transport
    if limit is None or transport is None:
        return []
    gaps = unit_gaps(position, position.start, [transport.id])[:, 0]
    return [
        Finding(
            Code.OUT_OF_RANGE,
            position.move.section,
            (position.ids[i],),
            f"{position.ids[i]} is {gaps[i]:.4g} inches from {transport.id}, {limit:g} at most.",
            float(gaps[i]),
            limit,
        )
        for i in np.flatnonzero(gaps > limit + tolerance)
    ]
