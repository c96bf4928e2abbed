"""Prices from a linear program whose places and discs are found as they are needed.

A descent on squares (`movesolver.search.prices`) ends above the best that prices can do: discs
hold only whole squares of it, which in narrow pockets is far less than the disc.  Here models
choose among places that are points, and discs lie where places that are taken ask for one
(column generation with cuts: Gilmore and Gomory 1961, Kelley 1960).
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_array, vstack
from scipy.spatial import cKDTree

from movekernels.arrays import Bools, Floats, Ints
from movekernels.search.tops import tops, worth_at
from movesolver.search.cells import Relaxed
from movesolver.search.peaks import TILE, Tiles, listed
from movesolver.search.prices import Prices

ROUNDS = 400
"""Rounds at most."""
INNER = 12
"""Programs solved at most before places are looked for again."""
FRESH = 0.25
CENTRED = 60
"""Discs added at a time, at most ..."""
BROKEN = 1e-3
"""... each held this much more than one model."""
ADDED = 6
"""Pairs of model and place added at a time for each model, at most."""
POSITIVE = 1e-6
"""What less of a gain is none, points."""
INWARD = 0.5
"""Part of the best prices so far in those that are tried: keeps them from swinging."""
SPLITS = 4000
"""No model's squares in a tile are split more often than this."""
SLACKS = 1e-3, 0.03
"""Least and largest slack of a search for places, points."""
PATIENCE, SHRINK = 10, 0.75
STEPS = 100
AGAIN = 0.5
AVERAGED = 40
NEAR = 1e-6
"""How far inside a disc places lie that it is laid through, inches."""
FLOOR = 1.0
"""A model that finds no place is worth this much less than it could be to a better end."""


@dataclass(slots=True)
class _Program:
    """Models, places and discs of the program so far."""

    loose: Relaxed
    elsewhere: Floats
    floor: Floats
    """What each model counts for where it takes no place, points, shape (n,)."""
    at: Floats
    """Places, shape (p, 2)."""
    worth: Floats
    """What each model is worth at each, -inf where it may not be, shape (n, p)."""
    disc: Floats
    """Discs: x, y, index of the radius; shape (d, 3)."""
    within: Bools
    """Which places each disc holds, shape (d, p)."""
    value: float = math.inf
    price: Floats | None = None
    """Of each disc."""
    picks: Ints = field(default_factory=lambda: np.empty((0, 0), dtype=np.int64))
    """Places of late, -1 for none, shape (k, n)."""

    def add_places(self, at: Floats) -> None:
        loose = self.loose
        worth = np.empty((len(self.floor), len(at)))
        x, y = np.ascontiguousarray(at[:, 0]), np.ascontiguousarray(at[:, 1])
        head = loose.ground, loose.squad, loose.terms, loose.shapes, loose.dot
        worth_at(*head, x, y, worth)
        worth[loose.rank < 0] = -math.inf
        self.at = np.concatenate([self.at, at])
        self.worth = np.hstack([self.worth, worth])
        self.within = np.hstack([self.within, self._inside(self.disc, at)])

    def add_discs(self, disc: Floats) -> None:
        self.disc = np.concatenate([self.disc, disc])
        self.within = np.vstack([self.within, self._inside(disc, self.at)])

    def _inside(self, disc: Floats, at: Floats) -> Bools:
        dx, dy = disc[:, :1] - at[:, 0], disc[:, 1:2] - at[:, 1]
        rho = self.loose.radii[disc[:, 2].astype(np.int64)][:, None]
        inside: Bools = dx * dx + dy * dy < rho * rho
        return inside

    def paid(self, price: Floats) -> Floats:
        """Return what a model of each rank pays at each place, shape (q, p)."""
        q = self.disc[:, 2]
        ranks = np.arange(self.loose.radii.size)
        mine = np.where(q <= ranks[:, None], price, 0.0)
        out: Floats = mine @ self.within
        return out

    def gains(self, price: Floats) -> Floats:
        """Return what each model is worth at each place less what it pays, shape (n, p)."""
        out: Floats = self.worth - self.paid(price)[np.maximum(self.loose.rank, 0)]
        return out

    def descend(self, price: Floats, target: float, rounds: int, begin: float) -> float:
        """Lower the bound over these places along subgradients; keep the best prices, picks."""
        n = len(self.floor)
        rank = np.maximum(self.loose.rank, 0)
        ranks = np.arange(self.loose.radii.size)
        q = self.disc[:, 2]
        least = q <= ranks[:, None]
        weight = self.within.astype(np.float64)
        single = ranks.size == 1
        best, size, idle = math.inf, begin, 0
        self.price = price
        picks = np.full((rounds, n), -1)
        models = np.arange(n)
        for k in range(rounds):
            paid = (price[None, :] if single else np.where(least, price, 0.0)) @ weight
            gain = self.worth - paid[rank]
            pick = gain.argmax(axis=1)
            points = gain[models, pick]
            pays = points > self.elsewhere
            bound = float(price.sum() + np.maximum(points, self.elsewhere).sum())
            picks[k] = np.where(pays, pick, -1)
            idle += 1
            if bound < best:
                if bound < best - 1e-3 * (best - target):
                    idle = 0
                best, self.price = bound, price
            if idle >= PATIENCE:
                size, idle = size * SHRINK, 0
            if best <= target or size < 1e-4:
                picks = picks[: k + 1]
                break
            if single:
                held = weight[:, pick[pays]].sum(axis=1)
            else:
                held = (weight[:, pick[pays]] * (rank[pays] >= q[:, None])).sum(axis=1)
            over = held - 1.0
            over[(over < 0.0) & (price <= 0.0)] = 0.0
            norm = float(over @ over)
            if norm == 0.0:
                break
            price = np.maximum(price + size * (bound - target) / norm * over, 0.0)
        self.value = best
        self.picks = picks[-AVERAGED:]
        return size

    def cuts(self) -> Floats:
        """Return discs that hold more than one model of what was picked of late, shape (d, 3)."""
        model = np.tile(np.arange(len(self.floor)), len(self.picks))
        place = self.picks.ravel()
        model, place = model[place >= 0], place[place >= 0]
        taken = np.full(place.size, 1.0 / len(self.picks))
        cuts: list[tuple[float, tuple[int, ...], float, float, int]] = []
        for q, rho in enumerate(self.loose.radii.tolist()):
            mass = np.zeros(len(self.at))
            mine = self.loose.rank[model] >= q
            np.add.at(mass, place[mine], taken[mine])
            some = np.flatnonzero(mass > POSITIVE)
            at, mass = self.at[some], mass[some]
            if not some.size:
                continue
            tree = cKDTree(at)
            pairs = tree.query_pairs(2.0 * (rho - NEAR), output_type="ndarray")
            a, b = at[pairs[:, 0]], at[pairs[:, 1]]
            along = b - a
            length = np.hypot(along[:, 0], along[:, 1])
            off = np.sqrt(np.maximum((rho - NEAR) ** 2 - length * length / 4, 0.0))
            across = np.column_stack([-along[:, 1], along[:, 0]]) / np.maximum(length, NEAR)[:, None]
            across *= off[:, None]
            middle = (a + b) / 2
            centres = np.concatenate([at, middle, middle + across, middle - across])
            for (x, y), held in zip(
                centres.tolist(), tree.query_ball_point(centres, rho - NEAR / 2), strict=True
            ):
                total = float(mass[held].sum())
                if total > 1.0 + BROKEN:
                    cuts.append((-total, tuple(sorted(some[held].tolist())), x, y, q))
        cuts.sort()
        chosen = []
        # Discs that hold much the same come again if they are still needed.
        rest = np.bincount(place, taken, len(self.at))
        for _, held, x, y, q in cuts:
            mine = list(held)
            if rest[mine].sum() >= FRESH:
                rest[mine] = 0.0
                chosen.append((*_middle(self.at[mine], (x, y)), float(q)))
        return np.array(chosen).reshape(-1, 3)


@dataclass(frozen=True, slots=True)
class Tightened:
    """What came of prices."""

    bound: float
    """Of them, points: a hint."""
    prices: Prices


def tightened(
    loose: Relaxed,
    tiles: Tiles,
    elsewhere: Floats,
    begin: Prices,
    incumbent: float,
    gap: float,
    until: float,
    log: bool = False,
) -> Tightened:
    """Return prices of discs that lie where they are needed.

    Parameters
    ----------
    loose, tiles, elsewhere
        The question.
    begin
        Prices to begin with.
    incumbent, gap
        What a legal end is worth, and how close to it the bound need not be lowered.
    until
        When to stop, on `time.perf_counter`.
    """
    n = len(elsewhere)
    program = _Program(
        loose, elsewhere, np.full(n, -math.inf), np.empty((0, 2)), np.empty((n, 0)),
        np.empty((0, 3)), np.empty((0, 0), dtype=np.bool_),
    )  # fmt: skip
    program.add_discs(begin.discs[:, [0, 1, 4]])
    price = begin.discs[:, 3]
    centre = begin
    best, points, at = _evaluated(program, tiles, begin, SLACKS[1], 1.0)
    program.add_places(at)
    size = 1.0
    for round_ in range(ROUNDS):
        t0=time.perf_counter()
        program.descend(price, incumbent, STEPS, size)
        t1=time.perf_counter()
        trial = _prices(program, program.price)
        slack = min(max((best - program.value) / (8 * n), SLACKS[0]), SLACKS[1])
        margin = min(max((best - program.value) / n, 0.02), 0.5)
        bound, points, at = _evaluated(program, tiles, trial, slack, margin)
        t2=time.perf_counter()
        if bound < best:
            best, centre = bound, trial
        cuts = program.cuts()
        if log:
            print(f"      {round_} lp {program.value:.4f} trial {bound:.4f} best {best:.4f} places {len(program.at)} +{len(at)} discs {len(program.disc)} +{len(cuts)} priced {len(trial.discs)} t {t1-t0:.3f} {t2-t1:.3f}")
        if best <= incumbent + gap or time.perf_counter() > until:
            break
        program.add_places(at)
        program.add_discs(cuts)
        price = np.concatenate([program.price, np.zeros(len(cuts))])
        size = AGAIN
    globals()["LAST"]=program
    return Tightened(best, centre)


def _prices(program: _Program, price: Floats) -> Prices:
    keep = price > 0.0
    disc = program.disc[keep]
    rho = program.loose.radii[disc[:, 2].astype(np.int64)]
    return Prices(np.column_stack([disc[:, :2], rho, price[keep], disc[:, 2]]), np.empty(0))


def _evaluated(
    program: _Program, tiles: Tiles, prices: Prices, slack: float, margin: float
) -> tuple[float, Floats, Floats]:
    """Return the bound of prices, what each model is worth at most, and places for them."""
    loose = program.loose
    priced = listed(loose, tiles, prices, ())
    everywhere = np.ones(tiles.along * tiles.up, dtype=np.bool_)
    most = program.elsewhere.copy()
    if len(program.at):
        rho = prices.discs[:, 2:3]
        dx = prices.discs[:, :1] - program.at[:, 0]
        dy = prices.discs[:, 1:2] - program.at[:, 1]
        ranks = np.arange(loose.radii.size)
        mine = np.where(prices.discs[:, 4] <= ranks[:, None], prices.discs[:, 3], 0.0)
        paid = mine @ (dx * dx + dy * dy < rho * rho)
        gains = program.worth - paid[np.maximum(loose.rank, 0)]
        most = np.maximum(most, gains.max(axis=1))
    place = np.empty((tiles.along * tiles.up, 3))
    found = []
    for i in np.flatnonzero(loose.rank >= 0).tolist():
        above = float(most[i])
        most[i], _ = tops(
            loose.ground, loose.squad, loose.terms, loose.shapes, loose.dot, priced, everywhere,
            i, above - margin, slack, SPLITS, tiles.stack, place,
        )  # fmt: skip
        most[i] = max(most[i], above)
        found.append(place[place[:, 2] > most[i] - margin][:, :2])
    at = np.unique(np.concatenate(found), axis=0) if found else np.empty((0, 2))
    if len(program.at):
        far, _ = cKDTree(program.at).query(at)
        at = at[far > 1e-6]
    return math.fsum([*most, *prices.discs[:, 3]]), most, at


def _middle(at: Floats, begin: tuple[float, float]) -> tuple[float, float]:
    """Return about the centre of the smallest disc around places (p, 2)."""
    centre = np.array(begin)
    for k in range(CENTRED):
        away = at - centre
        far = int(np.argmax((away * away).sum(axis=1)))
        centre = centre + away[far] / (k + 2)
    away = at - centre
    back = at - np.array(begin)
    if (away * away).sum(axis=1).max() > (back * back).sum(axis=1).max():
        return begin
    return float(centre[0]), float(centre[1])
