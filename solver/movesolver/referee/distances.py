"""How far each model may move, or from where it may be set up."""

from __future__ import annotations

import math

import numpy as np

from movekernels.arrays import Floats
from movesolver.errors import InputError
from movesolver.referee.position import Position
from movesolver.table.army import Model


def maximum_of(position: Position, *, unrolled: bool = False) -> Floats:
    """Return how far each model may move, inches, shape (n,).

    For a unit that is set up: how far from the middle (`Position.start`) a centre can be at
    most.  With ``unrolled`` a roll that is missing counts as no movement.

    Sections 03.01.01 and 03.01.04 (M, stated distances), 21.03 (skies), VS2.

    Raises
    ------
    InputError
        If the M or the roll that the move needs is not given.
    """
    if position.placing and not position.models:
        return np.empty(0)
    if position.placing:
        return np.full(len(position.models), _farthest(position))
    known: dict[tuple[float | None, tuple[str, ...]], float] = {}
    for model in position.models:
        alike = model.move, model.keywords
        if alike not in known:
            known[alike] = _maximum(position, model, unrolled)
    return np.array([known[model.move, model.keywords] for model in position.models])


def _farthest(position: Position) -> float:
    set_up, table = position.move.set_up, position.scenario.table
    assert set_up is not None
    transport = position.transport
    if set_up.near == "transport" and transport is not None and transport.on_table:
        first, *rest = transport.standing
        assert first.at is not None
        own = position.of_units(transport.id)
        reach = float(position.shapes.outer[position.others.shape[own]].max(initial=0.0))
        apart = [math.dist(first.at, other.at) for other in rest if other.at is not None]
        widest = float(position.shapes.outer[position.start.shape].max(initial=0.0))
        return max(apart, default=0.0) + reach + max(set_up.within, 2 * widest + 1.0)
    if set_up.near == "mates":
        stand = position.others_of(position.scenario.mover.id)
        radii = position.shapes.outer[stand.shape]
        away = np.hypot(stand.x - position.start.x[0], stand.y - position.start.y[0]) + radii
        widest = float(position.shapes.outer[position.start.shape].max(initial=0.0))
        return float(away.max(initial=0.0)) + position.rules.coherency.neighbour + widest
    return math.hypot(table.width, table.height) / 2


def _maximum(position: Position, model: Model, unrolled: bool) -> float:
    move, action, rules = position.move, position.scenario.action, position.rules
    unit, stated = position.scenario.mover, action.max_distance
    own = model.move if model.move is not None else unit.move
    if rules.options.get("mixed_m") == "normal_advance" and move.name not in ("normal", "advance"):
        own = unit.move if unit.move is not None else own
    if not move.moves_models:
        return 0.0
    if stated is not None:
        distance = stated
        if move.name == "normal" and rules.options.get("wtc.reactive_move_min") and own is not None:
            distance = min(distance, own)
    elif move.fixed is not None:
        distance = move.fixed
    elif move.ability:
        distance = float(getattr(unit.status, move.ability) or 0.0)
    elif own is None:
        where = next(k for k, u in enumerate(position.scenario.units) if u.id == unit.id)
        raise InputError(
            f"units[{where}].move", f"the M of {unit.id} for its {move.name} move", "none"
        )
    else:
        distance = own * move.times_move
    if move.roll is not None and not (stated is not None and move.fixed is not None):
        low, high = move.roll
        if action.roll is None and unrolled:
            return 0.0
        if action.roll is None or not low <= action.roll <= high:
            got = "none" if action.roll is None else str(action.roll)
            raise InputError("action.roll", f"a roll of {low} to {high} for {move.name}", got)
        distance += min(float(action.roll), move.most_rolled)
    if move.skies and unit.status.fly_declared and "HOVER" not in unit.keywords_of(model):
        flies = any("FLY" in unit.keywords_of(mate) for mate in unit.models)
        distance -= rules.skies_cost if flies else 0.0
    return max(0.0, distance)
