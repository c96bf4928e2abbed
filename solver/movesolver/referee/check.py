"""The referee: judges a whole move but for duties, everything that is wrong at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from movekernels.arrays import Bools
from movesolver.errors import InputError
from movesolver.referee.boarding import judge_boarding
from movesolver.referee.during import judge_during
from movesolver.referee.eligibility import eligibility, in_place
from movesolver.referee.fighting import judge_fighting
from movesolver.referee.modes import mode_findings
from movesolver.referee.motion import judge_paths, short_turn
from movesolver.referee.order import Order
from movesolver.referee.position import Position
from movesolver.referee.setting_up import judge_set_up
from movesolver.referee.shunt import shunted_by
from movesolver.referee.standing import judge_standing
from movesolver.referee.surfaces import judge_surfaces
from movesolver.referee.targets import target_findings
from movesolver.referee.verdict import Code, Finding, Slack, Verdict, article, listed
from movesolver.table.scenario import Pose


def judge(
    position: Position,
    paths: Mapping[str, Sequence[Pose]] | None,
    ends: Mapping[str, Pose] | None = None,
    *,
    order: Order | None = None,
    tolerance: float | None = None,
) -> Verdict:
    """Judge paths, or ends, on a position packed before (see `check`).

    ``order`` is the order of moving, as in `Action`; any that works if None.
    """
    slop = position.rules.tolerance if tolerance is None else tolerance
    found = eligibility(position) + mode_findings(position)
    if not in_place(position):
        return Verdict(tuple(found), {})
    found += target_findings(position)
    if position.placing:
        return _set_up(position, paths, ends, found, slop)
    starts = start_poses(position)
    if paths is not None:
        ends = {name: path[-1] for name, path in paths.items()}
    final = {**dict(zip(position.ids, starts, strict=True)), **(ends or {})}
    poses = [final[name] for name in position.ids]
    moved = moved_models(position, paths, poses)
    went = {name: pose for name, pose, m in zip(position.ids, poses, moved, strict=True) if m}
    found += _stuck(position, went)
    slack: Slack = {}
    if not position.move.moves_models:  # nothing moves: no end conditions (09.04, 18.02)
        return Verdict(_once(found + judge_boarding(position, slop)), slack)
    if paths is not None:
        walked, slack = judge_paths(position, paths, slop, order)
        found += walked
        if position.rules.options.get("coherency_during") == "interpolated":
            found += judge_during(position, paths, slop)
    bodies = position.bodies_at(poses)
    stood, more = judge_standing(position, bodies, moved, slop)
    found += stood + judge_surfaces(position, went, paths, slop)
    found += judge_fighting(position, bodies, moved, slop)
    shunted = shunted_by(position, paths, went, slop)
    return Verdict(_once(found), {**slack, **more}, shunted)


def moved_models(
    position: Position, paths: Mapping[str, Sequence[Pose]] | None, poses: Sequence[Pose]
) -> Bools:
    """Return which models end, or were on their way, elsewhere than where they start, (n,).

    A path that goes nowhere is no move of the model (A32); a turn is one (A46).
    """
    return np.array(
        [
            _differs(start, pose) or _travels(paths, name)
            for name, start, pose in zip(position.ids, start_poses(position), poses, strict=True)
        ],
        dtype=np.bool_,
    )


def _set_up(
    position: Position,
    paths: Mapping[str, Sequence[Pose]] | None,
    ends: Mapping[str, Pose] | None,
    found: list[Finding],
    slop: float,
) -> Verdict:
    """Judge models that are set up: as one unit, all or none (03.02)."""
    if paths is not None:
        wanted = f"ends: {article(position.move.name)} sets models up and has no paths"
        raise InputError("action", wanted, "paths")
    ends = ends or {}
    placed = [i for i, name in enumerate(position.ids) if name in ends]
    missing = tuple(name for name in position.ids if name not in ends)
    set_up = position.move.set_up
    assert set_up is not None
    if missing and not set_up.partial:
        text = f"{listed(missing)}: not set up; a unit is set up whole or not at all."
        found.append(Finding(Code.NOT_PLACED, "03.02", missing, text))
    if not placed:
        return Verdict(_once(found), {})
    part = position.only(placed)
    poses = [ends[name] for name in part.ids]
    bodies = part.bodies_at(poses)
    stood, slack = judge_standing(part, bodies, np.ones(len(placed), dtype=np.bool_), slop)
    went = dict(zip(part.ids, poses, strict=True))
    found += stood + judge_surfaces(part, went, None, slop)
    found += judge_set_up(part, bodies, slop)
    return Verdict(_once(found), slack)


def start_poses(position: Position) -> list[Pose]:
    """Return where each model stands: x, y, facing, z."""
    return position.once(
        "starts", lambda: [start_pose(position, i) for i in range(len(position.ids))]
    )


def start_pose(position: Position, i: int) -> Pose:
    """Return where a model stands: x, y, facing, z."""
    start = position.start
    return (float(start.x[i]), float(start.y[i]), float(position.facing[i]), float(start.z[i]))


def _differs(a: Pose, b: Pose) -> bool:
    return a[:2] != b[:2] or a[3] != b[3] or short_turn(a[2], b[2]) != 0.0


def _travels(paths: Mapping[str, Sequence[Pose]] | None, name: str) -> bool:
    path = (paths or {}).get(name, ())
    return any(_differs(path[0], pose) for pose in path)


def _stuck(position: Position, went: Mapping[str, Pose]) -> list[Finding]:
    """Return the models that moved and must not: all (09.04), or those without an M (02.02)."""
    if not position.move.moves_models:
        if not went:
            return []
        text = f"{listed(list(went))} moved; {position.move.name} moves nothing."
        return [Finding(Code.MOVED, position.move.section, tuple(went), text)]
    unit = position.scenario.mover
    return [
        Finding(Code.NOT_ELIGIBLE, "02.02", (m.id,), f'{m.id} has an M of "-" and cannot be moved.')
        for m in position.models
        if m.id in went and (m.move if m.move is not None else unit.move) == 0
    ]


def _once(found: Sequence[Finding]) -> tuple[Finding, ...]:
    """Leave out what is said twice, and an end off the table whose way there is reported."""
    kept: dict[Finding, None] = {}
    off: set[tuple[str, ...]] = set()
    for finding in found:
        if finding.code is Code.OFF_TABLE:
            if finding.at is None and finding.models in off:
                continue
            off.add(finding.models)
        kept.setdefault(finding)
    return tuple(kept)
