"""Setting up: a block of models somewhere in the zones of their side."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from movesolver.duties.judge import judged
from movesolver.phases import board
from movesolver.phases.board import changed
from movesolver.referee.pack import pack
from movesolver.referee.position import Position
from movesolver.simulate.moving import Made, Search
from movesolver.simulate.results import SEARCHED, SHIFTED
from movesolver.table.army import Unit
from movesolver.table.fields import Polygon
from movesolver.table.scenario import Action, GoalTerm, Pose, Scenario

BLOCKS = 40
"""Blocks that are tried ..."""
SEARCHES = 3
"""... and searches made after them, before a unit stays off the table."""
APART = 0.2
"""Between the bases of a block, inches."""


def set_up(scenario: Scenario, index: int, search: Search) -> tuple[Scenario, Made | None]:
    """Return the board with a unit set up, and how it was: None if no room was found."""
    unit, rng, how = scenario.units[index], search.rng, SHIFTED
    action = Action(unit.id, "set_up", mode="in_zone")
    asked = changed(scenario, action=action, active_side=unit.side, phase="deployment")
    zones = [zone.polygon for zone in scenario.zones if zone.side == unit.side]
    position = pack(asked)
    ends = next(
        (
            block
            for block in _blocks(position, zones, rng)
            if judged(position, None, block, tolerance=0.0)[0].legal
        ),
        None,
    )
    for _ in range(SEARCHES if ends is None else 0):
        goal = (GoalTerm(near=_spot(zones, rng)),)
        question = changed(asked, action=changed(action, goal=goal))
        result = search.found(question)
        if result.solved:
            ends, how = dict(result.ends), SEARCHED
            break
    if ends is None:
        return scenario, None
    status = changed(unit.status, in_reserve=False)
    after = board.with_unit(scenario, index, board.placed(unit, ends, status))
    moved = changed(asked, action=changed(action, ends=ends))
    return after, Made(moved, how, 0.0, 0.0)


def _blocks(
    position: Position, zones: list[Polygon], rng: np.random.Generator
) -> Iterator[dict[str, Pose]]:
    """Yield blocks about random places of the zones, as square as they can be."""
    n = len(position.ids)
    pitch = 2.0 * float(position.shapes.outer[position.start.shape].max()) + APART
    columns = math.ceil(math.sqrt(n))
    rows = -(-n // columns)
    for _ in range(BLOCKS):
        x, y = _spot(zones, rng)
        wide, high = (columns, rows) if rng.random() < 0.5 else (rows, columns)
        yield {
            name: (
                x + pitch * (k % wide - (wide - 1) / 2),
                y + pitch * (k // wide - (high - 1) / 2),
                float(position.facing[k]),
                0.0,
            )
            for k, name in enumerate(position.ids)
        }


def _spot(zones: list[Polygon], rng: np.random.Generator) -> tuple[float, float]:
    """Return a random point of the box around one of the zones."""
    zone = np.array(zones[int(rng.integers(len(zones)))])
    x, y = rng.uniform(zone.min(axis=0), zone.max(axis=0))
    return float(x), float(y)


def waits(scenario: Scenario, unit: Unit) -> bool:
    """Return whether a unit is to be set up before the first turn."""
    own = any(zone.side == unit.side for zone in scenario.zones)
    return own and unit.status.in_reserve and board.alive(unit)
