"""Prices on discs that lie where they are needed: places and discs are found one by one.

A descent on squares (`movesolver.search.prices`) ends above the best that prices can do: a disc
holds only whole squares, and lies on a corner of some, so in pockets little wider than a base it
holds far less than it could.  Here models choose among places that are points, and discs are
laid through places that are chosen together (column generation with cuts: Gilmore and Gomory
1961, Kelley 1960; prices by subgradients: Held, Wolfe and Crowder 1974).
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from scipy.spatial import cKDTree

from movekernels.arrays import Bools, Floats, Ints
from movekernels.search.charges import Priced
from movekernels.search.ground import Squad
from movekernels.search.tops import tops, worth_at
from movesolver.search.cells import Relaxed
from movesolver.search.peaks import Tiles, listed
from movesolver.search.prices import Prices

ROUNDS = 400
"""Times that places and discs are looked for, at most."""
STEPS = 100
"""Steps of prices in between ..."""
FIRST, AGAIN = 1.0, 0.5
"""... the first of them this part of a Polyak step: at the beginning, and later on;"""
PATIENCE, SHRINK = 10, 0.75
"""after so many steps in vain they get shorter by this factor, ..."""
LEAST_STEP = 1e-4
"""... down to this part."""
AVERAGED = 40
"""So many steps say how much of a model stands where."""
SUPPORT = 100
"""Discs are laid through so many places at most, those that are taken most, ..."""
BROKEN = 1e-3
"""... where they hold this much more than one model ..."""
FRESH = 0.25
"""... and this much that no other disc of the same round holds."""
CENTRED = 60
"""Steps towards the middle of the places that a disc is to hold: none escapes by a hair."""
NEAR = 1e-6
"""How far inside a disc the places lie that it is laid through, inches."""
SPLITS = 300
"""No tile's squares are split more often than this when places are looked for, ..."""
SLACKS = 2e-3, 0.1
"""... nor where less is to be gained, points: at least and at most."""
MARGINS = 0.02, 0.3
"""Places are kept that a model gains this much less at than at its best, points."""
SETTLED = 2e-3
"""What no more can be gained, points a model."""
AT_ONCE = 64
"""So many tiles are searched between two looks at the clock: with flat goals each takes long."""
SHIFTED = np.array([0.0, 0.0, 1.0, 1.0])
"""Which columns that `tops` fills are points."""


@dataclass(slots=True)
class _Program:
    """Models, places and discs so far."""

    loose: Relaxed
    elsewhere: Floats
    at: Floats
    """Places, shape (p, 2)."""
    worth: Floats
    """What each model is worth at each, -inf where it may not be, shape (n, p)."""
    disc: Floats
    """Discs: x, y, index of the radius; shape (d, 3)."""
    within: Bools
    """Which places each disc holds, shape (d, p)."""
    price: Floats
    """Of each disc, points."""
    most: Floats
    """What no model is worth more than at the prices tried last, points, shape (n,)."""
    value: float = math.inf
    """What the prices come to over the places so far, points."""
    picks: Ints = field(default_factory=lambda: np.empty((0, 0), dtype=np.int64))
    """Which place each model took of late, -1 for none; shape (k, n)."""

    def add_places(self, at: Floats) -> None:
        """Add places, shape (p, 2)."""
        loose = self.loose
        worth = np.empty((len(self.elsewhere), len(at)))
        x, y = np.ascontiguousarray(at[:, 0]), np.ascontiguousarray(at[:, 1])
        worth_at(
            loose.ground, loose.squad, loose.terms, loose.shapes, loose.dot, x, y, worth
        )  # fmt: skip
        worth[loose.rank < 0] = -math.inf
        self.at = np.concatenate([self.at, at])
        self.worth = np.hstack([self.worth, worth])
        self.within = np.hstack([self.within, self._inside(self.disc, at)])

    def add_discs(self, disc: Floats, price: Floats) -> None:
        """Add discs, shape (d, 3), at some price each."""
        self.disc = np.concatenate([self.disc, disc])
        self.price = np.concatenate([self.price, price])
        self.within = np.vstack([self.within, self._inside(disc, self.at)])

    def _inside(self, disc: Floats, at: Floats) -> Bools:
        dx, dy = disc[:, :1] - at[:, 0], disc[:, 1:2] - at[:, 1]
        rho = self.loose.radii[disc[:, 2].astype(np.int64)][:, None]
        inside: Bools = dx * dx + dy * dy < rho * rho
        return inside

    def gains(self, prices: Prices) -> Floats:
        """Return what each model is worth at each place less what it pays there, shape (n, p)."""
        held = self._inside(prices.discs[:, [0, 1, 4]], self.at)
        ranks = np.arange(self.loose.radii.size)[:, None]
        paid = np.where(prices.discs[:, 4] <= ranks, prices.discs[:, 3], 0.0) @ held
        out: Floats = self.worth - paid[np.maximum(self.loose.rank, 0)]
        return out

    def prices(self) -> Prices:
        """Return the discs that cost anything."""
        some = self.price > 0.0
        disc = self.disc[some]
        rho = self.loose.radii[disc[:, 2].astype(np.int64)]
        table = np.column_stack([disc[:, :2], rho, self.price[some], disc[:, 2]])
        return Prices(table, np.empty(0))

    def descend(self, target: float, begin: float) -> None:
        """Lower the sum over the places so far by subgradients; keep the best prices, and picks."""
        rank, q = np.maximum(self.loose.rank, 0), self.disc[:, 2]
        ranks = np.arange(self.loose.radii.size)[:, None]
        models = np.arange(rank.size)
        # Nothing was come across for a model whose pockets are tiny: it counts, and pays nothing.
        lost = np.isneginf(self.worth).all(axis=1)
        aside = np.where(lost, self.most, self.elsewhere)
        held_by = self.within.astype(np.float64)
        holders = np.ascontiguousarray(held_by.T)
        price, size, idle = self.price, begin, 0
        self.value = math.inf
        picks = []
        for _ in range(STEPS):
            paid = np.where(q <= ranks, price, 0.0) @ held_by
            gain = self.worth - paid[rank]
            pick = gain.argmax(axis=1)
            points = gain[models, pick]
            pays = points > aside
            bound = float(price.sum() + np.maximum(points, aside).sum())
            picks.append(np.where(pays, pick, -1))
            idle += 1
            if bound < self.value:
                if bound < self.value - 1e-3 * (self.value - target):
                    idle = 0
                self.value, self.price = bound, price
            if idle >= PATIENCE:
                size, idle = size * SHRINK, 0
            over = (holders[pick[pays]] * (rank[pays, None] >= q)).sum(axis=0) - 1.0
            over[(over < 0.0) & (price <= 0.0)] = 0.0
            norm = float(over @ over)
            if self.value <= target or size < LEAST_STEP or norm == 0.0:
                break
            price = np.maximum(price + size * (bound - target) / norm * over, 0.0)
        self.picks = np.array(picks[-AVERAGED:])

    def cuts(self) -> Floats:
        """Return discs that hold more than one of the models as they stood, shape (d, 3)."""
        model = np.tile(np.arange(len(self.elsewhere)), len(self.picks))
        place = self.picks.ravel()
        model, place = model[place >= 0], place[place >= 0]
        chosen: list[tuple[float, float, float]] = []
        for q, rho in enumerate(self.loose.radii.tolist()):
            mine = place[self.loose.rank[model] >= q]
            mass = np.bincount(mine, minlength=len(self.at)) / len(self.picks)
            some = np.argsort(-mass, kind="stable")[:SUPPORT]
            some = some[mass[some] > 0.0]
            for held, centre in _crowded(self.at[some], mass[some], rho):
                chosen.append((*_middle(self.at[some][held], centre), float(q)))
        return np.array(chosen).reshape(-1, 3)


def _crowded(at: Floats, mass: Floats, rho: float) -> Iterator[tuple[list[int], Floats]]:
    """Yield places that a disc holds together, and its centre, where that is too much."""
    tree = cKDTree(at)
    pairs = tree.query_pairs(2.0 * (rho - NEAR), output_type="ndarray")
    a, b = at[pairs[:, 0]], at[pairs[:, 1]]
    along = b - a
    length = np.hypot(along[:, 0], along[:, 1])
    off = np.sqrt(np.maximum((rho - NEAR) ** 2 - length * length / 4, 0.0))
    off = off / np.maximum(length, NEAR)
    across = np.column_stack([-along[:, 1], along[:, 0]]) * off[:, None]
    centres = np.concatenate([at, (a + b) / 2, (a + b) / 2 + across, (a + b) / 2 - across])
    near = tree.query_ball_point(centres, rho - NEAR / 2, return_sorted=True)
    total = np.array([mass[held].sum() for held in near])
    rest = mass.copy()
    for k in np.argsort(-total, kind="stable").tolist():
        if total[k] <= 1.0 + BROKEN:
            return
        # Discs that hold much the same come again if they are still needed.
        if rest[near[k]].sum() >= FRESH:
            rest[near[k]] = 0.0
            yield near[k], centres[k]


def _middle(at: Floats, begin: Floats) -> tuple[float, float]:
    """Return about the centre of the smallest disc around places (p, 2) (Badoiu, Clarkson 2003)."""
    centre, best, least = begin, begin, math.inf
    for k in range(CENTRED):
        away = at - centre
        apart = (away * away).sum(axis=1)
        far = int(np.argmax(apart))
        if apart[far] < least:
            best, least = centre, float(apart[far])
        centre = centre + away[far] / (k + 2)
    return float(best[0]), float(best[1])


def tightened(
    loose: Relaxed,
    tiles: Tiles,
    elsewhere: Floats,
    begin: Prices,
    target: float,
    until: float,
    rounds: int = ROUNDS,
    aim: float | None = None,
) -> Prices:
    """Return prices of discs that lie where they are needed.

    Parameters
    ----------
    loose, tiles, elsewhere
        As for `movesolver.search.peaks.proved`.
    begin
        Prices to begin with.
    target
        Points; a bound that need not be lowered.
    until
        When to stop, on `time.perf_counter`.
    rounds
        How often places are looked for, at most.
    aim
        Points, no more than the target: what steps of prices go for.  The nearer it is to what
        they can come to, the better; steps towards a target that is nearly met are too short.
    """
    aim = target if aim is None else aim
    n = elsewhere.size
    program = _Program(
        loose, elsewhere, np.empty((0, 2)), np.empty((n, 0)), np.empty((0, 3)),
        np.empty((0, 0), dtype=np.bool_), np.empty(0), elsewhere,
    )  # fmt: skip
    program.add_discs(begin.discs[:, [0, 1, 4]], begin.discs[:, 3])
    best, at = _evaluated(program, tiles, begin, SLACKS[1], MARGINS[1], until)
    kept = begin
    for k in range(rounds):
        program.add_places(at)
        if not len(program.at) or best <= target or time.perf_counter() > until:
            break
        program.descend(aim, AGAIN if k else FIRST)
        cuts = program.cuts()
        program.add_discs(cuts, np.zeros(len(cuts)))
        trial = program.prices()
        open_ = max(best - program.value, 0.0) / n
        slack, margin = (min(max(v, low), top) for v, (low, top) in (
            (open_ / 8, SLACKS), (open_, MARGINS),
        ))  # fmt: skip
        bound, at = _evaluated(program, tiles, trial, slack, margin, until)
        if bound < best:
            best, kept = bound, trial
        if best - program.value < SETTLED * n and not len(cuts):
            break
    return kept


def _evaluated(
    program: _Program, tiles: Tiles, prices: Prices, slack: float, margin: float, until: float
) -> tuple[float, Floats]:
    """Return the bound of prices, and new places that models gain most at; shape (p, 2).

    Infinity and none if that takes longer than ``until``, on `time.perf_counter`.
    """
    loose = program.loose
    priced = listed(loose, tiles, prices, ())
    everywhere = np.ones(tiles.along * tiles.up, dtype=np.bool_)
    most = program.elsewhere.copy()
    if len(program.at):
        most = np.maximum(most, program.gains(prices).max(axis=1))
    maximum = loose.squad.maximum
    found = [np.empty((0, 2))]
    for g, leader in enumerate(loose.leader.tolist()):
        members = np.flatnonzero((loose.group == g) & (loose.rank >= 0))
        if members.size == 0:
            continue
        # Models that differ in nothing but their reach share what is found.
        shared = np.full_like(maximum, math.inf) if members.size > 1 else maximum
        least = float((most - loose.more)[members].min()) - margin
        squad = loose.squad._replace(maximum=shared)
        place = _tops(loose, tiles, priced, squad, everywhere, leader, least, slack, until)
        if place is None:
            return math.inf, found[0]
        for i in members.tolist():
            near, far = _distances(tiles, loose.squad.start[i])
            own = place + loose.more[i] * SHIFTED
            inside = (far <= maximum[i]) | (members.size == 1)
            most[i] = max(most[i], float(own[inside, 3].max(initial=-math.inf)))
            edge = (near <= maximum[i]) & ~inside & (own[:, 3] > most[i])
            own[near > maximum[i], 2] = -math.inf
            if edge.any():
                above = float(most[i])
                cut = _tops(loose, tiles, priced, loose.squad, edge, i, above, slack, until)
                if cut is None:
                    return math.inf, found[0]
                most[i] = max(above, float(cut[:, 3].max()))
                own = np.concatenate([own, cut])
            found.append(own[own[:, 2] > most[i] - margin, :2])
    at = np.unique(np.concatenate(found), axis=0)
    if len(program.at):
        far_off, _ = cKDTree(program.at).query(at)
        at = at[far_off > NEAR]
    program.most = most
    return math.fsum([*most, *prices.discs[:, 3]]), at


def _tops(
    loose: Relaxed,
    tiles: Tiles,
    priced: Priced,
    squad: Squad,
    wanted: Bools,
    model: int,
    above: float,
    slack: float,
    until: float,
) -> Floats | None:
    """Return what `tops` fills for the tiles wanted, shape (tiles, 4); None if it takes too long.

    Tiles are searched one by one, so it is the same in how many calls.
    """
    place, part = np.zeros((2, wanted.size, 4))
    place[:, 2:] = -math.inf
    asked = np.flatnonzero(wanted)
    for low in range(0, asked.size, AT_ONCE):
        some = asked[low : low + AT_ONCE]
        these = np.zeros_like(wanted)
        these[some] = True
        tops(
            loose.ground, squad, loose.terms, loose.shapes, loose.dot, priced, these, model,
            above, slack, SPLITS, tiles.stack, part,
        )  # fmt: skip
        place[some] = part[some]
        if time.perf_counter() > until:
            return None
    return place


def _distances(tiles: Tiles, start: Floats) -> tuple[Floats, Floats]:
    """Return the least and the largest distance of each tile from a place, shape (tiles,)."""
    x = np.abs(tiles.low[0] + tiles.side * (np.arange(tiles.along) + 0.5) - start[0])
    y = np.abs(tiles.low[1] + tiles.side * (np.arange(tiles.up) + 0.5) - start[1])
    half = tiles.side / 2
    near = np.hypot(np.maximum(x - half, 0.0), np.maximum(y - half, 0.0)[:, None])
    return near.ravel(), np.hypot(x + half, (y + half)[:, None]).ravel()
