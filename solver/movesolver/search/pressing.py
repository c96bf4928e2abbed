"""What the rules press models to, as terms that the search counts beside the goal.

Closing in, staying engaged, duties and set-up distances are no matter of taste: each is worth
more than the whole goal, so no step of a search gives one up for points.  The goal that is
reported and bounded knows nothing of them.
"""

from __future__ import annotations

import math

import numpy as np

from movekernels.search.ground import NEAR_BODIES, WITHIN, WITHIN_SOLID
from movesolver.referee.fighting import aims
from movesolver.referee.large import too_large, width
from movesolver.referee.nearness import engaged_table, unit_gaps
from movesolver.referee.position import Position
from movesolver.rules.moves import Duty
from movesolver.search.goal_table import GoalTable
from movesolver.table.measures import inches

INSIDE = 1e-7
"""How far inside a limit the search keeps, inches."""
DUTY = 10.0
"""What doing a duty is worth, in units of all that the goal could ..."""
MUST = 100.0
"""... and keeping to what must be kept to."""


def press(table: GoalTable) -> None:
    """Add the terms that the move's rules amount to.

    All models are pressed to duties that only bind who fails in the one before: who turns out
    not to fail is let go afterwards (`movesolver.search.sparing`).
    """
    position, first = table.position, len(table.kind)
    if not position.ids:
        return
    size = size_of(table)
    if position.placing:
        _set_up(table, MUST * size)
    if position.targets or position.marker is not None:
        _fighting(table, MUST * size)
        for duty in position.move.duties:
            before = len(table.kind)
            _duty(table, duty, DUTY * size)
            if duty.failing:
                table.failing += [(t, duty) for t in range(before, len(table.kind))]
    table.pressed += range(first, len(table.kind))


def size_of(table: GoalTable) -> float:
    """Return what the whole goal may be worth to one model, at least 1 point."""
    position = table.position
    reach = float(position.maximum.max(initial=0.0))
    worth = np.ones(len(position.ids))
    for kind, weight, grid in zip(table.kind, table.weight, table.grid, strict=True):
        most = 1.0
        if grid.size:
            most = float(np.abs(grid).max())
        elif kind not in (WITHIN, WITHIN_SOLID):
            most = 2.0 * reach
        worth += np.abs(weight) * most
    return float(worth.max(initial=1.0))


def _fighting(table: GoalTable, weight: float) -> None:
    """Closing in, engagements kept, and every target engaged by somebody."""
    position, move = table.position, table.position.move
    n, limit = len(position.ids), position.rules.engagement
    inside = limit.horizontal - INSIDE
    slop = position.rules.tolerance + INSIDE
    if move.closing is not None and position.targets:
        begun, aimed = unit_gaps(position, position.start, position.targets), aims(position)
        for i, t in np.argwhere(aimed):
            reach = float(begun[i, t]) - slop
            if reach > 0.0:
                rows = table.unit_rows(position.targets[t])
                table.add(WITHIN_SOLID, _one(n, int(i), weight), reach=reach, targets=rows)
    if move.keeps_engaged:
        began = engaged_table(position, position.start, position.rules.tolerance)
        for i, u in np.argwhere(began):
            rows = table.unit_rows(position.foes[u])
            share = _one(n, int(i), weight)
            table.add(WITHIN, share, reach=inside, vertical=limit.vertical, targets=rows)
    if move.engages_all:
        for name, i in _assigned(position).items():
            rows, share = table.unit_rows(name), _one(n, i, weight)
            table.add(WITHIN, share, reach=inside, vertical=limit.vertical, targets=rows)
    for name in position.targets:
        rows = table.unit_rows(name)
        table.points.append((rows[0][1], rows[0][2]))


def _assigned(position: Position) -> dict[str, int]:
    """Return a model for each target that is to engage it: pairs as near as they can be.

    Where there are more targets than models some model has several.
    """
    from scipy.optimize import linear_sum_assignment

    gaps = unit_gaps(position, position.start, position.targets) - position.maximum[:, None]
    models, targets = linear_sum_assignment(np.minimum(gaps, 1e6))
    nearest = dict(enumerate(gaps.argmin(axis=0).tolist()))
    nearest |= dict(zip(targets.tolist(), models.tolist(), strict=True))
    return {position.targets[t]: i for t, i in nearest.items()}


def _duty(table: GoalTable, duty: Duty, weight: float) -> None:
    position = table.position
    n, limit = len(position.ids), position.rules.engagement
    share = np.full(n, weight)
    rows = [row for name in position.targets for row in table.unit_rows(name)]
    if duty.kind == "in_range" and position.marker is not None:
        marker, rules = position.marker, position.rules
        if marker.area is not None:
            table.add(WITHIN, share, reach=0.0, targets=[table.area_row(marker.area)])
            return
        assert marker.at is not None
        disc = table.disc_row(inches(marker.diameter_mm) / 2, marker.at)
        reach = rules.marker_range - INSIDE
        table.add(WITHIN, share, reach=reach, vertical=rules.marker_vertical, targets=[disc])
        table.points.append(marker.at)
    elif not rows:
        return
    elif duty.kind == "within":
        table.add(WITHIN_SOLID, share, reach=duty.reach - INSIDE, targets=rows)
    elif duty.kind == "engaged":
        reach = limit.horizontal - INSIDE
        if position.move.closing is None or position.move.closing.to == "any_target":
            table.add(WITHIN, share, reach=reach, vertical=limit.vertical, targets=rows)
            return
        for t, name in enumerate(position.targets):
            mine = np.where(aims(position)[:, t], weight, 0.0)
            own = table.unit_rows(name)
            table.add(WITHIN, mine, reach=reach, vertical=limit.vertical, targets=own)
    elif duty.kind == "closest":
        table.add(NEAR_BODIES, share / 10.0, targets=rows)


def _set_up(table: GoalTable, weight: float) -> None:
    """Stay wholly within the set-up distance of the transport."""
    position, transport = table.position, table.position.transport
    for rule in position.set_ups():
        if rule.near == "mates":
            limits = position.rules.coherency
            rows = table.unit_rows(position.scenario.mover.id)
            share, reach = np.full(len(position.ids), weight), limits.neighbour - INSIDE
            table.add(WITHIN, share, reach=reach, vertical=limits.neighbour_vertical, targets=rows)
        if rule.near != "transport" or transport is None:
            continue
        for model in range(len(position.ids)):
            base = position.models[model].base
            reach = rule.within - width(base)
            if base.round is None:
                # Its farthest point may be as far as its longest extent: judged on the spots.
                reach = rule.within
            if too_large(base, rule.within):
                reach = rule.too_large_within
            share, rows = _one(len(position.ids), model, weight), table.unit_rows(transport.id)
            if math.isfinite(reach):
                table.add(WITHIN_SOLID, share, reach=max(reach - INSIDE, 0.0), targets=rows)


def _one(n: int, i: int, weight: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    share = np.zeros(n)
    share[i] = weight
    return share
