"""Is there an order of moving?  Every state that can be reached, breadth first."""

from __future__ import annotations

import numpy as np

from movekernels.arrays import Bools, Ints
from movekernels.search.ordering import NONE

State = tuple[int, ...]


def order_moves(first: Ints, blocks: Bools) -> list[int] | int:
    """Return the models in an order of their legs, or `NONE`."""
    n = first.size - 1
    start: State = (0,) * n
    goal: State = tuple(int(first[i + 1] - first[i] - 1) for i in range(n))
    ways: dict[State, list[int]] = {start: []}
    ahead = [start]
    while ahead:
        state = ahead.pop(0)
        for i in range(n):
            after = (*state[:i], state[i] + 1, *state[i + 1 :])
            if state[i] < goal[i] and after not in ways and free(first, blocks, state, i):
                ways[after] = [*ways[state], i]
                ahead.append(after)
    return ways.get(goal, NONE)


def free(first: Ints, blocks: Bools, state: State, i: int) -> bool:
    leg = int(first[i]) + state[i]
    return not any(blocks[leg, int(first[j]) + at] for j, at in enumerate(state) if j != i)


def walks(first: Ints, blocks: Bools, order: list[int]) -> bool:
    """Whether an order takes every model to its last stop without cutting another."""
    state = [0] * (first.size - 1)
    for i in order:
        if first[i] + state[i] + 1 >= first[i + 1] or not free(first, blocks, tuple(state), i):
            return False
        state[i] += 1
    return np.array_equal(np.array(state) + 1, np.diff(first))
