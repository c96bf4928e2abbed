"""The code of a unit's coherency: that of the slow twin which also fills the links."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from movekernels.arrays import Bodies, Floats, Shapes
from reference.coherency import coherent


def unit_code(
    shapes: Shapes,
    unit: Bodies,
    neighbour: float,
    vertical: float,
    span: float,
    span_vertical: float,
    needed: int,
    single_group: bool,
    tolerance: float,
    radii: Floats,
    sure: NDArray[np.uint64],
    perhaps: NDArray[np.uint64],
) -> int:
    if unit.x.size == 0:
        return 0
    limits = (neighbour, vertical, span, span_vertical, needed, single_group, tolerance)
    return coherent(shapes, unit, *limits, np.zeros(unit.x.size, np.uint64))
