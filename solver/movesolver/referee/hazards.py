"""What one model may not cut into on its way: other models, and walls."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from movekernels.arrays import CONTACT, Bodies, Bools, Floats
from movekernels.geometry.gap import gap
from movesolver.referee.cover import wall_words
from movesolver.referee.crossings import PRESSED, Hazards
from movesolver.referee.position import Position, heading
from movesolver.referee.verdict import Code
from movesolver.rules.transit import barred_by
from movesolver.table.scenario import Pose


def board_hazards(position: Position, model: int, start: Pose, tolerance: float) -> Hazards:
    """Return every other model and wall as hazards of ``model``: models first.

    ``start`` is where its path begins.
    """
    others, walls = position.others, position.walls
    bodies = Bodies(*(np.concatenate(pair) for pair in zip(others, walls.bodies, strict=True)))
    height = position.movers[model].height
    berth = position.transit_clearance
    clear = np.zeros(bodies.x.size)
    floor = np.concatenate((others.z, walls.bodies.z)) - height
    ceiling = np.concatenate((others.z + position.headroom, walls.top))
    if berth > 0.0:
        foes = np.flatnonzero(position.enemy)
        clear[foes] = berth + tolerance
        reach = position.rules.engagement.vertical + position.rules.tolerance
        floor[foes] = np.minimum(floor[foes], others.z[foes] - reach)
        ceiling[foes] = np.maximum(ceiling[foes], others.z[foes] + reach)

    @cache
    def bars(low: float, high: float) -> Bools:
        models = position.blocks[model] & position.others_at_level(model, low, high)
        return np.concatenate((models, position.walls_barring(model, low, high)))

    return Hazards(
        bodies, floor, ceiling, clear, bars, depths(position, model, start, bodies, clear)
    )


def mate_hazards(
    position: Position, model: int, bodies: Bodies, tall: Floats, start: Pose
) -> Hazards:
    """Return unit-mates where they stand, or may stand, as hazards of ``model``.

    ``tall`` is how tall each is, inches, shape (h,); ``start`` is where the path begins.
    """
    mine = position.movers[model].height
    clear = np.zeros(tall.size)

    def bars(low: float, high: float) -> Bools:
        near: Bools = (bodies.z < high + mine) & (low < bodies.z + tall)
        return near

    depth = depths(position, model, start, bodies, clear)
    return Hazards(bodies, bodies.z - mine, bodies.z + tall, clear, bars, depth)


def depths(
    position: Position, model: int, start: Pose, bodies: Bodies, clear: Floats
) -> Callable[[int], float]:
    """Return how deep a path may cut in: not at all, or as deep as it starts by rounding.

    With a clearance to keep, "deep" counts from that far outside the base.
    """
    mine, pose = int(position.start.shape[model]), (*start[:2], *heading(start[2]))

    @cache
    def depth(h: int) -> float:
        if clear[h] > 0.0:
            return -float(clear[h])
        there = (bodies.x[h], bodies.y[h], bodies.cos[h], bodies.sin[h])
        pressed = -gap(position.shapes, mine, *pose, bodies.shape[h], *there)
        return pressed + CONTACT if 0.0 < pressed <= PRESSED else CONTACT

    return depth


def hazard_name(position: Position, model: int, h: int) -> tuple[Code, str, str]:
    """Return the code, the section and the name of a hazard of the board."""
    models = position.others.x.size
    if h >= models:
        w = h - models
        feature = position.scenario.terrain[int(position.walls.feature[w])]
        return Code.THROUGH_TERRAIN, *wall_words(position.walls.category[w], feature.id)
    hostile, name = bool(position.enemy[h]), position.other_ids[h]
    unit = position.scenario.unit(position.other_units[h])
    words = next(unit.keywords_of(one) for one in unit.standing if one.id == name)
    rule = barred_by(
        position.rules, position.move, position.mode, position.movers[model], words, hostile
    )
    return (
        Code.THROUGH_ENEMY if hostile else Code.THROUGH_FRIEND,
        rule or "03.01",
        name,
    )
