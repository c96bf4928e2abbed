"""Ways around for every model of a unit, packed for the search's kernels."""

from __future__ import annotations

import numpy as np

from movekernels.arrays import Floats, Ints
from movekernels.paths.detours import (
    ARRIVALS,
    CURVES,
    LAYOUT,
    LISTS,
    NEAR,
    OBSTACLES,
    PLACES,
    SIDES,
    Detours,
)
from movesolver.paths.discs import DiscPaths
from movesolver.paths.ways import Ways
from movesolver.referee.position import Position

CHORDS = 1e-4
"""What a way around must leave of the maximum: its arcs are handed out as chords (inches)."""


def ways_of(position: Position, *, mates: bool) -> Ways:
    """Return the ways a search may use: short enough for chords in place of arcs.

    With ``mates``, past those unit-mates that bar the way, where they start.
    """
    whole = position if mates else position.alone()
    return Ways(whole, further=-position.rules.tolerance - CHORDS)


def pack_detours(position: Position, ways: Ways) -> Detours:
    """Pack what was found for each model; ovals and others go as the disc around them.

    A model whose disc is not clear where it starts has no ways around.
    """
    n = len(position.ids)
    layout = np.zeros((n, LAYOUT), dtype=np.int64)
    numbers: list[Floats] = []
    indices: list[Ints] = []
    seen: dict[int, int] = {}
    size = entries = 0
    for i in range(n):
        if ways.most[i] <= 0.0:
            continue
        paths = ways.of_disc(i, float(position.shapes.outer[position.start.shape[i]]))
        grown, tree = paths.grown, paths.tree.reached
        arrivals, near = (int(v) for v in tree.size)
        if arrivals == 0 or not paths.free(paths.x, paths.y):
            continue
        if id(grown) not in seen:
            seen[id(grown)] = size
            numbers.append(_numbers(paths))
            size += numbers[-1].size
        layout[i, CURVES], layout[i, SIDES] = grown.x.size, grown.x0.size
        layout[i, OBSTACLES], layout[i, PLACES], layout[i, LISTS] = seen[id(grown)], size, entries
        layout[i, NEAR], layout[i, ARRIVALS] = near, arrivals
        numbers += [tree.place[:arrivals], tree.length[:arrivals], tree.room[:arrivals]]
        lists = [tree.size, tree.near[:near], tree.head, tree.following[:arrivals]]
        indices += lists
        size += 3 * arrivals
        entries += sum(one.size for one in lists)
    table = position.scenario.table
    return Detours(
        layout=layout,
        numbers=np.concatenate([np.empty(0), *numbers]),
        indices=np.concatenate([np.empty(0, dtype=np.int64), *indices]),
        most=ways.most,
        width=float(table.width),
        height=float(table.height),
    )


def no_detours(position: Position) -> Detours:
    """Return no ways around, for models that are set up."""
    table = position.scenario.table
    return Detours(
        layout=np.zeros((len(position.ids), LAYOUT), dtype=np.int64),
        numbers=np.empty(0),
        indices=np.empty(0, dtype=np.int64),
        most=np.zeros(len(position.ids)),
        width=float(table.width),
        height=float(table.height),
    )


def _numbers(paths: DiscPaths) -> Floats:
    """Return the obstacles of one class in the order of `Detours.numbers`."""
    grown = paths.grown
    curves = [
        grown.x, grown.y, grown.radius, grown.long, grown.short, grown.cos, grown.sin, grown.span,
        paths.web.length,
    ]  # fmt: skip
    sides = [grown.x0, grown.y0, grown.x1, grown.y1, grown.berth]
    return np.concatenate([*curves, *sides, [grown.inset]])
