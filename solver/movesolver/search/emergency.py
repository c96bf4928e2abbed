"""Models set up one at a time, each as near to the transport as it can be (18.05, A30)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from movesolver.duties.emergency import nearest_place
from movesolver.duties.judge import judged
from movesolver.referee.check import judge
from movesolver.referee.position import Position, heading
from movesolver.referee.verdict import Code, Verdict
from movesolver.search.arena import build_arena
from movesolver.search.ends import Ends, Path, valued
from movesolver.search.goals import pack_goal
from movesolver.search.valued import Valued, sampled
from movesolver.table.scenario import Pose


def _mended(position: Position, placed: dict[str, Pose]) -> tuple[Verdict, dict[str, Pose]]:
    """Return the ends with models sent where they could have stood closer, or unengaged.

    Who is placed later may open, or close, a place for one placed before.
    """
    names = position.ids
    for _ in range(4 * len(names)):
        verdict, witnesses = judged(position, None, placed)
        if verdict.legal:
            return verdict, placed
        wrong = verdict.violations[0].models
        if verdict.violations[0].code not in (Code.ENGAGED, Code.DUTY) or not wrong:
            break
        others = {name: pose for name, pose in placed.items() if name != wrong[0]}
        pose = nearest_place(position, others, names.index(wrong[0]))
        if (pose is None or placed.get(wrong[0]) == pose) and witnesses:
            pose = witnesses[0].pose
        if pose is None or placed.get(wrong[0]) == pose:
            break
        placed = {**others, wrong[0]: pose}
        placed = {name: placed[name] for name in names if name in placed}
    return judged(position, None, placed)[0], placed


def one_by_one(
    position: Position, values: Sequence[Valued] = ()
) -> tuple[tuple[Ends, Verdict] | None, dict[str, str]]:
    """Return the ends of the models that can be placed, in the order of the file, or why none."""
    placed: dict[str, Pose] = {}
    for i, name in enumerate(position.ids):
        pose = nearest_place(position, placed, i)
        if pose is not None:
            placed[name] = pose
    if not placed:
        return None, {"NOT_PLACED": "no model has a place within the set-up distance"}
    verdict, placed = _mended(position, placed)
    exactly = judge(position, None, placed, tolerance=0.0)
    if not (verdict.legal and exactly.legal):
        wrong = (*verdict.violations, *exactly.violations)
        return None, {str(one.code): one.text for one in wrong}
    poses = np.array([[*pose[:2], *heading(pose[2])] for pose in placed.values()])
    part = position.only([i for i, name in enumerate(position.ids) if name in placed])
    worth = pack_goal(part, sampled(part, values))
    arena = build_arena(part, worth.shapes)
    paths: dict[str, Path] = {name: (pose,) for name, pose in placed.items()}
    return (valued(part, arena, worth, paths, poses), verdict), {}
