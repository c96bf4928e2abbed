"""An upper bound over every legal end: prices on discs that hold one model each."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from movekernels.arrays import Bools, Floats
from movekernels.search.cells import SHUT, SLOP, most_in, state_of
from movekernels.search.peaks import Priced, Stack, highest, list_discs
from movekernels.search.prices import (
    Answer,
    Discs,
    Squares,
    descend,
    respond,
    spread_prices,
    widths,
)
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
    proof: Json | None


@dataclass(frozen=True, slots=True)
class Branch:
    """One side of a case: a box holds exactly one model, or none."""

    box: tuple[float, float, float, float]
    """x0, y0, x1, y1, inches; its diagonal is less than twice the radius."""
    rank: int
    """Radius of the discs concerned, as an index into `Relaxed.radii`."""
    one: bool


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices of discs, and what models gain in boxes that hold exactly one."""

    discs: Floats
    """x, y, radius, price, index of the radius; shape (d, 5)."""
    reward: Floats
    """Of each branch, points, 0 where the box holds none; shape (b,)."""


@dataclass(frozen=True, slots=True)
class Tiles:
    """All that the unit can reach in tiles, for `highest`."""

    low: Floats
    """Lower left corner, shape (2,)."""
    along: int
    up: int
    stack: Stack


@dataclass(frozen=True, slots=True)
class Priced1:
    bound: float
    prices: Prices
    picks: Floats
    """Where models stood in the last rounds: x, y, model; shape (p, 3)."""
    window: Window
    """Squares where models of a better end can be."""


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
    found = staged(loose, elsewhere, incumbent, stages)
    prices = NOTHING if found is None else found.prices
    return proved(loose, tiles, elsewhere, prices, ())


NOTHING = Prices(np.empty((0, 5)), np.empty(0))


def staged(
    loose: Relaxed, elsewhere: Floats, incumbent: float | None, stages: tuple[Stage, ...]
) -> Priced1 | None:
    """Return prices found on squares of one size after the other."""
    if not loose.radii.size or incumbent is None:
        return None
    window = first_window(loose, stages[0].side)
    found, prices = None, NOTHING
    for stage in stages:
        while window.side > stage.side:
            window = split_window(loose, window)
        found = lowered(loose, window, elsewhere, prices, (), incumbent, stage, 1.0)
        window, prices = found.window, found.prices
    return found


PICKS = 40


def lowered(
    loose: Relaxed,
    window: Window,
    elsewhere: Floats,
    prices: Prices,
    branches: tuple[Branch, ...],
    incumbent: float,
    stage: Stage,
    begin: float,
) -> Priced1:
    squares = squares_of(loose, window, elsewhere)
    discs, rest = _discs(loose, window, stage.stride, prices, branches)
    for branch in branches:
        _restrict(loose, window, squares, branch)
    answer = _answer(squares, loose)
    picks = np.full((PICKS, squares.group.size, 2), -1, dtype=np.int64)
    outside = math.fsum(rest[:, 3])
    target = incumbent - outside
    descend(squares, discs, answer, target, stage.rounds, begin, picks)
    discs.price[:] = discs.best
    discs.reward[0] = discs.reward[1]
    bound = outside + spread_prices(discs) + respond(squares, discs, answer)
    q, b, a = np.nonzero(discs.best > 0.0)
    step = window.side * stage.stride
    table = np.column_stack(
        [window.x + a * step, window.y + b * step, loose.radii[q], discs.best[q, b, a], q]
    )
    reward = np.zeros(len(branches))
    reward[[k for k, branch in enumerate(branches) if branch.one]] = discs.reward[1]
    rows, columns = window.states.shape[1:]
    took = np.argwhere(picks[:, :, 0] >= 0)
    at = picks[took[:, 0], took[:, 1]]
    places = np.column_stack(
        [window.x + (at[:, 1] + 0.5) * window.side, window.y + (at[:, 0] + 0.5) * window.side,
         took[:, 1]]
    )  # fmt: skip
    return Priced1(
        bound=bound,
        prices=Prices(np.concatenate([rest, table]), reward),
        picks=places,
        window=_narrowed(loose, window, squares, discs, answer, bound - incumbent),
    )


def _narrowed(
    loose: Relaxed, window: Window, squares: Squares, discs: Discs, answer: Answer, room: float
) -> Window:
    """Return the window without squares that no model of a better end stands in."""
    paid = np.cumsum(discs.step[:, :-1], axis=1)
    least = np.full(loose.leader.size, math.inf)
    np.minimum.at(least, loose.group, answer.points - loose.more)
    states = window.states.copy()
    alive = np.zeros(states.shape, dtype=np.bool_)
    for g, i in enumerate(loose.leader.tolist()):
        worth = squares.worth[g] - paid[squares.rank[g]]
        alive[loose.squad.member[i]] |= worth >= least[g] - room - 1e-9
    states[~alive] = SHUT
    rows, columns = (np.flatnonzero(alive.any(axis=axes)) for axes in ((0, 2), (0, 1)))
    if not rows.size:
        return Window(window.x, window.y, window.side, states)
    margin = math.ceil(float(loose.radii.max()) / window.side) + 1
    even = max(round(ALIGNED / window.side), 1)
    low = [max(int(one[0]) - margin, 0) // even * even for one in (rows, columns)]
    high = [int(one[-1]) + 1 + margin for one in (rows, columns)]
    return Window(
        window.x + low[1] * window.side,
        window.y + low[0] * window.side,
        window.side,
        np.ascontiguousarray(states[:, low[0] : high[0], low[1] : high[1]]),
    )


ALIGNED = 0.5
"""Windows begin at multiples of this, so that discs stay on corners of squares (inches)."""


def _restrict(loose: Relaxed, window: Window, squares: Squares, branch: Branch) -> None:
    """Shut squares that a branch leaves to nobody."""
    rows, columns = window.states.shape[1:]
    left = window.x + window.side * np.arange(columns)
    under = window.y + window.side * np.arange(rows)
    right, over = left + window.side, under + window.side
    x0, y0, x1, y1 = branch.box
    if branch.one:
        dx = np.maximum(right - x0, x1 - left)
        dy = np.maximum(over - y0, y1 - under)
        rho = 2.0 * loose.radii[branch.rank]
        shut = dx[None, :] ** 2 + dy[:, None] ** 2 < rho * rho
        meets = (right >= x0) & (left <= x1), (over >= y0) & (under <= y1)
        shut &= ~(meets[0][None, :] & meets[1][:, None])
    else:
        inside = (left >= x0) & (right <= x1), (under >= y0) & (over <= y1)
        shut = inside[0][None, :] & inside[1][:, None]
    concerned = squares.rank >= branch.rank
    squares.worth[np.ix_(concerned, *map(np.arange, shut.shape))] -= np.where(shut, math.inf, 0.0)
    row = np.repeat(np.arange(rows), np.diff(squares.first))
    gone = shut[row, squares.column] & concerned[squares.group[squares.model]]
    squares.value[gone] = -math.inf


def _discs(
    loose: Relaxed, window: Window, stride: int, prices: Prices, branches: tuple[Branch, ...]
) -> tuple[Discs, Floats]:
    """Return discs on the corners of a window, and the ones with prices that stand beside it."""
    rows, columns = window.states.shape[1:]
    ranks = loose.radii.size
    reach = math.ceil(float(loose.radii.max(initial=0.0)) / window.side) + 1
    width = np.empty((ranks, reach), dtype=np.int64)
    for q, rho in enumerate(loose.radii.tolist()):
        widths(rho, window.side, width[q])
    shape = (ranks, rows // stride + 1, columns // stride + 1)
    price = np.zeros(shape)
    step = window.side * stride
    b = np.rint((prices.discs[:, 1] - window.y) / step).astype(np.int64)
    a = np.rint((prices.discs[:, 0] - window.x) / step).astype(np.int64)
    within = (b >= 0) & (a >= 0) & (b < shape[1]) & (a < shape[2])
    rank = prices.discs[:, 4].astype(np.int64)
    np.add.at(price, (rank[within], b[within], a[within]), prices.discs[within, 3])
    ones = [(k, branch) for k, branch in enumerate(branches) if branch.one]
    box = np.empty((len(ones), 5), dtype=np.int64)
    reward = np.zeros((2, len(ones)))
    for k, (which, branch) in enumerate(ones):
        x0, y0, x1, y1 = branch.box
        box[k] = (
            min(max(math.floor((y0 - window.y) / window.side), 0), rows),
            min(max(math.floor((y1 - window.y) / window.side) + 1, 0), rows),
            min(max(math.floor((x0 - window.x) / window.side), 0), columns),
            min(max(math.floor((x1 - window.x) / window.side) + 1, 0), columns),
            branch.rank,
        )
        reward[0, k] = prices.reward[which] if which < prices.reward.size else 0.0
    discs = Discs(
        stride=stride,
        width=width,
        price=price,
        step=np.empty((ranks, rows + 1, columns)),
        held=np.empty(shape),
        best=np.zeros(shape),
        box=box,
        reward=reward,
    )
    return discs, prices.discs[~within]


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


def tiles_of(loose: Relaxed) -> Tiles:
    """Return tiles over all that the unit can reach."""
    squad, ground = loose.squad, loose.ground
    low = np.maximum((squad.start[:, :2] - squad.maximum[:, None]).min(axis=0), -SLOP)
    high = (squad.start[:, :2] + squad.maximum[:, None]).max(axis=0)
    high = np.minimum(high, [ground.width + SLOP, ground.height + SLOP])
    along, up = (max(1, math.ceil(float(v) / TILE)) for v in high - low)
    stack = Stack(np.empty((64, 4)), np.empty(64, dtype=np.int64), np.empty(along * up))
    return Tiles(low, along, up, stack)


def listed(loose: Relaxed, tiles: Tiles, prices: Prices, branches: tuple[Branch, ...]) -> Priced:
    """Return discs with prices, listed for each tile, and the boxes of branches."""
    x, y, rho, price = (np.ascontiguousarray(prices.discs[:, k]) for k in range(4))
    box = np.empty((len(branches), 6))
    for k, branch in enumerate(branches):
        gain = float(prices.reward[k]) if branch.one else -1.0
        box[k] = (*branch.box, float(loose.radii[branch.rank]), gain)
    first = np.zeros(tiles.along * tiles.up + 1, dtype=np.int64)
    size = 0
    while True:
        room = np.empty(size, dtype=np.int64)
        corner = np.array([*tiles.low, TILE])
        found = Priced(x, y, rho, price, first, room, corner, tiles.along, box)
        size = list_discs(found, tiles.up, first, room) if x.size else 0
        if size <= room.size:
            return found


def proved(
    loose: Relaxed,
    tiles: Tiles,
    elsewhere: Floats,
    prices: Prices,
    branches: tuple[Branch, ...],
    slack: float = SLACK,
) -> Bound:
    """Return the bound that prices give, evaluated as far as it takes."""
    everywhere = np.ones(tiles.along * tiles.up, dtype=np.bool_)
    priced = listed(loose, tiles, prices, branches)
    points = elsewhere.copy()
    for i in np.flatnonzero(loose.rank >= 0).tolist():
        value, _ = highest(
            loose.ground, loose.squad, loose.terms, loose.shapes, loose.dot,
            priced, everywhere, i, slack, SPLITS, tiles.stack,
        )  # fmt: skip
        points[i] = max(value, points[i])
    points += SAFETY
    inside = [float(r) for r, branch in zip(prices.reward, branches, strict=True) if branch.one]
    node: Json = {
        "kind": "prices",
        "level": loose.level,
        "discs": prices.discs[:, :4].tolist(),
        "models": dict(zip(loose.position.ids, points.tolist(), strict=True)),
        "inside": inside,
    }
    return Bound(math.fsum([*points, *prices.discs[:, 3], *(-r for r in inside)]), node)


def elsewhere_of(loose: Relaxed, arena: Arena, tiles: Tiles) -> Floats:
    """Return what each model is worth at most where it pays nothing, points; shape (n,).

    On another level than the discs', or where it stands if it could not move there.
    """
    position, squad = loose.position, loose.squad
    none = listed(loose, tiles, NOTHING, ())
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
