"""The best legal end for a unit: spots, seeds, ruin and recreate, polish, bound, referee."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from movesolver.errors import InputError, UnsupportedError
from movesolver.referee.check import judge
from movesolver.referee.pack import pack
from movesolver.referee.position import Position
from movesolver.rules.ruleset import RuleSet
from movesolver.search.answer import Proof, answer_of
from movesolver.search.bounds import term_range, upper_bound
from movesolver.search.budget import budget_of, check_whole, time_left
from movesolver.search.certify import PROOF_MS, Wanted, alone_node, best_bound, wanted_proof
from movesolver.search.ends import Ends
from movesolver.search.finding import find
from movesolver.search.from_start import prove_from_start
from movesolver.search.goal_bounds import check_functions, impossible_needs
from movesolver.search.goals import pack_goal
from movesolver.search.grid_proof import certified
from movesolver.search.late import kept_of
from movesolver.search.modes import in_mode, later_modes, of_modes
from movesolver.search.refusals import MOST_MODELS, refusals, room, ruled_out
from movesolver.search.result import Limit, Result, Status
from movesolver.search.threshold import rounds_of, search_forms
from movesolver.search.valued import Valued, sampled
from movesolver.search.watch import Watcher, interrupts, stoppable, watched
from movesolver.table.fields import shown
from movesolver.table.scenario import Scenario


def solve(
    scenario: Scenario,
    *,
    seed: int = 0,
    iterations: int | None = None,
    time_ms: float | None = None,
    rules: RuleSet | None = None,
    watch: Watcher | None = None,
    certify: Literal["grid", "all"] | None = None,
    gap: float = 0.0,
    proof_ms: float = PROOF_MS,
    values: Sequence[Valued] = (),
    bound: bool = True,
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
        Milliseconds for search, referee and bound; what is found then is returned.  A proof
        (``certify``) has time of its own.
    rules
        Rules of your own to play by (docs/house-rules.md); those the scenario names if None.
    watch
        Called with a `Progress` after each chunk of the search, none if it needs no search,
        and each step of a proof; if its answer is true the best end so far is returned, with
        `Limit.STOPPED`.  What it raises is raised here, but a KeyboardInterrupt, then or at any
        time of the search or the proof, stops it too.
    certify
        ``"all"``: go on lowering the bound over every legal end, to a proof of the answer if
        there is one in reach.  ``"grid"``: find the best end on the spots of the search, with a
        proof; an end that is better than what the search found is polished and returned.
    gap
        Stop at a bound over every legal end that is this close to the answer, points.
    proof_ms
        Milliseconds after which a proof ends; what is not proved by then is bounded.
    values
        Functions of poses that are part of the goal, beside the scenario's terms
        (docs/format.md, "Functions").
    bound
        False: leave the bound at the sum of what the models could be worth one by one, unless
        ``certify="all"`` asks for more.  To lower it takes longer than a short search.

    Returns
    -------
    Result
        The end and how to get there, judged legal by the referee, without any
        tolerance and with the scenario's own; or why there is none.

    Raises
    ------
    InputError
        If a number that the move needs is missing (M, a roll), a budget is negative,
        ``certify`` is no word for a proof, or not given beside ``gap`` or ``proof_ms``, or
        ``watch`` no function; if a function of
        ``values`` answers anything but finite numbers, or breaks its bound.
    UnsupportedError
        If this version does not know the type of move yet, or ``certify="grid"`` is asked of a
        goal with terms of ``worst`` or ``need``.

    Notes
    -----
    Models go straight, with turns before and after the slide, or round what is in the way by
    the shortest path (bases that are not round as the disc around them); those that would gain
    by it climb (docs/design.md).  The bound holds for every legal end, whatever its path.
    """
    proof = wanted_proof(certify, gap, proof_ms)
    check_whole("seed", seed)
    if watch is not None and not callable(watch):
        raise InputError("watch", "a function of a Progress", shown(watch))
    if not isinstance(values, Sequence):
        raise InputError("values", "a list of Valued", shown(values))
    asked = _Asked(seed, iterations, time_ms, watch, proof, tuple(values), bound)
    begun = start = time.perf_counter()
    position = pack(scenario, rules=rules)
    if scenario.action.mode is not None:
        barred, why = room(position)
        if barred:
            budget = budget_of(1, iterations, time_ms, begun)
            return answer_of(position, None, why, barred, budget, seed, begun)
    found = _solved(position, asked, begun)
    stopped = found.limit == Limit.STOPPED
    if scenario.action.mode is None and not found.solved and not stopped:
        # A mode that is wanted first may have no room where a later one has (18.04).
        closed = [(position.mode.name, found)] if position.mode is not None else []
        for name in later_modes(scenario, rules):
            asked = replace(asked, time_ms=time_left(time_ms, start))
            begun, other = time.perf_counter(), pack(in_mode(scenario, name), rules=rules)
            later = _solved(other, asked, begun)
            if later.solved:
                later = replace(later, scenario=scenario)
                return replace(later, certificate=of_modes(closed, later, name))
            closed.append((name, later))
            if later.status == Status.NOT_FOUND:  # what is proved of one mode is not of all
                found = replace(later, scenario=scenario)
        if len(closed) > 1:
            found = replace(found, certificate=of_modes(closed, found))
    return found


@dataclass(frozen=True, slots=True)
class _Asked:
    """How to solve, as `solve` takes it."""

    seed: int
    iterations: int | None
    time_ms: float | None
    watch: Watcher | None
    proof: Wanted | None
    values: tuple[Valued, ...]
    bound: bool


def _solved(position: Position, asked: _Asked, begun: float) -> Result:
    """Solve the scenario of a position in its mode."""
    seed = asked.seed
    models = len(position.ids) * rounds_of(position)
    budget = budget_of(models, asked.iterations, asked.time_ms, begun)
    if len(position.ids) > MOST_MODELS:
        raise UnsupportedError(
            f"action.unit: units of more than {MOST_MODELS} models are judged but not searched yet"
        )
    reasons = refusals(position)
    if reasons:
        return answer_of(position, None, ruled_out(reasons), reasons, budget, seed, begun)
    if position.move.moves_models and not position.placing:
        apart = prove_from_start(position)
        if apart is not None:
            never = Proof(None, apart.node)
            return answer_of(position, None, never, apart.reasons, budget, seed, begun)
    goal = pack_goal(position, sampled(position, asked.values))
    joint = goal.forms is not None and (goal.forms.worst or goal.forms.needs)
    if joint and asked.proof is not None and asked.proof.over == "grid":
        raise UnsupportedError(
            "certify: the best on a grid is proved for goals that add up over the models, "
            "functions included; not for terms with worst or need"
        )
    reasons, node = impossible_needs(position, goal, term_range)
    if reasons:
        return answer_of(position, None, Proof(None, node), reasons, budget, seed, begun)
    if not position.ids:  # off the table there is nothing to stay put
        none = Ends({}, {}, 0.0), judge(position, {})
        return answer_of(position, none, Proof(0.0), {}, budget, seed, begun)
    bound = upper_bound(position, goal)
    budget.watch = watched(asked.watch, position, goal, bound, budget, seed)
    budget.keep(kept_of(position, budget.seconds, asked.bound))
    found = stoppable(budget, lambda: search_forms(position, goal, bound, budget, seed, find))
    if found.proof is not None:
        nowhere = Proof(None, found.proof)
        return answer_of(position, None, nowhere, found.reasons, budget, seed, begun)
    best = found.best
    if goal.is_for_nothing(position):
        # The search went for the shortest move; to the player every end is worth nothing.
        best = best and (replace(best[0], points=0.0), best[1])
        nothing = Proof(0.0, alone_node(position, np.zeros(len(position.ids))))
        return answer_of(position, best, nothing, found.reasons, budget, seed, begun)
    on_grid: Proof | None = None
    watch = budget.watch
    wanted = None if watch is not None and watch.stopped else asked.proof
    if watch is not None and wanted is not None:
        watch.proves(best)
    if wanted is not None and wanted.over == "grid" and found.searcher is not None:
        best, on_grid = certified(found.searcher, best, wanted.seconds, watch)
    if best is not None and asked.values:
        check_functions(position, goal, {name: p[-1] for name, p in best[0].paths.items()})
    known = None if best is None else best[0].points
    arena = None if found.searcher is None else found.searcher.arena
    proof = Proof(bound)
    if asked.bound or (asked.proof is not None and asked.proof.over == "all"):
        seconds = math.inf if wanted is not None else budget.left()
        with interrupts(watch):
            proof = best_bound(position, goal, known, wanted, arena, watch, seconds)
    if on_grid is not None:
        proof = replace(on_grid, bound=proof.bound)
    functions = goal.forms.sampled if goal.forms is not None else ()
    return answer_of(position, best, proof, found.reasons, budget, seed, begun, functions)
