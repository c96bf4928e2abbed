"""The best legal end for a unit: spots, seeds, ruin and recreate, polish, bound, referee."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from movesolver.errors import UnsupportedError
from movesolver.referee.check import judge
from movesolver.referee.pack import pack
from movesolver.referee.position import Position
from movesolver.rules.ruleset import RuleSet
from movesolver.search.answer import answer_of
from movesolver.search.bounds import impossible, upper_bound
from movesolver.search.budget import budget_of
from movesolver.search.ends import Ends
from movesolver.search.finding import find
from movesolver.search.goals import pack_goal
from movesolver.search.modes import in_mode, later_modes
from movesolver.search.refusals import MOST_MODELS, refusals, room
from movesolver.search.result import Limit, Result, Status
from movesolver.search.watch import Watcher, stoppable, watched
from movesolver.table.scenario import Scenario


def solve(
    scenario: Scenario,
    *,
    seed: int = 0,
    iterations: int | None = None,
    time_ms: float | None = None,
    rules: RuleSet | None = None,
    watch: Watcher | None = None,
) -> Result:
    """Find the best legal end of the move in ``scenario.action`` for its goal.

    Parameters
    ----------
    scenario
        A scenario as `movesolver.loads` returns it; its ``paths`` and ``ends`` are
        not looked at, but that ``ends`` of ``return_models`` name who comes back.
    seed
        Same scenario, seed and iterations: same answer.
    iterations
        How often a part of the unit is lifted and placed again; by default 75 for
        each model, at least 200.
    time_ms
        Milliseconds after which the search ends; what is found then is returned.
    rules
        Rules of your own to play by (docs/house-rules.md); those the scenario names if None.
    watch
        Called with a `Progress` after each chunk of the search, none if it needs no search;
        if its answer is true the best end so far is returned, with `Limit.STOPPED`.  What it
        raises is raised here, but a KeyboardInterrupt, then or at any time of the search,
        stops it too.

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
    Models move on the level they stand on: straight, with turns before and after the
    slide, or round what is in the way by the shortest path (bases that are not round as
    the disc around them).  Climbs are not tried, so a bound over all legal ends may be
    out of reach.
    """
    asked = _Asked(seed, iterations, time_ms, watch)
    begun = time.perf_counter()
    position = pack(scenario, rules=rules)
    barred = room(position) if scenario.action.mode is not None else {}
    if barred:
        budget = budget_of(1, iterations, time_ms)
        return answer_of(position, None, None, barred, budget, seed, begun, proved=True)
    found = _solved(position, asked, begun)
    stopped = found.limit == Limit.STOPPED
    if scenario.action.mode is None and found.status == Status.NOT_FOUND and not stopped:
        # A mode that is wanted first may have no room where a later one has (18.04).
        for name in later_modes(scenario, rules):
            begun, other = time.perf_counter(), pack(in_mode(scenario, name), rules=rules)
            later = _solved(other, asked, begun)
            if later.solved:
                return replace(later, scenario=scenario)
    return found


@dataclass(frozen=True, slots=True)
class _Asked:
    """How to solve, as `solve` takes it."""

    seed: int
    iterations: int | None
    time_ms: float | None
    watch: Watcher | None


def _solved(position: Position, asked: _Asked, begun: float) -> Result:
    """Solve the scenario of a position in its mode."""
    seed = asked.seed
    budget = budget_of(len(position.ids), asked.iterations, asked.time_ms)
    if len(position.ids) > MOST_MODELS:
        raise UnsupportedError(
            f"action.unit: units of more than {MOST_MODELS} models are judged but not searched yet"
        )
    reasons = refusals(position)
    if not reasons and position.move.moves_models and not position.placing:
        reasons = impossible(position)
    if reasons:
        return answer_of(position, None, None, reasons, budget, seed, begun, proved=True)
    if not position.ids:  # off the table there is nothing to stay put
        none = Ends({}, {}, 0.0), judge(position, {})
        return answer_of(position, none, 0.0, {}, budget, seed, begun)
    goal = pack_goal(position)
    bound = upper_bound(position, goal)
    budget.watch = watched(asked.watch, position, goal, bound, budget, seed)
    found = stoppable(budget, lambda: find(position, goal, bound, budget, seed))
    best = found.best
    if not position.scenario.action.goal:
        # The search went for the shortest move; to the player every end is worth nothing.
        bound = 0.0
        best = best and (replace(best[0], points=0.0), best[1])
    if found.proof is not None:
        return answer_of(position, None, None, found.reasons, budget, seed, begun, proved=True)
    return answer_of(position, best, bound, found.reasons, budget, seed, begun)
