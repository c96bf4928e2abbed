"""A table with all that is on it but units, and boards on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from movesolver.formats.scenario import validate
from movesolver.table.army import Unit
from movesolver.table.scenario import Action, Marker, Scenario, Table, Zone
from movesolver.table.terrain import Feature


class Ground(NamedTuple):
    """A table with all that is on it but units."""

    table: Table
    terrain: tuple[Feature, ...]
    markers: tuple[Marker, ...]
    zones: tuple[Zone, ...]

    def scenario(self, units: Iterable[Unit], action: Action) -> Scenario:
        """Return a scenario on the table; whether it makes sense is not looked at."""
        return Scenario(
            movesolver=1,
            table=self.table,
            terrain=self.terrain,
            markers=self.markers,
            zones=self.zones,
            units=tuple(units),
            action=action,
        )

    def board(self, units: Sequence[Unit]) -> Scenario:
        """Return the table with units, one or more, of which the first stays as it is.

        Raises
        ------
        InputError
            If they make no sense together.
        """
        return validate(self.scenario(units, Action(units[0].id, "remain_stationary")))
