"""Who did not do what it could: the whole verdict, duties included (7.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from movesolver.duties.chains import exchanges
from movesolver.duties.could import Could
from movesolver.duties.emergency import emergency_findings
from movesolver.duties.model import Move, Paths, Witness, made
from movesolver.duties.owed import accusation, better_poses, duties_of, owed
from movesolver.duties.turns import some_order
from movesolver.paths.pausing import moment
from movesolver.referee.check import judge
from movesolver.referee.order import Order
from movesolver.referee.position import Position
from movesolver.referee.verdict import Code, Finding, Verdict
from movesolver.rules.moves import Duty
from movesolver.table.scenario import Pose


def judged(
    position: Position,
    paths: Paths | None,
    ends: Mapping[str, Pose] | None = None,
    *,
    order: Order | None = None,
    tolerance: float | None = None,
    brief: bool = False,
) -> tuple[Verdict, list[Witness]]:
    """Return the whole verdict, duties included, and how models could have done better.

    Parameters
    ----------
    position, paths, ends, order, tolerance
        As for `movesolver.referee.check.judge`.
    brief
        Whether it is enough to know of one model that did not do what it could.

    Returns
    -------
    tuple
        The verdict, and for each model that did not do what it could the pose and the way by
        which it could have.  Nobody is accused without one; where none is found the duty
        counts as done.  A move that is illegal otherwise is not asked about its duties.
    """
    verdict = judge(position, paths, ends, order=order, tolerance=tolerance)
    if not verdict.legal or not position.ids or not duties_of(position):
        return verdict, []
    move = made(position, paths, ends)
    found, witnesses = judge_duties(move, brief=brief)
    others = emergency_findings(position, ends or {})
    # Who need not be engaged is told that alone: a nearer place among enemies is no place for it.
    engaged = {one.models for one in others if one.code is Code.ENGAGED}
    found = [one for one in found if one.models not in engaged] + others
    witnesses = [one for one in witnesses if (move.position.ids[one.model],) not in engaged]
    return (replace(verdict, violations=tuple(found)) if found else verdict), witnesses


def judge_duties(
    move: Move, *, brief: bool = False, exact: bool = False
) -> tuple[list[Finding], list[Witness]]:
    """Judge the duties of a move that is legal otherwise (see `judged`).

    ``brief``: no more is asked once one model is found that did not do what it could.
    ``exact``: witnesses are legal without the tolerance too, where there are such.
    """
    position = move.position
    mode = position.rules.options.get("duty_mode", "nash")
    could = Could(position, move.bodies, move.ways)
    found: list[Finding] = []
    witnesses: list[Witness] = []
    for i, duty in owed(move):
        witness = None
        if i not in (one.model for one in witnesses):
            witness = find_witness(could, move, i, duty)
        if witness is not None and exact:
            strict = Could(position, move.bodies, move.ways, exact=True)
            witness = find_witness(strict, move, i, duty) or witness
        if witness is not None:
            found.append(accusation(move, duty, witness))
            witnesses.append(witness)
            if brief:
                break
    if found and mode == "sequential" and some_order(move):
        return [], []
    if not found and mode == "maximal":
        return exchanges(move)
    return found, witnesses


def find_witness(could: Could, move: Move, i: int, duty: Duty) -> Witness | None:
    """Return where a model could have ended and done a duty that it does not do."""
    for pose in better_poses(could, move, i, duty):
        moment()
        witness = could.witness(i, pose)
        if witness is not None and move.legal_with(witness):
            return witness
    return None
