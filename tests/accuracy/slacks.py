"""How far units are from the limits of coherency, from exact gaps (03.03)."""

from __future__ import annotations

import numpy as np

from accuracy.boards import Bools, Pairs
from accuracy.extended import Wide
from movesolver.arrays import CoherencyLimits


def coherency_slacks(n: int, pairs: Pairs, level: Bools, limits: CoherencyLimits) -> Wide:
    """Inches left to each limit by units of n > 1 models; shape (b, 4).

    Columns: neighbour, span, height, one group.  The smallest neighbour distance at which
    each model has mates enough, or all are one group, tells what is left of the limit.

    Parameters
    ----------
    n
        Models.
    pairs
        In the order of `mates`.
    level
        Which pairs are near enough in height to be linked; shape (b, p).
    limits
        The rule.
    """
    boards = pairs.gap.shape[0]
    i, j = np.tril_indices(n, -1)
    near = np.full((boards, n, n), np.inf, np.longdouble)
    near[:, i, j] = near[:, j, i] = np.where(level, pairs.gap, np.inf)
    needed = limits.needed_in_crowd if 0 < limits.crowd <= n else limits.needed
    # nobody is a mate of itself: with fewer mates than needed the last in rank is infinite
    ranked = np.sort(near, axis=2)[:, :, min(needed, n) - 1]
    # the smallest of the largest links over all ways between two models
    ways = near.copy()
    for k in range(n):
        over = np.maximum(ways[:, :, k, None], ways[:, None, k, :])
        ways = np.minimum(ways, over)
    longest = ways[:, 0, 1:].max(axis=1)
    out = np.empty((boards, 4), np.longdouble)
    out[:, 0] = limits.neighbour - ranked.max(axis=1) if needed else np.inf
    out[:, 1] = limits.span - pairs.gap.max(axis=1)
    out[:, 2] = limits.span_vertical - pairs.rise.max(axis=1)
    out[:, 3] = limits.neighbour - longest if limits.single_group else np.inf
    return out
