"""Random boards of units and models, flat, as the kernels of whole boards take them."""

from __future__ import annotations

import math

import numpy as np

from board_data import ELEVENTH
from formation_data import OUTLINES, SHAPES, formation
from movekernels.arrays import Bodies, Ints, Shapes
from movekernels.boards.board_coherency import Limits
from movekernels.boards.board_ends import BLOCK, UNENGAGED, EndRules, EndSpace
from movekernels.boards.lanes import lanes
from movekernels.boards.listed import pair_list
from movekernels.boards.sides import Armies, Runs
from movekernels.checks.within_rows import near_space
from movekernels.geometry.pair_lanes import pair_lanes

MIDDLE = 7.0
"""Bodies stand around here, both ways, inches."""
RULES = EndRules(
    coherency=Limits(*ELEVENTH),
    overlap=math.nextafter(-1e-6, -1.0),
    rise=math.nextafter(1.0, 0.0),
    level=1.0,
    tolerance=1e-6,
    reach=2.0 + 1e-6,
    vertical=5.0 + 1e-6,
    ends=UNENGAGED,
    clear=-1.0,
    width=14.0,
    height=15.0,
)
"""A move that must end unengaged, by the 11th edition, on a table that some stand off."""


def armies_of(
    seed: int, boards: int, units: int, models: int, shapes: int = len(OUTLINES)
) -> Armies:
    """Return ragged boards of one to ``units`` units, many of whose models are near a threshold.

    Some models are slain or off the table, some units in reserve.
    """
    random = np.random.default_rng(seed)
    counts = random.integers(1, units + 1, boards)
    first_unit = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    sizes = random.integers(0, models + 1, int(counts.sum()))
    first_model = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    total = int(sizes.sum())
    rows = [
        row
        for n in np.diff(first_model[first_unit]).tolist()
        for row in (formation(random, n, 5.0, shapes) if n else [])
    ]
    outline, x, y, facing, z = np.array(rows).reshape(total, 5).T.copy()
    away = random.random(total) < 0.05
    x[away], y[away & (random.random(total) < 0.5)] = math.nan, math.nan
    # What models are is said kind by kind, with gaps between kinds and in another order.
    order = random.permutation(sizes.size)
    kind, base = np.zeros(sizes.size, np.int64), [7]
    for u in order.tolist():
        kind[u] = len(base)
        base += [int(k) for k in outline[first_model[u] : first_model[u + 1]]] + [3]
    return Armies(
        first_unit=first_unit,
        first_model=first_model,
        mover=first_unit[:-1] + random.integers(0, counts),
        side=random.integers(-1, 2, sizes.size),
        stands=random.random(sizes.size) < 0.8,
        slain=random.random(total) < 0.08,
        kind=kind,
        base=np.array(base, np.int64),
        x=x + MIDDLE,
        y=y + MIDDLE,
        facing=facing,
        cos=np.cos(np.radians(facing)),
        sin=np.sin(np.radians(facing)),
        z=z,
    )


def some(seed: int, boards: int) -> Ints:
    """Return which boards are asked about, in order."""
    return np.flatnonzero(np.random.default_rng(seed).random(boards) < 0.8)


def room(armies: Armies, times: int = 1) -> tuple[Bodies, Ints]:
    """Return room for bodies and offsets, all of what must not stay there.

    It is for all boards, asked about so many times.
    """
    total = times * armies.x.size + 3
    bodies = Bodies(np.full(total, -7, np.int64), *np.full((5, total), -7.0))
    return bodies, np.full(times * armies.mover.size + 1, -7, np.int64)


def runs_of(armies: Armies, times: int = 1) -> Runs:
    """Scratch of `part_side`."""
    return Runs(*np.full((3, times * armies.x.size), -7, np.int64))


def space_of(armies: Armies, shapes: Shapes = SHAPES, times: int = 1) -> EndSpace:
    """Scratch of `ends_boards`."""
    total, boards = times * armies.x.size, times * armies.mover.size
    units, first = room(armies, times)
    near, place = near_space(total)
    return EndSpace(
        units=units,
        first=first,
        enemies=room(armies, times)[0],
        first_enemy=np.full(BLOCK + 1, -7, np.int64),
        friends=room(armies, times)[0],
        first_friend=np.full(BLOCK + 1, -7, np.int64),
        hits=np.full(total, -7, np.int64),
        slack=np.full(total, -7.0),
        counts=np.full(BLOCK, -7, np.int64),
        smallest=np.full(BLOCK, -7.0),
        flaws=np.full(BLOCK, 7, np.uint8),
        bits=np.full(boards, 7, np.uint8),
        runs=runs_of(armies, times),
        near=near,
        place=place,
        lanes=lanes(),
        listed=pair_list(pair_lanes(shapes)),
    )
