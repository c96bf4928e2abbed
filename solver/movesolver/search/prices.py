"""An upper bound over every legal end: prices on discs that hold one model each."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from movekernels.arrays import Bools, Floats
from movekernels.search.cells import SHUT, SLOP, most_in, state_of
from movekernels.search.peaks import Priced, Stack, highest, list_discs
from movekernels.search.prices import Answer, Discs, Squares, descend, widths
from movesolver.referee.position import Position
from movesolver.referee.verdict import Json
from movesolver.search.arena import Arena
from movesolver.search.cells import (
    Relaxed,
    Window,
    first_window,
    relaxed,
    split_window,
    squares_of,
)
from movesolver.search.goal_table import Goal
from movesolver.search.heights import at_any_height, ground_aloft, on_floors, other_floors
from movesolver.table.fields import Polygon

LOW = -1e3
SAFETY = 1e-7
"""Added to what each model is at most worth, points: wider than the rounding of the sums."""
TILE = 0.5
"""Side of the tiles that discs are listed for, inches."""
SLACK = 1e-3
"""No more than this, in points, is a model's worth overrated for want of splitting ..."""
SPLITS = 20_000
"""... unless it takes more splits than this."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One size of squares that prices are found on."""

    side: float
    """Inches."""
    stride: int
    """Discs stand so many squares apart."""
    rounds: int
    """Steps at most."""


QUICK = (Stage(0.25, 1, 60), Stage(0.125, 2, 60))
"""Stages of the bound that is always computed."""


@dataclass(frozen=True, slots=True)
class Bound:
    """What no legal end is worth more than, and the proof node that says so (docs/format.md)."""

    value: float
    proof: Json


@dataclass(frozen=True, slots=True)
class Tiles:
    """All that the unit can reach in tiles, for `highest`."""

    low: Floats
    """Lower left corner, shape (2,)."""
    along: int
    up: int
    stack: Stack


def price_bound(
    position: Position,
    arena: Arena,
    goal: Goal,
    incumbent: float | None,
    *,
    stages: tuple[Stage, ...] = QUICK,
) -> Bound:
    """Return a bound over every legal end by prices.

    Parameters
    ----------
    position, arena, goal
        The question; the arena is one without mates as obstacles.
    incumbent
        What a legal end is worth, points, where one is known.
    stages
        Sizes of squares, one after the other.
    """
    loose = relaxed(position, arena, goal)
    tiles = tiles_of(loose)
    elsewhere = elsewhere_of(loose, arena, tiles)
    prices = found_prices(loose, elsewhere, incumbent, stages)
    return proved(loose, tiles, elsewhere, prices)


def found_prices(
    loose: Relaxed, elsewhere: Floats, incumbent: float | None, stages: tuple[Stage, ...]
) -> Floats:
    """Return discs with prices that give a low bound: x, y, radius, price, rank; shape (d, 5)."""
    prices = np.empty((0, 5))
    if not loose.radii.size:
        return prices
    window = first_window(loose, stages[0].side)
    target = -math.inf if incumbent is None else incumbent
    for stage in stages:
        while window.side > stage.side:
            window = split_window(loose, window)
        squares = squares_of(loose, window, elsewhere)
        discs = _discs(loose, window, stage.stride)
        _place(discs, window, prices)
        if incumbent is None:
            target = LOW
        descend(squares, discs, _answer(squares, loose), target, stage.rounds, 10, 0.75, 1.0)
        prices = _table(loose, window, discs)
    return prices


def _place(discs: Discs, window: Window, prices: Floats) -> None:
    step = window.side * discs.stride
    b = np.rint((prices[:, 1] - window.y) / step).astype(np.int64)
    a = np.rint((prices[:, 0] - window.x) / step).astype(np.int64)
    np.add.at(discs.price, (prices[:, 4].astype(np.int64), b, a), prices[:, 3])


def _discs(loose: Relaxed, window: Window, stride: int) -> Discs:
    rows, columns = window.states.shape[1:]
    ranks = loose.radii.size
    reach = math.ceil(float(loose.radii.max(initial=0.0)) / window.side) + 1
    width = np.empty((ranks, reach), dtype=np.int64)
    for q, rho in enumerate(loose.radii.tolist()):
        widths(rho, window.side, width[q])
    shape = (ranks, rows // stride + 1, columns // stride + 1)
    return Discs(
        stride=stride,
        width=width,
        price=np.zeros(shape),
        step=np.empty((ranks, rows + 1, columns)),
        held=np.empty(shape),
        best=np.zeros(shape),
    )


def _answer(squares: Squares, loose: Relaxed) -> Answer:
    groups, _, columns = squares.worth.shape
    n = squares.group.size
    return Answer(
        points=np.empty(n),
        row=np.empty(n, dtype=np.int64),
        column=np.empty(n, dtype=np.int64),
        run=np.empty((loose.radii.size, columns)),
        top=np.empty((groups, columns)),
        at=np.empty((groups, columns), dtype=np.int64),
        best=np.empty((n, columns)),
        where=np.empty((n, columns), dtype=np.int64),
    )


def _table(loose: Relaxed, window: Window, discs: Discs) -> Floats:
    """Return the discs that cost something, as `found_prices` does."""
    q, b, a = np.nonzero(discs.best > 0.0)
    step = window.side * discs.stride
    return np.column_stack(
        [window.x + a * step, window.y + b * step, loose.radii[q], discs.best[q, b, a], q]
    )


def tiles_of(loose: Relaxed) -> Tiles:
    """Return tiles over all that the unit can reach."""
    squad, ground = loose.squad, loose.ground
    low = np.maximum((squad.start[:, :2] - squad.maximum[:, None]).min(axis=0), -SLOP)
    high = (squad.start[:, :2] + squad.maximum[:, None]).max(axis=0)
    high = np.minimum(high, [ground.width + SLOP, ground.height + SLOP])
    along, up = (max(1, math.ceil(float(v) / TILE)) for v in high - low)
    stack = Stack(np.empty((64, 4)), np.empty(64, dtype=np.int64), np.empty(along * up))
    return Tiles(low, along, up, stack)


def listed(tiles: Tiles, prices: Floats) -> Priced:
    """Return discs (x, y, radius, price, ...), shape (d, 4 or more), listed for each tile."""
    x, y, rho, price = (np.ascontiguousarray(prices[:, k]) for k in range(4))
    first = np.zeros(tiles.along * tiles.up + 1, dtype=np.int64)
    size = 0
    while True:
        room = np.empty(size, dtype=np.int64)
        corner = np.array([*tiles.low, TILE])
        found = Priced(x, y, rho, price, first, room, corner, tiles.along)
        size = list_discs(found, tiles.up, first, room) if len(prices) else 0
        if size <= room.size:
            return found


def proved(loose: Relaxed, tiles: Tiles, elsewhere: Floats, prices: Floats) -> Bound:
    """Return the bound that prices give, evaluated as far as it takes."""
    everywhere = np.ones(tiles.along * tiles.up, dtype=np.bool_)
    priced = listed(tiles, prices)
    points = elsewhere.copy()
    for i in np.flatnonzero(loose.rank >= 0).tolist():
        value, _ = highest(
            loose.ground, loose.squad, loose.terms, loose.shapes, loose.dot,
            priced, everywhere, i, SLACK, SPLITS, tiles.stack,
        )  # fmt: skip
        points[i] = max(value, points[i])
    points += SAFETY
    node: Json = {
        "kind": "prices",
        "level": loose.level,
        "discs": prices[:, :4].tolist(),
        "models": dict(zip(loose.position.ids, points.tolist(), strict=True)),
        "inside": [],
    }
    return Bound(math.fsum([*points, *prices[:, 3]]), node)


def elsewhere_of(loose: Relaxed, arena: Arena, tiles: Tiles) -> Floats:
    """Return what each model is worth at most where it pays nothing, points; shape (n,).

    On another level than the discs', or where it stands if it could not move there.
    """
    position, squad = loose.position, loose.squad
    none = listed(tiles, np.empty((0, 4)))
    points = np.full(len(position.ids), -math.inf)
    anywhere = np.ones(tiles.along * tiles.up, dtype=np.bool_)
    loosest = at_any_height(loose.terms)
    aloft = ground_aloft(position, arena)
    for i in range(len(position.ids)):
        if loose.rank[i] < 0:
            points[i], _ = highest(
                loose.ground, squad, loose.terms, loose.shapes, loose.dot,
                none, anywhere, i, SLACK, SPLITS, tiles.stack,
            )  # fmt: skip
        for reach, polygons in other_floors(position, i):
            maximum = squad.maximum.copy()
            maximum[i] = reach
            ground, shapes, tiled = aloft, loose.shapes, anywhere
            if polygons is not None:
                ground, shapes = on_floors(aloft, shapes, polygons)
                tiled = _over(tiles, loose, i, polygons)
            value, _ = highest(
                ground, squad._replace(maximum=maximum), loosest, shapes, loose.dot,
                none, tiled, i, SLACK, SPLITS, tiles.stack,
            )  # fmt: skip
            points[i] = max(points[i], value)
        k = int(squad.member[i])
        x, y = squad.start[i, :2].tolist()
        if state_of(loose.ground, squad, loose.shapes, loose.dot, k, x, y, 0.0) == SHUT:
            z = float(squad.z[k])
            stays = most_in(loose.shapes, squad, loose.terms, loose.dot, i, z, True, x, y, SLOP)
            points[i] = max(points[i], stays)
    return points


def _over(tiles: Tiles, loose: Relaxed, model: int, polygons: list[Polygon]) -> Bools:
    """Return which tiles a model that stands on polygons can have its centre in."""
    k = int(loose.squad.member[model])
    # a base that does not hold its centre may have it beside what carries it
    beside = max(-float(loose.squad.inner[k]), 0.0) + SLOP
    right, top = (tiles.low[:, None] + TILE * np.arange(1, max(tiles.along, tiles.up) + 1)).tolist()
    over = np.zeros((tiles.up, tiles.along), dtype=np.bool_)
    x, y = np.array(right[: tiles.along]), np.array(top[: tiles.up])
    for polygon in polygons:
        corners = np.array(polygon)
        low, high = corners.min(axis=0) - beside, corners.max(axis=0) + beside
        across = (x >= low[0]) & (x - TILE <= high[0])
        over |= ((y >= low[1]) & (y - TILE <= high[1]))[:, None] & across[None, :]
    return over.ravel()
