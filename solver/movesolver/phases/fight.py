"""The moves of the Fight phase (12): pile in, overrun, consolidate; and who fights when."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Literal, Self

from movesolver.phases.board import alive, changed
from movesolver.phases.moving import MovedPhase
from movesolver.phases.records import Event, barred, refused
from movesolver.phases.state import PhaseState
from movesolver.referee.needs import closest_foes, engaged_with
from movesolver.referee.pack import pack
from movesolver.referee.verdict import Finding, listed
from movesolver.rules.moves import MoveType
from movesolver.rules.sequences import FIGHTS_FIRST, PASS_BEYOND
from movesolver.table.army import Unit
from movesolver.table.fields import inside
from movesolver.table.scenario import Action, Phase

Step = Literal["pile_in", "fight", "consolidate", "over"]
_LISTS = ("piled_in", "engaged_first", "overran", "has_fought", "consolidated", "forced")


class FightMoves(MovedPhase, frozen=True):
    """The Fight phase, as far as units move in it and who fights decides who moves.

    Steps: ``pile_in``, ``fight``, ``consolidate``, ``over``.  In the first and the third the
    units of the side whose turn it is come first, then the others (`acting`); `finish` ends
    the part of one side.  Attacks are the caller's: `fought` says that a unit was selected to
    fight, `lose` what it cost.
    """

    step: Step = "pile_in"
    acting: str = ""
    """The side whose units move, or whose choice it is which unit fights."""
    piled_in: tuple[str, ...] = ()
    """Units that have piled in, in the Pile-in step."""
    engaged_first: tuple[str, ...] = ()
    """Units that were engaged when the Fight step began."""
    overran: tuple[str, ...] = ()
    """Units that have made the pile-in of an overrun fight."""
    has_fought: tuple[str, ...] = ()
    """Units that were selected to fight."""
    consolidated: tuple[str, ...] = ()
    forced: tuple[str, ...] = ()
    """Units that must be selected to fight before anything else, in any order (12.08)."""
    passed: tuple[str, ...] = ()
    """Sides that have passed since a unit was last selected to fight."""

    PHASE: ClassVar[Phase] = "fight"
    LISTED: ClassVar[tuple[tuple[str, bool], ...]] = (
        ("pile_in", False),
        ("consolidate", False),
        ("normal", True),
        ("surge", True),
        ("embark", False),
        ("emergency_disembark", True),
    )
    FLAGS: ClassVar[tuple[tuple[str, Any], ...]] = (
        *PhaseState.FLAGS,
        ("eligible_to_fight", False),
    )

    def _begun(self) -> Self:
        return changed(self, acting=self.side)

    def named_units(self) -> Iterator[tuple[str, str]]:
        """Yield every unit that the state names outside its scenario, with its place."""
        yield from super().named_units()
        for field in _LISTS:
            for k, name in enumerate(getattr(self, field)):
                yield inside(field, k), name

    def named_sides(self) -> Iterator[tuple[str, str]]:
        """Yield every side that the state names, with its place."""
        yield from super().named_sides()
        yield "acting", self.acting
        for k, name in enumerate(self.passed):
            yield inside("passed", k), name

    # -- who fights

    def fighters(self) -> tuple[str, ...]:
        """Return the units of which one is to be selected to fight now.

        Those forced by a consolidation (12.08); else the unit that has just overrun; else of
        units with Fights First (charged units have it), while some are left, and then of the
        others: those of the side whose choice it is, or of the next if that has none.
        """
        forced = self._forced()
        if forced:
            return forced
        if self.step != "fight":
            return ()
        just = self._just_overran()
        if just:
            return just
        left = [unit for unit in self._left() if unit.side not in self.passed]
        band = [unit for unit in left if _first(unit)] or left
        for side in self._sides(self.acting):
            mine = tuple(unit.id for unit in band if unit.side == side)
            if mine:
                return mine
        return ()

    def fought(self, unit: str) -> tuple[Self, Event]:
        """Say that a unit was selected to fight; what its attacks do is said by `lose`.

        Raises
        ------
        RefusedError
            If it was before, is not eligible, or others come first.
        """
        one = self.unit(unit)
        if unit not in self.fighters():
            raise refused(self._why_not(one))
        new = changed(
            self,
            has_fought=(*self.has_fought, unit),
            forced=tuple(name for name in self.forced if name != unit),
            passed=(),
        )
        if self.step == "fight":
            first = any(_first(one) for one in self._left())
            still = any(_first(one) for one in new._left())
            acting = self.side if first and not still else self._sides(one.side)[1]
            new = changed(new, acting=acting)
            # Who has nobody to select does not choose (12.01).
            now = new.fighters()
            new = changed(new, acting=new.unit(now[0]).side if now else acting)
        return new, Event("fought", unit)

    def _why_not(self, unit: Unit) -> Finding:
        now = self.fighters()
        if unit.id in self.has_fought:
            return barred("12.01", f"{unit.id} has been selected to fight this phase.")
        if self.step != "fight" and not now:
            return barred("12.01", f"Units are selected in the fight step; it is {self.step}.")
        if not unit.status.eligible_to_fight or not unit.on_table:
            return barred("12.01", f"{unit.id} is not eligible to fight.")
        return barred("12.01", f"First one of these is selected to fight: {listed(now)}.")

    def skip(self) -> tuple[Self, Event]:
        """Pass the choice of the side whose turn it is to choose (12.01).

        Raises
        ------
        RefusedError
            If one of its units that may fight is within 5" of an enemy, or must fight.
        """
        side = self.acting
        if self.step != "fight":
            raise refused(barred("12.01", f"There is nothing to pass in the {self.step} step."))
        just = self._just_overran()
        near = self._near([unit for unit in self._left() if unit.side == side])
        if just:
            near.append(barred("12.06", f"{listed(just)} has piled in and fights now."))
        if near:
            raise refused(*near)
        passed, acting = (*self.passed, side), self._sides(side)[1]
        return changed(self, passed=passed, acting=acting), Event("pass")

    def _left(self) -> list[Unit]:
        """Return the units that may still be selected to fight."""
        return [
            unit
            for unit in self.scenario.units
            if unit.status.eligible_to_fight and unit.id not in self.has_fought and unit.on_table
        ]

    def _forced(self) -> tuple[str, ...]:
        """Return the units that a consolidation forces to fight and that are still there."""
        return tuple(name for name in self.forced if self.unit(name).on_table)

    def _just_overran(self) -> tuple[str, ...]:
        """Return the unit that has made its overrun pile-in and has not fought since."""
        return tuple(
            name
            for name in self.overran
            if name not in self.has_fought and self.unit(name).on_table
        )

    def _near(self, units: Sequence[Unit]) -> list[Finding]:
        """Return for each unit within 5" of an enemy that its side may not pass."""
        found, limit = [], PASS_BEYOND + self.rules.tolerance
        for unit in units:
            near = closest_foes(pack(self._asked(unit.id, "remain_stationary"), rules=self.rules))
            if near and near[0][0] <= limit:
                text = f"{unit.id} may fight and is {near[0][0]:.4g} inches from {near[0][1]}."
                found.append(barred("12.01", text))
        return found

    def _sides(self, first: str) -> list[str]:
        """Return the sides in turn, from one of them on; that of the turn leads, once more last."""
        others = sorted({unit.side for unit in self.scenario.units} - {self.side})
        sides = [self.side, *others]
        k = sides.index(first)
        return [*sides[k:], *sides[:k], first]

    def _foes(self, unit: str) -> list[str]:
        asked = self._asked(unit, "remain_stationary")
        return engaged_with(pack(asked, rules=self.rules))

    # -- steps

    def finish(self) -> tuple[Self, Event]:
        """End what is being done: one side's pile-ins, the Fight step, one side's consolidations.

        Raises
        ------
        RefusedError
            If a unit must still be selected to fight.
        """
        forced = self._forced()
        if forced:
            text = f"{listed(forced)}: to be selected to fight before anything else."
            raise refused(barred("12.08", text))
        if self.step == "over":
            return self, Event("finish")
        if self.step == "fight":
            overran = self._just_overran()
            found = [barred("12.06", f"{name} has piled in and fights now.") for name in overran]
            found += self._near(self._left())
            if found:
                raise refused(*found)
            return changed(self, step="consolidate", acting=self.side), Event("finish")
        following = self._sides(self.acting)[1]
        if following != self.side:
            return changed(self, acting=following), Event("finish")
        if self.step == "pile_in":
            return self._fight_step(), Event("finish")
        return changed(self, step="over", finished=True), Event("finish")

    def _fight_step(self) -> Self:
        """Return the state at the start of the Fight step: who is engaged, who may fight."""
        standing = [unit for unit in self.scenario.units if unit.on_table]
        engaged = tuple(unit.id for unit in standing if self._foes(unit.id))
        able = {*engaged, *(unit.id for unit in standing if unit.status.charged)}
        new = self._eligible(able)
        return changed(new, step="fight", acting=self.side, engaged_first=engaged)

    def _eligible(self, names: set[str]) -> Self:
        units = tuple(
            changed(unit, status=changed(unit.status, eligible_to_fight=True))
            if unit.id in names and not unit.status.eligible_to_fight
            else unit
            for unit in self.scenario.units
        )
        return changed(self, scenario=changed(self.scenario, units=units))

    def _bars(self, unit: Unit, action: Action, kind: MoveType) -> list[Finding]:
        found = super()._bars(unit, action, kind)
        if not alive(unit):
            return found
        if kind.name == "remain_stationary":
            found.append(barred("09.04", "To remain stationary is chosen in the Movement phase."))
        if kind.name == "pile_in" and action.mode == "overrun":
            found += self._bars_overrun(unit)
        elif kind.name == "pile_in":
            found += self._bars_step(unit, "pile_in", "12.03", self.piled_in)
        elif kind.name == "consolidate":
            found += self._bars_step(unit, "consolidate", "12.08", self.consolidated)
            forced = self._forced()
            if forced:
                text = f"{listed(forced)}: to be selected to fight before anything else."
                found.append(barred("12.08", text))
        return found

    def _bars_step(
        self, unit: Unit, step: Step, section: str, done: tuple[str, ...]
    ) -> list[Finding]:
        name, found = step.replace("_", "-"), []
        if self.step != step:
            text = f"A {name} is made in the {name} step; this is {self.step.replace('_', '-')}."
            return [barred(section, text)]
        if unit.side != self.acting:
            text = f"It is for {self.acting} to make its {name} moves, not for {unit.id}."
            found.append(barred(section, text))
        if unit.id in done:
            found.append(barred(section, f"{unit.id} has made its {name} of this step."))
        return found

    def _bars_overrun(self, unit: Unit) -> list[Finding]:
        """Return why a unit may not be selected for an overrun fight (12.06)."""
        if self.step != "fight":
            return [barred("12.06", f"Units overrun in the fight step; it is {self.step}.")]
        found = []
        if unit.id in self.overran:
            found.append(barred("12.06", f"{unit.id} has made its overrun pile-in."))
        elif unit.id not in self.fighters():
            found.append(self._why_not(unit))
        if unit.id in self.engaged_first and self._foes(unit.id):
            text = f"{unit.id} is engaged, and was when the step began: it fights where it is."
            found.append(barred("12.06", text))
        return found

    def _followed(self, index: int, kind: MoveType, event: Event) -> tuple[Self, Event]:
        name, new = self.scenario.units[index].id, self
        if kind.name == "pile_in" and event.mode == "overrun":
            new = changed(new, overran=(*new.overran, name))
        elif kind.name == "pile_in":
            new = changed(new, piled_in=(*new.piled_in, name))
        elif kind.name == "consolidate":
            new = changed(new, consolidated=(*new.consolidated, name))
        if not (new.step == "fight" or kind.after.forces_fights):
            return new, event
        foes = new._foes(name)
        if foes:
            new = new._eligible({name, *foes})
        if kind.after.forces_fights:
            forced = tuple(foe for foe in foes if foe not in new.has_fought)
            new, event = changed(new, forced=forced), changed(event, forced=forced)
        return new, event


def _first(unit: Unit) -> bool:
    """Whether a unit is selected to fight among the first: it charged, or has the keyword."""
    words = {word.upper() for word in unit.keywords}
    return unit.status.charged or FIGHTS_FIRST in words
