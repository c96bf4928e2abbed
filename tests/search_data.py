"""Small tables, packed for the search, that its kernels are tried on."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import msgspec
import numpy as np
from pytest_benchmark.fixture import BenchmarkFixture

from movekernels.arrays import Floats
from movekernels.search.ground import Ground, Spots, Squad, Terms
from movesolver.formats.scenario import validate
from movesolver.referee.pack import pack
from movesolver.referee.position import Position
from movesolver.search.arena import Arena, build_arena
from movesolver.search.candidates import build_spots
from movesolver.search.goal_table import Goal
from movesolver.search.goals import pack_goal
from movesolver.table.scenario import GoalTerm, Scenario
from scenes import scene
from scenes_mixed import anything


@dataclass(frozen=True)
class Tried:
    """A scene as the kernels see it."""

    position: Position
    goal: Goal
    arena: Arena

    @property
    def ground(self) -> Ground:
        return self.arena.ground

    @property
    def squad(self) -> Squad:
        return self.arena.squad

    @property
    def terms(self) -> Terms:
        return self.goal.search


def tried(scenario: Scenario) -> Tried:
    position = pack(scenario)
    goal = pack_goal(position)
    return Tried(position, goal, build_arena(position, goal.shapes))


def small(seed: int, models: int = 3, *, bases: str = "round", enemies: int = 3) -> Tried:
    """A few models, enemies, friends and walls close together, a point to go to."""
    return tried(scene(seed, models, enemies=enemies, friends=2, walls=3, bases=bases, move=3.0))


def odd(seed: int) -> Tried:
    """A scene of any kind, cut down to at most four models."""
    scenario = anything(seed)
    unit = scenario.units[0]
    models = tuple(msgspec.structs.replace(model, slain=False) for model in unit.models[:4])
    unit = msgspec.structs.replace(unit, models=models, move=unit.move or 3.0)
    goal = tuple(
        GoalTerm(wish={k: v for k, v in term.wish.items() if k in {"a0", "a1", "a2", "a3"}})
        if term.wish
        else term
        for term in scenario.action.goal
    )
    action = msgspec.structs.replace(scenario.action, goal=goal)
    scenario = msgspec.structs.replace(scenario, units=(unit, *scenario.units[1:]), action=action)
    return tried(validate(scenario))


def random_poses(rng: np.random.Generator, case: Tried, count: int) -> Floats:
    """Poses (x, y, cos, sin) around the unit, and some at the edge of the table."""
    start = case.squad.start
    centre = start[rng.integers(len(start), size=count)]
    poses = np.empty((count, 4))
    poses[:, :2] = centre[:, :2] + rng.normal(0, 2.5, (count, 2))
    edge = rng.random(count) < 0.1
    poses[edge, 0] = rng.uniform(-0.5, 1.5, edge.sum())
    angle = np.radians(rng.integers(0, 24, count) * 15.0)
    poses[:, 2], poses[:, 3] = np.cos(angle), np.sin(angle)
    return poses


def few_spots(rng: np.random.Generator, case: Tried, count: int) -> Spots:
    """The start poses and some of the spots the solver would lay out."""
    spots, _ = build_spots(case.position, case.arena, case.goal, [], 3.0)
    keep = spots.owner >= 0
    rest = np.flatnonzero(~keep)
    keep[rng.choice(rest, size=min(count, rest.size), replace=False)] = True
    kept = np.concatenate([[0], np.cumsum(keep)])
    index = np.append(np.where(keep, kept[1:] - 1, -1), -1)
    return Spots(
        kept[spots.first],
        spots.x[keep],
        spots.y[keep],
        spots.turned[keep],
        index[spots.home],
        spots.owner[keep],
    )


def pose_of(spots: Spots, p: int) -> tuple[float, float, float, float]:
    return (
        float(spots.x[p]),
        float(spots.y[p]),
        float(spots.turned[p, 0]),
        float(spots.turned[p, 1]),
    )


def class_of(spots: Spots, p: int) -> int:
    return int(np.searchsorted(spots.first, p, side="right")) - 1


def seconds(call: Callable[[], object], repeats: int = 3) -> float:
    """Least time of a few calls, to compare a slow twin with."""
    times = []
    for _ in range(repeats):
        begun = time.perf_counter()
        call()
        times.append(time.perf_counter() - begun)
    return min(times)


def best_of(benchmark: BenchmarkFixture) -> float:
    """Least time a benchmark has measured, seconds."""
    assert benchmark.stats is not None
    return float(benchmark.stats["min"])
