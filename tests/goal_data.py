"""Small boards for goals that can be worked out by hand."""

from __future__ import annotations

import movesolver
from movesolver.formats.scenario import validate
from movesolver.search.result import Result
from movesolver.table.army import Model, Unit
from movesolver.table.bases import round
from movesolver.table.scenario import Action, GoalTerm, Marker, Scenario, Table

R32 = 16 / 25.4
Spot = tuple[float, float]


def scenario(
    *terms: GoalTerm, at: tuple[Spot, ...] = ((10, 20), (11.4, 20)), foe: Spot = (40, 20)
) -> Scenario:
    """Models a0, a1, ... of 32 mm at these places, an enemy, a marker at (20, 20)."""
    models = tuple(Model(f"a{k}", round(32), spot) for k, spot in enumerate(at))
    return validate(
        Scenario(
            movesolver=1,
            table=Table(60, 44),
            units=(
                Unit("alpha", "a", models, (), 6),
                Unit("foe", "b", (Model("e", round(32), foe),)),
            ),
            markers=(Marker("m", (20.0, 20.0)),),
            action=Action("alpha", "normal", goal=terms),
        )
    )


def row(count: int) -> tuple[Spot, ...]:
    return tuple((10.0 + 1.4 * k, 20.0) for k in range(count))


def legal(result: Result) -> None:
    assert result.moved is not None
    for tolerance in (None, 0.0):
        assert movesolver.check(result.moved, tolerance=tolerance).legal
    assert result.objective is not None
    if result.bound is not None:
        assert result.objective <= result.bound + 1e-9
