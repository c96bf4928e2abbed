"""Searching one question: moves on the level, with climbs, and set-ups, each answer judged."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import numpy as np

from movekernels.arrays import Bools
from movekernels.search.routing import NO_ROUTE
from movesolver.duties.owed import duties_of
from movesolver.referee.position import Position
from movesolver.referee.verdict import Code
from movesolver.search.answer import PROVED
from movesolver.search.arena import Arena, build_arena
from movesolver.search.budget import Budget
from movesolver.search.certify import room_proof
from movesolver.search.emergency import one_by_one
from movesolver.search.ends import Ends, accepted, each_worth, poses_of, stay
from movesolver.search.focus import AROUND, Placer
from movesolver.search.found import Found, Judged
from movesolver.search.goal_bounds import may_be_left_out
from movesolver.search.goal_table import Goal
from movesolver.search.impossible import prove
from movesolver.search.improve import Searcher
from movesolver.search.judging import LOST, accepted_in_order
from movesolver.search.late import JUDGED, SEARCHED, Late
from movesolver.search.reasons import reasons_of
from movesolver.search.sparing import spared
from movesolver.search.storeys import Climbers

ON_SPOTS = 0.5
"""Part of the time for a set-up that is spent on spots over all that may be reached."""
PRESSED = 0.5
"""Part of a limit of time in which all models are pressed to duties that bind only who fails."""
DENSER = 4.0
"""Where nothing is found on the spots that a search begins with, it has so many times as many."""


def find(position: Position, goal: Goal, bound: float, budget: Budget, seed: int) -> Found:
    """Return the best ends that the referee accepts, or why there are none and a proof of it.

    Where duties bind only who fails in others it takes two searches (`movesolver.search.sparing`).

    Parameters
    ----------
    position, goal
        The question.
    bound
        What no end is worth more than, points: one worth as much ends the search.
    budget
        How much work to do; what is done is counted in it.
    seed
        Of the random numbers.
    """
    if not goal.failing:
        return _find(position, goal, bound, budget, seed)
    work = budget.part(PRESSED)
    found = _find(position, goal, bound, work, seed)
    budget.made += work.made
    eased = None if found.best is None else spared(position, goal, found.best[0])
    if found.best is None or eased is None or budget.time_used() >= 1.0:
        return found
    work = replace(budget, made=0)
    again = _find(position, eased, bound, work, seed, found.best)
    budget.made += work.made
    better = again.best is not None and again.best[0].rank > found.best[0].rank
    return again if better else found


def _find(
    position: Position,
    goal: Goal,
    bound: float,
    budget: Budget,
    seed: int,
    known: Judged | None = None,
) -> Found:
    """Return what one search comes to; ``known`` is what was found before."""
    if position.move.set_up is not None and position.move.set_up.close:
        sampled = [one.valued for one in goal.forms.sampled] if goal.forms is not None else []
        return Found(*one_by_one(position, sampled))
    if position.placing:
        return _places(position, goal, bound, budget, seed)
    target = math.inf if goal.pressed else bound - PROVED * len(position.ids)
    barring = bool(position.mates_block.any())
    arena = build_arena(position, goal.shapes)
    standing = replace(stay(position, arena, goal), order=() if barring else None)
    # To ask what models could have done takes about as long as it takes of what is found.
    asked = bool(duties_of(position))
    late = Late(budget, lambda: None if asked else accepted(position, arena, goal, standing))
    late.know(known)
    best: Judged | None = None
    first = Searcher(position, arena, goal, seed, seconds=budget.seconds)
    for view, mates in views(position, barring, first):
        if view is not position and late():
            break
        work, searcher = replace(budget, made=0), first
        hurried = barring and not mates and budget.seconds is not None
        late.until = budget.begun + JUDGED * budget.whole if hurried else math.inf
        if hurried:
            work = budget.part(SEARCHED)
        if mates or view is not position:
            arena = build_arena(view, goal.shapes, mates=mates)
            searcher = Searcher(view, arena, goal, seed, seconds=budget.seconds)
        answers = searcher.run(work, target)
        answer, refused = first_accepted(position, arena, goal, answers, late)
        budget.made += work.made
        if answer is not None and (best is None or answer[0].rank > best[0].rank):
            best = answer
        late.know(best)
        if not refused:
            break
    vain = best is None
    if best is None and late():
        return Found(late.best, searcher=first)
    if best is None or standing.rank > best[0].rank:
        best = accepted(position, arena, goal, standing) or best
    if best is None and barring and budget.seconds is not None:  # it was not judged to the end
        answers = first.run(replace(budget, made=0, seconds=0.0), target)
        best, _ = first_accepted(position, first.arena, goal, answers, late)
    if not barring:
        best = _climbing(position, goal, arena, best, budget, target, seed)
    found = _or_why(position, first, best, budget)
    if vain and found.proof is None and budget.time_used() < 1.0:
        # There may be room between the spots.
        searcher = Searcher(position, first.arena, goal, seed, DENSER)
        work = replace(budget, made=0)
        answers = searcher.run(work, target)
        better, _ = first_accepted(position, first.arena, goal, answers, late)
        budget.made += work.made
        if better is not None and (best is None or better[0].rank > best[0].rank):
            return Found(better, searcher=searcher)
    return found


def _or_why(position: Position, searcher: Searcher, best: Judged | None, budget: Budget) -> Found:
    """Return the best ends, or why there are none and, where one is found, a proof of it.

    ``searcher`` is one that knows of no mates in the way: these may move away first.
    """
    if best is not None:
        return Found(best, searcher=searcher)
    if may_be_left_out(position):  # a part of the unit may find room where all of it does not
        return Found(None, reasons_of(searcher), searcher=searcher)
    arena = searcher.arena
    proof = prove(position, arena, ~(searcher.ways != NO_ROUTE).any(axis=1))
    if proof is not None:
        return Found(None, proof.reasons, proof.node, searcher)
    node = None if budget.late() else room_proof(position, arena, searcher.goal, budget.left())
    if node is not None:
        full = {str(Code.NOT_PLACED): "there is no room for all models at once"}
        return Found(None, full, node, searcher)
    return Found(None, reasons_of(searcher), searcher=searcher)


def _climbing(
    position: Position,
    goal: Goal,
    arena: Arena,
    best: Judged | None,
    budget: Budget,
    target: float,
    seed: int,
) -> Judged | None:
    """Return the best ends once more, where models that would gain may climb too."""
    if not position.scenario.terrain or (best is not None and budget.spent()):
        return best
    now = np.full(len(position.ids), -math.inf)
    if best is not None:
        now = each_worth(position, arena, goal, best[0])
    climbers = Climbers(position, goal, arena, lambda: budget.time_used() >= 1.0)
    for storey in climbers.storeys(now):
        for _ in range(2):
            if best is not None and (best[0].rank >= (0, target) or budget.time_used() >= 1.0):
                return best
            above = build_arena(position, goal.shapes, storey=storey)
            work = replace(budget, made=0)
            searcher = Searcher(position, above, goal, seed, seconds=budget.seconds)
            answers = searcher.run(work, target)
            late = Late(budget, lambda: None)
            late.know(best)
            found, _ = first_accepted(position, above, goal, answers, late)
            budget.made += work.made
            if found is None or (best is not None and found[0].rank <= best[0].rank):
                break
            best = found
            storey = climbers.closer(storey, poses_of(position, found[0]))
    return best


def views(position: Position, barring: bool, searcher: Searcher) -> Iterator[tuple[Position, bool]]:
    """Yield what to search, one after the other until nothing is refused.

    Where mates bar each other's way there may be no order of moving for an answer that
    overlooks them.  Then every path is kept clear of the starts (the flag) of mates that are
    farther from where the models would go, as if those in front moved first; and last, of all.
    Where a charge fails (VS12) its targets keep their clearance.

    Parameters
    ----------
    position, barring
        The question, and whether mates bar each other's way.
    searcher
        One that overlooks mates.
    """
    asked = [position]
    if position.move.may_close_in and position.scenario.action.targets:
        asked.append(replace(position, move=replace(position.move, may_close_in=False)))
    for view in asked:
        yield view, False
        if barring:
            yield replace(view, mates_block=view.mates_block & _behind(searcher)), True
            yield view, True


def _behind(searcher: Searcher) -> Bools:
    """Return who starts farther than whom from where models would end alone, shape (n, n)."""
    spots, best = searcher.spots, searcher.value.argmax(axis=1)
    x, y = float(spots.x[best].mean()), float(spots.y[best].mean())
    start = searcher.position.start
    far = np.hypot(start.x - x, start.y - y)
    return np.asarray(far[None, :] > far[:, None])


def _places(position: Position, goal: Goal, bound: float, budget: Budget, seed: int) -> Found:
    """Return the best set-up that the referee accepts, or why there is none and a proof of it.

    On spots over all that may be reached; where these hold nothing, off them; where they
    hold something and there is a goal, once more about it.
    """
    target = math.inf if goal.pressed else bound - PROVED * len(position.ids)
    arena = build_arena(position, goal.shapes)
    placer = Placer(position, arena, goal, seed)
    searcher = Searcher(position, arena, goal, seed, seconds=budget.seconds)
    work = budget.part(ON_SPOTS)
    late = Late(budget, lambda: None)
    answers = placer.mended(searcher.run(work, target))
    best, _ = first_accepted(position, arena, goal, answers, late)
    if best is None:
        answers = placer.packed(searcher, budget)
        best, _ = first_accepted(position, arena, goal, answers, late)
    budget.made += work.made
    if best is None:
        best = _climbing(position, goal, arena, best, budget, target, seed)
        return _or_why(position, searcher, best, budget)
    if goal.is_for_nothing(position):
        return Found(best, searcher=searcher)
    further: list[Callable[[Ends], Iterable[Ends]]] = [
        lambda ends: placer.elsewhere(searcher, ends, budget),
        *(lambda ends, reach=reach: placer.around(ends, reach, budget) for reach in AROUND),
        lambda ends: placer.nudged(ends, budget),
    ]
    for ways_on in further:
        if best[0].rank >= (0, target) or budget.time_used() >= 1.0:
            break
        late.know(best)
        found, _ = first_accepted(position, arena, goal, ways_on(best[0]), late)
        if found is not None and found[0].rank > best[0].rank:
            best = found
    best = _climbing(position, goal, arena, best, budget, target, seed)
    return Found(best, searcher=searcher)


def first_accepted(
    position: Position, arena: Arena, goal: Goal, answers: Iterable[Ends], late: Late
) -> tuple[Judged | None, bool]:
    """Return the best answer that the referee accepts, and whether any or all were refused.

    Answers come from the best down.  One that can be walked in no order as it is may lose
    by the order that is found: then the rest is asked too, as far as it is worth more.
    Once it is ``late`` only the first is asked.
    """
    best: Judged | None = None
    refused = False
    for k, answer in enumerate(answers):
        if k and late():
            break
        if best is not None and answer.rank <= best[0].rank:
            if not answer.short:
                break
            continue
        found = accepted_in_order(position, arena, goal, answer, late)
        if found is None or found[0].points < answer.points - LOST:
            refused = True
        if found is None or (best is not None and found[0].rank <= best[0].rank):
            continue
        best = found
        late.know(best)
        if not refused and not found[0].short:
            break
    return best, refused or best is None
