"""Cliques of a conflict graph: sets of spots of which one formation may hold one at most."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from movekernels.arrays import Bools

LOOKED_AT = 32
"""So many vertices are compared when the next of a clique is chosen."""


def bit_rows(graph: Bools) -> list[int]:
    """Return the neighbours of each vertex of a graph (s, s) as bits of an integer."""
    packed = np.packbits(graph & ~np.eye(len(graph), dtype=np.bool_), axis=1, bitorder="little")
    return [int.from_bytes(row.tobytes(), "little") for row in packed]


def bits(mask: int, most: int = -1) -> list[int]:
    """Return the numbers of the bits that are set, the lowest ``most`` of them."""
    found: list[int] = []
    while mask and len(found) != most:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def grown(
    rows: Sequence[int], members: Sequence[int], wanted: Sequence[int], within: int = -1
) -> list[int]:
    """Return a maximal clique around some members, vertex by vertex.

    Parameters
    ----------
    rows
        Neighbours of each vertex as bits.
    members
        A clique to begin with.
    wanted
        Edges that the clique should hold before any others, as bits like ``rows``.
    within
        Vertices that may join, as bits; by default all.

    Returns
    -------
    list
        The clique: at each step the vertex with most wanted edges to it joins, and of
        those the one that leaves most others to follow; of many not all are looked at.
    """
    clique, mask, others = list(members), 0, within
    for p in clique:
        mask |= 1 << p
        others &= rows[p]
    while others:
        most, best = -1, -1
        for c in bits(others & wanted[clique[0]] or others, LOOKED_AT):
            score = ((wanted[c] & mask).bit_count() << 16) + (rows[c] & others).bit_count()
            if score > most:
                most, best = score, c
        clique.append(best)
        mask |= 1 << best
        others &= rows[best]
    return clique


def cover(graph: Bools) -> list[list[int]]:
    """Return maximal cliques that hold every edge of a graph (s, s) at least once.

    Greedy: each vertex is given cliques until all its edges are in one.  One inequality a
    clique is far stronger than one an edge: of n spots that all conflict, the edges let n / 2
    be taken by halves, the clique one (Padberg, 1973).
    """
    rows = bit_rows(graph)
    left = list(rows)
    found: list[list[int]] = []
    for p in range(len(rows)):
        while left[p]:
            clique = grown(rows, [p], left)
            mask = sum(1 << c for c in clique)
            for c in clique:
                left[c] &= ~mask
            found.append(clique)
    return found
