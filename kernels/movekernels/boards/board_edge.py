"""Distance of every model of many boards to the table edge (03.01)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Floats, Ints, Shapes
from movekernels.boards.groups import BAD, _outlines, _part_of, _unsound
from movekernels.geometry.shapes import edge_slack


@kernel
def _slacks(shapes: Shapes, unit: Bodies, width: float, height: float, out: Floats) -> float:
    """Fill the slack of each model; returns the smallest, NaN for an unsound unit."""
    if _unsound(shapes, unit) > 0:
        out[:] = math.nan
        return math.nan
    least = math.inf
    for i in range(unit.x.size):
        k = unit.shape[i]
        x, y, radius = unit.x[i], unit.y[i], shapes.outer[k]
        if shapes.inner[k] == radius:
            value = min(min(x, width - x), min(y, height - y)) - radius
        else:
            value = edge_slack(shapes, k, x, y, unit.cos[i], unit.sin[i], width, height)
        out[i] = value
        least = min(least, value)
    return least


@kernel
def edge_boards(
    whole: Ints,
    real: Floats,
    first: Ints,
    shape: Ints,
    x: Floats,
    y: Floats,
    cos: Floats,
    sin: Floats,
    z: Floats,
    width: float,
    height: float,
    low: int,
    high: int,
    slack: Floats,
    smallest: Floats,
    codes: NDArray[np.uint8],
) -> None:
    """Signed distance to the nearest table edge of the models of boards ``low`` to ``high``.

    Parameters
    ----------
    whole, real
        Outlines, as `pack_catalogue` packs them.
    first, shape, x, y, cos, sin, z
        The models: board ``g`` has ``first[g]:first[g + 1]`` of the arrays of `Bodies`;
        shapes (b+1,) and (n,).
    width, height
        Every table is ``[0, width] x [0, height]``, inches.
    low, high
        The boards judged.
    slack
        Filled for their models: inches, negative over the edge; shape (n,).
    smallest
        Filled at ``low:high``: the smallest of a board, infinity for no models; shape (b,).
    codes
        Filled at ``low:high``: 0, or `BAD` for a board whose numbers are nonsense: its
        distances are NaN; shape (b,).
    """
    shapes = _outlines(whole, real)
    bodies = Bodies(shape, x, y, cos, sin, z)
    for g in range(low, high):
        unit = _part_of(bodies, first[g], first[g + 1])
        smallest[g] = _slacks(shapes, unit, width, height, slack[first[g] : first[g + 1]])
        codes[g] = BAD if math.isnan(smallest[g]) else 0
