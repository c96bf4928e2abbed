"""What moves towards an enemy or an objective ask of their ends (11.04, 12.03, 12.08, 21.02)."""

from __future__ import annotations

import numpy as np

from movekernels.arrays import Bodies, Bools, Floats
from movesolver.referee.nearness import (
    CONTACT_SLACK,
    engaged_table,
    in_range,
    marker_gaps,
    touching,
    unit_gaps,
)
from movesolver.referee.position import Position
from movesolver.referee.verdict import Code, Finding, listed


def judge_fighting(
    position: Position, ends: Bodies, moved: Bools, tolerance: float
) -> list[Finding]:
    """Judge locks, closing in, engagements kept and made; ``ends`` and ``moved`` are (n,)."""
    return [
        *_locked(position, moved),
        *_not_closer(position, ends, moved, tolerance),
        *_engagements(position, ends, tolerance),
        *_objective(position, ends, tolerance),
    ]


def locked(position: Position) -> Bools:
    """Return which models may not be moved, being in base contact with an enemy, shape (n,)."""
    if not position.move.locks_contact or not position.enemy.any():
        return np.zeros(len(position.ids), dtype=np.bool_)
    deemed = position.scenario.mover.status.deemed_contact
    named = np.array([name in deemed for name in position.ids], dtype=np.bool_)
    return touching(position, position.start, CONTACT_SLACK) | named


def aims(position: Position) -> Bools:
    """Return which targets each model has to close in on, shape (n, t).

    All of them, or the closest one before it moves, ties included (12.03, A38).
    """
    closing = position.move.closing
    count = len(position.targets)
    if closing is None or closing.to != "closest_target" or count == 0:
        return np.ones((len(position.ids), count), dtype=np.bool_)
    gaps = unit_gaps(position, position.start, position.targets)
    nearest: Bools = gaps <= gaps.min(axis=1, keepdims=True) + position.rules.tolerance
    return nearest


def closer(position: Position, bodies: Bodies, tolerance: float) -> Bools:
    """Return which models are closer at ``bodies`` than at the start to one they aim at, (n,).

    By more than the tolerance; distances between bases in three dimensions (11.04, A23, A46).
    """
    closing = position.move.closing
    if closing is None:
        return np.ones(len(position.ids), dtype=np.bool_)
    if closing.to == "objective":
        if position.marker is None:
            return np.zeros(len(position.ids), dtype=np.bool_)
        before = marker_gaps(position, position.start, position.marker)
        now = marker_gaps(position, bodies, position.marker)
        nearer: Bools = np.maximum(now, 0.0) < np.maximum(before, 0.0) - tolerance
        if closing.unless_in_range:
            nearer = nearer | in_range(position, bodies, position.marker, tolerance)
        return nearer
    before_it = unit_gaps(position, position.start, position.targets)
    gained: Bools = unit_gaps(position, bodies, position.targets) < before_it - tolerance
    return np.asarray((gained & aims(position)).any(axis=1), dtype=np.bool_)


def _locked(position: Position, moved: Bools) -> list[Finding]:
    return [
        Finding(
            Code.LOCKED,
            position.move.section,
            (position.ids[i],),
            f"{position.ids[i]} is in base contact with an enemy and may not be moved.",
        )
        for i in np.flatnonzero(locked(position) & moved)
    ]


def _not_closer(position: Position, ends: Bodies, moved: Bools, tolerance: float) -> list[Finding]:
    closing = position.move.closing
    if closing is None:
        return []
    strict = closing.unmoved_too and position.rules.options.get("unmoved_in_charge") == "strict"
    bound = np.ones_like(moved) if strict else moved
    found = []
    for i in np.flatnonzero(bound & ~closer(position, ends, tolerance)):
        name = position.ids[i]
        to, before, after = _way_gone(position, ends, int(i))
        text = f"{name} does not end closer to {to}."
        found.append(Finding(Code.NOT_CLOSER, closing.section, (name,), text, after, before))
    return found


def _way_gone(position: Position, ends: Bodies, i: int) -> tuple[str, float | None, float | None]:
    """Return what model ``i`` aims at, and its gap to the nearest of it before and after."""
    if position.marker is not None:
        gaps = [marker_gaps(position, b, position.marker) for b in (position.start, ends)]
        return position.marker.id, float(gaps[0][i]), float(gaps[1][i])
    aimed = [t for t, aim in zip(position.targets, aims(position)[i], strict=True) if aim]
    if not aimed:
        return "any target", None, None
    before, after = (unit_gaps(position, b, aimed)[i] for b in (position.start, ends))
    return " or ".join(aimed), float(before.min()), float(after.min())


def _engagements(position: Position, ends: Bodies, tolerance: float) -> list[Finding]:
    move, unit, foes = position.move, position.scenario.mover.id, position.foes
    found: list[Finding] = []

    def miss(text: str, models: tuple[str, ...] = (), gap: float | None = None) -> None:
        limit = position.rules.engagement.horizontal if gap is not None else None
        found.append(Finding(Code.NOT_ENGAGED, move.section, models, text, gap, limit))

    if not (move.ends == "engaged" or move.engages_all or move.keeps_engaged):
        return found
    now = engaged_table(position, ends, tolerance)
    if move.engages_all:
        for name in position.targets:
            if not now[:, foes.index(name)].any():
                gap = _nearest(position, ends, name)
                miss(f"{unit} does not end engaged with {name}.", (), gap)
    elif move.ends == "engaged" and not now.any():
        miss(f"{unit} does not end engaged.")
    if move.keeps_engaged:
        began = engaged_table(position, position.start, position.rules.tolerance)
        for i, u in np.argwhere(began & ~now):
            gap = float(unit_gaps(position, ends, [foes[u]])[i, 0])
            name = position.ids[i]
            miss(f"{name} was engaged with {foes[u]} and no longer is.", (name,), gap)
    return found


def _nearest(position: Position, ends: Bodies, unit: str) -> float | None:
    gaps: Floats = unit_gaps(position, ends, [unit])
    return float(gaps.min()) if gaps.size else None


def _objective(position: Position, ends: Bodies, tolerance: float) -> list[Finding]:
    marker = position.marker
    if not position.move.in_range or marker is None:
        return []
    if in_range(position, ends, marker, tolerance).any():
        return []
    gap = float(marker_gaps(position, ends, marker).min())
    limit = 0.0 if marker.area is not None else position.rules.marker_range
    text = f"{listed(position.ids)} end out of range of {marker.id}: {gap:.4g} inches away."
    return [Finding(Code.OUT_OF_RANGE, position.move.section, (), text, gap, limit)]
