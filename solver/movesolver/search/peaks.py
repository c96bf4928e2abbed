"""Prices evaluated over everything that models can reach: bounds that hold, and their proofs."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

import numpy as np

from movekernels.arrays import Bools, Floats
from movekernels.search.cells import SHUT, SLOP, most_in, state_of
from movekernels.search.charges import Cut, Priced, list_discs
from movekernels.search.ground import KIND, WEIGHT, WITHIN, WITHIN_SOLID
from movekernels.search.peaks import FINEST, Stack, highest
from movesolver.referee.position import Position
from movesolver.referee.verdict import Json
from movesolver.search.arena import Arena
from movesolver.search.cells import Relaxed, reached, relaxed
from movesolver.search.goal_table import Goal
from movesolver.search.heights import at_any_height, ground_aloft, on_floors, other_floors
from movesolver.search.prices import NOTHING, QUICK, Branch, Prices, Stage, staged
from movesolver.table.fields import Polygon

SAFETY = 1e-7
"""Added to what each model is at most worth, points: wider than the rounding of the sums ..."""
ROOM = 1e-6
"""Inches by which `verify` may see a place more favourably: it knows ovals only to so much."""
MARGIN = 0.5
"""... and so much of the slack, so that whoever checks it need not split as finely."""
TILE = 0.5
"""Side of the tiles that discs are listed for, inches, ..."""
MOST_TILES = 20_000
"""... if there are no more of them: the search looks through all that are open, again and again."""
LARGEST_TILE = 16.0
"""Side that none has, inches."""
SLACK = 1e-3
"""No more than this, in points, is a model's worth overrated for want of splitting."""
CLOSE = 3e-3
"""Where a bound is this near to an answer, points a model, it is worked out more finely: ..."""
FINE = 1e-6
"""... to so many points a model."""
STACK = 3 * math.ceil(math.log2(LARGEST_TILE / FINEST))
"""So many squares wait to be split, at most: three for every time that a tile was halved."""
SPLITS = 20_000
"""No model's squares are split more often than this."""


@dataclass(frozen=True, slots=True)
class Bound:
    """What no legal end is worth more than, and a node that says so (docs/certificates.md)."""

    value: float
    proof: Json


@dataclass(frozen=True, slots=True)
class Tiles:
    """All that the unit can reach in tiles, for `highest`."""

    low: Floats
    """Lower left corner, shape (2,)."""
    side: float
    """Of a tile, inches."""
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
    until: float = math.inf,
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
    until
        About when to end, on `time.perf_counter`: the bound is infinite where nothing is proved
        by then.
    """
    loose = relaxed(position, arena, goal)
    tiles = tiles_of(loose)
    elsewhere = elsewhere_of(loose, arena, tiles)
    if time.perf_counter() >= until:
        return Bound(math.inf, {})
    found = staged(loose, elsewhere, incumbent, stages, until, tried=math.isfinite(until))
    if time.perf_counter() >= until:
        return Bound(math.inf, {})
    prices = NOTHING if found is None else found.prices
    bound = proved(loose, tiles, elsewhere, prices, ())
    near = math.inf if incumbent is None else bound.value - incumbent
    if near <= CLOSE * len(position.ids) and time.perf_counter() < until:
        finer = proved(loose, tiles, elsewhere, prices, (), FINE)
        bound = min(bound, finer, key=lambda one: one.value)
    return bound


def tiles_of(loose: Relaxed) -> Tiles:
    """Return tiles over all that the unit can reach."""
    low, high = reached(loose, SLOP)
    area = float(np.prod(np.maximum(high - low, 0.0)))
    side = min(max(TILE, math.sqrt(area / MOST_TILES)), LARGEST_TILE)
    along, up = (max(1, math.ceil(float(v) / side)) for v in high - low)
    stack = Stack(
        square=np.empty((STACK, 4)),
        state=np.empty((STACK, 2), dtype=np.int64),
        cut=_cuts(0),
        cap=np.empty(along * up),
        seen=np.empty(along * up),
        roots=np.empty(along * up),
        part=np.empty(along * up, dtype=np.int64),
        open=np.empty(along * up, dtype=np.int64),
    )
    return Tiles(low, side, along, up, stack)


def _cuts(longest: int) -> Cut:
    """Return room for the discs that matter in a tile and in parts of it."""
    depth = STACK // 3
    disc = np.empty((depth, longest), dtype=np.int64)
    return Cut(disc, np.empty(depth, dtype=np.int64), np.empty(depth))


def listed(loose: Relaxed, tiles: Tiles, prices: Prices, branches: tuple[Branch, ...]) -> Priced:
    """Return discs with prices, listed for each tile, and the boxes of branches."""
    x, y, rho, price = (np.ascontiguousarray(prices.discs[:, k]) for k in range(4))
    box = np.empty((len(branches), 6))
    for k, branch in enumerate(branches):
        gain = float(prices.reward[k]) if branch.one else -1.0
        box[k] = (*branch.box, float(loose.radii[branch.rank]), gain)
    first = np.zeros(tiles.along * tiles.up + 1, dtype=np.int64)
    wide = math.ceil(2 * loose.radii.max(initial=0.0) / tiles.side) + 1
    room = np.empty(x.size * wide**2, dtype=np.int64)
    corner = np.array([*tiles.low, tiles.side])
    found = Priced(x, y, rho, price, first, room, corner, tiles.along, box)
    list_discs(found, tiles.up, first, room)
    return found


def proved(
    loose: Relaxed,
    tiles: Tiles,
    elsewhere: Floats,
    prices: Prices,
    branches: tuple[Branch, ...],
    slack: float = SLACK,
) -> Bound:
    """Return the bound that prices give, worked out to ``slack`` points a model.

    ``elsewhere`` is as `elsewhere_of` returns it; the branches say which case is looked at.
    """
    everywhere = np.ones(tiles.along * tiles.up, dtype=np.bool_)
    priced = listed(loose, tiles, prices, branches)
    highs = np.full(elsewhere.size, -math.inf)
    stack = tiles.stack._replace(cut=_cuts(int(np.diff(priced.first).max())))
    for g in range(loose.leader.size):
        models = np.flatnonzero((loose.group == g) & (loose.rank >= 0))
        if models.size:
            highest(
                loose.ground, loose.squad, loose.terms, loose.shapes, loose.dot,
                priced, everywhere, models, loose.more, slack, SPLITS, stack, highs,
            )  # fmt: skip
    points = np.maximum(elsewhere, highs)
    sloping = ~np.isin(loose.terms.spec[:, KIND], (WITHIN, WITHIN_SOLID))
    steep = np.abs(loose.terms.share[sloping, :, WEIGHT]).sum(axis=0)
    points += SAFETY + MARGIN * slack + ROOM * steep
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
    floors = [other_floors(position, i) for i in range(points.size)]
    if any(floors):
        loosest, aloft = at_any_height(loose.terms), ground_aloft(position, arena)
    high = np.empty(points.size)
    for i in range(len(position.ids)):
        if loose.rank[i] < 0:
            highest(
                loose.ground, squad, loose.terms, loose.shapes, loose.dot,
                none, anywhere, np.array([i]), loose.more, SLACK, SPLITS, tiles.stack, high,
            )  # fmt: skip
            points[i] = high[i]
        for reach, polygons in floors[i]:
            maximum = squad.maximum.copy()
            maximum[i] = reach
            ground, shapes, tiled = aloft, loose.shapes, anywhere
            if polygons is not None:
                ground, shapes = on_floors(aloft, shapes, polygons)
                tiled = _over(tiles, loose, i, polygons)
            highest(
                ground, squad._replace(maximum=maximum), loosest, shapes, loose.dot,
                none, tiled, np.array([i]), loose.more, SLACK, SPLITS, tiles.stack, high,
            )  # fmt: skip
            points[i] = max(points[i], high[i])
        if position.placing:  # it stands nowhere yet
            continue
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
    side, most = tiles.side, max(tiles.along, tiles.up)
    right, top = (tiles.low[:, None] + side * np.arange(1, most + 1)).tolist()
    over = np.zeros((tiles.up, tiles.along), dtype=np.bool_)
    x, y = np.array(right[: tiles.along]), np.array(top[: tiles.up])
    for polygon in polygons:
        corners = np.array(polygon)
        low, high = corners.min(axis=0) - beside, corners.max(axis=0) + beside
        across = (x >= low[0]) & (x - side <= high[0])
        over |= ((y >= low[1]) & (y - side <= high[1]))[:, None] & across[None, :]
    return over.ravel()
