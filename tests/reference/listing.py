"""Slow twin of `movekernels.paths.listing`: one source after the other, list by list."""

from __future__ import annotations

from itertools import chain

from movekernels.arrays import Floats
from movekernels.paths.grown import Grown
from movekernels.paths.sight import point_free
from movekernels.paths.spread import FULL, new_tree, spread
from movekernels.paths.web import new_web


def list_ways(grown: Grown, sources: Floats) -> list[tuple[list[float], list[int]]]:
    """Numbers and indices of the ways from each source, both empty where it has none."""
    found: list[tuple[list[float], list[int]]] = []
    for x, y, most in sources.tolist():
        room = 1
        web, tree = new_web(grown, room), new_tree(grown.x.size, room)
        free = most > 0.0 and point_free(grown, x, y)
        while free and spread(grown, web, tree, x, y, most) == FULL:
            room *= 2
            web, tree = new_web(grown, room), new_tree(grown.x.size, room)
        reached = tree.reached
        arrivals, near = reached.size.tolist()
        if not free or arrivals == 0:
            found.append(([], []))
            continue
        numbers = [row[:arrivals].tolist() for row in (reached.place, reached.length, reached.room)]
        lists = [
            [arrivals, near],
            reached.near[:near].tolist(),
            reached.head.tolist(),
            reached.following[:arrivals].tolist(),
        ]
        found.append(([*chain(*numbers)], [*chain(*lists)]))
    return found
