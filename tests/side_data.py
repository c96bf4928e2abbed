"""Random boards of units and models, flat, as `part_sides` takes them."""

from __future__ import annotations

from typing import Any

import numpy as np


def parted(seed: int, boards: int, units: int, models: int) -> tuple[Any, ...]:
    """Return ragged boards, with the arrays that are to be filled at the end."""
    random = np.random.default_rng(seed)
    counts = random.integers(0, units + 1, boards)
    sizes = random.integers(0, models + 1, int(counts.sum()))
    m, which = int(sizes.sum()), np.flatnonzero(random.random(boards) < 0.8)
    places = random.uniform(0, 40, (4, m))
    places[random.integers(0, 2, m // 10), random.integers(0, max(m, 1), m // 10)] = np.nan
    return (
        which,
        np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        random.integers(-1, 4, sizes.size).astype(np.int8),
        random.random(m) < 0.1,
        random.integers(0, 7, sizes.size),
        random.integers(0, 5, models + 7),
        *(row.copy() for row in places),
        np.full((3, m), -7, np.int64),
        np.full((3, 4, m), -7.0),
        np.full((3, which.size + 1), -7, np.int64),
    )
