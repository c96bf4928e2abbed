"""In which order models that bar each other can be moved, stop by stop (17.01, VS4)."""

from __future__ import annotations

from movekernels._jit import kernel
from movekernels.arrays import Bools, Ints

NONE = -1
"""No order exists: every one is ruled out."""
GAVE_UP = -2
"""The memo was full before an order was found or all were ruled out."""
FACTOR = 1_000_003
LOW_BITS = (1 << 40) - 1
"""What is kept of a hash, so that its product with `FACTOR` fits in 64 bits."""


@kernel
def order_moves(first: Ints, blocks: Bools, at: Ints, out: Ints, tried: Ints, memo: Ints) -> int:
    """Find an order of moving in which no leg cuts a mate where that stands by then.

    Every model walks through its stops, from its start to its end; a leg takes it from one
    stop to the next.  What can be moved and is in nobody's way afterwards is moved at once.
    With two stops a model that alone is exact (a topological sort).  With more, orders of
    the rest are searched depth first, with a memo of the states that lead nowhere.

    Parameters
    ----------
    first
        Index of each model's first stop, and the number t of stops, shape (n + 1,).
    blocks
        ``blocks[a, b]``: the leg from stop ``a`` to ``a + 1`` cuts a mate that stands in
        stop ``b``.  Rows of last stops, and entries of a model with itself, are not looked
        at.  Shape (t, t).
    at
        Filled with the stop each model is in, counted from its first, shape (n,): the last
        ones if there is an order, else those that are reached without being in the way.
    out
        Filled with the model of each leg, in order, shape (t,).
    tried
        Scratch, shape (2, t + 1).
    memo
        Scratch, filled with -1, shape (h, n); ``h`` a power of two, 2 or more.

    Returns
    -------
    int
        The number of legs, `NONE` or `GAVE_UP`.
    """
    n = first.size - 1
    for i in range(n):
        at[i] = 0
    legs = int(first[n]) - n
    depth = 0
    while depth < legs:
        i = _harmless(first, blocks, at)
        if i < 0:
            break
        out[depth] = i
        at[i] += 1
        depth += 1
    floor = depth
    room = memo.shape[0] - memo.shape[0] // 4 - 1
    tried[0, depth] = 0
    tried[1, depth] = n
    while depth < legs:
        i = tried[0, depth]
        last = tried[1, depth]
        while i < last and not _may_go(first, blocks, at, i):
            i += 1
        if i < last:
            tried[0, depth] = i + 1
            at[i] += 1
            if _stuck(first, blocks, at) or _find(memo, at) < 0:
                at[i] -= 1
                continue
            out[depth] = i
            depth += 1
            # Where one can be moved out of everybody's way, nothing else need be tried.
            only = _harmless(first, blocks, at)
            tried[0, depth] = max(only, 0)
            tried[1, depth] = only + 1 if only >= 0 else n
            continue
        answer = 0
        if depth == floor:
            answer = NONE
        elif room == 0:
            answer = GAVE_UP
        if answer != 0:
            while depth > floor:
                depth -= 1
                at[out[depth]] -= 1
            return answer
        room -= 1
        row = _find(memo, at)
        for k in range(n):
            memo[row, k] = at[k]
        depth -= 1
        at[out[depth]] -= 1
    return legs


@kernel
def _may_go(first: Ints, blocks: Bools, at: Ints, i: int) -> bool:
    """Whether a model has a leg left that cuts no mate where that stands."""
    a = first[i] + at[i]
    if a == first[i + 1] - 1:
        return False
    free = True
    for j in range(at.size):
        if j != i and blocks[a, first[j] + at[j]]:
            free = False
    return free


@kernel
def _harmless(first: Ints, blocks: Bools, at: Ints) -> int:
    """Return a model that can go to a stop where it cuts no leg that is left; -1 for none."""
    n = at.size
    for i in range(n):
        if not _may_go(first, blocks, at, i):
            continue
        b = first[i] + at[i] + 1
        free = True
        for j in range(n):
            if j != i and free:
                for a in range(first[j] + at[j], first[j + 1] - 1):
                    if blocks[a, b]:
                        free = False
        if free:
            return i
    return -1


@kernel
def _stuck(first: Ints, blocks: Bools, at: Ints) -> bool:
    """Whether the next leg of some model cuts a mate in all the stops that mate has left."""
    n = at.size
    for i in range(n):
        a = first[i] + at[i]
        if a == first[i + 1] - 1:
            continue
        for j in range(n):
            if j == i:
                continue
            b = first[j] + at[j]
            while b < first[j + 1] and blocks[a, b]:
                b += 1
            if b == first[j + 1]:
                return True
    return False


@kernel
def _find(memo: Ints, at: Ints) -> int:
    """Return the free row of a memo that a state belongs in; -1 if the state is in it."""
    n = at.size
    mixed = 0
    for k in range(n):
        mixed = (mixed * FACTOR + at[k]) & LOW_BITS
    row = (mixed ^ (mixed >> 17)) & (memo.shape[0] - 1)
    while memo[row, 0] >= 0:
        same = True
        for k in range(n):
            if memo[row, k] != at[k]:
                same = False
        if same:
            return -1
        row = (row + 1) & (memo.shape[0] - 1)
    return int(row)
