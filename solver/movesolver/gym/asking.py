"""Questions for the search: the end of a charge, and the legal move nearest to wished places."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from movekernels.arrays import Floats
from movesolver.gym.board import Boards
from movesolver.search.result import Result
from movesolver.search.snap import snap
from movesolver.search.solve import solve
from movesolver.table.scenario import Action, GoalTerm, Scenario, Target

CHARGE_ITERATIONS = 10
"""Of the search for the end of a charge."""
SNAP_ITERATIONS = 30
"""Of the search for the legal move nearest to wished places."""


class Mover(NamedTuple):
    """A unit that is to choose."""

    board: int
    side: int
    unit: int
    reach: float
    """How far it may go: its M, or its charge roll, inches."""
    engaged: bool
    """Whether it is engaged, so that a move is a fall back."""
    charging: bool
    """Whether it is asked for a charge and not for a move."""


Question = tuple[Scenario, Floats | None]
"""What to ask, and the wished places if these are what it is about, inches, shape (n, 2)."""


def action_of(boards: Boards, mover: Mover, target: int | None = None) -> Action:
    """Return the move that a unit is to choose, towards one enemy unit if it charges."""
    name = boards.name(mover.side, mover.unit)
    if not mover.charging:
        if mover.engaged:
            return Action(name, "fall_back", "ordered_retreat")
        return Action(name, "normal")
    if target is None:
        return Action(name, "charge", roll=int(mover.reach))
    foe = boards.name(1 - mover.side, target)
    goal = (GoalTerm(near=Target(unit=foe)),)
    return Action(name, "charge", roll=int(mover.reach), targets=(foe,), goal=goal)


def charge(boards: Boards, mover: Mover, target: int) -> Question:
    """Return the question for a charge at an enemy unit."""
    action = action_of(boards, mover, target)
    return boards.scenario(mover.board, mover.side, action, charging=True), None


def wish(boards: Boards, mover: Mover, places: Floats, targets: list[int]) -> Question:
    """Return the question for wished places (n, 2), inches.

    A charge is made at the one of ``targets`` that the wishes come nearest to.
    """
    target = None
    if mover.charging:
        foes = [
            boards.at[mover.board, 1 - mover.side, t][boards.there[mover.board, 1 - mover.side, t]]
            for t in targets
        ]
        apart = [np.hypot(*(places[:, None] - foe[None]).transpose(2, 0, 1)).min() for foe in foes]
        target = targets[int(np.argmin(apart))]
    action = action_of(boards, mover, target)
    scenario = boards.scenario(mover.board, mover.side, action, charging=mover.charging)
    return scenario, places


def answer(question: Question | None) -> Result | None:
    """Return what a search finds, the same for the same question; None for none."""
    if question is None:
        return None
    scenario, places = question
    if places is None:
        return solve(scenario, iterations=CHARGE_ITERATIONS, bound=False)
    return snap(scenario, places, iterations=SNAP_ITERATIONS)
