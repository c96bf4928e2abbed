"""The course of a skirmish, on many boards at once: whose choice it is, and what comes of it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from movekernels.arrays import Bools, Floats, Ints
from movesolver.batch.arguments import flag, whole
from movesolver.errors import InputError
from movesolver.gym import asking
from movesolver.gym.asking import Mover
from movesolver.gym.board import ENGAGED, Boards
from movesolver.gym.deal import deal
from movesolver.gym.policies import Choice, Policy, policy_of
from movesolver.gym.rewards import Rewards
from movesolver.gym.spots import SPOTS, allowed, slides
from movesolver.search.result import Result
from movesolver.table.fields import shown
from movesolver.table.scenario import Scenario

MOVING, CHARGING = 0, 1
CHARGE_RANGE = 12.0
"""A charge is declared at enemies so near (11.02), inches."""
MOST_UNITS = 4
"""More would not find room side by side."""
STILL = 0.05
"""Wishes that go nowhere: shorter than this part of the reach, on average."""


class Skirmishes:
    """Skirmishes side by side, each waiting for a choice of the side that learns, or over.

    Parameters
    ----------
    count
        How many boards.
    units
        Units of a side, 1 to 4: infantry and riders in turns.
    rounds
        Battle rounds, 1 or more.
    opponent
        How the other side plays: the name of a policy, or one.
    rewards
        What a choice is paid for.
    discrete
        Whether the side that learns chooses from a list, so that its mask is wanted.
    threads
        How many threads share charges and snaps of different boards, 0 for one a processor.

    Notes
    -----
    A turn of a side: each of its units moves (a normal move, or an ordered retreat if it is
    engaged), then each unit that may charges: it rolls if an enemy is within 12 inches
    (11.02), and is asked if the roll reaches one (11.04).  Nobody is removed: fights are not
    played.  Dice and the other side draw from the generator of the board.
    """

    def __init__(
        self,
        count: int,
        *,
        units: int = 3,
        rounds: int = 4,
        opponent: str | Policy = "greedy",
        rewards: Rewards | None = None,
        discrete: bool = True,
        threads: int = 1,
    ) -> None:
        units, rounds = whole("units", units, 1, MOST_UNITS), whole("rounds", rounds, 1)
        threads = whole("threads", threads) or os.cpu_count() or 1
        self.boards = Boards(count, units)
        self.units, self.rounds = units, rounds
        self.policy = policy_of(opponent)
        if not isinstance(rewards, Rewards | None):
            raise InputError("rewards", "Rewards", shown(rewards))
        self.rewards = Rewards() if rewards is None else rewards
        self.discrete = flag("discrete", discrete)
        self.threads = threads
        self.actions = 1 + SPOTS + units
        self.slides: Floats = slides()
        self.rngs: list[np.random.Generator] = [np.random.default_rng(0)] * count
        self.round: Ints = np.zeros(count, dtype=np.int64)
        self.side, self.phase, self.unit = (self.round.copy() for _ in range(3))
        self.over: Bools = np.ones(count, dtype=np.bool_)
        self.reach: Floats = np.zeros(count)
        """How far the unit may go that is to choose: its M, or its charge roll, inches."""
        self.engaged: Bools = np.zeros(count, dtype=np.bool_)
        """Whether that unit is engaged."""
        self.mask: Bools = np.zeros((count, self.actions), dtype=np.bool_)
        self.reward: Floats = np.zeros(count)
        self.refused: Bools = np.zeros(count, dtype=np.bool_)
        self._begun = False
        self._charges: list[dict[int, Result]] = [{} for _ in range(count)]
        self._pool: ThreadPoolExecutor | None = None

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def begin(self, which: Iterable[int]) -> None:
        """Deal some boards anew, each from its own generator, up to the first choice."""
        boards = list(which)
        self._begun = self._begun or bool(boards)
        for b in boards:
            self.boards.put(b, deal(self.rngs[b], self.units))
            self.round[b] = self.side[b] = self.phase[b] = 0
            self.over[b] = False
            self._ask(b, MOVING, 0)
        self._settle(boards)

    @property
    def begun(self) -> bool:
        """Whether any board was dealt."""
        return self._begun

    def step(self, which: Sequence[int], chosen: Sequence[Any]) -> None:
        """Make the choices of the side that learns on some boards, up to its next ones.

        ``chosen`` are numbers of actions, or wished places as parts of the reach (`MODELS`, 2).
        """
        boards = list(which)
        self.reward[boards] = 0.0
        self.refused[boards] = False
        if self.discrete:
            for b, action in zip(boards, chosen, strict=True):
                self._choose(b, int(action))
        else:
            asked = [self._wished(b, wish) for b, wish in zip(boards, chosen, strict=True)]
            found = self._answers(asked)
            for b, result in zip(boards, found, strict=True):
                self._done(b, result)
        for b in boards:
            self._next(b)
        self._settle(boards)

    # -- choices

    def _settle(self, boards: list[int]) -> None:
        """Play on until every board waits for the side that learns, or is over."""
        waiting = [b for b in boards if not self.over[b]]
        while waiting:
            theirs = [b for b in waiting if self.side[b] == 1]
            self._find_masks(waiting if self.discrete else theirs)
            for b in theirs:
                assert self.policy is not None
                chosen = self.policy(self._choice(b), self.rngs[b])
                self._choose(b, whole("opponent", chosen, 0, self.actions - 1))
                self._next(b)
            waiting = [b for b in theirs if not self.over[b]]

    def _find_masks(self, waiting: list[int]) -> None:
        """Find out what is allowed on boards that wait for a choice."""
        self.mask[waiting] = False
        self.mask[waiting, 0] = True
        moving = np.array([b for b in waiting if self.phase[b] == MOVING], dtype=np.int64)
        if moving.size:
            shifts = self.reach[moving, None, None] * self.slides
            fine = allowed(self.boards, moving, self.side[moving], self.unit[moving], shifts)
            self.mask[moving, 1 : 1 + SPOTS] = fine
        pairs = [
            (b, target) for b in waiting if self.phase[b] == CHARGING for target in self._targets(b)
        ]
        found = self._answers(
            [asking.charge(self.boards, self.mover(b), target) for b, target in pairs]
        )
        for (b, target), result in zip(pairs, found, strict=True):
            if result is not None and result.solved:
                self._charges[b][target] = result
                self.mask[b, 1 + SPOTS + target] = True

    def _choice(self, b: int) -> Choice:
        spots = self.boards.centre(b, int(self.side[b]), int(self.unit[b])) + np.concatenate(
            [np.zeros((1, 2)), self.reach[b] * self.slides]
        )
        charging = bool(self.phase[b] == CHARGING)
        shown = self.mask[b].copy(), spots, self.boards.markers[b].copy()
        for array in shown:  # a policy looks; what it does is the number that it answers
            array.flags.writeable = False
        return Choice(*shown, charging)

    def _choose(self, b: int, action: int) -> None:
        """Do what a choice says; one that is not allowed is refused and the unit stays."""
        side, unit = int(self.side[b]), int(self.unit[b])
        if not 0 <= action < self.actions or not self.mask[b, action]:
            if side == 1:
                raise InputError("opponent", "an action that the mask allows", shown(action))
            self.refused[b] = True
            self.reward[b] += self.rewards.refused
        elif action > SPOTS:
            self._done(b, self._charges[b][action - 1 - SPOTS])
        elif action > 0:
            there = self.boards.there[b, side, unit]
            before = self.boards.centre(b, side, unit)
            self.boards.at[b, side, unit, there] += self.reach[b] * self.slides[action - 1]
            self._moved(b, before)

    def _done(self, b: int, result: Result | None) -> None:
        """Make the move that a search has found, if it has."""
        if result is None or not result.solved:
            return
        side, unit = int(self.side[b]), int(self.unit[b])
        before = self.boards.centre(b, side, unit)
        self.boards.place(b, side, unit, result.ends)
        self._moved(b, before)

    def _moved(self, b: int, before: Floats) -> None:
        """Note what a move that was made leaves behind, and what it is worth."""
        side, unit, boards = int(self.side[b]), int(self.unit[b]), self.boards
        if self.phase[b] == CHARGING:
            boards.charged[b, side, unit] = True
            self.reward[b] += self.rewards.charge if side == 0 else 0.0
        else:
            boards.fell_back[b, side, unit] = self.engaged[b]
        if side == 0:
            gone = np.stack([before, boards.centre(b, side, unit)])
            apart = gone[:, None] - boards.markers[b]
            was, now = np.hypot(apart[..., 0], apart[..., 1]).min(axis=1)
            self.reward[b] += self.rewards.nearer * (was - now)

    def _wished(self, b: int, wish: Floats) -> asking.Question | None:
        """Return the question for wishes as parts of the reach, None if the unit is to stay."""
        side, unit = int(self.side[b]), int(self.unit[b])
        there = self.boards.there[b, side, unit]
        gone = np.asarray(wish, dtype=np.float64)[there]
        if np.hypot(gone[:, 0], gone[:, 1]).mean() < STILL:
            return None
        places = self.boards.at[b, side, unit][there] + self.reach[b] * gone
        targets = self._targets(b) if self.phase[b] == CHARGING else []
        return asking.wish(self.boards, self.mover(b), places, targets)

    def _answers(self, asked: Sequence[asking.Question | None]) -> list[Result | None]:
        """Return what searches find, made on all threads; the same whatever their number."""
        if self.threads == 1 or len(asked) < 2:
            return [asking.answer(question) for question in asked]
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads)
        return list(self._pool.map(asking.answer, asked))

    # -- whose choice it is

    def mover(self, b: int) -> Mover:
        """Return the unit of a board that is to choose."""
        return Mover(
            b,
            int(self.side[b]),
            int(self.unit[b]),
            float(self.reach[b]),
            bool(self.engaged[b]),
            bool(self.phase[b] == CHARGING),
        )

    def charges(self, b: int) -> Mapping[int, Result]:
        """Return the charges that the unit of a board may make, by number of the enemy unit."""
        return self._charges[b]

    def scenario(self, b: int) -> Scenario:
        """Return a board as a scenario that asks about the unit that is to choose."""
        mover = self.mover(b)
        action = asking.action_of(self.boards, mover)
        return self.boards.scenario(b, mover.side, action, charging=mover.charging)

    def _targets(self, b: int) -> list[int]:
        """Return the enemy units that the roll of a charge reaches (11.04)."""
        gaps = self.boards.foe_gaps(b, int(self.side[b]), int(self.unit[b]))
        return [int(target) for target in np.flatnonzero(gaps <= self.reach[b])]

    def _next(self, b: int) -> None:
        """Go to the next choice of a board, whosever it is, or to its end."""
        boards = self.boards
        boards.acted[b, self.side[b], self.unit[b]] |= self.phase[b] == MOVING
        phase, unit = int(self.phase[b]), int(self.unit[b]) + 1
        while True:
            if unit == self.units:
                phase, unit = 1 - phase, 0
                if phase == MOVING and self._end_turn(b):
                    return
            if self._ask(b, phase, unit):
                return
            unit += 1

    def _end_turn(self, b: int) -> bool:
        """Pass the turn on; return whether the skirmish is over."""
        side = 1 - int(self.side[b])
        if side == 1 and self.policy is None:
            side = 0
        if side == 0:
            held = self.boards.holders(np.array([b]))[0]
            self.reward[b] += self.rewards.held * int((held > 0).sum())
            self.reward[b] += self.rewards.lost * int((held < 0).sum())
            self.round[b] += 1
            if self.round[b] == self.rounds:
                self.over[b] = True
                self.side[b] = self.phase[b] = self.unit[b] = 0
                self.reach[b] = 0.0
                self.mask[b] = False
                self.mask[b, 0] = True
                return True
        self.side[b] = side
        self.boards.begin_turn(b, side)
        return False

    def _ask(self, b: int, phase: int, unit: int) -> bool:
        """Make it a unit's choice to move or to charge, unless it may not charge."""
        side = int(self.side[b])
        gaps = self.boards.foe_gaps(b, side, unit)
        engaged, reach = bool(gaps.min() <= ENGAGED), float(self.boards.move[unit])
        if phase == CHARGING:
            if engaged or self.boards.fell_back[b, side, unit] or gaps.min() > CHARGE_RANGE:
                return False
            reach = float(self.rngs[b].integers(1, 7, 2).sum())
            if gaps.min() > reach:
                return False
        self.phase[b], self.unit[b], self.reach[b] = phase, unit, reach
        self.engaged[b] = engaged
        self._charges[b] = {}
        return True
