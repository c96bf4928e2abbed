"""Unit-mates that bar each other: the order in which all can pass (17.01, VS4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from movekernels.arrays import Bodies, Bools, Floats, Ints
from movekernels.search.ordering import GAVE_UP, order_moves
from movesolver.referee.crossings import Crossing, crossings, cuts
from movesolver.referee.hazards import mate_hazards
from movesolver.referee.position import Position, heading, joined_bodies, select
from movesolver.referee.steps import Step, steps_of
from movesolver.referee.verdict import Code, Finding, listed
from movesolver.rules.transit import barred_by
from movesolver.table.scenario import Pose

Paths = Mapping[str, Sequence[Pose]]
Order = Sequence[tuple[str, int]]
"""Each entry takes a model on to that pose of its path, counted from 0."""

ROOMS = (16, 1 << 12, 1 << 16)
"""States that lead nowhere and are remembered: first try, second, last."""
BRIEF = 1 << 10
"""The last of a search, that has other answers to go on with."""


@dataclass(frozen=True, slots=True)
class Sequenced:
    """What is known about the orders in which paths can be walked."""

    order: tuple[tuple[str, int], ...] | None
    """One that works; None if there is none, or none was found."""
    proved: bool
    """Whether without an order there is none."""
    stuck: tuple[str, ...]
    """Models that do not get through, without an order."""
    barred: tuple[tuple[int, int, int, int], ...]
    """Legs that cut a mate wherever it stops: model, first and last pose, mate."""


def find_order(position: Position, paths: Paths) -> Sequenced:
    """Return an order of moving in which no model cuts a mate that bars it.

    Models stop at their ends only, or at any pose of their paths where the game lets them
    (`RuleSet.stops_on_way`); models without a path stay where they are.
    """
    whole = find_order_with(position, paths, {n: (0, len(p) - 1) for n, p in paths.items()})
    if whole.order is not None or not position.rules.stops_on_way:
        return whole
    return find_order_with(position, paths, {n: range(len(p)) for n, p in paths.items()})


def find_order_with(
    position: Position,
    paths: Paths,
    numbers: Mapping[str, Sequence[int]],
    *,
    brief: bool = False,
) -> Sequenced:
    """Return an order in which models stop at some poses only.

    Parameters
    ----------
    position, paths
        As in `find_order`.
    numbers
        The numbers of these poses in the path of each model, first and last among them.
    brief
        Whether to give up early, and to leave out what bars.
    """
    stops = _Stops(position, paths, numbers)
    n, t = len(position.ids), int(stops.first[-1])
    at, out = np.empty(n, dtype=np.int64), np.empty(t, dtype=np.int64)
    legs = GAVE_UP
    for rows in (ROOMS[0], BRIEF) if brief else ROOMS:
        memo = np.full((rows, n), -1)
        tried = np.empty((2, t + 1), dtype=np.int64)
        legs = order_moves(stops.first, stops.blocks, at, out, tried, memo)
        if legs != GAVE_UP:
            break
    if legs >= 0:
        return Sequenced(stops.said(out[:legs]), True, (), ())
    left = np.flatnonzero(at + 1 < np.diff(stops.first)).tolist()
    stuck = tuple(position.ids[i] for i in left)
    return Sequenced(None, legs != GAVE_UP, stuck, () if brief else tuple(stops.barred()))


def judge_order(position: Position, paths: Paths, order: Order | None = None) -> list[Finding]:
    """Judge an order of moving, or ask for any in which no model cuts a mate that bars it.

    17.01 and VS4 make unit-mates obstacles, where they stand when a model moves: at their
    start until they move themselves, at the pose they were taken to after that.
    """
    if not position.mates_block.any():
        return []
    if order is not None:
        return _walked(position, paths, order)
    asked = find_order(position, paths)
    if asked.order is not None:
        return []
    found = []
    for i, begin, end, j in asked.barred:
        at = _start(position, j)
        name = position.ids[i]
        steps = _between(steps_of(position, i, paths[name]), begin, end)
        found += _cuts(position, i, steps, paths[name][0], [j], [at])
    if not found:
        rule = next(_rule(position, i, j) for i, j in np.argwhere(position.mates_block).tolist())
        text = "No order of moving lets these models pass each other."
        if not asked.proved:
            text = "No order of moving was found that lets these models pass each other."
        found.append(Finding(Code.THROUGH_FRIEND, rule, asked.stuck, text))
    return found


def _walked(position: Position, paths: Paths, order: Order) -> list[Finding]:
    """Return what is cut into when models move in a given order."""
    at = dict.fromkeys(position.ids, 0)
    found = []
    steps: dict[str, list[Step]] = {}
    for name, number in order:
        i = position.ids.index(name)
        mates = np.flatnonzero(position.mates_block[i]).tolist()
        stand = [
            paths[mate][at[mate]] if mate in paths else _start(position, j)
            for j, mate in zip(mates, (position.ids[j] for j in mates), strict=True)
        ]
        if name not in steps:
            steps[name] = steps_of(position, i, paths[name])
        leg = _between(steps[name], at[name], number)
        found += _cuts(position, i, leg, paths[name][0], mates, stand)
        at[name] = number
    short = tuple(
        name for name, path in paths.items() if any(p != path[at[name]] for p in path[at[name] :])
    )
    if short:
        text = f"The order of moving does not take {listed(short)} to the end."
        found.append(Finding(Code.NO_PATH, position.move.section, short, text))
    return found


class _Stops:
    """The stops of every model of a unit, and which legs cut mates in which of them."""

    def __init__(
        self, position: Position, paths: Paths, numbers: Mapping[str, Sequence[int]]
    ) -> None:
        self.position = position
        self.paths = paths
        moving = {name for name, path in paths.items() if any(pose != path[0] for pose in path)}
        self.numbers = [numbers[name] if name in moving else (0,) for name in position.ids]
        counts = [len(numbers) for numbers in self.numbers]
        self.first: Ints = np.concatenate(([0], np.cumsum(counts, dtype=np.int64)))
        self.owner: Ints = np.repeat(np.arange(len(counts)), counts)
        self.bodies = joined_bodies(*map(self._bodies, range(len(counts))))
        tall = np.array([mover.height for mover in position.movers])
        self.tall: Floats = tall[self.owner]
        self.blocks = self._table()

    def said(self, legs: Ints) -> tuple[tuple[str, int], ...]:
        """Return an order of legs as entries, legs in a row of one model as one."""
        at = dict.fromkeys(self.position.ids, 0)
        order: list[tuple[str, int]] = []
        for i in legs.tolist():
            name = self.position.ids[i]
            at[name] += 1
            if order and order[-1][0] == name:
                order.pop()
            order.append((name, self.numbers[i][at[name]]))
        return tuple(order)

    def barred(self) -> list[tuple[int, int, int, int]]:
        """Return the legs that cut a mate in all of its stops."""
        found = []
        for i, numbers in enumerate(self.numbers):
            for k, (begin, end) in enumerate(pairwise(numbers)):
                row = self.blocks[self.first[i] + k]
                for j in np.flatnonzero(self.position.mates_block[i]).tolist():
                    if row[self.first[j] : self.first[j + 1]].all():
                        found.append((i, begin, end, j))
        return found

    def _bodies(self, i: int) -> Bodies:
        path = self.paths.get(self.position.ids[i], (_start(self.position, i),))
        numbers = self.numbers[i]
        return _standing(self.position, [i] * len(numbers), [path[k] for k in numbers])

    def _table(self) -> Bools:
        """Return which legs (from the stop of the row) cut a mate in which stops; (t, t)."""
        position = self.position
        blocks = np.zeros((self.owner.size, self.owner.size), dtype=np.bool_)
        for i, numbers in enumerate(self.numbers):
            mates = position.mates_block[i][self.owner]
            if len(numbers) == 1 or not mates.any():
                continue
            path = self.paths[position.ids[i]]
            steps = steps_of(position, i, path)
            mine = int(position.start.shape[i])
            others = select(self.bodies, mates)
            hazards = mate_hazards(position, i, others, self.tall[mates], path[0])
            cut = cuts(position.shapes, mine, steps, hazards)
            legs = np.searchsorted(numbers, [step.number for step in steps]) - 1
            columns = np.flatnonzero(mates)
            for leg, row in zip(legs.tolist(), cut, strict=True):
                blocks[self.first[i] + leg, columns] |= row
        return blocks


def _start(position: Position, j: int) -> Pose:
    start = position.start
    return (float(start.x[j]), float(start.y[j]), float(position.facing[j]), float(start.z[j]))


def _standing(position: Position, models: Sequence[int], poses: Sequence[Pose]) -> Bodies:
    """Return models of the unit as they stand at some poses."""
    x, y, facing, z = np.array(poses, dtype=np.float64).reshape(-1, 4).T.copy()
    turned = np.array([heading(degrees) for degrees in facing.tolist()]).reshape(-1, 2)
    cos, sin = turned.T.copy()
    return Bodies(position.start.shape[list(models)], x, y, cos, sin, z)


def _between(steps: Sequence[Step], begin: int, end: int) -> list[Step]:
    """Return the steps of a path between two of its poses."""
    return [step for step in steps if begin < step.number <= end]


def _cuts(
    position: Position,
    model: int,
    steps: Sequence[Step],
    start: Pose,
    mates: Sequence[int],
    at: Sequence[Pose],
) -> list[Finding]:
    """Return where steps of a path from ``start`` cut through mates that stand at poses."""
    if not steps or not mates:
        return []
    tall = np.array([position.movers[j].height for j in mates])
    hazards = mate_hazards(position, model, _standing(position, mates, at), tall, start)
    mine = int(position.start.shape[model])
    found = sorted(crossings(position.shapes, mine, steps, hazards), key=lambda one: one.hazard)
    return [_barred(position, model, mates[one.hazard], one) for one in found]


def _barred(position: Position, i: int, j: int, one: Crossing) -> Finding:
    (name, mate), (x, y, _) = (position.ids[i], position.ids[j]), one.at
    text = f"The path of {name} cuts through {mate}, which bars it, at ({x:.4g}, {y:.4g})."
    return Finding(
        Code.THROUGH_FRIEND,
        _rule(position, i, j),
        (name, mate),
        text,
        one.lowest,
        0.0,
        one.at,
        one.after,
        one.step.number,
    )


def _rule(position: Position, i: int, j: int) -> str:
    """Return the section by which mate ``j`` bars model ``i``."""
    words = position.movers[j].keywords
    bars = barred_by(
        position.rules, position.move, position.mode, position.movers[i], words, enemy=False
    )
    assert bars is not None
    return bars
