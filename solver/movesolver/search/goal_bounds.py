"""What goals that do not add up over the models can be worth, and what they rule out.

A term that counts by its worst model is worth no more than what that model could make of it
alone; a function no more than the sum of what it could be for each.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np

from movekernels.arrays import Floats, Shapes
from movekernels.search.ground import Terms
from movesolver.errors import InputError
from movesolver.referee.position import Position
from movesolver.search.forms import Forms, Worst
from movesolver.search.goal_table import Goal
from movesolver.search.valued import most_of
from movesolver.table.scenario import Pose

Range = Callable[[Position, Shapes, Terms, int], tuple[Floats, Floats]]
"""The most and least points of a term at weight 1 for each model (`bounds.term_range`)."""
REFUTED = 1e-6
"""A function may be worth so much more than its bound, as a part: rounding."""


def forms_bound(position: Position, goal: Goal, term_range: Range) -> float:
    """Return what no legal end makes of a goal beside the terms that add up; may be infinite."""
    if goal.forms is None:
        return 0.0
    bounds = [worst_bound(position, goal.shapes, worst, term_range) for worst in goal.forms.worst]
    for one in goal.forms.sampled:
        each = np.array([most_of(position, one, int(i)) for i in np.flatnonzero(one.weight)])
        bounds += (np.maximum(each, 0.0) if may_be_left_out(position) else each).tolist()
    return math.inf if math.inf in bounds else math.fsum(bounds)


def worst_bound(position: Position, shapes: Shapes, worst: Worst, term_range: Range) -> float:
    """Return what no legal end makes a term that counts by its worst model worth more than."""
    return worst_range(position, shapes, worst, term_range)[1]


def worst_range(
    position: Position, shapes: Shapes, worst: Worst, term_range: Range
) -> tuple[float, float]:
    """Return between which points a term that counts by its worst model lies at every end."""
    if not worst.models.size:
        return 0.0, 0.0
    ranges = term_range(position, shapes, worst.report, 0)
    points = np.stack([worst.weight * one for one in ranges])[:, worst.models]
    best = points.max(axis=0)
    if may_be_left_out(position):
        return float(points.min(initial=0.0)), float(best.max(initial=0.0))
    return float(points.min()), float(best.min())


def may_be_left_out(position: Position) -> bool:
    """Whether models that find no room are not set up, and count for nothing (18.05)."""
    rule = position.move.set_up
    return rule is not None and (rule.partial or rule.close)


def impossible_needs(position: Position, goal: Goal, term_range: Range) -> dict[str, str]:
    """Return a proof, by place, that too few models could ever meet a need; empty if none.

    It uses only how far models start from what they need to be near, and how far they move.
    """
    proofs: dict[str, str] = {}
    for need in goal.forms.needs if goal.forms is not None else ():
        most, _ = term_range(position, goal.shapes, need.report, 0)
        could = int(((need.weight > 0.0) & (most > 0.0)).sum())
        if could < need.models:
            proofs[need.place] = (
                f"{could} {_models(could)} could end within the distance, {need.models} needed"
            )
    return proofs


def unmet_needs(forms: Forms, reached: dict[str, int]) -> dict[str, str]:
    """Return how near the best end that was found came to the needs, by place."""
    return {
        need.place: f"{reached[need.place]} of {need.models} models were brought within"
        for need in forms.needs
        if reached[need.place] < need.models
    }


def check_functions(position: Position, goal: Goal, ends: Mapping[str, Pose]) -> None:
    """Raise if what functions are worth at the end poses of models breaks a bound.

    Raises
    ------
    InputError
        Naming the constant or bound that does not hold.
    """
    for one in goal.forms.sampled if goal.forms is not None else ():
        for i in np.flatnonzero(one.weight).tolist():
            if position.ids[i] not in ends:  # who has no room is not set up (18.05)
                continue
            end = np.array([ends[position.ids[i]]])
            worth = float(one.points(i, end)[0])
            at = one.upper(i, np.hstack([end[:, :2], end[:, :2]]))
            most = min(most_of(position, one, i), float(at[0]))
            if worth > most + REFUTED * (1.0 + abs(worth)):
                field = "upper" if one.valued.upper is not None else "lipschitz"
                where = ", ".join(f"{value:.6g}" for value in end[0])
                wanted = f"a bound that holds at ({where}), where the function is {worth:.6g}"
                raise InputError(f"{one.place}.{field}", wanted, f"{most:.6g}")


def _models(count: int) -> str:
    return "model" if count == 1 else "models"
