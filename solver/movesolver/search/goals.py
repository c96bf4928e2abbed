"""From the terms of a goal to arrays, and what no end can be worth more than.

What one point is worth, for each model a term concerns:

=========  ==================================================================
``near``   one inch that its centre ends closer to a point or marker, or one
           inch of gap to a unit's nearest model saved
``within`` one, if any part of its base ends within the distance
``avoid``  minus one, in the same case
``wish``   minus one inch between its centre and the wish, across and up together
``travel`` minus one inch of path
``field``  the value of the grid at its centre
=========  ==================================================================

Each is multiplied by the weight of its term and the model's priority; a goal is their sum.
What else a goal may have, `movesolver.search.forms` says.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from movekernels.arrays import Floats
from movekernels.search.ground import (
    FIELD,
    KIND,
    NEAR_BODIES,
    NEAR_POINT,
    TRAVEL,
    WEIGHT,
    WISH,
    WITHIN,
    WITHIN_SOLID,
    Terms,
)
from movesolver.referee.position import Position
from movesolver.search.bounds import in_reach
from movesolver.search.goal_table import Goal, GoalTable, Wish, centroid
from movesolver.search.pressing import press
from movesolver.search.valued import Sampled, weights_of
from movesolver.table.fields import Point
from movesolver.table.measures import inches
from movesolver.table.scenario import GoalTerm, Marker, Nearness, Target


def pack_goal(
    position: Position,
    sampled: tuple[Sampled, ...] = (),
    aims: Callable[[GoalTable], None] | None = None,
) -> Goal:
    """Pack the goal of a position's scenario; where there is none, the shortest move.

    Parameters
    ----------
    position
        The position.
    sampled
        Functions that count beside the terms of the scenario.
    aims
        Adds terms that the search counts in place of what does not add up over the models.
    """
    table = GoalTable(position, sampled=sampled)
    if not position.scenario.action.goal and not sampled:
        table.add(TRAVEL, np.ones(len(position.ids)))
    facings: dict[int, tuple[float, ...]] = {}
    wishes: dict[int, tuple[Point, ...]] = {}
    raised: dict[int, tuple[Wish, ...]] = {}
    for index, term in enumerate(position.scenario.action.goal):
        first = len(table.kind)
        _add(table, term, weights_of(position, term), facings, wishes, raised)
        added = range(first, len(table.kind))
        if term.worst:
            table.worst += added
            table.worst_terms += [index for _ in added]
        if term.need is not None:
            table.needs += [(t, term.need.models, index) for t in added]
    first = len(table.kind)
    for one in sampled:
        _add_sampled(table, one)
    if aims is not None:
        aims(table)
    table.aside += range(first, len(table.kind))
    press(table)
    goal = table.finished(facings, wishes, raised)
    if goal.is_for_nothing(position):  # to be let go is worth nothing either
        goal = replace(goal, failing=())
    return replace(goal, search=_within_reach(position, goal))


def _within_reach(position: Position, goal: Goal) -> Terms:
    """Return the terms of a search without counts that a model cannot reach, whatever it does.

    A search is drawn towards what it may count: only where that is of use.
    """
    terms, share = goal.search, goal.search.share.copy()
    for t in np.flatnonzero(np.isin(terms.spec[:, KIND], (WITHIN, WITHIN_SOLID))).tolist():
        most, _ = in_reach(position, goal.shapes, terms, t)
        share[t, (most <= 0.0) & (share[t, :, WEIGHT] > 0.0), WEIGHT] = 0.0
    return terms._replace(share=share)


def _add(
    table: GoalTable,
    term: GoalTerm,
    weight: Floats,
    facings: dict[int, tuple[float, ...]],
    wishes: dict[int, tuple[Point, ...]],
    raised: dict[int, tuple[Wish, ...]],
) -> None:
    """Add a term of the scenario."""
    if term.near is not None:
        _add_near(table, term, weight)
    elif term.within is not None:
        _add_nearness(table, term.within, weight)
    elif term.avoid is not None:
        _add_nearness(table, term.avoid, -weight)
    elif term.need is not None:
        _add_nearness(table, Nearness(term.need.of, term.need.inches), weight)
    elif term.wish is not None:
        _add_wish(table, term, weight, facings, wishes, raised)
    elif term.travel and not table.position.placing:  # who is set up travels nowhere
        table.add(TRAVEL, weight)
    elif term.field is not None:
        values = np.array(term.field.values, dtype=np.float64)
        _add_field(table, weight, term.field.origin, term.field.step, values)
        best = np.unravel_index(np.argmax(values * np.sign(term.weight or 1.0)), values.shape)
        table.points.append(_node(term.field.origin, term.field.step, best))


def _add_field(
    table: GoalTable, weight: Floats, origin: Point, step: float, values: Floats
) -> None:
    table.add(
        FIELD,
        weight,
        x=origin[0],
        y=origin[1],
        grid=values.ravel(),
        columns=values.shape[1],
        step=step,
    )


def _add_sampled(table: GoalTable, one: Sampled) -> None:
    """Add the samples of a function, each for its own model: their weights are in them."""
    for i, sample in one.grids.items():
        mine = np.zeros(len(table.position.ids))
        mine[i] = 1.0
        _add_field(table, mine, (sample.x, sample.y), sample.step, sample.values)
        best = np.unravel_index(np.argmax(sample.values), sample.values.shape)
        table.points.append(_node((sample.x, sample.y), sample.step, best))


def _node(origin: Point, step: float, index: tuple[np.intp, ...]) -> Point:
    """Return the place of a value of a grid, by its row and column."""
    return origin[0] + step * float(index[1]), origin[1] + step * float(index[0])


def _add_near(table: GoalTable, term: GoalTerm, weight: Floats) -> None:
    near = term.near
    if isinstance(near, Target) and near.unit is not None:
        targets = table.unit_rows(near.unit)
        if targets:
            table.add(NEAR_BODIES, weight, targets=targets)
            _pull(table, weight, _middle([(t[1], t[2]) for t in targets]))
        return
    point = near if isinstance(near, tuple) else _centre(_marker(table.position, near))
    table.add(NEAR_POINT, weight, x=point[0], y=point[1])
    _pull(table, weight, point)


def _add_nearness(table: GoalTable, nearness: Nearness, weight: Floats) -> None:
    of, reach = nearness.of, nearness.inches or 0.0
    kind, vertical = WITHIN, math.inf
    if isinstance(of, tuple):
        targets = [table.disc_row(0.0, of)]
        centre = of
    elif of.unit is not None:
        kind = WITHIN_SOLID
        targets = table.unit_rows(of.unit)
        centre = _middle([(t[1], t[2]) for t in targets]) if targets else (0.0, 0.0)
    elif of.zone is not None:
        zone = next(zone for zone in table.position.scenario.zones if zone.id == of.zone)
        targets = [table.area_row(zone.polygon)]
        centre = centroid(zone.polygon)
    else:
        marker = _marker(table.position, of)
        centre = _centre(marker)
        if marker.area is not None:
            targets = [table.area_row(marker.area)]
        else:
            vertical = table.position.rules.marker_vertical
            targets = [table.disc_row(inches(marker.diameter_mm) / 2, centre)]
    table.add(kind, weight, reach=reach, vertical=vertical, targets=targets)
    if targets:
        _pull(table, weight, centre)


def _add_wish(
    table: GoalTable,
    term: GoalTerm,
    weight: Floats,
    facings: dict[int, tuple[float, ...]],
    wishes: dict[int, tuple[Point, ...]],
    raised: dict[int, tuple[Wish, ...]],
) -> None:
    x, y, mine = np.zeros(weight.size), np.zeros(weight.size), np.zeros(weight.size)
    for i, name in enumerate(table.position.ids):
        pose = (term.wish or {}).get(name)
        if pose is None:
            continue
        x[i], y[i], mine[i] = pose[0], pose[1], weight[i]
        wishes[i] = (*wishes.get(i, ()), (pose[0], pose[1]))
        if len(pose) > 2:
            facings[i] = (*facings.get(i, ()), pose[2])
        if len(pose) > 3:
            raised[i] = (*raised.get(i, ()), (float(weight[i]), pose[0], pose[1], pose[3]))
    table.add(WISH, mine, x=x, y=y)


def _pull(table: GoalTable, weight: Floats, point: Point) -> None:
    if weight.sum() > 0:
        table.points.append(point)


def _middle(points: list[tuple[float, float]]) -> Point:
    return (
        math.fsum(p[0] for p in points) / len(points),
        math.fsum(p[1] for p in points) / len(points),
    )


def _marker(position: Position, target: Target | None) -> Marker:
    assert target is not None
    return next(marker for marker in position.scenario.markers if marker.id == target.marker)


def _centre(marker: Marker) -> Point:
    if marker.at is not None:
        return marker.at
    assert marker.area is not None
    return centroid(marker.area)
