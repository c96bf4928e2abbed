"""The referee: judges a whole move, everything that is wrong at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from movesolver.referee.during import judge_during
from movesolver.referee.eligibility import eligibility, mode_findings
from movesolver.referee.motion import judge_paths, short_turn
from movesolver.referee.order import Order
from movesolver.referee.pack import Position, pack
from movesolver.referee.shunt import shunted_by
from movesolver.referee.standing import judge_standing
from movesolver.referee.surfaces import judge_surfaces
from movesolver.referee.verdict import Code, Finding, Slack, Verdict, listed
from movesolver.table.scenario import Pose, Scenario


def check(scenario: Scenario, *, tolerance: float | None = None) -> Verdict:
    """Judge the move of ``scenario.action``: its ``paths``, or its ``ends`` alone.

    Parameters
    ----------
    scenario
        A scenario as `movesolver.loads` returns it (or `movesolver.validate`).
        Models left out of ``paths`` or ``ends`` do not move; with neither, the
        unit is judged where it stands.
    tolerance
        Inches that each comparison forgives; the scenario's own (1e-6) if None.

    Returns
    -------
    Verdict
        Every violation, and the signed slack to each limit.

    Raises
    ------
    InputError
        If a number that the move needs is missing (M, a roll).
    UnsupportedError
        If this version does not know the type of move yet.

    Notes
    -----
    Sections 03.01 to 03.04 and 13.02 to 13.06 of the 11th edition, with the
    readings listed in docs/rules.md.
    """
    position = pack(scenario)
    action = scenario.action
    return judge(position, action.paths, action.ends, order=action.order, tolerance=tolerance)


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
    if not position.scenario.mover.on_table:
        return Verdict(tuple(found), {})
    starts = [_start(position, i) for i in range(len(position.ids))]
    if paths is not None:
        ends = {name: path[-1] for name, path in paths.items()}
    final = {**dict(zip(position.ids, starts, strict=True)), **(ends or {})}
    poses = [final[name] for name in position.ids]
    moved = np.array(
        [
            _differs(start, pose) or _travels(paths, name)
            for name, start, pose in zip(position.ids, starts, poses, strict=True)
        ],
        dtype=np.bool_,
    )
    went = {name: pose for name, pose, m in zip(position.ids, poses, moved, strict=True) if m}
    found += _stuck(position, went)
    slack: Slack = {}
    if not position.move.moves_models:  # remaining stationary has no end conditions (09.04)
        return Verdict(_once(found), slack)
    if paths is not None:
        walked, slack = judge_paths(position, paths, slop, order)
        found += walked
        if position.rules.options.get("coherency_during") == "interpolated":
            found += judge_during(position, paths, slop)
    stood, more = judge_standing(position, position.bodies_at(poses), moved, slop)
    found += stood + judge_surfaces(position, went, paths, slop)
    shunted = shunted_by(position, paths, went, slop)
    return Verdict(_once(found), {**slack, **more}, shunted)


def _start(position: Position, i: int) -> Pose:
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
        text = f"{listed(list(went))} moved; a unit that remains stationary moves nothing."
        return [Finding(Code.MOVED, position.move.section, tuple(went), text)]
    unit = position.scenario.mover
    return [
        Finding(Code.NOT_ELIGIBLE, "02.02", (m.id,), f'{m.id} has an M of "-" and cannot be moved.')
        for m in unit.standing
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
