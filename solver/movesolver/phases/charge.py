"""The Charge phase (11): declare, roll, charge; at its end heroic interventions (15.11)."""

from __future__ import annotations

from typing import ClassVar, Self

from movesolver.phases.board import alive, changed
from movesolver.phases.moving import MovedPhase
from movesolver.phases.records import Event, Rolled, barred
from movesolver.referee.verdict import Finding
from movesolver.rules.moves import MoveType
from movesolver.table.army import Unit
from movesolver.table.scenario import Action, Phase


class ChargePhase(MovedPhase, frozen=True):
    """The Charge phase of one side's turn.

    A unit declares its charge by `roll`; its targets are chosen after the roll, in `take`.  A
    charge that cannot be made, or is not wished for any more, is simply not made: the next unit
    rolls.  After `finish` units of the other side may intervene, in one of the two modes.
    """

    PHASE: ClassVar[Phase] = "charge"
    LISTED: ClassVar[tuple[tuple[str, bool], ...]] = (
        ("charge", False),
        ("normal", True),
        ("surge", True),
        ("embark", False),
        ("emergency_disembark", True),
    )

    def finish(self) -> tuple[Self, Event]:
        """End the charges of the side whose turn it is; interventions come now."""
        return changed(self, rolls=self._closed(), finished=True), Event("finish")

    def _closed(self) -> tuple[Rolled, ...]:
        return tuple(changed(roll, open=False) if roll.open else roll for roll in self.rolls)

    def _lapsed(self, kind: MoveType) -> tuple[Rolled, ...]:
        return self._closed() if kind.after.charged else self.rolls

    def _bars(self, unit: Unit, action: Action, kind: MoveType) -> list[Finding]:
        found = super()._bars(unit, action, kind)
        if not alive(unit):
            return found
        if kind.name == "remain_stationary":
            found.append(barred("09.04", "To remain stationary is chosen in the Movement phase."))
        if not kind.after.charged:
            return found
        mine = unit.side == self.side
        if action.mode is not None and mine:
            text = f"It is the turn of {self.side}: {unit.id} charges and does not intervene."
            found.append(barred("15.11", text))
        elif action.mode is not None and not self.finished:
            text = f"{unit.id} may intervene at the end of the phase, not before."
            found.append(barred("15.11", text))
        elif action.mode is None and not mine:
            text = f"It is the turn of {self.side}: {unit.id} may only intervene, in a mode."
            found.append(barred("11.02", text))
        elif action.mode is None and self.finished:
            found.append(barred("11.02", "The charges of this phase are over."))
        if any(
            one.unit == unit.id and one.move == kind.name and not one.open for one in self.rolls
        ):
            text = f"{unit.id} has declared its charge of this phase, and that is over."
            found.append(barred("11.02", text))
        return found

    def _unrolled(self, action: Action, kind: MoveType) -> list[Finding]:
        # A charge of a stated distance is one whose roll was modified: it was rolled too.
        if not kind.after.charged or action.roll is not None:
            return super()._unrolled(action, kind)
        return [barred("11.02", f"{action.unit} has not rolled for its {action.move} move.")]
