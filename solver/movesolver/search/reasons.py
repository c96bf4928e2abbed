"""Why a search found nothing, where that is not proved."""

from __future__ import annotations

import numpy as np

from movekernels.search import ending, routing
from movesolver.referee.verdict import listed
from movesolver.search.improve import Searcher
from movesolver.search.layout import conflicts_of


def reasons_of(searcher: Searcher) -> dict[str, str]:
    """Return why no answer was found: what rules out how many spots."""
    named = {ending.EDGE: "OFF_TABLE", ending.FLOOR: "OVERHANG"}
    conflicts = conflicts_of(searcher.position, searcher.arena, searcher.goal)
    found, counts = np.unique(conflicts, return_counts=True)
    ruled: dict[str, int] = {}
    for conflict, count in zip(found.tolist(), counts.tolist(), strict=True):
        if conflict != ending.OPEN:
            code = named.get(conflict) or str(searcher.arena.codes[conflict])
            ruled[code] = ruled.get(code, 0) + count
    total = conflicts.size
    reasons = {
        code: f"rules out {count} of {total} spots tried" for code, count in sorted(ruled.items())
    }
    stuck = [
        name
        for name, ways in zip(searcher.position.ids, searcher.ways, strict=True)
        if not (ways != routing.NO_ROUTE).any()
    ]
    if stuck:
        reasons["NO_PATH"] = f"{listed(stuck)}: no way that was tried leads to a legal spot"
    else:
        reasons["SPLIT"] = "no coherent formation was found on the spots that remain"
    return reasons
