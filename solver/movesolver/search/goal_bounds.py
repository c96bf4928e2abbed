"""What goals that do not add up over the models can be worth, and what they rule out.

A term that counts by its worst model is worth no more than what that model could make of it
alone; a function no more than the sum of what it could be for each.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from movekernels.arrays import Floats, Shapes
from movekernels.search.ground import Terms
from movesolver.errors import InputError
from movesolver.referee.position import Position
from movesolver.referee.verdict import Json
from movesolver.search.forms import Forms, Worst
from movesolver.search.goal_table import Goal
from movesolver.search.valued import most_of
from movesolver.table.scenario import Pose

Range = Callable[[Position, Shapes, Terms, int], tuple[Floats, Floats]]
"""The most and least points of a term at weight 1 for each model (`bounds.term_range`)."""
ROUNDING = 1e-9
"""Added to every bound, points: wider than the rounding of the sums."""
ROOM = 1.1e-6
"""Added to the tolerance of the rules, inches: more than what `verify` adds for rounding."""
REFUTED = 1e-6
"""A function may be worth so much more than its bound, as a part: rounding."""


def forms_bound(position: Position, goal: Goal, term_range: Range) -> float:
    """Return what no legal end makes of a goal beside the terms that add up; may be infinite."""
    if goal.forms is None:
        return 0.0
    bounds = [float(each.min()) for each in _worst_each(position, goal, term_range).values()]
    if may_be_left_out(position):
        bounds = [max(most, 0.0) for most in bounds]
    for one in goal.forms.sampled:
        each = np.array([most_of(position, one, int(i)) for i in np.flatnonzero(one.weight)])
        bounds += (np.maximum(each, 0.0) if may_be_left_out(position) else each).tolist()
    return math.inf if math.inf in bounds else math.fsum(bounds)


def _worst_each(position: Position, goal: Goal, term_range: Range) -> dict[int, Floats]:
    """Return for each term that counts by its worst model, by index, what it can be at most.

    Points of each model that it concerns, whatever the others do, shape (m,).
    """
    assert goal.forms is not None
    wider = replace(position, maximum=position.maximum + position.rules.tolerance + ROOM)
    found: dict[int, Floats] = {}
    for worst in goal.forms.worst:
        if worst.models.size:
            most, least = term_range(wider, goal.shapes, worst.report, 0)
            points = np.maximum(worst.weight * most, worst.weight * least)
            found[worst.index] = points[worst.models] + ROUNDING
    return found


def with_forms(position: Position, goal: Goal, node: Json, term_range: Range) -> Json | None:
    """Return the proof of a bound that holds what does not add up too; None if there is none.

    ``node`` is the proof of the terms that add up.
    """
    if goal.forms is None or not (goal.forms.worst or goal.forms.sampled):
        return node
    if goal.forms.sampled:  # a function is not in the scenario
        return None
    ids = {worst.index: [position.ids[i] for i in worst.models] for worst in goal.forms.worst}
    parts = {
        str(k): dict(zip(ids[k], each.tolist(), strict=True))
        for k, each in _worst_each(position, goal, term_range).items()
    }
    return {"kind": "parts", "proof": node, "worst": parts}


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


def impossible_needs(
    position: Position, goal: Goal, term_range: Range
) -> tuple[dict[str, str], Json | None]:
    """Return a proof, by place, that too few models could ever meet a need; empty if none.

    With it the node of a certificate of the first of them.

    It uses only how far models start from what they need to be near, and how far they move.
    """
    proofs: dict[str, str] = {}
    node: Json | None = None
    wider = replace(position, maximum=position.maximum + position.rules.tolerance + ROOM)
    for need in goal.forms.needs if goal.forms is not None else ():
        most, _ = term_range(wider, goal.shapes, need.report, 0)
        can = (need.weight > 0.0) & (most > 0.0)
        could = int(can.sum())
        if could < need.models:
            proofs[need.place] = (
                f"{could} {_models(could)} could end within the distance, {need.models} needed"
            )
            cannot = [position.ids[i] for i in np.flatnonzero((need.weight > 0.0) & ~can)]
            node = node or {"kind": "need", "goal": need.index, "models": cannot}
    return proofs, node


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
