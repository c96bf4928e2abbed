"""What every phase is made of: a board, its dice, what was rolled; and how it is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Self

import msgspec

from movesolver.errors import InputError, UnsupportedError
from movesolver.phases import written
from movesolver.phases.asking import needs_roll, rules_of
from movesolver.phases.board import alive, changed, cleared, idle, index_of
from movesolver.phases.dice import Dice
from movesolver.phases.records import Owed, Rolled, barred, refused
from movesolver.referee.verdict import Finding, Json
from movesolver.rules.chosen import move_in_force
from movesolver.rules.moves import MoveType
from movesolver.rules.options import check_move
from movesolver.rules.ruleset import RuleSet
from movesolver.table.army import Unit
from movesolver.table.fields import inside, shown
from movesolver.table.notebook import Shown
from movesolver.table.scenario import Action, Game, GoalTerm, Phase, Scenario

NO_DICE = Dice()


class PhaseState(
    Shown, msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True
):
    """The part of a phase's state that is the same in every phase.

    A state never changes: every step returns a new one, which shares what did not change.
    States are equal if everything in them is, can be put in sets, and are written to JSON and
    read back exactly.  Steps that the rules refuse raise `RefusedError` with the verdict.
    """

    scenario: Scenario
    """The board; its ``action`` means nothing here."""
    dice: Dice = NO_DICE
    rolls: tuple[Rolled, ...] = ()
    """What was rolled for moves in this phase."""
    owed: tuple[Owed, ...] = ()
    """What the caller has not settled yet."""
    last: str | None = None
    """The unit that made the latest move of this phase, while it may still embark."""
    arrived: tuple[str, ...] = ()
    """Units set up on the battlefield in this phase."""
    finished: bool = False
    """Whether every unit has had its turn, so that what waits for the end may happen."""

    GAME: ClassVar[Game] = "wh40k11"
    """The game whose sequence this is."""
    PHASE: ClassVar[Phase] = "movement"
    LISTED: ClassVar[tuple[tuple[str, bool], ...]] = ()
    """Moves that `options` lists, and whether another rule must grant them."""
    FLAGS: ClassVar[tuple[tuple[str, Any], ...]] = (
        ("selected_this_phase", False),
        ("has_moved_this_phase", False),
        ("embarked_this_phase", False),
        ("fly_declared", False),
        ("must_select", ()),
    )
    """What a new phase sets anew in every unit's status."""

    @classmethod
    def start(
        cls,
        scenario: Scenario,
        dice: Dice = NO_DICE,
        *,
        side: str | None = None,
        fresh: bool = True,
    ) -> Self:
        """Begin the phase.

        Parameters
        ----------
        scenario
            The board, as `movesolver.loads` or the phase before has it.  Its action is not
            looked at, but for whose turn it is if nothing else says so.
        dice
            Where results come from; without any the caller gives them (`Dice.with_given`).
        side
            Whose turn it is: the scenario's ``active_side``, else that of the acting unit.
        fresh
            Whether what the phase before left in the units' status is taken off; False for a
            board that is in the middle of the phase.

        Raises
        ------
        InputError
            If no unit is of the side.
        UnsupportedError
            If the scenario is of another game.
        """
        if scenario.rules.game != cls.GAME:
            raise UnsupportedError(f"rules.game: {cls.__name__} is for {cls.GAME} only")
        side = side or scenario.active_side or scenario.mover.side
        known = sorted({unit.side for unit in scenario.units})
        if side not in known:
            raise InputError("side", f"one of {', '.join(map(shown, known))}", shown(side))
        new = cleared(scenario, **dict(cls.FLAGS)) if fresh else scenario
        return cls(changed(idle(new), active_side=side, phase=cls.PHASE), dice)._begun()

    @classmethod
    def after(cls, phase: PhaseState) -> Self:
        """Begin the phase where another has ended: with its board, its dice, what is owed.

        Raises
        ------
        RefusedError
            If something must still be done in the other.
        """
        if not phase.ended():
            name = phase.PHASE
            raise refused(barred("09.02", f"The {name} phase is not over: `finish` ends it."))
        return changed(cls.start(phase.scenario, phase.dice), owed=phase.owed)

    def _begun(self) -> Self:
        return self

    @property
    def side(self) -> str:
        """Whose turn it is."""
        return self.scenario.active_side or ""

    @property
    def rules(self) -> RuleSet:
        """The rules that the scenario names."""
        return rules_of(self.scenario.rules)

    def kind(self, move: str) -> MoveType:
        """Return the data of a move; raise `InputError` if the game has none of this name."""
        known = self.rules.moves.get(move)
        if known is not None:
            return known
        check_move(self.scenario.rules.game, move, "move")
        return move_in_force(self.rules, move)

    def unit(self, unit: str) -> Unit:
        """Return a unit; raise `InputError` if there is none of this id."""
        return self.scenario.units[index_of(self.scenario, unit)]

    def ended(self) -> bool:
        """Return whether nothing is left that must be done before the phase may end."""
        return self.finished

    def __hash__(self) -> int:
        """Return a hash of what changes; what never does (terrain) is compared only."""
        now = self.scenario
        rest = (getattr(self, name) for name in self.__struct_fields__[1:])
        return hash((type(self).__name__, now.units, now.round, now.active_side, *rest))

    # -- writing and reading

    def to_json(self) -> Json:
        """Return the state as plain values for JSON; `from_json` reads it back exactly."""
        return written.tree_of(self)

    @classmethod
    def from_json(cls, tree: object) -> Self:
        """Read a state that `to_json` wrote, from plain values or text.

        Raises
        ------
        InputError
            Naming the place, what was wanted there and what was given.
        """
        return written.read(cls, tree)

    def dumps(self) -> str:
        """Return the state as text; `loads` reads it back exactly."""
        return written.text_of(self.to_json())

    @classmethod
    def loads(cls, text: str | bytes) -> Self:
        """Read a state from text (see `from_json`)."""
        return cls.from_json(text)

    def named_units(self) -> Iterator[tuple[str, str]]:
        """Yield every unit that the state names outside its scenario, with its place."""
        for k, roll in enumerate(self.rolls):
            yield inside("rolls", k, "unit"), roll.unit
        for k, owed in enumerate(self.owed):
            yield inside("owed", k, "unit"), owed.unit
        if self.last is not None:
            yield "last", self.last
        for k, name in enumerate(self.arrived):
            yield inside("arrived", k), name

    def named_sides(self) -> Iterator[tuple[str, str]]:
        """Yield every side that the state names, with its place."""
        yield "scenario.active_side", self.side

    # -- what the phase has against a move

    def _bars(self, unit: Unit, action: Action, kind: MoveType) -> list[Finding]:
        """Return what the phase itself has against a move; the referee has the rest."""
        if not alive(unit):
            return [barred("01.02", f"{unit.id} has no models left.")]
        found = []
        if kind.boards is not None and self.last != unit.id:
            text = f"{unit.id} may embark only when it ends a move of its own."
            found.append(barred("18.02", text))
        if kind.boards is not None and unit.id in self.arrived:
            text = f"{unit.id} was set up on the battlefield this turn and may not embark."
            found.append(barred("18.02", text))
        return found

    def _unrolled(self, action: Action, kind: MoveType) -> list[Finding]:
        if not needs_roll(kind, action) or action.roll is not None:
            return []
        text = f"{action.unit} has not rolled for its {action.move} move."
        return [barred(kind.section, text)]

    def _asked(
        self,
        unit: str,
        move: str,
        mode: str | None = None,
        targets: Sequence[str] = (),
        max_distance: float | None = None,
        goal: Sequence[GoalTerm] = (),
        paths: Mapping[str, written.Path] | None = None,
        ends: Mapping[str, Sequence[float]] | None = None,
    ) -> Scenario:
        """Return the scenario of a question, with what was rolled for the move."""
        rolled = self._rolled(unit, move, mode)
        action = written.action_of(
            paths,
            ends,
            unit=unit,
            move=move,
            mode=mode if mode is not None or rolled is None else rolled.mode,
            roll=None if rolled is None else rolled.total,
            targets=tuple(targets),
            goal=tuple(goal),
            max_distance=max_distance,
        )
        return changed(self.scenario, action=action)

    def _rolled(self, unit: str, move: str, mode: str | None) -> Rolled | None:
        """Return the roll made for a move that is still to be made."""
        for roll in self.rolls:
            if roll.open and roll.unit == unit and roll.move == move:
                return roll if mode is None or roll.mode in (None, mode) else None
        return None
