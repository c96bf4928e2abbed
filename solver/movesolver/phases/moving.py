"""The steps that move models, set them up, or take them off."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

from movesolver.errors import InputError
from movesolver.formats.references import fitted_action
from movesolver.phases import board
from movesolver.phases.aftermath import (
    hazard_rolls,
    mortal_wounds,
    owed_by,
    shock_roll,
    status_after,
)
from movesolver.phases.asking import before_moving, needs_roll
from movesolver.phases.board import alive, changed, index_of
from movesolver.phases.dice import Dice
from movesolver.phases.options import judged
from movesolver.phases.records import Event, RefusedError, Rolled, barred, refused
from movesolver.phases.rolling import RolledPhase
from movesolver.phases.written import Path
from movesolver.referee.check import judge
from movesolver.referee.pack import pack
from movesolver.referee.verdict import Verdict
from movesolver.rules.moves import MoveType
from movesolver.table.army import Unit
from movesolver.table.fields import shown
from movesolver.table.scenario import Action, Pose

if TYPE_CHECKING:
    from movesolver.search.result import Result

_BOARD = ("units", "rules", "round", "active_side", "phase", "table", "terrain", "markers", "zones")


class MovedPhase(RolledPhase, frozen=True):
    """The moves of a phase."""

    def take(
        self,
        unit: str,
        move: str,
        *,
        paths: Mapping[str, Path] | None = None,
        ends: Mapping[str, Sequence[float]] | None = None,
        mode: str | None = None,
        targets: Sequence[str] = (),
        max_distance: float | None = None,
        skies: bool = False,
        leadership: int | None = None,
    ) -> tuple[Self, Event]:
        """Make a move, if it is legal.

        Parameters
        ----------
        unit, move, mode, targets
            As in `movesolver.Action`.
        paths, ends
            Poses ``[x, y, facing, z]`` of each model, as in `movesolver.Action`; models left
            out do not move.
        max_distance
            The distance that the rule behind the move states, inches; of a charge, its
            modified maximum.
        skies
            Whether the unit takes to the skies (21.03); of a move that is rolled for, to be
            said to `roll`.
        leadership
            The best Leadership of the unit, if a battle-shock roll that follows is to be made
            at once; else it is owed.

        Returns
        -------
        tuple
            The new state, and what the move brought with it.

        Raises
        ------
        RefusedError
            If the move is illegal; nothing has changed then.
        InputError
            If the move cannot be judged.
        """
        now = self.declare_skies(unit, move)[0] if skies else self
        index = index_of(now.scenario, unit)
        one, kind = now.scenario.units[index], now.kind(move)
        asked = now._asked(unit, move, mode, targets, max_distance, (), paths, ends)
        found = now._bars(one, asked.action, kind)
        if not alive(one):
            raise refused(*found)
        missing = now._unrolled(asked.action, kind)
        if missing:
            raise refused(*found, *before_moving(asked, now.rules)[1], *missing)
        if not (paths or ends or judged(kind)):
            if found:
                raise refused(*found)
            return now._settled(index, kind, asked.action, {}, leadership)
        asked = fitted_action(asked)
        action, position = asked.action, pack(asked, rules=now.rules)
        verdict = judge(position, action.paths, action.ends)
        if found or not verdict.legal:
            raise RefusedError(Verdict((*found, *verdict.violations), verdict.slack))
        action = changed(action, mode=None if position.mode is None else position.mode.name)
        return now._settled(index, position.move, action, _ends_of(action), leadership)

    def apply(self, result: Result, *, leadership: int | None = None) -> tuple[Self, Event]:
        """Make the move that `movesolver.solve` found: it has been judged and is not again.

        Parameters
        ----------
        result
            The answer to a `question` of this very state.
        leadership
            As in `take`.

        Raises
        ------
        InputError
            If the search found nothing, or was asked about another board than this one.
        RefusedError
            If the phase itself bars the move.
        """
        if not result.solved:
            raise InputError("result", "an answer with a legal end", str(result.status))
        asked, here = result.scenario, self.scenario
        for name in _BOARD:
            mine, its = getattr(here, name), getattr(asked, name)
            if mine is not its and mine != its:
                raise InputError(f"result.scenario.{name}", "what it is in this phase", "another")
        rules, action = self.rules, asked.action
        index, kind = index_of(here, action.unit), self.kind(action.move)
        found = self._bars(here.units[index], action, kind) + self._unrolled(action, kind)
        if needs_roll(kind, action) and not found:
            rolled = self._rolled(action.unit, action.move, action.mode)
            if rolled is None or rolled.total != action.roll:
                found = [barred(kind.section, f"{action.unit} did not roll {action.roll}.")]
        if found:
            raise refused(*found)
        if kind.modes:
            mode = kind.mode(action.mode) if action.mode else pack(asked, rules=rules).mode
            kind = kind.in_mode(mode)
            action = changed(action, mode=None if mode is None else mode.name)
        return self._settled(index, kind, action, result.ends, leadership)

    def _settled(
        self,
        index: int,
        kind: MoveType,
        action: Action,
        ends: Mapping[str, Pose],
        leadership: int | None,
    ) -> tuple[Self, Event]:
        """Return the state after a move that may be made, and what follows from it."""
        unit, after = self.scenario.units[index], kind.after
        status = status_after(unit, kind, action, unit.side == self.side)
        lost: tuple[str, ...] = ()
        new = board.off_table(unit, status) if after.leaves else board.placed(unit, ends, status)
        if kind.set_up is not None and kind.set_up.partial:
            lost = tuple(m.id for m in unit.models if not m.slain and m.id not in ends)
            new = board.without(new, lost)
        rolled = self._rolled(action.unit, action.move, action.mode) if self.rolls else None
        event, dice = Event(action.move, unit.id, action.mode, lost=lost), self.dice
        if after.hazard_rolls or after.shock_roll or after.shocked:
            event, dice = self._dice_after(unit, new, kind, event, rolled, leadership)
            if event.shocked and not new.status.battle_shocked:
                new = changed(new, status=changed(new.status, battle_shocked=True))
        fields: dict[str, Any] = {"scenario": board.with_unit(self.scenario, index, new)}
        # What did not change is not written again: states are compared and hashed field by field.
        if rolled is not None:
            fields["rolls"] = tuple(
                changed(one, open=False) if one is rolled else one for one in self.rolls
            )
        if dice is not self.dice:
            fields["dice"] = dice
        if event.owed:
            fields["owed"] = (*self.owed, *event.owed)
        if kind.moves_models or after.leaves:
            fields["last"] = None if after.leaves else unit.id
        if kind.set_up is not None:
            fields["arrived"] = (*self.arrived, unit.id)
        return changed(self, **fields)._followed(index, kind, event)

    def _dice_after(
        self,
        unit: Unit,
        new: Unit,
        kind: MoveType,
        event: Event,
        rolled: Rolled | None,
        leadership: int | None,
    ) -> tuple[Event, Dice]:
        """Return the event with the dice that follow a move, and their source after them."""
        dice, after, was = self.dice, kind.after, unit.status.battle_shocked
        hazards: tuple[int, ...] = ()
        shock: tuple[int, ...] = ()
        shocked = after.shocked and not was
        if after.hazard_rolls and not (rolled is not None and rolled.hazards):
            hazards, dice = hazard_rolls(unit, dice)
        wounds = mortal_wounds(unit, hazards)
        due = after.shock_roll and not was
        if due and leadership is not None:
            shock, shocked, dice = shock_roll(leadership, dice)
        event = changed(
            event,
            hazards=hazards,
            mortal_wounds=wounds,
            shock_dice=shock,
            shocked=shocked,
            owed=owed_by(new, wounds, due and leadership is None),
        )
        return event, dice

    def _followed(self, index: int, kind: MoveType, event: Event) -> tuple[Self, Event]:
        """Return the state with what the phase itself keeps of a move."""
        return self, event

    def lose(self, unit: str, models: Sequence[str]) -> tuple[Self, Event]:
        """Take models off that were destroyed, by hazards or in any other way.

        Raises
        ------
        InputError
            If a model is not of the unit, or was slain before.
        RefusedError
            If the last model of a transport would go with units still in it (18.05).
        """
        index = index_of(self.scenario, unit)
        one = self.scenario.units[index]
        left = [model.id for model in one.models if not model.slain]
        for k, name in enumerate(models):
            if name not in left:
                wanted = f"a model of {unit} that is left: {', '.join(left) or 'there is none'}"
                raise InputError(f"models[{k}]", wanted, shown(name))
        new = board.without(one, models)
        aboard = [
            other.id
            for other in self.scenario.units
            if not alive(new) and other.status.embarked_in == unit and alive(other)
        ]
        if aboard:
            text = f"{', '.join(aboard)} must get out of {unit} before it is removed."
            raise refused(barred("18.05", text))
        scenario = board.with_unit(self.scenario, index, new)
        return changed(self, scenario=scenario), Event("lose", unit, lost=tuple(models))

    def reposition(self, unit: str) -> tuple[Self, Event]:
        """Take a unit off the battlefield into reserves, because some rule says so (20.02).

        Raises
        ------
        RefusedError
            If it is not on the battlefield.
        """
        index = index_of(self.scenario, unit)
        one = self.scenario.units[index]
        if not one.on_table:
            raise refused(barred("20.02", f"{unit} is not on the battlefield."))
        status = changed(one.status, in_reserve=True, repositioned=True)
        scenario = board.with_unit(self.scenario, index, board.off_table(one, status))
        last = None if self.last == unit else self.last
        return changed(self, scenario=scenario, last=last), Event("reposition", unit)


def _ends_of(action: Action) -> Mapping[str, Pose]:
    if action.paths is not None:
        return {name: path[-1] for name, path in action.paths.items()}
    return action.ends or {}
