"""Who decides: a policy says for one unit at a time what it does.

A policy is a function of a `Turn` that returns an `Order`, or None for a unit that stays where
it is (or does not charge).  Where a move is rolled for it is asked twice: whether the unit
makes that move, and, with the roll in `Turn.roll`, how.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from movesolver.phases.charge import ChargePhase
from movesolver.phases.movement import MovementPhase
from movesolver.phases.written import Path
from movesolver.simulate.ranges import Ranges, centre
from movesolver.table.army import Unit
from movesolver.table.fields import Point
from movesolver.table.scenario import GoalTerm, Scenario


@dataclass(frozen=True, slots=True)
class Order:
    """What a unit is to do.  The first of these that is given and can be made is made."""

    move: str
    """``normal``, ``advance``, ``fall_back``, or in the Charge phase ``charge``."""
    mode: str | None = None
    targets: tuple[str, ...] = ()
    """Of a charge: units; the closest enemy if none are named."""
    paths: Mapping[str, Path] | None = None
    ends: Mapping[str, Sequence[float]] | None = None
    """Poses of models by id, as in `movesolver.Action`: refused if they are not legal."""
    shifts: tuple[Point, ...] = ()
    """Vectors, inches, by which all models may slide: the first that is legal is taken."""
    goal: tuple[GoalTerm, ...] = ()
    """What `movesolver.solve` goes for, if none was."""


@dataclass(frozen=True)
class Turn:
    """What a policy is asked about: one unit in one phase."""

    phase: MovementPhase | ChargePhase
    """The state, with everything that may be asked of it."""
    unit: Unit
    roll: int | None
    """The sum of the dice for the move that was ordered; None before they are rolled."""
    rng: np.random.Generator
    """The only source of chance for a policy: games are then the same again."""
    ranges: Ranges

    @property
    def scenario(self) -> Scenario:
        """The board as it is now."""
        return self.phase.scenario

    @cached_property
    def foes(self) -> tuple[Unit, ...]:
        """Enemy units on the table, the closest first."""
        side = self.unit.side
        found = [unit for unit in self.scenario.units if unit.side != side and unit.on_table]
        return tuple(sorted(found, key=self.gap))

    @cached_property
    def friends(self) -> tuple[Unit, ...]:
        """The other units of the side on the table."""
        units, mine = self.scenario.units, self.unit
        return tuple(u for u in units if u.side == mine.side and u.id != mine.id and u.on_table)

    @cached_property
    def centre(self) -> Point:
        """The mean of where its models stand."""
        return centre(self.unit)

    @property
    def engaged(self) -> bool:
        """Whether an enemy is so near that the unit may only fall back."""
        limit = self.phase.rules.engagement.horizontal + self.phase.rules.tolerance
        return bool(self.foes) and self.gap(self.foes[0]) <= limit

    def gap(self, other: Unit) -> float:
        """Return the distance to the closest model of another unit, inches."""
        return self.ranges.gap(self.unit, other)

    def most(self, move: str) -> float:
        """Return how far models may move, inches: the roll included once it is made."""
        kind = self.phase.kind(move)
        own = self.unit.move or 0.0
        return (own if kind.fixed is None else kind.fixed) + (self.roll or 0)

    def may(self, move: str) -> bool:
        """Return whether the unit may make a move now."""
        return self.phase.option(self.unit.id, move).allowed


Policy = Callable[[Turn], Order | None]
