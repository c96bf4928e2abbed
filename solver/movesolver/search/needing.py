"""Proofs that needs cannot be met: too few models can end within the distances at once.

How many find room there together is bounded like any other worth: a point for each that counts,
prices on discs that hold one centre (`movesolver.search.counting`).  Models that no way leads
within the distance in time (`movesolver.search.openings`) count for nothing.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from movekernels.arrays import TOLERANCE, Bodies, Bools
from movekernels.search.ground import FIRST, KIND, LAST, REACH, VERTICAL, WEIGHT, WITHIN_SOLID
from movesolver.referee.position import Position
from movesolver.search.arena import Arena
from movesolver.search.cells import relaxed
from movesolver.search.counting import count_bound
from movesolver.search.forms import Need
from movesolver.search.goal_bounds import may_be_left_out
from movesolver.search.goal_table import Goal
from movesolver.search.impossible import Impossible
from movesolver.search.openings import LOOSE, Boxes, Openings, point_gaps
from movesolver.search.peaks import elsewhere_of, tiles_of

SHORT = 0.02
"""A bound is lowered until it is so much below what is needed, points: rounding is far less."""


def prove_needs(
    position: Position, arena: Arena, goal: Goal, seconds: float = math.inf
) -> Impossible | None:
    """Return a proof that the needs of a goal cannot be met, None if none was found.

    Parameters
    ----------
    position, arena, goal
        The question; the arena is one without mates as obstacles.
    seconds
        About how long to look for one.
    """
    needs = goal.forms.needs if goal.forms is not None else ()
    # Limits are loosened by the usual tolerance only; who is left out needs no room (18.05).
    if not needs or position.rules.tolerance > TOLERANCE or may_be_left_out(position):
        return None
    until = time.perf_counter() + seconds
    counts = [need.weight > 0.0 for need in needs]
    found = _crowded(position, arena, goal, counts, until)
    # Where nothing has to carry a model it may end at any height, which boxes know nothing of.
    if found is not None or not position.rules.terrain_categories:
        return found
    openings = Openings(position, arena)
    could = [
        _could(position, openings, goal, need, mine, until)
        for need, mine in zip(needs, counts, strict=True)
    ]
    for need, mine, left in zip(needs, counts, could, strict=True):
        if left.sum() < need.models:
            out = [position.ids[i] for i in np.flatnonzero(mine & ~left)]
            text = f"{left.sum()} of the models can end within the distance at a place that is "
            text += f"open to them, {need.models} needed"
            node = {"kind": "need", "goal": need.index, "models": out}
            return Impossible({need.place: text}, node)
    if all((mine == left).all() for mine, left in zip(counts, could, strict=True)):
        return None
    return _crowded(position, arena, goal, could, until)


def _crowded(
    position: Position, arena: Arena, goal: Goal, counts: Sequence[Bools], until: float
) -> Impossible | None:
    """Return that too few models find room within the distances of one need, or of all.

    ``counts`` says for each need which models may count in it, shape (n,).
    """
    assert goal.forms is not None
    numbers = range(len(counts))
    asked = [[k] for k in numbers]
    if len(asked) > 1:
        asked.append(list(numbers))  # nobody is in two places at once
    for some in asked:
        needs = [goal.forms.needs[k] for k in some]
        wanted = sum(need.models for need in needs)
        counted = _counted(goal, needs, [counts[k] for k in some])
        if time.perf_counter() > until:
            return None
        loose = relaxed(position, arena, counted)
        tiles = tiles_of(loose)
        elsewhere = elsewhere_of(loose, arena, tiles)
        bound = count_bound(loose, tiles, elsewhere, wanted - SHORT, wanted, until, 0.0)
        if bound is not None and bound.value <= wanted - SHORT:
            most = max(math.floor(bound.value), 0)
            text = f"at most {most} {'model' if most == 1 else 'models'} can end within the "
            text += "distance at once" if len(needs) == 1 else "distances of these needs in all"
            reasons = {need.place: f"{text}, {wanted} needed" for need in needs}
            goals = [need.index for need in needs]
            return Impossible(reasons, {"kind": "need", "goals": goals, "proof": bound.proof})
    return None


def _counted(goal: Goal, needs: Sequence[Need], counts: Sequence[Bools]) -> Goal:
    """Return the goal of a point for each model that counts in some needs, and nothing else."""
    rows = [need.report for need in needs]
    share = np.concatenate([row.share for row in rows])
    share[:, :, WEIGHT] = np.where(np.stack(counts), share[:, :, WEIGHT], 0.0)
    spec = np.concatenate([row.spec for row in rows])
    limit = np.concatenate([row.limit for row in rows])
    return replace(goal, report=rows[0]._replace(spec=spec, limit=limit, share=share), forms=None)


def _could(
    position: Position, openings: Openings, goal: Goal, need: Need, mine: Bools, until: float
) -> Bools:
    """Return which of some models have a place within the distance that nothing rules out."""
    could = mine.copy()
    known: dict[int, bool] = {}
    for i in np.flatnonzero(mine).tolist():
        kind = int(openings.arena.squad.member[i])
        if not position.placing or kind not in known:
            if time.perf_counter() > until:
                break
            known[kind] = _may_count(position, openings, goal, need, i)
        could[i] = known[kind]
    return could


def _may_count(position: Position, openings: Openings, goal: Goal, need: Need, i: int) -> bool:
    """Return whether a place within the distance of a need may be left to a model."""
    terms = need.report
    low, high = int(terms.spec[0, FIRST]), int(terms.spec[0, LAST])
    targets = terms.target[low:high]
    around = Bodies(terms.outline[low:high], *(targets[:, k].copy() for k in range(5)))
    reach = float(terms.limit[0, REACH]) + LOOSE
    outer = float(position.shapes.outer[position.start.shape[i]])
    level = float(terms.limit[0, VERTICAL]) + LOOSE

    def near(boxes: Boxes) -> Bools:
        gaps = point_gaps(goal.shapes, boxes, around) - boxes.side[:, None] * 0.7072 - outer
        tall = np.abs(boxes.z[:, None] - around.z)
        if terms.spec[0, KIND] == WITHIN_SOLID:
            gaps = np.hypot(np.maximum(gaps, 0.0), tall)
        return np.asarray(((gaps <= reach) & (tall <= level)).any(axis=1))

    return around.x.size > 0 and openings.may_be(i, near)
