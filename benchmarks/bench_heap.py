"""The heap against a sorted list."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from movekernels._jit import kernel
from movekernels.arrays import Floats, Ints
from movekernels.paths import heap as fast
from reference import heap as slow


@kernel
def in_and_out(drawn: Floats, keys: Floats, values: Ints) -> float:
    size = 0
    for i in range(drawn.size):
        size = fast.push(keys, values, size, drawn[i], i)
    total = 0.0
    while size > 0:
        key, value, size = fast.pop(keys, values, size)
        total = 0.5 * total + key + value
    return total


def test_push_and_pop(rate: Callable[..., None]) -> None:
    drawn = np.random.default_rng(1).random(500)
    keys, values = np.empty(500), np.empty(500, np.int64)

    def twin() -> float:
        pairs: list[tuple[float, int]] = []
        for i, key in enumerate(drawn.tolist()):
            slow.push(pairs, key, i)
        total = 0.0
        while pairs:
            key, value, _ = slow.pop(pairs)
            total = 0.5 * total + key + value
        return total

    rate(lambda: in_and_out(drawn, keys, values), 500, twin, 500)
    assert in_and_out(drawn, keys, values) == twin()
