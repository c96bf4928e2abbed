"""The best legal end for a unit: spots, seeds, ruin and recreate, polish, bound, referee."""

from __future__ import annotations

import time
from dataclasses import replace

from movesolver.errors import UnsupportedError
from movesolver.referee.check import judge
from movesolver.referee.eligibility import eligibility
from movesolver.referee.modes import mode_findings, must_have_room
from movesolver.referee.pack import pack
from movesolver.referee.position import Position
from movesolver.referee.targets import target_findings
from movesolver.rules.ruleset import RuleSet
from movesolver.search.answer import answer_of
from movesolver.search.bounds import impossible, upper_bound
from movesolver.search.budget import budget_of
from movesolver.search.ends import Ends
from movesolver.search.finding import find
from movesolver.search.goals import pack_goal
from movesolver.search.modes import in_mode, later_modes
from movesolver.search.result import Result, Status
from movesolver.search.room import room_findings
from movesolver.table.scenario import Scenario

MOST_MODELS = 62
"""As many as the search's rows of bits hold."""


def solve(
    scenario: Scenario,
    *,
    seed: int = 0,
    iterations: int | None = None,
    time_ms: float | None = None,
    rules: RuleSet | None = None,
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
    begun = time.perf_counter()
    position = pack(scenario, rules=rules)
    barred = _room(position) if scenario.action.mode is not None else {}
    if barred:
        budget = budget_of(1, iterations, time_ms)
        return answer_of(position, None, None, barred, budget, seed, begun, proved=True)
    found = _solved(position, seed, iterations, time_ms, begun)
    if scenario.action.mode is None and found.status == Status.NOT_FOUND:
        # A mode that is wanted first may have no room where a later one has (18.04).
        for name in later_modes(scenario, rules):
            begun, other = time.perf_counter(), pack(in_mode(scenario, name), rules=rules)
            later = _solved(other, seed, iterations, time_ms, begun)
            if later.solved:
                return replace(later, scenario=scenario)
    return found


def _solved(
    position: Position, seed: int, iterations: int | None, time_ms: float | None, begun: float
) -> Result:
    """Solve the scenario of a position in its mode."""
    budget = budget_of(len(position.ids), iterations, time_ms)
    if len(position.ids) > MOST_MODELS:
        raise UnsupportedError(
            f"action.unit: units of more than {MOST_MODELS} models are judged but not searched yet"
        )
    reasons = _refusals(position)
    if not reasons and position.move.moves_models and not position.placing:
        reasons = impossible(position)
    if reasons:
        return answer_of(position, None, None, reasons, budget, seed, begun, proved=True)
    if not position.ids:  # off the table there is nothing to stay put
        none = Ends({}, {}, 0.0), judge(position, {})
        return answer_of(position, none, 0.0, {}, budget, seed, begun)
    goal = pack_goal(position)
    bound = upper_bound(position, goal)
    found = find(position, goal, bound, budget, seed)
    best = found.best
    if not position.scenario.action.goal:
        # The search went for the shortest move; to the player every end is worth nothing.
        bound = 0.0
        best = best and (replace(best[0], points=0.0), best[1])
    if found.proof is not None:
        return answer_of(position, None, None, found.reasons, budget, seed, begun, proved=True)
    return answer_of(position, best, bound, found.reasons, budget, seed, begun)


def _room(position: Position) -> dict[str, str]:
    """Return that the mode asked for is closed because an earlier one has room."""
    if not must_have_room(position) or mode_findings(position) or eligibility(position):
        return {}
    return {str(one.code): f"{one.text} ({one.rule})" for one in room_findings(position)}


def _refusals(position: Position) -> dict[str, str]:
    """Return why the move may not be made at all, by code; empty if it may."""
    found = eligibility(position) + mode_findings(position)
    if not found:
        found = target_findings(position)
    if not found and not position.move.moves_models:
        found = list(judge(position, {}).violations)
    return {str(one.code): f"{one.text} ({one.rule})" for one in found}
