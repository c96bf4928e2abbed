"""The best legal end for a unit: spots, seeds, ruin and recreate, polish, bound, referee."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import replace

import msgspec

from movesolver.duties.room import room_findings
from movesolver.errors import UnsupportedError
from movesolver.referee.check import judge
from movesolver.referee.eligibility import eligibility
from movesolver.referee.modes import mode_findings
from movesolver.referee.pack import pack
from movesolver.referee.position import Position
from movesolver.referee.targets import target_findings
from movesolver.referee.verdict import Verdict
from movesolver.rules.ruleset import RuleSet
from movesolver.search.arena import Arena, build_arena
from movesolver.search.bounds import impossible, upper_bound
from movesolver.search.budget import Budget, budget_of
from movesolver.search.emergency import one_by_one
from movesolver.search.ends import Ends, Path, accepted, stay
from movesolver.search.goal_table import Goal
from movesolver.search.goals import pack_goal
from movesolver.search.improve import Searcher
from movesolver.search.modes import in_mode, later_modes
from movesolver.search.result import Limit, Result, Status
from movesolver.table.scenario import Scenario

MOST_MODELS = 62
"""As many as the search's rows of bits hold."""
PROVED = 1e-6
"""An answer whose gap is at most this much a model counts as optimal, points."""


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
        not looked at.
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
    found = _solved(scenario, rules, seed, iterations, time_ms)
    if scenario.action.mode is None and found.status == Status.NOT_FOUND:
        # A mode that is wanted first may have no room where a later one has (18.04).
        for name in later_modes(scenario, rules):
            later = _solved(in_mode(scenario, name), rules, seed, iterations, time_ms)
            if later.solved:
                return replace(later, scenario=scenario)
    return found


def _solved(
    scenario: Scenario,
    rules: RuleSet | None,
    seed: int,
    iterations: int | None,
    time_ms: float | None,
) -> Result:
    """Solve a scenario in one mode."""
    begun = time.perf_counter()
    position = pack(scenario, rules=rules)
    budget = budget_of(len(position.ids), iterations, time_ms)
    if len(position.ids) > MOST_MODELS:
        raise UnsupportedError(
            f"action.unit: units of more than {MOST_MODELS} models are judged but not searched yet"
        )
    reasons = _refusals(position)
    if not reasons and position.move.moves_models and not position.placing:
        reasons = impossible(position)
    if reasons:
        return _answer(position, None, None, reasons, budget, seed, begun, proved=True)
    goal = pack_goal(position)
    bound = upper_bound(position, goal)
    found, reasons = _search(position, goal, bound, budget, seed)
    if not scenario.action.goal:
        # The search went for the shortest move; to the player every end is worth nothing.
        bound = 0.0
        found = found and (replace(found[0], points=0.0), found[1])
    return _answer(position, found, bound, reasons, budget, seed, begun)


def _refusals(position: Position) -> dict[str, str]:
    """Return why the move may not be made at all, by code; empty if it may."""
    found = eligibility(position) + mode_findings(position)
    found = found or room_findings(position)
    if not found:
        found = target_findings(position)
    if not found and not position.move.moves_models:
        found = list(judge(position, {}).violations)
    return {str(one.code): f"{one.text} ({one.rule})" for one in found}


def _search(
    position: Position, goal: Goal, bound: float, budget: Budget, seed: int
) -> tuple[tuple[Ends, Verdict] | None, dict[str, str]]:
    """Return the best ends that the referee accepts, or why there are none."""
    if position.move.set_up is not None and position.move.set_up.close:
        return one_by_one(position)
    target = bound - PROVED * len(position.ids)
    arena = build_arena(position, goal.shapes)
    standing = stay(position, arena, goal)
    best: tuple[Ends, Verdict] | None = None
    reasons: dict[str, str] = {}
    # Where mates bar each other's way there may be no order of moving for an answer that
    # overlooks them: then every path is kept clear of every mate's start.
    for mates in (False, True) if position.mates_block.any() else (False,):
        work = replace(budget, made=0)
        if mates:
            arena = build_arena(position, goal.shapes, mates=True)
        searcher = Searcher(position, arena, goal, seed)
        answers = searcher.run(work, target)
        found, refused = _first_accepted(position, arena, goal, answers)
        budget.made += work.made
        if found is not None and (best is None or found[0].points > best[0].points):
            best = found
        if not refused:
            break
        reasons = searcher.reasons()
    if not position.placing and (best is None or standing.points > best[0].points):
        best = accepted(position, arena, goal, standing) or best
    return best, {} if best is not None else reasons


def _first_accepted(
    position: Position, arena: Arena, goal: Goal, answers: Iterable[Ends]
) -> tuple[tuple[Ends, Verdict] | None, bool]:
    """Return the first answer that the referee accepts, and whether it refused any, or all."""
    refused = False
    for ends in answers:
        found = accepted(position, arena, goal, ends)
        if found is not None:
            return found, refused
        refused = True
    return None, True


def _answer(
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
    scenario = position.scenario
    ends, verdict = found or (None, None)
    moved = None
    paths: dict[str, Path] = {}
    if ends is not None:
        paths = ends.paths
        # Sums of the same numbers in another order may differ in the last digits, no more:
        # an end beyond the bound would refute its proof.
        bound = ends.points if bound is None else bound
        assert ends.points <= bound + PROVED * max(1, len(paths)), "the bound is refuted"
        bound = max(bound, ends.points)
        action = msgspec.structs.replace(scenario.action, paths=dict(paths), ends=None)
        if position.placing:
            places = {name: path[-1] for name, path in paths.items()}
            mode = position.mode.name if position.mode is not None else None
            action = msgspec.structs.replace(action, paths=None, ends=places, mode=mode)
        moved = msgspec.structs.replace(scenario, action=action)
    status, claim = _status(ends, bound, proved)
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
    if bound - ends.points <= PROVED * max(1, len(ends.paths)):
        return Status.OPTIMAL, "no legal end is worth more than this one by more than the gap"
    return Status.FEASIBLE, (
        "no legal end is worth more than the bound, the sum of what each model could reach alone"
    )
