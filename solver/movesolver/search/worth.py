"""What a move that others made is worth by the goal, as `solve` counts it."""

from __future__ import annotations

from movesolver.referee.pack import pack
from movesolver.search.arena import build_arena
from movesolver.search.ends import Ends, Path, poses_of, valued
from movesolver.search.goals import pack_goal
from movesolver.table.scenario import Pose, Scenario


def worth_of(scenario: Scenario) -> float | None:
    """Return what ``action.paths`` or ``action.ends`` are worth, in points of the goal.

    Models that are not named stay where they stand.  None if there is no goal, or a model of
    the unit has no place; whether the move is legal is not asked.

    Raises
    ------
    InputError
        If the move lacks a number that it needs (M, a roll).
    """
    action = scenario.action
    position = pack(scenario)
    goal = pack_goal(position)
    if not action.goal or goal.is_for_nothing(position) or not position.ids:
        return None
    paths: dict[str, Path] = {}
    for i, name in enumerate(position.ids):
        start = position.start
        stands: Pose = (
            float(start.x[i]),
            float(start.y[i]),
            float(position.facing[i]),
            float(start.z[i]),
        )
        end = (action.ends or {}).get(name)
        if position.placing:
            if end is None:
                return None
            paths[name] = (end,)
        elif end is not None:
            paths[name] = (stands, end)
        else:
            paths[name] = (action.paths or {}).get(name, (stands,))
    arena = build_arena(position, goal.shapes)
    poses = poses_of(position, Ends(paths, {}, 0.0))
    return valued(position, arena, goal, paths, poses).points
