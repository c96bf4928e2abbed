"""Bit words of a unit: the graph of its links, and the names of what is wrong with it.

Row ``i`` of a graph is one 64-bit word whose bit ``j`` says that models ``i``
and ``j`` are linked.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from movekernels._jit import kernel

Rows = NDArray[np.uint64]

MOST = 64
"""Most models a unit may have: one bit each."""

NO_NEIGHBOUR = 1
"""Some model is linked with fewer unit-mates than needed."""
SPREAD = 2
"""Two models are farther apart than the span."""
HEIGHT = 4
"""Two models are farther apart in height than allowed."""
SPLIT = 8
"""The linked models form more than one group."""

ONE = np.uint64(1)
NONE = np.uint64(0)


@kernel
def _flood(rows: Rows, start: int) -> np.uint64:
    """Bit set of the models connected with ``start``, itself included."""
    reach = ONE << np.uint64(start)
    before = NONE
    while reach != before:
        before = reach
        for i in range(rows.size):
            if (reach >> np.uint64(i)) & ONE != NONE:
                reach |= rows[i]
    return reach


@kernel
def _lonely(rows: Rows, needed: int) -> bool:
    """Whether some row has fewer than ``needed`` bits."""
    for i in range(rows.size):
        row = rows[i]
        for _ in range(needed):
            if row == NONE:
                return True
            row &= row - ONE
    return False
