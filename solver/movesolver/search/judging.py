"""The last step for any formation: an order of moving, the referee's word."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from movesolver.paths.climbs import Stop, never
from movesolver.referee.position import Position
from movesolver.search.arena import Arena
from movesolver.search.ends import Ends, accepted
from movesolver.search.found import Judged
from movesolver.search.goal_table import Goal
from movesolver.search.queueing import one_after_another
from movesolver.search.sequence import in_order, rematched

LOST = 1e-9
"""Points: less than this is not said to be lost."""


def accepted_in_order(
    position: Position, arena: Arena, goal: Goal, answer: Ends, stop: Stop = never
) -> Judged | None:
    """Return an answer as the referee accepts it, with an order of moving, else None.

    One that has no order as it is may be worth less then: models go round each other, or are
    sent to other places of it.  What takes longer than until ``stop`` says so is given up.
    """
    for ends in _in_some_order(position, arena, goal, answer, stop):
        found = accepted(position, arena, goal, ends, stop)
        if found is not None:
            return found
    return None


def _in_some_order(
    position: Position, arena: Arena, goal: Goal, answer: Ends, stop: Stop
) -> Iterator[Ends]:
    """Yield an answer with orders of moving: those that lose least come first."""
    if not position.mates_block.any():
        yield answer
        return
    other = rematched(position, arena, goal, answer)
    asked = [answer] if other is None else [answer, other]
    found: list[Ends] = []
    in_turn = partial(one_after_another, position, arena, goal, stop=stop)
    for way in (in_turn, partial(in_order, position)):
        for ends in asked:
            if stop():
                return
            ordered = way(ends)
            if ordered is not None and ordered.points >= answer.points - LOST:
                yield ordered
            elif ordered is not None:
                found.append(ordered)
    yield from sorted(found, key=lambda ends: ends.rank, reverse=True)
