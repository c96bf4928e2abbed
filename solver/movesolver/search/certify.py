"""Bounds over every legal end, and how far they are lowered."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import Literal

from movekernels.arrays import Floats
from movesolver.errors import InputError
from movesolver.referee.position import Position
from movesolver.referee.verdict import Json
from movesolver.search.arena import Arena, build_arena
from movesolver.search.bounds import alone, term_range
from movesolver.search.goal_bounds import forms_bound
from movesolver.search.goal_table import Goal
from movesolver.search.prices import QUICK, Bound, Stage, price_bound

PROOF_MS = 2000.0
"""Milliseconds that a bound is lowered for by default where that is asked."""
THOROUGH = (
    (*QUICK, Stage(0.0625, 2, 100)),
    (*QUICK, Stage(0.0625, 2, 200), Stage(0.03125, 2, 200)),
)
"""Stages of the bounds that are tried one after the other where one is to be lowered."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """How far a bound is to be lowered."""

    over: Literal["grid", "all"]
    """Of which ends: those on the spots of the search, or every legal one."""
    gap: float
    """Points above what was found."""
    seconds: float


def wanted_proof(
    certify: Literal["grid", "all"] | None, gap: float, proof_ms: float
) -> Wanted | None:
    """Return how far the bound is to be lowered, None if no more than it always is.

    Raises
    ------
    InputError
        If a number is negative or ``certify`` is not known.
    """
    if certify not in (None, "grid", "all"):
        raise InputError("certify", '"grid" or "all"', repr(certify))
    if not gap >= 0:
        raise InputError("gap", "zero or more points", str(gap))
    if not proof_ms >= 0:
        raise InputError("proof_ms", "zero or more milliseconds", str(proof_ms))
    return Wanted(certify, gap, proof_ms / 1000) if certify else None


def best_bound(
    position: Position,
    goal: Goal,
    incumbent: float | None,
    wanted: Wanted | None,
    arena: Arena | None = None,
) -> Bound:
    """Return the lowest bound over every legal end that is found, and its proof.

    ``incumbent`` is what a legal end is worth, None if none is known; ``arena`` that of the
    search, if there was one.
    """
    more = forms_bound(position, goal, term_range)
    if math.isinf(more):
        return Bound(math.inf, None)
    lowest = _lowest(position, goal, None if incumbent is None else incumbent - more, wanted, arena)
    # What does not add up over the models is bounded by itself, and not part of the proof.
    return lowest if goal.forms is None else Bound(lowest.value + more, None)


def _lowest(
    position: Position,
    goal: Goal,
    incumbent: float | None,
    wanted: Wanted | None,
    arena: Arena | None,
) -> Bound:
    """Return the lowest bound of the terms that add up."""
    each = alone(position, goal)
    best = Bound(math.fsum(each), alone_node(position, each))
    if incumbent is None or best.value <= incumbent + 1e-9:
        return best
    arena = build_arena(position, goal.shapes) if arena is None else arena
    found = price_bound(position, arena, goal, incumbent)
    best = min(best, found, key=lambda one: one.value)
    if wanted is not None and wanted.over == "all" and best.value > incumbent + wanted.gap:
        further = certify_all(
            position, arena, goal, incumbent, gap=wanted.gap, seconds=wanted.seconds
        )
        best = min(best, further, key=lambda one: one.value)
    return best


def certify_all(
    position: Position,
    arena: Arena,
    goal: Goal,
    incumbent: float,
    *,
    gap: float = 0.0,
    seconds: float = PROOF_MS / 1000,
) -> Bound:
    """Return a bound over every legal end, lowered until it is close or the time is up.

    Parameters
    ----------
    position, arena, goal
        The question; the arena is one without mates as obstacles.
    incumbent
        What a legal end is worth, points.
    gap
        How close is close enough, points.
    seconds
        No new stage is begun after this.
    """
    begun = time.perf_counter()
    best: Bound | None = None
    for stages in THOROUGH:
        found = price_bound(position, arena, goal, incumbent, stages=stages)
        best = found if best is None or found.value < best.value else best
        if best.value <= incumbent + gap or time.perf_counter() - begun > seconds:
            break
    assert best is not None
    return best


def alone_node(position: Position, points: Floats) -> Json:
    """Return the proof node of what each model is worth by itself, points of shape (n,)."""
    return {"kind": "alone", "models": dict(zip(position.ids, points.tolist(), strict=True))}
