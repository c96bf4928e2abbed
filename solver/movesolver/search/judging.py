"""The last step for any formation: an order of moving, the referee's word."""

from __future__ import annotations

from movesolver.referee.position import Position
from movesolver.search.arena import Arena
from movesolver.search.ends import Ends, accepted
from movesolver.search.found import Judged
from movesolver.search.goal_table import Goal
from movesolver.search.sequence import in_order, rematched


def accepted_in_order(position: Position, arena: Arena, goal: Goal, answer: Ends) -> Judged | None:
    """Return an answer as the referee accepts it, with an order of moving, else None.

    One that has no order is tried with its models sent to other places of it.
    """
    ends = in_order(position, answer)
    if ends is None:
        other = rematched(position, arena, goal, answer)
        ends = None if other is None else in_order(position, other)
    return None if ends is None else accepted(position, arena, goal, ends)
