"""Distance of bases to the table edge: how far each part reaches to each side (03.01)."""

from __future__ import annotations

import math

from movekernels.arrays import Bodies, Floats, Shapes
from reference.bounds import parts_of, reach


def edge_slacks(shapes: Shapes, unit: Bodies, width: float, height: float, out: Floats) -> float:
    for i in range(unit.x.size):
        x, y = float(unit.x[i]), float(unit.y[i])
        out[i] = min(
            room - reach(shapes, p, unit, i)(ux, uy)
            for p in parts_of(shapes, unit, i)
            for room, ux, uy in (
                (x, -1.0, 0.0),
                (width - x, 1.0, 0.0),
                (y, 0.0, -1.0),
                (height - y, 0.0, 1.0),
            )
        )
    return min((float(value) for value in out), default=math.inf)
