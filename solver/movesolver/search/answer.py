"""From what a search found to the answer that is handed out, and what may be claimed of it."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec
import numpy as np

from movekernels.arrays import Floats
from movesolver.referee.crossings import PRESSED
from movesolver.referee.position import Position
from movesolver.referee.standing import overlapping_starts
from movesolver.referee.verdict import Json, Verdict, listed
from movesolver.search.budget import Budget
from movesolver.search.ends import Ends, Path
from movesolver.search.result import Limit, Result, Status
from movesolver.search.valued import Sampled, weights_of

PROVED = 4e-6
"""An answer counts as optimal if its gap is at most what the goal changes for so much, inches.

A little more than what the tolerance of the rules lets a model go beyond its maximum, and bounds
are widened by so that they can be verified.
"""
SUMS = 2e-9
"""Points for each model: what bounds are widened by for the rounding of sums."""

TOLD = 3
"""Pairs that overlap before the move, of which so many are named."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What is proved of a set of ends."""

    bound: float | None
    """What no legal end is worth more than, points; None: none is legal."""
    node: Json | None = None
    """How to check that again (docs/certificates.md), None where there is nothing to it."""
    over: Literal["all", "grid"] = "all"
    """Which set: every legal end, or those on a grid of candidates."""
    claim: str | None = None
    """In words, where the status does not say it."""
    within: float | None = None
    """What none of the ends of a smaller set, which the certificate is of, is worth more than."""


def answer_of(
    position: Position,
    found: tuple[Ends, Verdict] | None,
    proof: Proof,
    reasons: Mapping[str, str],
    budget: Budget,
    seed: int,
    begun: float,
    functions: Sequence[Sampled] = (),
) -> Result:
    """Return the answer with ends and their verdict, or with the reasons why there are none.

    Parameters
    ----------
    position
        The question.
    found
        The best ends with the referee's verdict; None if there are none.
    proof
        What is proved of all ends, or of a grid of them.
    reasons
        Where there are no ends: why, by code.  What is odd about the start is added.
    budget, seed, begun
        What was spent, the seed, and when it began (on `time.perf_counter`, seconds).
    functions
        What counts beside the terms of the scenario's goal.
    """
    scenario = position.scenario
    bound = proof.bound
    ends, verdict = found or (None, None)
    close = PROVED * float(steepness(position, functions).sum()) + len(position.ids) * SUMS
    moved = order = None
    paths: dict[str, Path] = {}
    if ends is not None:
        paths, order = ends.paths, ends.order
        assert bound is not None, "the proof that there is no end is refuted"
        # Sums of the same numbers in another order may differ in the last digits, no more: an end
        # beyond the bound would refute its proof.
        assert ends.points <= bound + close, "the bound is refuted"
        bound = max(bound, ends.points)
        action = msgspec.structs.replace(scenario.action, paths=dict(paths), ends=None, order=order)
        if position.placing:
            places = {name: path[-1] for name, path in paths.items()}
            mode = position.mode.name if position.mode is not None else None
            action = msgspec.structs.replace(action, paths=None, ends=places, mode=mode)
        moved = msgspec.structs.replace(scenario, action=action)
    status, claim = _status(ends, bound, close)
    done = status in (Status.OPTIMAL, Status.INFEASIBLE)
    return Result(
        status=status,
        limit=None if done else budget.limit or Limit.ITERATIONS,
        objective=None if ends is None else ends.points,
        bound=_finite(bound),
        certificate={
            "claim": proof.claim or claim,
            "over": proof.over,
            "bound": _finite(proof.bound if proof.over == "all" else proof.within),
            "proof": proof.node,
        },
        ends={name: path[-1] for name, path in paths.items()},
        paths={} if position.placing else paths,
        lengths={} if ends is None or position.placing else ends.lengths,
        order=order,
        reasons=reasons if status == Status.INFEASIBLE else {**reasons, **_start_of(position)},
        seed=seed,
        milliseconds=(time.perf_counter() - begun) * 1000,
        iterations=budget.made,
        scenario=scenario,
        verdict=verdict,
        moved=moved,
    )


def _start_of(position: Position) -> dict[str, str]:
    """Return the note that bases overlap before anything has moved; empty if none do."""
    if position.placing or not position.move.moves_models or not position.ids:
        return {}
    found = position.once("overlapping starts", lambda: overlapping_starts(position, PRESSED))
    if not found:
        return {}
    pairs = "; ".join(listed(one.models) for one in found[:TOLD])
    more = f"; and {len(found) - TOLD} pairs more" if len(found) > TOLD else ""
    return {"START": f"these overlap where they stand, before the move: {pairs}{more}"}


def steepness(position: Position, functions: Sequence[Sampled] = ()) -> Floats:
    """Return by how many points a goal changes at most for an inch of each model, shape (n,).

    Counts change in steps, and not by inches.  Of a function whose constant is not known: 1 at
    weight 1.
    """
    steep = np.zeros(len(position.ids))
    for term in position.scenario.action.goal:
        counts = any(one is not None for one in (term.within, term.avoid, term.need))
        slope = 0.0 if counts else 1.0
        if term.field is not None:
            values = np.array(term.field.values)
            rises = [float(np.abs(np.diff(values, axis=k)).max(initial=0.0)) for k in (0, 1)]
            slope = math.hypot(*rises) / term.field.step
        steep += slope * np.abs(weights_of(position, term))
    for one in functions:
        constant = one.valued.lipschitz
        steep += (1.0 if constant is None else constant) * np.abs(one.weight)
    return steep


def _finite(bound: float | None) -> float | None:
    return None if bound is None or math.isinf(bound) else bound


def _status(ends: Ends | None, bound: float | None, close: float) -> tuple[Status, str]:
    """Return how an answer stands, and what that claims."""
    if bound is None:
        return Status.INFEASIBLE, "no end of this move is legal, for the reasons given"
    if ends is None:
        return Status.NOT_FOUND, "nothing is proved about whether a legal end exists"
    if math.isinf(bound):
        return Status.FEASIBLE, "nothing is proved about other ends: a function has no bound"
    if bound - ends.points <= close:
        return Status.OPTIMAL, "no legal end is worth more than this one by more than the gap"
    return Status.FEASIBLE, (
        "no legal end is worth more than the bound, whatever the models do together"
    )
