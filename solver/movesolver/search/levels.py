"""Pressing models to a level of a term: what each is worth below it costs, above it nothing."""

from __future__ import annotations

import math

import numpy as np
from scipy.ndimage import map_coordinates

from movekernels.arrays import Floats
from movekernels.search.ground import BASE, FIELD, NEAR_BODIES, TRAVEL, WITHIN, WITHIN_SOLID
from movesolver.search.forms import Worst
from movesolver.search.goal_table import GoalTable
from movesolver.search.valued import nodes_over

HELD = 3.0
"""What a count that is pressed to is worth, in units of the whole goal."""
STEEP = 2.0
"""How much steeper than all else together models are pressed to a level."""
ABOVE = 0.02
"""What a model is worth above the level, as a part of its weight."""


def add_again(table: GoalTable, t: int, weight: Floats) -> None:
    """Add a term that is there already, with other weights, shape (n,)."""
    table.add(
        table.kind[t],
        weight,
        x=table.x[t],
        y=table.y[t],
        reach=table.reach[t],
        vertical=table.vertical[t],
        targets=table.targets[t],
        grid=table.grid[t],
        columns=table.columns[t],
        step=table.step[t],
    )


def press_to_level(
    table: GoalTable, worst: Worst, level: float, strength: float, size: float
) -> None:
    """Add terms that press the models of a worst term to a level of points.

    Parameters
    ----------
    table, worst, level
        The goal, the term, the points that each of its models is to be worth.
    strength
        How strongly, 1 for what is sought.
    size
        What the whole goal may be worth to one model.
    """
    kind, weight = table.kind[worst.row], worst.weight
    if kind in (WITHIN, WITHIN_SOLID):
        add_again(table, worst.row, np.sign(weight) * strength * HELD * size)
        return
    add_again(table, worst.row, ABOVE * weight)
    if kind == NEAR_BODIES:
        gaps = worst.report.share[0, :, BASE] - level / np.where(weight == 0.0, 1.0, weight)
        for i in worst.models.tolist():
            share = np.zeros(weight.size)
            share[i] = math.copysign(strength * HELD * size, weight[i])
            reach = max(float(gaps[i]), 0.0)
            table.add(WITHIN, share, reach=reach, targets=table.targets[worst.row])
        return
    steep = strength * (1.0 + STEEP * _steepest(table))
    for i in worst.models.tolist():
        _add_hinge(table, worst, i, level, steep)


def _add_hinge(table: GoalTable, worst: Worst, i: int, level: float, steep: float) -> None:
    """Add what model ``i`` lacks to a level, as a field over what it may reach."""
    x, y, step = nodes_over(table.position, i)
    points = worst.weight[i] * _points(table, worst, i, x[None, :], y[:, None])
    share = np.zeros(worst.weight.size)
    share[i] = 1.0
    lacking = steep * np.minimum(points - level, 0.0)
    table.add(FIELD, share, x=x[0], y=y[0], grid=lacking.ravel(), columns=x.size, step=step)


def _points(table: GoalTable, worst: Worst, i: int, x: Floats, y: Floats) -> Floats:
    """Return the points of a term that looks at centres, at weight 1."""
    t, start = worst.row, table.position.start
    if table.kind[t] == TRAVEL:
        return np.asarray(-np.hypot(x - float(start.x[i]), y - float(start.y[i])))
    if table.kind[t] == FIELD:
        grid = table.grid[t].reshape(-1, table.columns[t])
        across, along = np.broadcast_arrays(
            (y - table.y[t][i]) / table.step[t], (x - table.x[t][i]) / table.step[t]
        )
        found: Floats = np.empty(across.shape)
        map_coordinates(grid, [across, along], output=found, order=1, mode="constant")
        return found
    away = np.hypot(x - table.x[t][i], y - table.y[t][i])
    return np.asarray(float(worst.report.share[0, i, BASE]) - away)


def _steepest(table: GoalTable) -> float:
    """Return how much the terms that add up may change for a model in an inch, about."""
    formed = {*table.worst, *(t for t, _, _ in table.needs)}
    total = 0.0
    for t, (weight, grid) in enumerate(zip(table.weight, table.grid, strict=True)):
        if t in formed:
            continue
        most = float(np.abs(weight).max(initial=0.0))
        if grid.size:
            rows = grid.reshape(-1, table.columns[t])
            steps = [float(np.abs(np.diff(rows, axis=k)).max(initial=0.0)) for k in (0, 1)]
            most *= max(steps) / table.step[t]
        total += most
    return total
