"""Which box to look at next: one that prices have half a model in."""

from __future__ import annotations

import math

import numpy as np

from movekernels.arrays import Floats
from movesolver.search.cells import Relaxed
from movesolver.search.prices import PICKS, Branch, Pricing

PARTS = (1, 2, 4)
"""Boxes as wide as two models allow, and parts of that."""
SMALLER = 0.1
"""How much less is thought of a box for every time it is halved."""


def best_branch(loose: Relaxed, pricing: Pricing) -> tuple[Branch | None, float]:
    """Return the box about which prices are least decided, and how little (0 to 0.5)."""
    side, picks = pricing.window.side, pricing.picks
    rank = loose.rank[picks[:, 2].astype(np.int64)]
    best, most = None, 0.0
    for q, rho in enumerate(loose.radii.tolist()):
        at = picks[rank >= q, :2]
        for halved, part in enumerate(PARTS):
            # the diagonal stays below twice the radius
            size = math.floor(math.sqrt(2.0) * rho * 0.999 / part / side) * side
            if size <= 0.0 or not len(at):
                continue
            corners = _corners(at, max(round(size / 4 / side), 1) * side)
            inside = (at[None, :, :] >= corners[:, None, :]).all(axis=2)
            inside &= (at[None, :, :] <= corners[:, None, :] + size).all(axis=2)
            held = inside.sum(axis=1) / PICKS
            score = np.minimum(held, 1.0 - held) * (1.0 - SMALLER * halved)
            k = int(np.argmax(score))
            if score[k] > most:
                x, y = corners[k].tolist()
                best, most = Branch((x, y, x + size, y + size), q, True), float(score[k])
    return best, most


def _corners(at: Floats, shift: float) -> Floats:
    """Return lower left corners of boxes of four shifts that hold some of the points, (k, 2)."""
    known = np.unique(np.floor(at / shift), axis=0)
    moves = np.array([(a, b) for a in range(-3, 1) for b in range(-3, 1)])
    corners: Floats = np.unique((known[:, None, :] + moves).reshape(-1, 2), axis=0) * shift
    return corners
