"""The best legal end for a unit: spots, seeds, ruin and recreate, polish, bound, referee."""

from __future__ import annotations

import time

import msgspec

from movesolver.referee.eligibility import eligibility, mode_findings
from movesolver.referee.pack import Position, pack
from movesolver.referee.verdict import Verdict
from movesolver.search.arena import build_arena
from movesolver.search.bounds import impossible, upper_bound
from movesolver.search.budget import Budget, budget_of
from movesolver.search.ends import Ends, accepted, stay
from movesolver.search.goals import Goal, pack_goal
from movesolver.search.improve import Searcher
from movesolver.search.result import Limit, Result, Status
from movesolver.table.scenario import Scenario

PROVED = 1e-6
"""An answer whose gap is at most this much a model counts as optimal, points."""


def solve(
    scenario: Scenario,
    *,
    seed: int = 0,
    iterations: int | None = None,
    time_ms: float | None = None,
) -> Result:
    """Find the best legal end of the move in ``scenario.action`` for its goal.

    Parameters
    ----------
    scenario
        A scenario as `movesolver.loads` returns it; its ``paths`` and ``ends`` are
        not looked at.
    seed
        Same scenario, seed and iterations: same answer.
    iterations
        How often a part of the unit is lifted and placed again; by default 30 for
        each model, at least 120.
    time_ms
        Milliseconds after which the search ends; what is found then is returned.

    Returns
    -------
    Result
        The end and how to get there, judged legal by the referee, without any
        tolerance and with the scenario's own; or why there is none.

    Raises
    ------
    InputError
        If a number that the move needs is missing (M, a roll), or a budget is negative.
    UnsupportedError
        If this version does not know the type of move yet.

    Notes
    -----
    Models move straight, on the level they stand on, with turns before and after
    the slide; detours and climbs are not tried, so a bound over all legal ends may
    be out of reach.
    """
    begun = time.perf_counter()
    budget = budget_of(len(scenario.mover.standing), iterations, time_ms)
    position = pack(scenario)
    reasons = {str(f.code): f"{f.text} ({f.rule})" for f in eligibility(position)}
    reasons |= {str(f.code): f"{f.text} ({f.rule})" for f in mode_findings(position)}
    if not reasons and position.move.moves_models:
        reasons = impossible(position)
    if reasons:
        return _answer(scenario, None, None, reasons, budget, seed, begun, proved=True)
    goal = pack_goal(position)
    bound = upper_bound(position, goal)
    ends, verdict, reasons = _search(position, goal, bound, budget, seed)
    return _answer(
        scenario,
        (ends, verdict, bound) if ends and verdict else None,
        bound,
        reasons,
        budget,
        seed,
        begun,
    )


def _search(
    position: Position, goal: Goal, bound: float, budget: Budget, seed: int
) -> tuple[Ends | None, Verdict | None, dict[str, str]]:
    """Return the best ends that the referee accepts, or why there are none."""
    target = bound - PROVED * len(position.ids)
    best: tuple[Ends, Verdict] | None = None
    reasons: dict[str, str] = {}
    # Where mates bar each other's way an order of moving may not exist for the first answer.
    for mates in (False, True) if position.mates_block.any() else (False,):
        searcher = Searcher(position, build_arena(position, goal.shapes, mates=mates), goal, seed)
        for ends in searcher.run(budget, target):
            verdict = accepted(position, ends)
            if verdict is not None:
                best = (ends, verdict)
                break
        else:
            reasons = searcher.reasons()
            continue
        break
    standing = stay(position, goal)
    if best is None or standing.points > best[0].points:
        verdict = accepted(position, standing) or accepted(position, standing, strict=False)
        if verdict is not None:
            best = (standing, verdict)
    if best is None:
        return None, None, reasons
    return (*best, {})


def _answer(
    scenario: Scenario,
    found: tuple[Ends, Verdict, float] | None,
    bound: float | None,
    reasons: dict[str, str],
    budget: Budget,
    seed: int,
    begun: float,
    *,
    proved: bool = False,
) -> Result:
    status, limit = (Status.INFEASIBLE if proved else Status.NOT_FOUND), None
    claim = "no end of this move is legal" if proved else "nothing is proved"
    ends: Ends | None = None
    verdict: Verdict | None = None
    if found is not None:
        ends, verdict, top = found
        bound = max(top, ends.points)
        models = max(1, len(ends.paths))
        optimal = bound - ends.points <= PROVED * models
        status = Status.OPTIMAL if optimal else Status.FEASIBLE
        claim = (
            "no legal end is worth more than this one by more than the gap"
            if optimal
            else "no legal end is worth more than the bound: the sum of what each model could reach"
        )
        limit = None if optimal else budget.limit or Limit.ITERATIONS
    elif not proved:
        limit = budget.limit or Limit.ITERATIONS
    paths = {} if ends is None else ends.paths
    moved = None
    if ends is not None:
        action = msgspec.structs.replace(scenario.action, paths=dict(paths), ends=None)
        moved = msgspec.structs.replace(scenario, action=action)
    return Result(
        status=status,
        limit=limit,
        objective=None if ends is None else ends.points,
        bound=bound,
        certificate={"claim": claim, "over": "all"},
        ends={name: path[-1] for name, path in paths.items()},
        paths=paths,
        lengths={} if ends is None else ends.lengths,
        reasons=reasons,
        seed=seed,
        milliseconds=(time.perf_counter() - begun) * 1000,
        iterations=budget.made,
        scenario=scenario,
        verdict=verdict,
        moved=moved,
    )
