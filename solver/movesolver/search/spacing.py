"""How far formations are apart: what makes two ends of a unit different moves."""

from __future__ import annotations

import numpy as np
from scipy.optimize import linear_sum_assignment

from movekernels.arrays import Floats, Ints
from movekernels.search.ground import AT_X, AT_Y, WEIGHT
from movesolver.referee.position import Position
from movesolver.search.arena import Arena
from movesolver.search.goal_table import Goal

Kinds = tuple[Ints, ...]
"""Indices of models that could stand in for each other."""


def kinds_of(position: Position, arena: Arena, goal: Goal) -> Kinds:
    """Return the models in groups of one class and role.

    The same base and height, maximum and keywords, and the same to the goal.
    """
    terms = goal.report if goal.forms is None else goal.forms.all_terms
    role = terms.share[:, :, [WEIGHT, AT_X, AT_Y]]
    groups: dict[object, list[int]] = {}
    for i, mover in enumerate(position.movers):
        key = (
            int(arena.squad.member[i]), float(position.maximum[i]), mover, role[:, i].tobytes(),
        )  # fmt: skip
        groups.setdefault(key, []).append(i)
    return tuple(np.array(group) for group in groups.values())


def spacing(kinds: Kinds, a: Floats, b: Floats) -> float:
    """Return how far two formations are apart: the least mean displacement of their models.

    Parameters
    ----------
    kinds
        Models that could stand in for each other (see `kinds_of`).
    a, b
        Centres of the models' bases, inches, shape (n, 2) or (n, 3).

    Returns
    -------
    float
        Inches a model, the models of each kind matched so that it is least (an assignment).
    """
    total = 0.0
    for kind in kinds:
        away = _away(a[kind], b[kind])
        rows, columns = linear_sum_assignment(away)
        total += float(away[rows, columns].sum())
    return total / max(1, len(a))


def is_apart(kinds: Kinds, a: Floats, b: Floats, least: float) -> bool:
    """Return whether two formations are at least so far apart (see `spacing`), inches."""
    nearest = paired = 0.0
    for kind in kinds:
        away = _away(a[kind], b[kind])
        nearest += float(away.min(axis=1).sum())
        paired += float(np.trace(away))
    # No matching is shorter than everyone's nearest place, none has to be longer than this one.
    if nearest >= least * len(a):
        return True
    return paired >= least * len(a) and spacing(kinds, a, b) >= least


def _away(a: Floats, b: Floats) -> Floats:
    square: Floats = ((a[:, None, :] - b[None, :, :]) ** 2).sum(axis=2)
    return np.sqrt(square)
