"""Boards of discs and slides of ovals for `movekernels.limits`."""

from __future__ import annotations

import numpy as np

from movekernels.arrays import Floats
from movekernels.limits import Slides
from shapes_data import MM, OVAL_MM

Discs = tuple[Floats, Floats, Floats, Floats, Floats, Floats]


def build_discs(boards: int, n: int, m: int) -> Discs:
    """Discs of each board and the others, on 60 x 44 inches: shapes (b, n) and (b, m)."""
    rng = np.random.default_rng(7)
    own, others = (boards, n), (boards, m)
    return (
        rng.uniform(0.0, 60.0, own),
        rng.uniform(0.0, 44.0, own),
        rng.uniform(0.5, 1.0, own),
        rng.uniform(0.0, 60.0, others),
        rng.uniform(0.0, 44.0, others),
        rng.uniform(0.5, 1.0, others),
    )


def build_slides(count: int) -> Slides:
    """Real ovals that slide past others near the way."""
    rng = np.random.default_rng(8)
    dx, dy = rng.uniform(-6.0, 6.0, (2, count))
    px, py = rng.uniform(-5.0, 5.0, (2, count))
    half = np.array(OVAL_MM) * MM / 2
    fields = [px, py, dx, dy]
    for _ in range(2):
        a, b = half[rng.integers(0, len(half), count)].T
        turn = rng.uniform(0.0, 2.0 * np.pi, count)
        fields += [a.copy(), b.copy(), np.cos(turn), np.sin(turn)]
    return Slides(*fields)
