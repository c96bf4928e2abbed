"""The steps that roll dice, and the settling of what they cost."""

from __future__ import annotations

from typing import Self

from movesolver.errors import InputError
from movesolver.phases.aftermath import hazard_rolls, mortal_wounds, owed_by, shock_roll
from movesolver.phases.asking import before_moving
from movesolver.phases.board import alive, changed, index_of, with_status
from movesolver.phases.dice import Dice
from movesolver.phases.options import AskedPhase
from movesolver.phases.records import Event, Owed, OwedKind, Rolled, barred, refused
from movesolver.rules.moves import MoveType
from movesolver.table.army import Unit
from movesolver.table.fields import shown


class RolledPhase(AskedPhase, frozen=True):
    """The dice of a phase."""

    def declare_skies(self, unit: str, move: str) -> tuple[Self, Event]:
        """Declare that a unit takes to the skies for a move (21.03), before any roll for it.

        Raises
        ------
        RefusedError
            If no model of it has FLY, the move cannot be made so, or has been rolled for.
        """
        index = index_of(self.scenario, unit)
        one = self.scenario.units[index]
        kind = self.kind(move)
        found = self._bars(one, self._asked(unit, move).action, kind)
        if not kind.skies:
            found.append(barred("21.03", f"A {move} move is not made through the skies."))
        if not any("FLY" in one.keywords_of(model) for model in one.models if not model.slain):
            found.append(barred("21.03", f"{unit} has no model with FLY."))
        if found:
            raise refused(*found)
        if one.status.fly_declared:
            return self, Event("skies", unit)
        if any(roll.open and roll.unit == unit and roll.dice for roll in self.rolls):
            raise refused(barred("21.03", f"{unit} has rolled: the skies come before the roll."))
        scenario = with_status(self.scenario, index, fly_declared=True)
        return changed(self, scenario=scenario), Event("skies", unit)

    def roll(
        self,
        unit: str,
        move: str,
        *,
        mode: str | None = None,
        skies: bool = False,
        dice: tuple[int, int] | None = None,
    ) -> tuple[Self, Event]:
        """Roll what is rolled before a move: its distance, and the hazards of its mode.

        Hazard rolls that are not made here are made by the move itself.

        Parameters
        ----------
        unit, move, mode
            As in `movesolver.Action`.
        skies
            Whether it takes to the skies, which is declared before the roll (21.03).
        dice
            How many dice of how many sides, where another rule says so (surge).

        Raises
        ------
        RefusedError
            If the unit may not make the move now, or has rolled for it.
        InputError
            If there is nothing to roll, or no result to be had.
        """
        now = self.declare_skies(unit, move)[0] if skies else self
        one, kind = now.unit(unit), now.kind(move)
        asked = now._asked(unit, move, mode)
        found = now._bars(one, asked.action, kind)
        if now._rolled(unit, move, None) is not None:
            found.append(barred(kind.section, f"{unit} has rolled for its {move} move."))
        if alive(one):
            position, more = before_moving(asked, now.rules)
            kind, named = position.move, position.mode
            found += more
        if found:
            raise refused(*found)
        name = None if named is None else named.name
        results, hazards, source = now._thrown(one, kind, dice)
        wounds = mortal_wounds(one, hazards)
        owed = owed_by(one, wounds, False)
        rolled = Rolled(unit, move, results, name, hazards)
        new = changed(now, dice=source, rolls=(*now._lapsed(kind), rolled), owed=(*now.owed, *owed))
        return new, Event("roll", unit, name, results, hazards, wounds, owed=owed)

    def _thrown(
        self, unit: Unit, kind: MoveType, dice: tuple[int, int] | None
    ) -> tuple[tuple[int, ...], tuple[int, ...], Dice]:
        """Return the dice for the distance, those for hazards, and their source after them."""
        if dice is not None and kind.dice[0]:
            raise InputError("dice", f"none: a {kind.name} is rolled with its own", shown(dice))
        if dice is not None and not (
            isinstance(dice, tuple)
            and len(dice) == 2
            and all(isinstance(number, int) and number > 0 for number in dice)
        ):
            raise InputError("dice", "how many dice of how many sides: two numbers", shown(dice))
        count, sides = dice or kind.dice
        if kind.roll is not None and count < 1:
            wanted = f"how many dice of how many sides the rule behind the {kind.name} states"
            raise InputError("dice", wanted, "nothing")
        if kind.roll is None and not kind.after.hazard_rolls:
            raise InputError("move", "a move that is rolled for", shown(kind.name))
        results: tuple[int, ...] = ()
        hazards: tuple[int, ...] = ()
        source = self.dice
        if kind.roll is not None:
            results, source = source.roll(count, sides)
        if kind.after.hazard_rolls:
            hazards, source = hazard_rolls(unit, source)
        return results, hazards, source

    def _lapsed(self, kind: MoveType) -> tuple[Rolled, ...]:
        """Return the earlier rolls as they stand once another is made for a move."""
        return self.rolls

    def hazards(self, unit: str) -> tuple[Self, Event]:
        """Roll a hazard die for each model of a unit, because some rule says so (06.03)."""
        one = self.unit(unit)
        results, source = hazard_rolls(one, self.dice)
        wounds = mortal_wounds(one, results)
        owed = owed_by(one, wounds, False)
        new = changed(self, dice=source, owed=(*self.owed, *owed))
        return new, Event("hazards", unit, None, (), results, wounds, owed=owed)

    def battle_shock(self, unit: str, leadership: int) -> tuple[Self, Event]:
        """Roll for battle-shock against a unit's best Leadership (01.07); settles one owed."""
        index = index_of(self.scenario, unit)
        if isinstance(leadership, bool) or not isinstance(leadership, int):
            raise InputError("leadership", "the best Leadership, a whole number", shown(leadership))
        results, fails, source = shock_roll(leadership, self.dice)
        shocked = fails and not self.scenario.units[index].status.battle_shocked
        new = changed(self, dice=source, owed=self._without_owed(unit, "battle_shock"))
        if shocked:
            scenario = with_status(self.scenario, index, battle_shocked=True)
            new = changed(new, scenario=scenario)
        return new, Event("battle_shock", unit, shock_dice=results, shocked=shocked)

    def settle(self, unit: str, kind: OwedKind) -> Self:
        """Return the state without what a unit owed, now that the caller has seen to it."""
        return changed(self, owed=self._without_owed(unit, kind))

    def _without_owed(self, unit: str, kind: OwedKind) -> tuple[Owed, ...]:
        return tuple(one for one in self.owed if (one.unit, one.kind) != (unit, kind))
