"""Formations for tests: mixed bases, many of them within a hair of a threshold."""

from __future__ import annotations

import math

import numpy as np

from movekernels.arrays import Bodies, Shapes
from reference.bounds import body_gap
from shapes_data import build_bodies, build_shapes, oval_base, rectangle, round_base

OUTLINES = [
    round_base(32),
    round_base(60),
    oval_base(75, 42),
    oval_base(105, 70),
    rectangle(3.0, 2.0),
    ("polygon", [[-1.2, -0.5], [1.0, -0.8], [1.6, 0.0], [1.0, 0.8], [-1.2, 0.5]]),
    ("parts", [rectangle(4.0, 1.0), rectangle(1.0, 3.0)]),
    rectangle(1.5, 1.0, x=2.5),  # its centre is outside it
]
"""All symmetric about the x axis, so that a reflected body is a body of the same shape."""

SHAPES = build_shapes(OUTLINES)
THRESHOLDS = (0.0, -1e-6, 2.0, 2.0 + 1e-6, 9.0, 9.0 + 1e-6)
"""Gaps at which a verdict may change, with and without the tolerance, in inches."""

Row = tuple[int, float, float, float, float]


def random_row(rng: np.random.Generator, spread: float, shapes: int) -> Row:
    x, y = rng.uniform(-spread, spread, 2)
    z = float(rng.choice([0.0, 0.0, 0.0, 3.0, 5.0, 5.0 + 1e-6, 5.0 + 1e-5]))
    return int(rng.integers(shapes)), float(x), float(y), float(rng.uniform(0, 360)), z


def formation(
    rng: np.random.Generator, count: int, spread: float = 5.0, shapes: int = len(OUTLINES)
) -> list[Row]:
    """Rows of `build_bodies`: half of the models stand at a threshold from an earlier one."""
    rows = [random_row(rng, spread, shapes)]
    while len(rows) < count:
        row = random_row(rng, spread, shapes)
        if rng.random() < 0.5:
            mate = rows[int(rng.integers(len(rows)))]
            offset = float(rng.choice([-1.0, 1.0])) * 10.0 ** rng.uniform(-11, -9)
            row = at_gap(row, mate, float(rng.choice(THRESHOLDS)) + offset)
        rows.append(row)
    return rows


def at_gap(row: Row, mate: Row, wanted: float) -> Row:
    """Slide ``row`` towards or away from ``mate`` until their gap is as wanted."""
    shape, x, y, heading, z = row
    angle = math.atan2(y - mate[2], x - mate[1])

    def posed(distance: float) -> Row:
        return (
            shape,
            mate[1] + distance * math.cos(angle),
            mate[2] + distance * math.sin(angle),
            heading,
            z,
        )

    def miss(distance: float) -> float:
        bodies = build_bodies([mate, posed(distance)])
        return body_gap(SHAPES, bodies, 0, bodies, 1) - wanted

    low, high = 0.0, wanted + 10.0
    # The gap grows with the distance: regula falsi, halving the weight of an end that stays.
    at_low, at_high = miss(low), miss(high)
    for _ in range(60):
        middle = high - at_high * (high - low) / (at_high - at_low)
        value = miss(middle)
        if abs(value) < 1e-13:
            break
        if value > 0:
            high, at_high, at_low = middle, value, at_low / 2
        else:
            low, at_low, at_high = middle, value, at_high / 2
    return posed(middle)


def bodies_of(rows: list[Row]) -> Bodies:
    return build_bodies(rows)


def clear_of_thresholds(bodies: Bodies, shapes: Shapes = SHAPES, margin: float = 1e-9) -> bool:
    """Whether rounding of a moved copy cannot change a verdict of this formation."""
    count = bodies.x.size
    return all(
        abs(body_gap(shapes, bodies, i, bodies, j) - t) > margin
        for i in range(count)
        for j in range(i)
        for t in THRESHOLDS
    )
