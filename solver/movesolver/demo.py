"""The demonstration: a real table, two real armies, and one move to find.

Bases, moves, terrain and deployment come from the `wh40kdc` package; where the
models stand is made up here. Ten Jakhals on two sizes of round bases stand in
front of their deployment zone and go for an objective inside a ruin, about nine
inches away. Squighog Boyz on ovals stand around the far side of that ruin: of the
ground that is both in range of the objective and within a straight move, a third
is too close to them to end on, and walls take some of the rest.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from movesolver.errors import InputError
from movesolver.formats import wh40kdc
from movesolver.table.army import Unit
from movesolver.table.scenario import Action, GoalTerm, Nearness, Scenario, Target

CREDIT = wh40kdc.CREDIT
"""To be shown with the demonstration."""

SITUATION = "Ten Jakhals want the objective in a ruin; walls and enemies are in the way."
WORTH = '1 for each inch that a model ends nearer to it, 4 for each within 3"'
"""What is asked, and what a point of the goal is, in words."""

_LAYOUT = "Disrupt vs Recon 01"
_OBJECTIVE = "objective-2"

# x, y in inches and the heading in degrees, in the order of the datasheet.
_Stand = tuple[float, float, float]
_JAKHALS: tuple[_Stand, ...] = (
    (15.4, 32.1, 0.0),
    (15.5, 33.9, 0.0),
    (14.0, 30.6, 0.0),
    (14.0, 32.0, 0.0),
    (14.0, 33.4, 0.0),
    (14.0, 34.8, 0.0),
    (12.6, 30.6, 0.0),
    (12.6, 32.0, 0.0),
    (12.6, 33.4, 0.0),
    (12.6, 34.8, 0.0),
)
_EIGHTBOUND: tuple[_Stand, ...] = ((15.0, 24.5, 0.0), (17.2, 25.4, 0.0), (16.9, 23.0, 0.0))
_SQUIGHOGS: tuple[_Stand, ...] = (
    (27.3, 36.4, 180.0),
    (26.3, 32.9, 165.0),
    (22.7, 31.4, 140.0),
    (25.9, 30.5, 150.0),
)
_BOYZ: tuple[_Stand, ...] = (
    (41.0, 30.7, 180.0),
    (39.4, 29.8, 180.0),
    (39.4, 31.4, 180.0),
    (39.4, 33.0, 180.0),
    (41.0, 29.1, 180.0),
    (41.0, 32.3, 180.0),
    (42.6, 29.1, 180.0),
    (42.6, 30.7, 180.0),
    (42.6, 32.3, 180.0),
    (39.4, 28.2, 180.0),
)


def build_demo() -> Scenario:
    """Build the demonstration's scenario.

    Returns
    -------
    Scenario
        Side "a" to move in its second movement phase: the unit ``jakhals``, a
        normal move, towards the objective in the ruin and, if it can, within its
        3" range.

    Raises
    ------
    MoveSolverError
        If the `wh40kdc` package is not installed.
    """
    layout = wh40kdc.read_layout(_LAYOUT)
    deployment = wh40kdc.read_deployment(layout.deployment or "", attacker="b", defender="a")
    mover = _place(wh40kdc.read_unit("Jakhals", "a", faction="world-eaters"), _JAKHALS)
    objective = Target(marker=_OBJECTIVE)
    return Scenario(
        movesolver=1,
        round=2,
        active_side="a",
        phase="movement",
        table=layout.table,
        terrain=layout.terrain,
        markers=deployment.markers,
        zones=deployment.zones,
        units=(
            mover,
            _place(wh40kdc.read_unit("Eightbound", "a", faction="world-eaters"), _EIGHTBOUND),
            _place(wh40kdc.read_unit("Squighog Boyz", "b", faction="orks"), _SQUIGHOGS),
            _place(wh40kdc.read_unit("Boyz", "b", faction="orks"), _BOYZ),
        ),
        action=Action(
            unit=mover.id,
            move="normal",
            goal=(
                GoalTerm(near=objective),
                GoalTerm(within=Nearness(of=objective, inches=3.0), weight=4.0),
            ),
        ),
    )


def _place(unit: Unit, stands: Sequence[_Stand]) -> Unit:
    if len(unit.models) != len(stands):
        raise InputError(f"unit {unit.id}", f"{len(stands)} models", str(len(unit.models)))
    models = tuple(
        msgspec.structs.replace(model, at=(x, y), facing=facing)
        for model, (x, y, facing) in zip(unit.models, stands, strict=True)
    )
    return msgspec.structs.replace(unit, models=models)
