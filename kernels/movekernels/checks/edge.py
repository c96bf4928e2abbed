"""No part of a base may cross the table edge (03.01)."""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Floats, Shapes
from movekernels.geometry.shapes import edge_slack


@kernel
def edge_slacks(shapes: Shapes, unit: Bodies, width: float, height: float, out: Floats) -> float:
    """Signed distance of each model's base to the nearest table edge.

    Parameters
    ----------
    shapes
        Outlines of ``unit``.
    unit
        The models (n).
    width, height
        The table is ``[0, width] x [0, height]``, inches.
    out
        Filled: inches, positive inside, 0 touching, negative over the edge; shape (n,).

    Returns
    -------
    float
        The smallest slack; infinity for no models.
    """
    smallest = math.inf
    for i in range(unit.x.size):
        slack = edge_slack(
            shapes, unit.shape[i], unit.x[i], unit.y[i], unit.cos[i], unit.sin[i], width, height
        )
        out[i] = slack
        if slack < smallest:
            smallest = slack
    return smallest
