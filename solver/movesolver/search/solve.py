"""The best legal end for a unit: spots, seeds, ruin and recreate, polish, bound, referee."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from movesolver.errors import UnsupportedError
from movesolver.referee.check import judge
from movesolver.referee.eligibility import eligibility
from movesolver.referee.modes import mode_findings
from movesolver.referee.pack import pack
from movesolver.referee.position import Position
from movesolver.referee.targets import target_findings
from movesolver.referee.verdict import Verdict
from movesolver.rules.ruleset import RuleSet
from movesolver.search.answer import PROVED, answer_of
from movesolver.search.arena import Arena, build_arena
from movesolver.search.bounds import impossible, term_range, upper_bound
from movesolver.search.budget import Budget, budget_of
from movesolver.search.emergency import one_by_one
from movesolver.search.ends import Ends, accepted, stay
from movesolver.search.focus import AROUND, Placer
from movesolver.search.goal_bounds import check_functions, impossible_needs
from movesolver.search.goal_table import Goal
from movesolver.search.goals import pack_goal
from movesolver.search.improve import Searcher
from movesolver.search.modes import in_mode, later_modes
from movesolver.search.result import Result, Status
from movesolver.search.room import room_findings
from movesolver.search.sequence import in_order, rematched
from movesolver.search.threshold import rounds_of, search_forms
from movesolver.search.valued import Valued, sampled
from movesolver.table.scenario import Scenario

MOST_MODELS = 62
"""As many as the search's rows of bits hold."""
ON_SPOTS = 0.5
"""Part of the time for a set-up that is spent on spots over all that may be reached."""


def solve(
    scenario: Scenario,
    *,
    seed: int = 0,
    iterations: int | None = None,
    time_ms: float | None = None,
    rules: RuleSet | None = None,
    values: Sequence[Valued] = (),
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
    values
        Functions of poses that are part of the goal, beside the scenario's terms
        (docs/format.md, "Functions").

    Returns
    -------
    Result
        The end and how to get there, judged legal by the referee, without any
        tolerance and with the scenario's own; or why there is none.

    Raises
    ------
    InputError
        If a number that the move needs is missing (M, a roll), or a budget is negative; if
        a function of ``values`` answers anything but finite numbers, or breaks its bound.
    UnsupportedError
        If this version does not know the type of move yet.

    Notes
    -----
    Models move on the level they stand on: straight, with turns before and after the
    slide, or round what is in the way by the shortest path (bases that are not round as
    the disc around them).  Climbs are not tried, so a bound over all legal ends may be
    out of reach.
    """
    if scenario.action.mode is not None:
        barred = _room(scenario, rules)
        if barred:
            budget = budget_of(1, iterations, time_ms)
            position = pack(scenario, rules=rules)
            begun = time.perf_counter()
            return answer_of(position, None, None, barred, budget, seed, begun, proved=True)
    found = _solved(scenario, rules, seed, iterations, time_ms, values)
    if scenario.action.mode is None and (found.status == Status.NOT_FOUND or _by_needs(found)):
        # A mode that is wanted first may have no room where a later one has (18.04).
        for name in later_modes(scenario, rules):
            later = _solved(in_mode(scenario, name), rules, seed, iterations, time_ms, values)
            if later.solved:
                return replace(later, scenario=scenario)
            if later.status == Status.NOT_FOUND:  # what is proved of one mode is not of all
                found = replace(later, scenario=scenario)
    return found


def _by_needs(found: Result) -> bool:
    """Whether what was proved is that the goal's needs cannot be met, in one mode."""
    return any(place.startswith("action.goal") for place in found.reasons)


def _solved(
    scenario: Scenario,
    rules: RuleSet | None,
    seed: int,
    iterations: int | None,
    time_ms: float | None,
    values: Sequence[Valued],
) -> Result:
    """Solve a scenario in one mode."""
    begun = time.perf_counter()
    position = pack(scenario, rules=rules)
    budget = budget_of(len(position.ids) * rounds_of(position), iterations, time_ms)
    if len(position.ids) > MOST_MODELS:
        raise UnsupportedError(
            f"action.unit: units of more than {MOST_MODELS} models are judged but not searched yet"
        )
    reasons = _refusals(position)
    if not reasons and position.move.moves_models and not position.placing:
        reasons = impossible(position)
    if reasons:
        return answer_of(position, None, None, reasons, budget, seed, begun, proved=True)
    goal = pack_goal(position, sampled(position, values))
    reasons = impossible_needs(position, goal, term_range)
    if reasons:
        return answer_of(position, None, None, reasons, budget, seed, begun, proved=True)
    if not position.ids:  # off the table there is nothing to stay put
        none = Ends({}, {}, 0.0), judge(position, {})
        return answer_of(position, none, 0.0, {}, budget, seed, begun)
    bound = upper_bound(position, goal)
    found, reasons = search_forms(position, goal, bound, budget, seed, _search)
    if found is not None and values:
        check_functions(position, goal, {name: p[-1] for name, p in found[0].paths.items()})
    if not scenario.action.goal and not values:
        # The search went for the shortest move; to the player every end is worth nothing.
        bound = 0.0
        found = found and (replace(found[0], points=0.0), found[1])
    return answer_of(position, found, bound, reasons, budget, seed, begun)


def _room(scenario: Scenario, rules: RuleSet | None) -> dict[str, str]:
    """Return that the mode asked for is closed because an earlier one has room."""
    position = pack(scenario, rules=rules)
    if mode_findings(position) or eligibility(position):
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


def _search(
    position: Position, goal: Goal, bound: float, budget: Budget, seed: int
) -> tuple[tuple[Ends, Verdict] | None, dict[str, str]]:
    """Return the best ends that the referee accepts, or why there are none."""
    if position.move.set_up is not None and position.move.set_up.close:
        return one_by_one(
            position, [one.valued for one in goal.forms.sampled] if goal.forms else []
        )
    if position.placing:
        return _search_places(position, goal, bound, budget, seed)
    target = bound - PROVED * len(position.ids)
    barring = bool(position.mates_block.any())
    arena = build_arena(position, goal.shapes)
    standing = replace(stay(position, arena, goal), order=() if barring else None)
    best: tuple[Ends, Verdict] | None = None
    reasons: dict[str, str] = {}
    for view, mates in _views(position, barring):
        work = replace(budget, made=0)
        if mates or view is not position:
            arena = build_arena(view, goal.shapes, mates=mates)
        searcher = Searcher(view, arena, goal, seed)
        answers = searcher.run(work, target)
        found, refused = _first_accepted(position, arena, goal, answers)
        budget.made += work.made
        if found is not None and (best is None or found[0].rank > best[0].rank):
            best = found
        if not refused:
            break
        reasons = searcher.reasons()
    if best is None or standing.rank > best[0].rank:
        best = accepted(position, arena, goal, standing) or best
    return best, {} if best is not None else reasons


def _views(position: Position, barring: bool) -> Iterator[tuple[Position, bool]]:
    """Yield what to search, one after the other until nothing is refused.

    Where mates bar each other's way there may be no order of moving for an answer that
    overlooks them: then every path is kept clear of every mate's start (the flag).  Where a
    charge fails (VS12) its targets keep their clearance.
    """
    views = [position]
    if position.move.may_close_in and position.scenario.action.targets:
        views.append(replace(position, move=replace(position.move, may_close_in=False)))
    for view in views:
        yield view, False
        if barring:
            yield view, True


def _search_places(
    position: Position, goal: Goal, bound: float, budget: Budget, seed: int
) -> tuple[tuple[Ends, Verdict] | None, dict[str, str]]:
    """Return the best set-up that the referee accepts, or why there is none.

    On spots over all that may be reached; where these hold nothing, off them; where they
    hold something and there is a goal, once more about it.
    """
    target = bound - PROVED * len(position.ids)
    arena = build_arena(position, goal.shapes)
    placer = Placer(position, arena, goal, seed)
    searcher = Searcher(position, arena, goal, seed)
    work = replace(budget, made=0)
    if budget.seconds is not None:
        work = replace(work, seconds=budget.seconds * ON_SPOTS)
    best, _ = _first_accepted(position, arena, goal, placer.mended(searcher.run(work, target)))
    if best is None:
        best, _ = _first_accepted(position, arena, goal, placer.packed(searcher, budget))
    budget.made += work.made
    if best is None:
        return None, searcher.reasons()
    if not position.scenario.action.goal:
        return best, {}
    further: list[Callable[[Ends], Iterable[Ends]]] = [
        lambda _: placer.at_goals(budget),
        *(lambda ends, reach=reach: placer.around(ends, reach, budget) for reach in AROUND),
        lambda ends: placer.nudged(ends, budget),
    ]
    for ways_on in further:
        if best[0].rank >= (0, target) or budget.time_used() >= 1.0:
            break
        found, _ = _first_accepted(position, arena, goal, ways_on(best[0]))
        if found is not None and found[0].rank > best[0].rank:
            best = found
    return best, {}


def _first_accepted(
    position: Position, arena: Arena, goal: Goal, answers: Iterable[Ends]
) -> tuple[tuple[Ends, Verdict] | None, bool]:
    """Return the best answer that the referee accepts, and whether it refused any, or all.

    Answers come from the best down.  One that has no order of moving is tried with its
    models sent to other places of it, which may be worth less: then the rest is asked too.
    """
    best: tuple[Ends, Verdict] | None = None
    refused = False
    for answer in answers:
        if best is not None and answer.rank <= best[0].rank:
            if not answer.short:
                break
            continue
        ends = in_order(position, answer)
        found = None if ends is None else accepted(position, arena, goal, ends)
        if found is not None:
            if not found[0].short:
                return found, refused
            best = found if best is None or found[0].rank > best[0].rank else best
            continue
        refused = True
        other = rematched(position, arena, goal, answer) if ends is None else None
        if other is None or (best is not None and other.rank <= best[0].rank):
            continue
        ends = in_order(position, other)
        best = (None if ends is None else accepted(position, arena, goal, ends)) or best
    return best, refused or best is None
