"""Boards small enough to prove something by hand, and an independent maker of certificates."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

import movesolver
from movesolver import (
    Action,
    Field,
    GoalTerm,
    Marker,
    Model,
    Nearness,
    Scenario,
    Table,
    Target,
    Unit,
    bases,
)

Floats = NDArray[np.float64]
Spot = tuple[float, float]
RADIUS = 16 / 25.4
"""Of a base of 32 mm, inches."""
TABLE = Table(30.0, 24.0)


def board(
    starts: list[Spot], *goal: GoalTerm, foes: list[Spot] | None = None, **more: Any
) -> Scenario:
    """Return a unit of 32 mm bases at some places, with a goal, and enemies."""
    action = {"move": "normal", **more.pop("action", {})}
    units = [squad("u", "a", starts, move=more.pop("move", 3.0), **more.pop("unit", {}))]
    if foes:
        units.append(squad("e", "b", foes))
    return movesolver.validate(
        Scenario(
            movesolver=1,
            table=TABLE,
            units=tuple(units),
            action=Action(unit="u", goal=goal, **action),
            **more,
        )
    )


def squad(name: str, side: str, at: list[Spot], **more: Any) -> Unit:
    models = tuple(
        Model(id=f"{name}{k}", base=bases.round(32), at=spot) for k, spot in enumerate(at, 1)
    )
    return Unit(id=name, side=side, models=models, **more)


def certificate(bound: float | None, proof: dict[str, Any], over: str = "all") -> dict[str, Any]:
    return {"claim": "as the proof says", "over": over, "bound": bound, "proof": proof}


def alone(bound: float, **models: float) -> dict[str, Any]:
    return certificate(bound, {"kind": "alone", "models": models})


def straight(scenario: Scenario, ends: dict[str, Spot]) -> Scenario:
    """Return the scenario with straight paths to some ends."""
    paths = {
        model.id: ((*model.at, 0.0, 0.0), (*ends[model.id], 0.0, 0.0))
        for model in scenario.mover.models
        if model.at is not None
    }
    action = msgspec.structs.replace(scenario.action, paths=paths)
    return msgspec.structs.replace(scenario, action=action)


def random_board(rng: np.random.Generator) -> Scenario:
    """Return two or three models with a goal of every kind now and then, and enemies."""
    models = int(rng.integers(2, 4))
    starts = [(12.0 + 1.5 * k, 12.0 + float(rng.uniform(-0.5, 0.5))) for k in range(models)]
    foes = [(15.0 + float(rng.uniform(-4, 4)), 17.5 + float(rng.uniform(0, 1))) for _ in range(2)]
    to = (13.5 + float(rng.uniform(-2, 2)), 12.0 + float(rng.uniform(-2, 2)))
    weight = float(rng.uniform(-0.5, 1.0))
    some = [
        GoalTerm(near=Target(unit="e"), weight=weight),
        GoalTerm(within=Nearness(Target(marker="m"), 1.0), weight=weight, models=("u1",)),
        GoalTerm(avoid=Nearness(Target(unit="e"), 4.0), weight=weight),
        GoalTerm(wish={"u1": (14.0, 13.0), "u2": (13.0, 13.0, 90.0)}, weight=weight),
        GoalTerm(travel=True, weight=weight),
        GoalTerm(field=Field((8.0, 8.0), 2.0, _values(rng)), weight=weight),
        GoalTerm(within=Nearness(to, 0.5), weight=weight),
    ]
    chosen = [some[k] for k in rng.permutation(len(some))[: rng.integers(0, 3)]]
    return board(
        starts,
        GoalTerm(near=to),
        *chosen,
        foes=foes,
        move=float(rng.uniform(1.5, 2.5)),
        markers=(Marker("m", at=(15.0, 13.0)),),
    )


def _values(rng: np.random.Generator) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(float(v) for v in row) for row in rng.uniform(-1, 1, (5, 6)))


class Worth:
    """What a model of a `random_board` is worth at places, written from docs/format.md.

    With ``spread`` what it is worth at most so near to them.
    """

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.models = scenario.mover.models
        self.foes = [m.at for m in scenario.unit("e").models if m.at is not None]

    def __call__(self, i: int, x: Floats, y: Floats, spread: float = 0.0) -> Floats:
        total = np.zeros(x.size)
        for term in self.scenario.action.goal:
            if term.models is None or self.models[i].id in term.models:
                total += self._term(term, i, x, y, spread)
        return total

    def _term(self, term: GoalTerm, i: int, x: Floats, y: Floats, spread: float) -> Floats:
        start = self.models[i].at
        assert start is not None
        w = term.weight
        if isinstance(term.near, tuple):
            return w * (math.dist(start, term.near) - _from(term.near, x, y)) + abs(w) * spread
        if term.near is not None:
            base = max(min(math.dist(start, foe) for foe in self.foes) - 2 * RADIUS, 0.0)
            return w * (base - np.maximum(self._gap(x, y), 0.0)) + abs(w) * spread
        if term.wish is not None:
            name = self.models[i].id
            if name not in term.wish:
                return np.zeros(x.size)
            return -w * _from(term.wish[name][:2], x, y) + abs(w) * spread
        if term.travel:
            # Only straight paths are asked here; a reward for longer ones goes to all of them.
            far = _from(start, x, y)
            move = self.scenario.mover.move or 0.0
            return -w * far + w * spread if w > 0 or spread == 0.0 else np.full(x.size, -w * move)
        if term.field is not None:
            return w * self._field(term.field, x, y) + abs(w) * spread * 2.0
        nearness = term.within or term.avoid
        assert nearness is not None
        w = w if term.within is not None else -w
        if isinstance(nearness.of, tuple):
            gap = _from(nearness.of, x, y) - RADIUS
        elif nearness.of.unit is not None:
            gap = self._gap(x, y)
        else:
            gap = _from((15.0, 13.0), x, y) - RADIUS - 20 / 25.4
        reach = (nearness.inches or 0.0) + 1e-6 + (spread if w > 0 else -spread)
        return np.where(gap <= reach, w, 0.0)

    def _gap(self, x: Floats, y: Floats) -> Floats:
        gap: Floats = np.minimum.reduce([_from(foe, x, y) for foe in self.foes]) - 2 * RADIUS
        return gap

    def _field(self, field: Field, x: Floats, y: Floats) -> Floats:
        grid = np.array(field.values)
        u, v = (x - field.origin[0]) / field.step, (y - field.origin[1]) / field.step
        a, b = u.astype(int), v.astype(int)
        s, t = u - a, v - b
        low = grid[b, a] * (1 - s) + grid[b, a + 1] * s
        high = grid[b + 1, a] * (1 - s) + grid[b + 1, a + 1] * s
        value: Floats = low * (1 - t) + high * t
        return value


def _from(point: tuple[float, ...], x: Floats, y: Floats) -> Floats:
    far: Floats = np.hypot(x - point[0], y - point[1])
    return far


def lattice(at: Spot, reach: float, step: float) -> tuple[Floats, Floats]:
    """Return points so close to each other that all within reach is near one."""
    count = math.ceil(reach / step) + 1
    x, y = np.meshgrid(*(step * np.arange(-count, count + 1) for _ in range(2)))
    near = np.hypot(x, y) <= reach + step
    return at[0] + x[near], at[1] + y[near]


def produced(scenario: Scenario, step: float = 0.04) -> dict[str, Any]:
    """Return a certificate that is true: prices from a linear program, worth from a lattice."""
    worth, unit = Worth(scenario), scenario.mover
    move = unit.move or 0.0
    radius = RADIUS - 2e-6
    coarse = [lattice(model.at or (0, 0), move, 0.3) for model in unit.models]
    discs = np.unique(np.round(np.concatenate([np.column_stack(c) for c in coarse]), 9), axis=0)
    prices = _prices(worth, coarse, discs, radius)
    spread = step * math.sqrt(0.5)
    models = {}
    for i, model in enumerate(unit.models):
        x, y = lattice(model.at or (0, 0), move + 1e-5, step)
        paid = np.zeros(x.size)
        for (dx, dy), price in zip(discs, prices, strict=True):
            paid += price * (np.hypot(x - dx, y - dy) < radius - spread)
        models[model.id] = float((worth(i, x, y, spread) - paid).max()) + 1e-5
    listed = [
        [float(x), float(y), radius, float(p)]
        for (x, y), p in zip(discs, prices, strict=True)
        if p > 0
    ]
    proof = {"kind": "prices", "discs": listed, "models": models, "inside": []}
    return certificate(sum(models.values()) + sum(d[3] for d in listed), proof)


def _prices(
    worth: Worth, coarse: list[tuple[Floats, Floats]], discs: Floats, radius: float
) -> Floats:
    """Return prices of discs that bound the models on coarse points best: a linear program."""
    n, d = len(coarse), len(discs)
    rows, least = [], []
    for i, (x, y) in enumerate(coarse):
        inside = np.hypot(x[:, None] - discs[:, 0], y[:, None] - discs[:, 1]) < radius
        own = np.zeros((x.size, n))
        own[:, i] = 1.0
        rows.append(np.hstack([own, inside]))
        least.append(worth(i, x, y))
    free = [(None, None)] * n + [(0, None)] * d
    matrix, value = -np.vstack(rows), -np.concatenate(least)
    found = linprog(np.ones(n + d), A_ub=matrix, b_ub=value, bounds=free, method="highs")
    assert found.x is not None
    return np.array([max(float(price), 0.0) for price in found.x[n:]])


def best_met(scenario: Scenario, step: float) -> tuple[float, dict[str, Spot]]:
    """Return the best of all ends on lattices that the referee finds legal, by straight paths."""
    worth, unit = Worth(scenario), scenario.mover
    places, points = [], []
    for i, model in enumerate(unit.models):
        assert model.at is not None
        x, y = lattice(model.at, unit.move or 0.0, step)
        within = np.hypot(x - model.at[0], y - model.at[1]) <= (unit.move or 0.0)
        x, y = x[within], y[within]
        value = worth(i, x, y)
        order = np.argsort(-value)[:60]
        places.append([(float(x[k]), float(y[k])) for k in order])
        points.append(value[order])
    choices = list(product(*(range(len(p)) for p in places)))
    total = np.array([sum(points[i][k] for i, k in enumerate(c)) for c in choices])
    for number in np.argsort(-total).tolist():
        spots = [places[i][k] for i, k in enumerate(choices[number])]
        if any(math.dist(a, b) < 2 * RADIUS for k, a in enumerate(spots) for b in spots[:k]):
            continue
        ends = {model.id: spot for model, spot in zip(unit.models, spots, strict=True)}
        if movesolver.check(straight(scenario, ends)).legal:
            return float(total[number]), ends
    return -math.inf, {}
