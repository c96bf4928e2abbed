"""The Movement phase (09): each unit is selected once; what waits for its end comes after."""

from __future__ import annotations

from typing import ClassVar, Self

from movesolver.phases.asking import before_moving, selects
from movesolver.phases.board import alive, changed
from movesolver.phases.moving import MovedPhase
from movesolver.phases.records import Event, Rolled, barred, refused
from movesolver.referee.check import judge
from movesolver.referee.pack import pack
from movesolver.referee.verdict import Finding, listed
from movesolver.rules.moves import MoveType
from movesolver.table.army import Unit
from movesolver.table.scenario import Action, Phase

AIRCRAFT = "AIRCRAFT"


class MovementPhase(MovedPhase, frozen=True):
    """The Movement phase of one side's turn.

    Each of its units, on the battlefield, in reserves or embarked, is selected once, for one
    move; those not selected when it ends remain stationary (09.04).  Then come rapid ingress
    of the other side (15.07) and whatever else other rules let happen at the end.
    """

    PHASE: ClassVar[Phase] = "movement"
    LISTED: ClassVar[tuple[tuple[str, bool], ...]] = (
        ("remain_stationary", False),
        ("normal", False),
        ("advance", False),
        ("fall_back", False),
        ("disembark", False),
        ("ingress", False),
        ("deep_strike", False),
        ("embark", False),
        ("surge", True),
        ("assault_disembark", True),
        ("shock_disembark", True),
        ("emergency_disembark", True),
    )

    def unselected(self) -> tuple[str, ...]:
        """Return the units that have not been selected to move yet."""
        return tuple(
            unit.id
            for unit in self.scenario.units
            if unit.side == self.side and not unit.status.selected_this_phase and alive(unit)
        )

    def ended(self) -> bool:
        """Return whether every unit has been selected and has made the move it must make."""
        return self.finished or not (self.unselected() or self._pending() or self._waiting())

    def finish(self) -> tuple[Self, Event]:
        """End the Move Units step: units not selected remain stationary (09.04).

        Raises
        ------
        RefusedError
            If a unit must still be selected, after a tactical disembark (18.04), or make the
            move that it has rolled for (09.06).
        """
        waiting = self._waiting()
        if waiting is not None:
            raise refused(_must(waiting))
        pending = self._pending()
        if pending is not None and pending.unit in self.unselected():
            one, stay = self.unit(pending.unit), self.kind("remain_stationary")
            if not self._may_pass(pending, one, Action(one.id, stay.name), stay):
                text = f"{one.id} has rolled for its {pending.move} move and makes it first."
                raise refused(barred(self.kind(pending.move).section, text))
        left = self.unselected()
        units = tuple(
            changed(unit, status=changed(unit.status, selected_this_phase=True))
            if unit.id in left
            else unit
            for unit in self.scenario.units
        )
        new = changed(
            self,
            scenario=changed(self.scenario, units=units),
            rolls=tuple(changed(roll, open=False) if roll.open else roll for roll in self.rolls),
            last=None,
            finished=True,
        )
        stayed = tuple(unit.id for unit in units if unit.id in left and unit.on_table)
        return new, Event("finish", stationary=stayed)

    def _bars(self, unit: Unit, action: Action, kind: MoveType) -> list[Finding]:
        found = super()._bars(unit, action, kind)
        if not alive(unit) or not selects(kind, action):
            return found
        if unit.side != self.side:
            return found + self._bars_rapid_ingress(unit, kind)
        if self.finished:
            found.append(barred("09.02", "Every unit has been selected: the step is over."))
        status = unit.status
        if status.must_select:
            if kind.name not in status.must_select and self._open(unit):
                found.append(_must(unit))
        elif kind.name == "remain_stationary" and status.selected_this_phase:
            text = f"{unit.id} has already been selected to move this phase."
            found.append(barred("09.02", text))
        waiting = self._waiting(unit.id)
        if waiting is not None:
            found.append(_must(waiting))
        pending = self._pending()
        if pending is not None and not self._may_pass(pending, unit, action, kind):
            section = self.kind(pending.move).section
            how = f" in the mode {pending.mode}" if pending.mode else ""
            text = f"{pending.unit} has rolled for its {pending.move} move{how} and makes it first."
            found.append(barred(section, text))
        return found

    def _bars_rapid_ingress(self, unit: Unit, kind: MoveType) -> list[Finding]:
        """Return what stands against a move of the other side (15.07)."""
        if not any(need.kind == "in_reserve" for need in kind.needs):
            return [barred("09.02", f"It is the turn of {self.side}: {unit.id} moves in its own.")]
        found = []
        if not self.ended():
            text = f"{unit.id} arrives in the turn of {self.side} only at the end of this phase."
            found.append(barred("15.07", text))
        if any(AIRCRAFT in unit.keywords_of(model) for model in unit.models):
            text = f"{unit.id} is {AIRCRAFT} and arrives in its own turn only."
            found.append(barred("15.07", text))
        return found

    def _pending(self) -> Rolled | None:
        """Return the roll of a selected unit whose move is still to be made."""
        for roll in self.rolls:
            if roll.open and not dict(self.LISTED).get(roll.move, True):
                return roll
        return None

    def _may_pass(self, pending: Rolled, unit: Unit, action: Action, kind: MoveType) -> bool:
        """Return whether a move may come before, or instead of, one that was rolled for."""
        if unit.id != pending.unit:
            return False
        if kind.name == pending.move:
            return pending.mode is None or action.mode in (None, pending.mode)
        # A rolled move of no inches is a move; only where even that is illegal (the unit is out
        # of coherency) can the move fail, and its unit then stays where it is.
        return kind.name == "remain_stationary" and not self._may_stand(pending)

    def _may_stand(self, pending: Rolled) -> bool:
        asked = self._asked(pending.unit, pending.move)
        return judge(pack(asked, rules=self.rules), None).legal

    def _waiting(self, but: str | None = None) -> Unit | None:
        """Return the unit that must be selected again before others (18.04)."""
        for unit in self.scenario.units:
            if unit.status.must_select and unit.id != but and alive(unit) and self._open(unit):
                return unit
        return None

    def _open(self, unit: Unit) -> bool:
        """Return whether a unit can make one of the moves it must be selected for."""
        return any(
            not before_moving(self._asked(unit.id, move), self.rules)[1]
            for move in unit.status.must_select
        )

    def _followed(self, index: int, kind: MoveType, event: Event) -> tuple[Self, Event]:
        if kind.name != "remain_stationary" or not self.rolls:
            return self, event
        rolls = tuple(
            changed(roll, open=False) if roll.open and roll.unit == event.unit else roll
            for roll in self.rolls
        )
        return changed(self, rolls=rolls), event


def _must(unit: Unit) -> Finding:
    moves = listed([f"{move}" for move in unit.status.must_select])
    return barred("18.04", f"{unit.id} must now be selected for one of these moves: {moves}.")
