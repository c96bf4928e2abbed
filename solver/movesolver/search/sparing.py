"""Who does the duties that come first is let go of those that bind only who fails in them.

Who fails is not known before an end is: a search begins with all models pressed to all duties.
A surge, say, brings models as close as they can come, but who ends engaged need be no closer
(21.02): from then on its way is for the goal.
"""

from __future__ import annotations

from dataclasses import replace

from movekernels.search.ground import WEIGHT
from movesolver.duties.model import made
from movesolver.duties.owed import bindings
from movesolver.referee.position import Position
from movesolver.search.ends import Ends
from movesolver.search.goal_table import Goal


def spared(position: Position, goal: Goal, ends: Ends) -> Goal | None:
    """Return the goal as it is searched once these ends are known; None if nobody is let go."""
    if not goal.failing:
        return None
    share = goal.search.share.copy()
    bound = {duty: who for duty, who, _ in bindings(made(position, ends.paths, None))}
    for t, duty in goal.failing:
        share[t, ~bound[duty], WEIGHT] = 0.0
    if (share == goal.search.share).all():
        return None
    return replace(goal, search=goal.search._replace(share=share), failing=())
