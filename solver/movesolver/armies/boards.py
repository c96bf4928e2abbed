"""A board for two armies: a layout, a deployment map, nobody set up yet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from movesolver.armies.deploying import in_reserve
from movesolver.errors import InputError
from movesolver.formats import wh40kdc
from movesolver.formats.scenario import validate
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
    corners = [corner for zone in plan.zones for corner in zone.polygon]
    if any(
        x < -0.01 or y < -0.01 or x > table.width + 0.01 or y > table.height + 0.01
        for x, y in corners
    ):
        size = f"{table.width:g} x {table.height:g} inches"
        raise InputError("deployment", f"a map for a table of {size}", plan.name)
    markers = plan.markers if objectives == "map" and plan.markers else ground.objectives
    units = in_reserve((*first, *second))
    return validate(
        Scenario(
            movesolver=1,
            table=table,
            terrain=ground.terrain,
            markers=markers,
            zones=plan.zones,
            units=units,
            action=Action(units[0].id, "remain_stationary"),
        )
    )
