"""Slow twin of `movekernels.paths.heap`: a sorted list."""

from __future__ import annotations

import bisect


def push(pairs: list[tuple[float, int]], key: float, value: int) -> int:
    """Add a pair; return how many there are."""
    bisect.insort(pairs, (key, value))
    return len(pairs)


def pop(pairs: list[tuple[float, int]]) -> tuple[float, int, int]:
    """Take out the first; return it and how many are left."""
    key, value = pairs.pop(0)
    return key, value, len(pairs)
