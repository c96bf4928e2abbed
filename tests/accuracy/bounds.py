"""Error bounds of the kernels, as `docs/accuracy.md` states them.

In parts of ``u S``: u = 2^-53, the unit roundoff of float64, and S the distance of the
centres plus the radii of the bounding discs of both bases.
"""

from __future__ import annotations

import numpy as np

from accuracy.boards import Floats
from accuracy.catalogue import KINDS, OVAL, POLYGON, ROUND, UNION

GAP = {
    (ROUND, ROUND): 6.0,
    (ROUND, OVAL): 12.0,
    (ROUND, POLYGON): 12.0,
    (ROUND, UNION): 12.0,
    (OVAL, OVAL): 16.0,
    (OVAL, POLYGON): 16.0,
    (OVAL, UNION): 16.0,
    (POLYGON, POLYGON): 16.0,
    (POLYGON, UNION): 16.0,
    (UNION, UNION): 16.0,
}
"""Of `gap`, and of "within" by gaps or by squared distances, by kinds of both bases."""
LANES = 5e-14
"""Added to `GAP`, inches, where gaps come from blocks of lanes: `pair_gaps` and its rows."""
EDGE = 4.0
"""Of `edge_slack`, in parts of u times the largest coordinate or side of the table."""


def gap_bounds() -> Floats:
    """Return `GAP` as an array over `Pairs.kind`."""
    table = np.zeros(len(KINDS) ** 2)
    for (low, high), parts in GAP.items():
        table[low * len(KINDS) + high] = parts
    return table
