"""One game: two sides in turn move and charge, and objectives are counted."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from movesolver.batch.ragged import Arrays
from movesolver.errors import InputError
from movesolver.phases.charge import ChargePhase
from movesolver.phases.dice import Dice
from movesolver.phases.movement import MovementPhase
from movesolver.phases.records import RefusedError, barred, refused
from movesolver.phases.turn import end_of_turn
from movesolver.simulate.chances import chance, needed
from movesolver.simulate.deploying import set_up, waits
from movesolver.simulate.match import Match
from movesolver.simulate.moving import Made, Search, carried_out, is_legal
from movesolver.simulate.policies import Order, Policy, Turn
from movesolver.simulate.ranges import Ranges
from movesolver.simulate.results import KINDS, STAYED, Log
from movesolver.table.army import Unit
from movesolver.table.fields import shown
from movesolver.table.scenario import Scenario

STAY = "remain_stationary"


class Game:
    """One game of a match.

    Parameters
    ----------
    match
        What is played.
    number
        Which of its games, from 0: all chance comes from this and the match's seed.
    policies
        Who decides for each side.
    ranges
        Of the match's board.
    log
        Where its rows go: an empty one.
    """

    def __init__(
        self,
        match: Match,
        number: int,
        policies: Sequence[Policy],
        ranges: Ranges,
        log: Log,
    ) -> None:
        self.match, self.number, self.policies = match, number, policies
        self.ranges, self.log, self.sides = ranges, log, match.sides
        root = np.random.SeedSequence(match.seed, spawn_key=(number,))
        dice, own, *others = root.spawn(4)
        # Dice hold 63 bits; each player has chance of its own, apart from the game's.
        self.dice = Dice(seed=int(dice.generate_state(1, np.uint64)[0] >> np.uint64(1)))
        self.search = Search(np.random.default_rng(own), match.iterations)
        self.players = [np.random.default_rng(seed) for seed in others]
        self.round = self.refused = self.stuck = self.absent = self.illegal = 0

    def play(self) -> Arrays:
        """Play it from setting up to its last turn, and return its arrays."""
        turns = self.match.turns(self.number)
        scenario = self._deployed(self.match.board)
        first = self._first()
        for turn in range(turns):
            self.round, last = turn // 2 + 1, turn % 2 == 1
            scenario = self._turn(scenario, self.sides[(first + turn) % 2])
            scenario, _ = end_of_turn(scenario, last=last, final=turn == turns - 1)
            if last:
                self.log.hold(self.round, self.ranges.held(scenario, self.sides))
        return self.log.arrays(
            first=first,
            turns=turns,
            refused=self.refused,
            stuck=self.stuck,
            absent=self.absent,
            illegal=self.illegal,
        )

    def _first(self) -> int:
        """Return which side has the first turn: the higher die."""
        while True:
            (one, other), self.dice = self.dice.roll(2)
            if one != other:
                return int(other > one)

    def _deployed(self, scenario: Scenario) -> Scenario:
        """Return the board with both armies set up, unit by unit in turn."""
        waiting = [
            [k for k, u in enumerate(scenario.units) if u.side == side and waits(scenario, u)]
            for side in self.sides
        ]
        while any(waiting):
            for queue in waiting:
                if queue:
                    scenario = self._set_up(scenario, queue.pop(0))
        return scenario

    def _set_up(self, scenario: Scenario, index: int) -> Scenario:
        unit = scenario.units[index]
        scenario, made = set_up(scenario, index, self.search)
        if made is None:
            self.absent += 1
        else:
            self._judge(unit, index, made)
        return scenario

    def _turn(self, scenario: Scenario, side: str) -> Scenario:
        """Return the board after the Movement and the Charge phase of one side."""
        moves = MovementPhase.start(scenario, self.dice, side=side)
        for index, unit in enumerate(scenario.units):
            if unit.side == side and unit.on_table:
                moves = self._moved(moves, index)
        moves, _ = moves.finish()
        charges = ChargePhase.after(moves)
        for index, unit in enumerate(scenario.units):
            if unit.side == side and unit.on_table:
                charges = self._charged(charges, index)
        charges, _ = charges.finish()
        self.dice = charges.dice
        return charges.scenario

    def _ask(
        self, phase: MovementPhase | ChargePhase, unit: Unit, roll: int | None = None
    ) -> Order | None:
        side = self.sides.index(unit.side)
        turn = Turn(phase, unit, roll, self.players[side], self.ranges)
        order = self.policies[side](turn)
        if order is not None and not isinstance(order, Order):
            wanted = "an Order or None"
            raise InputError(f"policy {self.match.policies[side]}", wanted, shown(order))
        return None if order is None or order.move == STAY else order

    def _moved(self, phase: MovementPhase, index: int) -> MovementPhase:
        """Return the state after the move of one unit."""
        unit = phase.scenario.units[index]
        order = self._ask(phase, unit)
        if order is None:
            return self._stayed(phase, index)
        rolled, move = phase, order.move
        try:
            if phase.kind(move).roll is not None:
                rolled, event = phase.roll(unit.id, move, mode=order.mode)
                order = self._ask(rolled, rolled.scenario.units[index], sum(event.dice))
                if order is None or order.move != move:  # what was rolled for is made, or stands
                    return self._stood(rolled, index, move)
            new, made = carried_out(rolled, unit, order, self.search)
        except RefusedError:
            self.refused += 1
            made = None
        else:
            self.stuck += made is None and bool(order.goal)
        if made is not None:
            self._judge(unit, index, made)
            return new
        return self._stayed(phase, index) if rolled is phase else self._stood(rolled, index, move)

    def _stayed(self, phase: MovementPhase, index: int) -> MovementPhase:
        """Return the state after a unit remained stationary."""
        return self._stood(phase, index, STAY)

    def _stood(self, phase: MovementPhase, index: int, move: str) -> MovementPhase:
        """Return the state after a move of no inches."""
        unit = phase.scenario.units[index]
        question = phase.question(unit.id, move)
        try:
            new, _ = phase.take(unit.id, move)
        except RefusedError:  # out of coherency even a move of no inches fails (09.06)
            if move == STAY:
                raise
            return self._stayed(phase, index)
        self._judge(unit, index, Made(question, STAYED, 0.0, 0.0))
        return new

    def _charged(self, phase: ChargePhase, index: int) -> ChargePhase:
        """Return the state after a unit declared a charge, if it did."""
        unit = phase.scenario.units[index]
        order = self._ask(phase, unit)
        if order is None:
            return phase
        foes = sorted(
            (one for one in phase.scenario.units if one.side != unit.side and one.on_table),
            key=lambda one: self.ranges.gap(unit, one),
        )
        near = [one for one in foes if one.id in order.targets] if order.targets else foes[:1]
        try:
            if not near or len(near) < len(set(order.targets)):
                raise refused(barred("11.04", "Only enemies on the table are charged."))
            rolled, event = phase.roll(unit.id, order.move)
        except RefusedError:
            self.refused += 1
            return phase
        roll = sum(event.dice)
        gap, far = max((self.ranges.gap(unit, one), one.id) for one in near)
        made = None
        if roll >= needed(phase, gap):
            rolled, made = self._charge(rolled, unit, index, roll, tuple(one.id for one in near))
        self.log.charge(
            *self._where(unit, index),
            next(k for k, one in enumerate(phase.scenario.units) if one.id == far),
            gap,
            needed(phase, gap),
            chance(phase, gap),
            roll,
            made is not None,
        )
        return rolled

    def _charge(
        self, phase: ChargePhase, unit: Unit, index: int, roll: int, targets: tuple[str, ...]
    ) -> tuple[ChargePhase, Made | None]:
        """Return the state after the charge move of a unit whose roll may do, and that move."""
        order = self._ask(phase, unit, roll)
        if order is None:
            return phase, None
        if not order.targets:
            order = Order(
                order.move, order.mode, targets, order.paths, order.ends, order.shifts, order.goal
            )
        try:
            phase, made = carried_out(phase, unit, order, self.search)
        except RefusedError:
            self.refused += 1
            return phase, None
        if made is None:
            self.stuck += 1
        else:
            self._judge(unit, index, made)
        return phase, made

    def _judge(self, unit: Unit, index: int, made: Made) -> None:
        """Have the referee look at a move that was made, and keep it."""
        legal = is_legal(made.moved)
        self.illegal += not legal
        kind = KINDS.index(made.moved.action.move)
        row = (kind, made.how, made.mean, made.longest, legal)
        self.log.move(*self._where(unit, index), *row)

    def _where(self, unit: Unit, index: int) -> tuple[int, int, int]:
        return self.round, self.sides.index(unit.side), index
