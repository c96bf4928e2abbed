"""From what a search found to the answer that is handed out, and what may be claimed of it."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import msgspec

from movesolver.referee.position import Position
from movesolver.referee.verdict import Json, Verdict
from movesolver.search.budget import Budget
from movesolver.search.ends import Ends, Path
from movesolver.search.result import Limit, Result, Status

PROVED = 3e-6
"""An answer whose gap is at most this much a model counts as optimal, points (an inch's worth).

A little more than what the tolerance of the rules lets a model go beyond its maximum.
"""


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
        Where there are no ends: why, by code.
    budget, seed, begun
        What was spent, the seed, and when it began (on `time.perf_counter`, seconds).
    """
    scenario = position.scenario
    bound = proof.bound
    ends, verdict = found or (None, None)
    steep = max((abs(term.weight) for term in scenario.action.goal), default=1.0)
    close = PROVED * max(1.0, steep) * max(1, len(position.ids))
    moved = order = None
    paths: dict[str, Path] = {}
    if ends is not None:
        paths, order = ends.paths, ends.order
        assert bound is not None, "the proof that there is no end is refuted"
        # Sums of the same numbers in another order may differ in the last digits, no more: an end
        # beyond the bound would refute its proof.
        assert ends.points <= bound + PROVED * max(1, len(paths)), "the bound is refuted"
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
        reasons=reasons,
        seed=seed,
        milliseconds=(time.perf_counter() - begun) * 1000,
        iterations=budget.made,
        scenario=scenario,
        verdict=verdict,
        moved=moved,
    )


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
