"""A binary heap of (key, value) pairs in two arrays, smallest key first."""

from __future__ import annotations

from movekernels._jit import kernel
from movekernels.arrays import Floats, Ints


@kernel
def push(keys: Floats, values: Ints, size: int, key: float, value: int) -> int:
    """Add a pair to the first ``size`` entries; return the new size."""
    i = size
    while i > 0:
        parent = (i - 1) >> 1
        if keys[parent] <= key:
            break
        keys[i] = keys[parent]
        values[i] = values[parent]
        i = parent
    keys[i] = key
    values[i] = value
    return size + 1


@kernel
def pop(keys: Floats, values: Ints, size: int) -> tuple[float, int, int]:
    """Take out the pair with the smallest key; return it and the new size."""
    key = keys[0]
    value = values[0]
    size -= 1
    last = keys[size]
    i = 0
    while True:
        child = 2 * i + 1
        if child >= size:
            break
        if child + 1 < size and keys[child + 1] < keys[child]:
            child += 1
        if keys[child] >= last:
            break
        keys[i] = keys[child]
        values[i] = values[child]
        i = child
    keys[i] = last
    values[i] = values[size]
    return key, value, size
