"""From what a search found to the answer that is handed out, and what may be claimed of it."""

from __future__ import annotations

import math
import time

import msgspec

from movesolver.referee.position import Position
from movesolver.referee.verdict import Verdict
from movesolver.search.budget import Budget
from movesolver.search.ends import Ends, Path
from movesolver.search.result import Limit, Result, Status

PROVED = 1e-6
"""An answer whose gap is at most this much a model counts as optimal, points."""


def answer_of(
    position: Position,
    found: tuple[Ends, Verdict] | None,
    bound: float | None,
    reasons: dict[str, str],
    budget: Budget,
    seed: int,
    begun: float,
    *,
    proved: bool = False,
) -> Result:
    """Return the answer with ends and their verdict, or with the reasons why there are none.

    ``proved`` says that the reasons are a proof that no end is legal.
    """
    scenario = position.scenario
    ends, verdict = found or (None, None)
    moved = order = None
    paths: dict[str, Path] = {}
    if ends is not None:
        paths, order = ends.paths, ends.order
        # Sums of the same numbers in another order may differ in the last digits, no more:
        # an end beyond the bound would refute its proof.
        bound = ends.points if bound is None else bound
        assert ends.points <= bound + PROVED * max(1, len(paths)), "the bound is refuted"
        bound = max(bound, ends.points)
        action = msgspec.structs.replace(scenario.action, paths=dict(paths), ends=None, order=order)
        if position.placing:
            places = {name: path[-1] for name, path in paths.items()}
            mode = position.mode.name if position.mode is not None else None
            action = msgspec.structs.replace(action, paths=None, ends=places, mode=mode)
        moved = msgspec.structs.replace(scenario, action=action)
    status, claim = _status(ends, bound, proved)
    if bound is not None and math.isinf(bound):
        bound = None
    done = status in (Status.OPTIMAL, Status.INFEASIBLE)
    return Result(
        status=status,
        limit=None if done else budget.limit or Limit.ITERATIONS,
        objective=None if ends is None else ends.points,
        bound=bound,
        certificate={"claim": claim, "over": "all"},
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


def _status(ends: Ends | None, bound: float | None, proved: bool) -> tuple[Status, str]:
    """Return how an answer stands, and what that claims."""
    if ends is None and proved:
        return Status.INFEASIBLE, "no end of this move is legal, for the reasons given"
    if ends is None or bound is None:
        return Status.NOT_FOUND, "nothing is proved about whether a legal end exists"
    if math.isinf(bound):
        return Status.FEASIBLE, "nothing is proved about other ends: a function has no bound"
    if bound - ends.points <= PROVED * max(1, len(ends.paths)):
        return Status.OPTIMAL, "no legal end is worth more than this one by more than the gap"
    return Status.FEASIBLE, (
        "no legal end is worth more than the bound, the sum of what each model could reach alone"
    )
