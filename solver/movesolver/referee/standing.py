"""Where the unit ends: table, other bases, terrain, coherency, engagement."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from movekernels.arrays import LEVEL, TOLERANCE, Bodies, Bools, Ints
from movekernels.checks.edge import edge_slacks
from movekernels.checks.engagement import engagement
from movekernels.checks.overlap import overlapping
from movekernels.geometry.gap import gap_rows
from movesolver.referee.charging import open_targets
from movesolver.referee.cover import wall_words
from movesolver.referee.formation import judge_coherency
from movesolver.referee.nearness import storeys, within
from movesolver.referee.position import Berth, Position, joined_bodies, select
from movesolver.referee.verdict import Code, Finding, Slack, listed, told

HAIR = 1e-9
"""Gaps this near a limit are asked for by the predicate that all checks share, inches."""


def judge_standing(
    position: Position, ends: Bodies, moved: Bools, tolerance: float
) -> tuple[list[Finding], Slack]:
    """Judge end poses; ``ends`` and ``moved`` have shape (n,)."""
    slack: Slack = {}
    found = [
        *_edge(position, ends, tolerance, slack),
        *_overlap(position, ends, moved, tolerance, slack),
        *_walls(position, ends, moved, tolerance),
        *judge_coherency(position, ends, tolerance, slack),
        *_enemies(position, ends, tolerance, slack),
    ]
    return found, slack


def _edge(position: Position, ends: Bodies, tolerance: float, slack: Slack) -> list[Finding]:
    table = position.scenario.table
    slacks = np.empty(len(position.ids))
    slack["edge"] = float(edge_slacks(position.shapes, ends, table.width, table.height, slacks))
    return [
        Finding(
            Code.OFF_TABLE,
            "03.01",
            (name,),
            f"{name} ends {-room:.4g} inches over the edge of the battlefield.",
            -float(room),
            0.0,
        )
        for name, room in zip(position.ids, slacks, strict=True)
        if room < -tolerance
    ]


def _overlap(
    position: Position, ends: Bodies, moved: Bools, tolerance: float, slack: Slack
) -> list[Finding]:
    """E2: no base ends on another base of the same level (03.01).

    Bases that both stay as they stood were put there before: in base contact they may
    overlap by the rounding of their coordinates, however strict the judge.
    """
    n, names = len(position.ids), (*position.ids, *position.other_ids)
    everyone = joined_bodies(ends, position.others)
    gaps = np.empty((n, len(names)))
    gap_rows(position.shapes, ends, everyone, gaps)
    gaps[np.abs(ends.z[:, None] - everyone.z[None, :]) >= LEVEL] = math.inf
    gaps[_lower(n)] = math.inf
    least = float(gaps.min(initial=math.inf))
    if math.isfinite(least):
        slack["overlap"] = least
    if least >= -tolerance + HAIR:
        return []
    someone_moved = np.concatenate([moved, np.zeros(len(names) - n, dtype=np.bool_)])
    found = []
    for i, j in np.argwhere(gaps < -tolerance + HAIR):
        allowed = tolerance if moved[i] or someone_moved[j] else max(tolerance, TOLERANCE)
        if overlapping(position.shapes, ends, i, everyone, j, LEVEL, allowed):
            text = f"The bases of {names[i]} and {names[j]} overlap."
            pair = (names[i], names[j])
            found.append(Finding(Code.OVERLAP, "03.01", pair, text, float(gaps[i, j]), 0.0))
    return found


def overlapping_starts(position: Position, forgiven: float) -> list[Finding]:
    """Return which bases of the unit stand on another by more than is forgiven, inches.

    No rule asks for that before a move: whoever made the board should know.
    """
    still = np.zeros(len(position.ids), dtype=np.bool_)
    return _overlap(position, position.start, still, forgiven, {})


@lru_cache(maxsize=64)
def _lower(n: int) -> tuple[Ints, Ints]:
    """Return the indices of a square table at and below its diagonal."""
    return np.tril_indices(n)


def _walls(position: Position, ends: Bodies, moved: Bools, tolerance: float) -> list[Finding]:
    """E2 and 13.06.01: no moved base ends in a wall that stands at its level."""
    walls = position.walls
    gaps = np.empty((len(position.ids), len(walls.category)))
    gap_rows(position.shapes, ends, walls.bodies, gaps)
    found = []
    for i in np.flatnonzero((gaps < -tolerance).any(axis=1) & moved).tolist():
        name = position.ids[i]
        barred = position.walls_barring_end(i, float(ends.z[i])) & (gaps[i] < -tolerance)
        for w in np.flatnonzero(barred):
            feature = position.scenario.terrain[int(walls.feature[w])]
            rule, what = wall_words(walls.category[w], feature.id)
            rule = "13.06.01" if rule == "13.06" else rule
            text = f"{name} ends in {what}."
            found.append(Finding(Code.IN_TERRAIN, rule, (name,), text, float(gaps[i, w]), 0.0))
    return found


def _enemies(position: Position, ends: Bodies, tolerance: float, slack: Slack) -> list[Finding]:
    """Distances to be kept from enemies: engagement (03.04) and others."""
    found = []
    for berth in position.berths(open_targets(position, ends, tolerance)):
        if berth.code == Code.TOO_CLOSE:
            found += _too_close(position, ends, berth, tolerance, slack)
        else:
            found += _engaged(position, ends, berth, tolerance, slack)
    return found


def _engaged(
    position: Position, ends: Bodies, berth: Berth, tolerance: float, slack: Slack
) -> list[Finding]:
    reach, tall = berth.horizontal + tolerance, berth.vertical + tolerance
    heights = position.others_tall()[berth.whom]
    enemies, foes = storeys(select(position.others, berth.whom), heights, tall)
    standing, models = storeys(ends, position.tall(ends), tall)
    nearest, index = np.empty(models.size), np.empty(models.size, dtype=np.int64)
    engagement(
        position.shapes,
        standing,
        enemies,
        berth.horizontal,
        berth.vertical,
        tolerance,
        np.empty((2, enemies.x.size)),
        nearest,
        index,
    )
    closest = float(nearest.min())
    if not math.isfinite(closest):
        return []
    slack["engagement"] = closest - berth.horizontal
    if closest > reach + HAIR:
        return []
    close = np.flatnonzero(within(position, ends, berth.whom, reach, tall))
    if not close.size:
        return []
    worst = int(np.argmin(nearest))
    foe = position.other_ids[int(np.flatnonzero(berth.whom)[foes[index[worst]]])]
    name, names = position.ids[models[worst]], tuple(position.ids[i] for i in close)
    text = (
        f"{listed(names)} would be engaged: {name} ends {told(closest, berth.horizontal)} inches "
    )
    text += f"from {foe}, more than {berth.horizontal:g} is needed."
    return [Finding(berth.code, berth.section, names, text, closest, berth.horizontal)]


def _too_close(
    position: Position, ends: Bodies, berth: Berth, tolerance: float, slack: Slack
) -> list[Finding]:
    enemies = select(position.others, berth.whom)
    gaps = np.empty((len(position.ids), enemies.x.size))
    if not gaps.size:
        return []
    gap_rows(position.shapes, ends, enemies, gaps)
    if position.rules.solid:
        lifted = position.lifted(ends)[:, berth.whom]
        gaps = np.where(lifted > 0.0, np.hypot(np.maximum(gaps, 0.0), lifted), gaps)
    closest = gaps.min(axis=1)
    slack["clearance"] = float(closest.min()) - berth.horizontal
    return [
        Finding(
            berth.code,
            berth.section,
            (position.ids[i],),
            f"{position.ids[i]} ends {told(float(closest[i]), berth.horizontal)} inches from "
            f"{'another unit' if berth.whom[~position.enemy].any() else 'an enemy'}, "
            f"more than {berth.horizontal:g} is needed.",
            float(closest[i]),
            berth.horizontal,
        )
        for i in np.flatnonzero(
            within(position, ends, berth.whom, berth.horizontal + tolerance, math.inf)
        )
    ]
