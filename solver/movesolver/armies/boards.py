"""A board for two armies: a layout, a deployment map, nobody set up yet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from movesolver.errors import InputError
from movesolver.formats import wh40kdc
from movesolver.formats.grounds import Ground
from movesolver.formats.scenario import validate
from movesolver.phases.board import changed
from movesolver.table.army import Unit
from movesolver.table.fields import shown
from movesolver.table.scenario import Action, Scenario


def build_game(
    first: Sequence[Unit],
    second: Sequence[Unit],
    layout: str,
    *,
    deployment: str | None = None,
    attacker: str | None = None,
    objectives: Literal["map", "terrain"] = "map",
) -> Scenario:
    """Return a board for two armies; all their units wait in reserve.

    Parameters
    ----------
    first, second
        Units as `wh40kdc.read_roster` and `wh40kdc.read_unit` give them, each army of one side.
    layout, deployment
        Names of a layout and a deployment map, or parts of them; the layout's own map if left
        out.
    attacker
        The side that has the attacker's zone; that of the first army if left out.
    objectives
        The map's markers, or the layout's terrain objectives.

    Raises
    ------
    InputError
        If there is no such layout or map, they do not go together, an army is empty or of two
        sides, or both are of one.
    MoveSolverError
        If the `wh40kdc` package is not installed.
    """
    sides = []
    for place, army in (("first", first), ("second", second)):
        own = sorted({unit.side for unit in army})
        if len(own) != 1:
            raise InputError(place, "units of one side", shown(own) if own else "no units")
        sides += own
    if sides[0] == sides[1]:
        raise InputError("second", "an army of another side", shown(sides[1]))
    ground = read_place(layout, deployment, attacker=attacker, sides=sides, objectives=objectives)
    return ground.board(_in_reserve((*first, *second)))


def read_place(
    layout: str,
    deployment: str | None,
    *,
    attacker: str | None,
    sides: Sequence[str],
    objectives: Literal["map", "terrain"] = "map",
) -> Ground:
    """Return a layout with the zones and markers of a map; arguments as of `build_game`.

    Raises
    ------
    InputError
        If there is no such layout or map, they do not go together, or there are not two sides.
    """
    if len(sides) != 2:
        raise InputError("sides", "two sides, for two zones", f"{len(sides)}")
    if attacker is not None and attacker not in sides:
        raise InputError("attacker", f"a side, {sides[0]} or {sides[1]}", shown(attacker))
    ground = wh40kdc.read_layout(layout)
    wanted = deployment or ground.deployment
    if wanted is None:
        raise InputError("deployment", f"a map for the layout {ground.name}", "none")
    attacks = attacker or sides[0]
    defends = sides[1] if attacks == sides[0] else sides[0]
    plan = wh40kdc.read_deployment(wanted, attacker=attacks, defender=defends)
    table = ground.table
    if plan.table != table:
        size = f"{table.width:g} x {table.height:g} inches"
        raise InputError("deployment", f"a map for a table of {size}", plan.name)
    markers = plan.markers if objectives == "map" and plan.markers else ground.objectives
    return Ground(table, ground.terrain, markers, plan.zones)


def begun(board: Scenario, sides: Sequence[str]) -> Scenario:
    """Return a board in its first round, the first of some sides to move.

    Its action is one that can be judged: the first unit on the table stays where it is.
    """
    standing = [
        unit for side in sides for unit in board.units if unit.side == side and unit.on_table
    ]
    mover = standing[0] if standing else board.units[0]
    action = Action(mover.id, "remain_stationary", paths={} if standing else None)
    return validate(
        msgspec.structs.replace(
            board, round=1, active_side=mover.side, phase="movement", action=action
        )
    )


def _in_reserve(units: Sequence[Unit]) -> tuple[Unit, ...]:
    """Return units that wait to be set up."""
    return tuple(changed(unit, status=changed(unit.status, in_reserve=True)) for unit in units)
