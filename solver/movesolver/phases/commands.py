"""A round of VoidSiege commands: what a unit did bars what would restrict it in the same way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

import msgspec

from movesolver.errors import InputError
from movesolver.phases.board import alive, changed
from movesolver.phases.moving import MovedPhase
from movesolver.phases.records import Event, barred, refused
from movesolver.referee.verdict import Finding
from movesolver.rules.moves import MoveType
from movesolver.rules.sequences import RESTRICTIONS
from movesolver.table.army import Unit
from movesolver.table.fields import inside, shown
from movesolver.table.names import did_you_mean
from movesolver.table.scenario import Action, Game


class Restricted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a unit is restricted in for the rest of the round."""

    unit: str
    kinds: tuple[str, ...]


class CommandRound(MovedPhase, frozen=True):
    """One round of VoidSiege: commands in any order, each with its restrictions (VS15).

    `take` makes the movement part of a command; `command` says that a unit was given one that
    moves nothing.  What Advance and Overrun restrict is silent: they restrict nothing here.
    """

    restricted: tuple[Restricted, ...] = ()

    GAME: ClassVar[Game] = "voidsiege"
    LISTED: ClassVar[tuple[tuple[str, bool], ...]] = (
        ("move", False),
        ("advance", False),
        ("run", False),
        ("assault", False),
        ("overrun", False),
    )

    def named_units(self) -> Iterator[tuple[str, str]]:
        """Yield every unit that the state names outside its scenario, with its place."""
        yield from super().named_units()
        for k, one in enumerate(self.restricted):
            yield inside("restricted", k, "unit"), one.unit

    def restrictions(self, unit: str) -> frozenset[str]:
        """Return what a unit is restricted in: ``run``, ``shoot``, ``defend``."""
        return frozenset(kind for one in self.restricted if one.unit == unit for kind in one.kinds)

    def command(self, unit: str, name: str) -> tuple[Self, Event]:
        """Give a unit a command that moves nothing: ``shoot`` or ``defend``.

        Raises
        ------
        RefusedError
            If it would be restricted in the same way again this round (VS15).
        InputError
            If there is no such command.
        """
        if name not in ("shoot", "defend"):
            wanted = f"shoot or defend{did_you_mean(name, ('shoot', 'defend'))}"
            raise InputError("command", wanted, shown(name))
        found = self._restricts(self.unit(unit), name)
        if found:
            raise refused(*found)
        return self._with(unit, name), Event(name, unit)

    def without_shot(self, unit: str) -> Self:
        """Return the state after an Assault whose shot fell away: Run alone restricts (VS14)."""
        kinds = tuple(sorted(self.restrictions(unit) - {"shoot"}))
        others = tuple(one for one in self.restricted if one.unit != unit)
        return changed(self, restricted=(*others, Restricted(unit, kinds)) if kinds else others)

    def finish(self) -> tuple[Self, Event]:
        """End the round: restrictions end with it."""
        return changed(self, restricted=(), finished=True), Event("finish")

    def _with(self, unit: str, command: str) -> Self:
        kinds = tuple(sorted(self.restrictions(unit) | RESTRICTIONS.get(command, frozenset())))
        others = tuple(one for one in self.restricted if one.unit != unit)
        return changed(self, restricted=(*others, Restricted(unit, kinds)) if kinds else others)

    def _restricts(self, unit: Unit, command: str) -> list[Finding]:
        again = sorted(RESTRICTIONS.get(command, frozenset()) & self.restrictions(unit.id))
        return [
            barred("VS15", f"{unit.id} is restricted in {kind} already this round.")
            for kind in again
        ]

    def _bars(self, unit: Unit, action: Action, kind: MoveType) -> list[Finding]:
        found = super()._bars(unit, action, kind)
        return found + self._restricts(unit, kind.name) if alive(unit) else found

    def _followed(self, index: int, kind: MoveType, event: Event) -> tuple[Self, Event]:
        return self._with(self.scenario.units[index].id, kind.name), event
