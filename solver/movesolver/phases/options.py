"""What each unit may do now, and why not otherwise; and questions for the search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from movesolver.draw.picture import Picture
from movesolver.formats.references import fitted_action
from movesolver.phases.asking import before_moving, needs_roll
from movesolver.phases.board import alive, changed
from movesolver.phases.looking import picture_of
from movesolver.phases.records import Option, refused
from movesolver.phases.state import PhaseState
from movesolver.referee.check import judge
from movesolver.referee.pack import pack
from movesolver.referee.position import Position
from movesolver.rules.moves import MoveType
from movesolver.rules.ruleset import RuleSet
from movesolver.table.army import Unit
from movesolver.table.scenario import GoalTerm, Scenario


def judged(kind: MoveType) -> bool:
    """Return whether the referee has anything to say of a move that moves nothing."""
    return bool(kind.needs or kind.modes or kind.set_up or kind.boards is not None)


class AskedPhase(PhaseState, frozen=True):
    """The questions that a state answers."""

    def pictures(self, rules: RuleSet | None = None) -> tuple[Picture, ...]:
        """Return the one picture of the phase: who may still act, and what each unit may do."""
        return (picture_of(self, rules),)

    def options(self, unit: str, *, max_distance: float | None = None) -> tuple[Option, ...]:
        """Return what a unit may do now, and of all else why it may not.

        Parameters
        ----------
        unit
            Its id.
        max_distance
            The distance that some rule states for a move it grants, inches: the answer is then
            about such a move.

        Raises
        ------
        InputError
            If there is no such unit, or its M is needed and missing.
        """
        packed: dict[bool, Position] = {}
        return tuple(
            self._option(unit, move, mode, targets, max_distance, packed)
            for move, mode, targets in self._listed(self.unit(unit))
        )

    def option(
        self,
        unit: str,
        move: str,
        *,
        mode: str | None = None,
        targets: Sequence[str] = (),
        max_distance: float | None = None,
    ) -> Option:
        """Return whether a unit may make one move now (see `options`)."""
        return self._option(unit, move, mode, targets, max_distance, {})

    def _option(
        self,
        unit: str,
        move: str,
        mode: str | None,
        targets: Sequence[str],
        max_distance: float | None,
        packed: dict[bool, Position],
    ) -> Option:
        one, kind = self.unit(unit), self.kind(move)
        question = self._asked(unit, move, mode, targets, max_distance)
        found = self._bars(one, question.action, kind)
        roll = needs_roll(kind, question.action) and question.action.roll is None
        if alive(one) and judged(kind):
            position, more = before_moving(question, self.rules, packed)
            found += more
            if kind.boards is not None and not more:
                found += judge(position, None).violations
        # In the turn of the other side units move by some rule or stratagem, but for fights.
        leave = max_distance is not None or dict(self.LISTED).get(move, False)
        leave = leave or (one.side != self.side and self.PHASE != "fight")
        return Option(move, mode, tuple(targets), tuple(dict.fromkeys(found)), roll, leave)

    def _listed(self, unit: Unit) -> Iterator[tuple[str, str | None, tuple[str, ...]]]:
        for name, _ in self.LISTED:
            kind = self.rules.moves.get(name)
            if kind is None:
                continue
            if kind.boards is not None:
                for carrier in self._carriers(unit) or [()]:
                    yield name, None, carrier
                continue
            if all(mode.named_only for mode in kind.modes):
                yield name, None, ()
            for mode in kind.modes:
                yield name, mode.name, ()

    def _carriers(self, unit: Unit) -> list[tuple[str, ...]]:
        return [
            (other.id,)
            for other in self.scenario.units
            if other.side == unit.side and other.id != unit.id and other.on_table
            if other.status.capacity is not None or "TRANSPORT" in other.keywords
        ]

    def question(
        self,
        unit: str,
        move: str,
        *,
        mode: str | None = None,
        targets: Sequence[str] = (),
        max_distance: float | None = None,
        goal: Sequence[GoalTerm] = (),
    ) -> Scenario:
        """Return the scenario that `movesolver.solve` is asked, with the roll that was made.

        The mode is filled in where the rules leave one, so that `apply` need not look for it.

        Raises
        ------
        RefusedError
            If the phase bars the move, or its roll has not been made.
        InputError
            If the move, the mode or a target is not known.
        """
        one, kind = self.unit(unit), self.kind(move)
        asked = self._asked(unit, move, mode, targets, max_distance, goal)
        found = self._bars(one, asked.action, kind) + self._unrolled(asked.action, kind)
        if found:
            raise refused(*found)
        asked = fitted_action(asked)
        if mode is None and any(not one.named_only for one in kind.modes):
            taken = pack(asked, rules=self.rules).mode
            name = None if taken is None else taken.name
            asked = changed(asked, action=changed(asked.action, mode=name))
        return asked
