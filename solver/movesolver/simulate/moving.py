"""An order carried out: shifts that are judged, a search where none is legal, and the referee."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, TypeVar

import numpy as np

from movesolver.checking.check import check
from movesolver.phases.board import changed
from movesolver.phases.moving import MovedPhase
from movesolver.search.result import Result
from movesolver.search.solve import solve
from movesolver.simulate.policies import Order
from movesolver.simulate.results import GIVEN, SEARCHED, SHIFTED
from movesolver.simulate.shifting import first_legal
from movesolver.table.army import Unit
from movesolver.table.scenario import GoalTerm, Pose, Scenario, Target

State = TypeVar("State", bound=MovedPhase)
Paths = Mapping[str, tuple[Pose, ...]]


@dataclass(frozen=True, slots=True)
class Search:
    """How searches are made."""

    rng: np.random.Generator
    """Their seeds come from here."""
    iterations: int

    def found(self, question: Scenario) -> Result:
        """Return what a search finds."""
        seed = int(self.rng.integers(2**31))
        return solve(question, seed=seed, iterations=self.iterations)


class Made(NamedTuple):
    """A move that was made."""

    moved: Scenario
    """The board before it, with the move as its action."""
    how: int
    mean: float
    longest: float
    """Of the lengths of the paths of its models, inches."""


def carried_out(
    phase: State, unit: Unit, order: Order, search: Search
) -> tuple[State, Made | None]:
    """Return the state after a move that was ordered, and the move: None if there is no legal one.

    Raises
    ------
    RefusedError
        If the rules refuse the move, or poses that the order gives.
    """
    targets, goal = order.targets, order.goal
    if order.paths is not None or order.ends is not None:
        new, _ = phase.take(
            unit.id,
            order.move,
            mode=order.mode,
            targets=targets,
            paths=order.paths,
            ends=order.ends,
        )
        question = phase.question(unit.id, order.move, mode=order.mode, targets=targets)
        moved = _with(question, paths=_posed(order.paths), ends=_ended(order.ends))
        return new, Made(moved, GIVEN, *_lengths(unit, moved))
    if not goal and not order.shifts:
        goal = tuple(GoalTerm(near=Target(unit=name)) for name in targets)
    question = phase.question(unit.id, order.move, mode=order.mode, targets=targets, goal=goal)
    shifted = first_legal(question, order.shifts) if order.shifts else None
    if shifted is not None:
        mode = shifted.action.mode
        paths = shifted.action.paths
        new, _ = phase.take(unit.id, order.move, mode=mode, targets=targets, paths=paths)
        return new, Made(shifted, SHIFTED, *_lengths(unit, shifted))
    if not goal:
        return phase, None
    result = search.found(question)
    if result.moved is None or not is_legal(result.moved):
        return phase, None
    new, _ = phase.apply(result)
    lengths = list(result.lengths.values())
    return new, Made(result.moved, SEARCHED, math.fsum(lengths) / len(lengths), max(lengths))


def is_legal(moved: Scenario) -> bool:
    """Return whether the referee finds nothing wrong, without any tolerance and with that in force.

    It is asked anew, about the board as it was and the move as it was made.
    """
    return check(moved, tolerance=0.0).legal and check(moved).legal


def _with(question: Scenario, **fields: object) -> Scenario:
    return changed(question, action=changed(question.action, goal=(), **fields))


def _posed(paths: Mapping[str, Sequence[Sequence[float]]] | None) -> Paths | None:
    if paths is None:
        return None
    return {name: tuple(_pose(pose) for pose in path) for name, path in paths.items()}


def _ended(ends: Mapping[str, Sequence[float]] | None) -> dict[str, Pose] | None:
    return None if ends is None else {name: _pose(pose) for name, pose in ends.items()}


def _pose(numbers: Sequence[float]) -> Pose:
    x, y, facing, z = map(float, numbers)
    return x, y, facing, z


def _lengths(unit: Unit, moved: Scenario) -> tuple[float, float]:
    """Return the mean and the longest of the paths of a unit, from start to end if it has none."""
    action = moved.action
    lengths = []
    for model in unit.standing:
        x, y = model.at or (0.0, 0.0)
        start: Pose = (x, y, model.facing, model.z)
        path = (start, *(action.paths or {}).get(model.id, ()))
        if action.ends is not None:
            path = (start, action.ends.get(model.id, start))
        steps = (math.dist((*a[:2], a[3]), (*b[:2], b[3])) for a, b in pairwise(path))
        lengths.append(math.fsum(steps))
    return math.fsum(lengths) / len(lengths), max(lengths)
