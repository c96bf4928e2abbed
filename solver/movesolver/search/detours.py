"""Ways around for every model of a unit, packed for the search's kernels."""

from __future__ import annotations

import numpy as np

from movekernels.arrays import Floats, Ints
from movekernels.paths.detours import LAYOUT, Detours
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
    layout = np.zeros((len(position.ids), LAYOUT), dtype=np.int64)
    numbers: list[Floats] = [np.empty(0)]
    indices: list[Ints] = [np.empty(0, dtype=np.int64)]
    size = entries = 0
    for disc, models in ways.classes(position.shapes.outer[position.start.shape]):
        rows, found, lists = disc.listed(ways.sources(models), size, entries)
        layout[models] = rows
        numbers.append(found)
        indices.append(lists)
        size += found.size
        entries += lists.size
    table = position.scenario.table
    return Detours(
        layout=layout,
        numbers=np.concatenate(numbers),
        indices=np.concatenate(indices),
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
