"""Boards as groups of bodies, for the kernels that judge many boards in one call."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from movekernels.arrays import Bools, Floats, Ints
from movekernels.boards.sides import SIDES, part_sides
from movesolver.arrays.ends import (
    ENGAGED,
    NOT_ENGAGED,
    OFF_TABLE,
    OVERLAP,
    TOO_CLOSE,
    EndCodes,
    ends,
)
from movesolver.arrays.groups import Bases, Groups
from movesolver.batch.answers import Bits, bits_of
from movesolver.batch.boards import Boards
from movesolver.batch.fit import unfit_boards
from movesolver.batch.packing import NOTHING, Ground, Question, kept
from movesolver.errors import MoveSolverError
from movesolver.rules.chosen import rules_of
from movesolver.rules.ruleset import RuleSet
from movesolver.table.army import Unit
from movesolver.table.bases import Base

Number = TypeVar("Number", bound=np.generic)
WORDS = {
    1: "NO_NEIGHBOUR",
    2: "SPREAD",
    4: "HEIGHT",
    8: "SPLIT",
    ENGAGED: "ENGAGED",
    NOT_ENGAGED: "NOT_ENGAGED",
    TOO_CLOSE: "TOO_CLOSE",
    OVERLAP: "OVERLAP",
    OFF_TABLE: "OFF_TABLE",
}
"""The codes of `movesolver.arrays.ends`, in the words of a verdict."""


@dataclass(frozen=True, slots=True)
class Sides:
    """The bodies of boards that are judged by the same rules: one group a board in each."""

    which: Ints
    """The boards, shape (g,)."""
    units: Groups
    """The unit that moves, where it ends."""
    enemies: Groups
    others: Groups
    """Its side's other units."""
    table: tuple[float, float]
    move: str
    rules: RuleSet

    def codes(self, threads: int = 1) -> EndCodes:
        """Return what `movesolver.arrays.ends` finds, shape (g,)."""
        return ends(
            self.units,
            self.enemies,
            self.others,
            table=self.table,
            move=self.move,
            rules=self.rules,
            threads=threads,
        )


@dataclass(frozen=True, slots=True)
class Bad:
    """Boards that no kernel can judge, and why."""

    which: Ints
    message: str


class _Space(threading.local):
    """Room of one thread for the bodies of a chunk: fresh pages cost as much as the checks."""

    def __init__(self) -> None:
        self._shape = np.empty((SIDES, 0), np.int64)
        self._bodies = np.empty((SIDES, 4, 0))
        self._ahead, self._aside = np.ones(0), np.zeros(0)

    def bodies(self, models: int) -> tuple[Ints, Floats, Floats, Floats]:
        """Return room for outlines and places, and headings of models that look along x."""
        if self._ahead.size < models:
            self._shape = np.empty((SIDES, models), np.int64)
            self._bodies = np.empty((SIDES, 4, models))
            self._ahead, self._aside = np.ones(models), np.zeros(models)
        return self._shape, self._bodies, self._ahead, self._aside


_SPACE = _Space()


def sides_of(
    boards: Boards, rules: RuleSet | None = None, space: _Space | None = None
) -> tuple[list[Sides], list[Bad]]:
    """Return the bodies on all boards, by the rules in force, and the boards that are bad.

    Models end where paths or ends of the action say, the others stay.  Who is slain or off the
    table is left out.
    """
    units = _Units(boards)
    mover = boards.mover
    board = np.repeat(np.arange(len(boards)), np.diff(boards.first_unit))
    own = mover[board]
    moving = own == np.arange(own.size)
    friend = units.side == units.side[own]
    side = np.where(moving, 0, np.where(friend, 2, 1)).astype(np.int8)
    side[(own < 0) | ~(units.on_table | moving)] = -1
    walks = _walks(boards)
    (x, y, facing, z), slain = _ended(boards, walks), _writable(boards.slain)
    models = slain.size
    first_unit, first_model = _writable(boards.first_unit), _writable(boards.first_model)
    strays = (mover < 0) | np.isin(np.arange(len(boards)), walks.board[~walks.fit])
    strays |= unfit_boards(boards.arrays)
    good, bad = _alike(boards, rules, strays)
    found = []
    for which, table, move, ruleset in good:
        # Boards by several rules need room that lasts until all of them are judged.
        room = space if space is not None and len(good) == 1 else _Space()
        shape, bodies, ahead, aside = room.bodies(models)
        first = np.empty((SIDES, which.size + 1), np.int64)
        part_sides(
            which,
            first_unit,
            first_model,
            side,
            slain,
            units.kind,
            units.outlines,
            x,
            y,
            facing,
            z,
            shape,
            bodies,
            first,
        )
        groups = []
        for s in range(SIDES):
            count = int(first[s, -1])
            heads: dict[str, Any] = {"facing": bodies[s, 2, :count]}
            if units.round:
                heads = {"turned": (ahead[:count], aside[:count])}
            kinds = shape[s, :count]
            heads.update(base=kinds, z=bodies[s, 3, :count], first=first[s])
            groups.append(Groups(units.bases, bodies[s, 0, :count], bodies[s, 1, :count], **heads))
        mine, foes, mates = groups
        found.append(Sides(which, mine, foes, mates, table, move, ruleset))
    return found, bad


def judged_ends(boards: Boards, rules: RuleSet | None = None) -> tuple[Bits, list[Bad]]:
    """Return what is wrong with the ends on boards, as bits of `CODES`, and the bad boards."""
    sides, bad = sides_of(boards, rules, _SPACE)
    codes = np.zeros(len(boards), np.uint64)
    for side in sides:
        try:
            found = side.codes()
        except MoveSolverError as error:
            bad.append(Bad(side.which, str(error)))
            continue
        for bit, word in WORDS.items():
            hit = side.which[(found & bit) > 0]
            codes[hit] |= np.uint64(bits_of([word]))
        nonsense = side.which[(found & 128) > 0]
        if nonsense.size:
            bad.append(Bad(nonsense, "board: wanted finite numbers, got others"))
    return codes, bad


class _Units:
    """What the texts of units say, as arrays over units and models."""

    def __init__(self, boards: Boards) -> None:
        rows = boards.arrays["unit"]
        used = np.zeros(len(boards.texts), np.bool_)
        used[rows] = True
        sides: dict[str, int] = {}
        index: dict[Base, int] = {}
        side, stands = np.full(used.size, -1, np.int64), np.zeros(used.size, np.bool_)
        kind = np.zeros(used.size, np.int64)
        outlines: list[int] = []
        largest = int(np.diff(boards.first_model).max(initial=0))
        for number in np.flatnonzero(used).tolist():
            shell = _shell(boards.texts[number])
            kind[number] = len(outlines)
            if shell is not None:
                side[number] = sides.setdefault(shell.side, len(sides))
                stands[number] = not (shell.status.in_reserve or shell.status.embarked_in)
                outlines += [index.setdefault(m.base, len(index)) for m in shell.models]
        self.side: Ints = side[rows]
        self.on_table: Bools = stands[rows]
        self.kind: Ints = kind[rows]
        # Of a file that is wrong a unit may have more models than its text: these read nothing odd.
        self.outlines: Ints = np.array(outlines + [0] * largest, np.int64)
        self.bases = _catalogue(tuple(index) or (Base(round=32.0),))
        self.round = all(base.round is not None for base in index)


@lru_cache(maxsize=16)
def _catalogue(bases: tuple[Base, ...]) -> Bases:
    return Bases(bases)


def _shell(text: bytes) -> Unit | None:
    try:
        unit: Unit = kept(text, Unit)
        return unit
    except MoveSolverError:
        return None


@dataclass(frozen=True, slots=True)
class _Walks:
    """The paths or ends of all questions that have such."""

    board: Ints
    row: Ints
    """Which model of all."""
    last: Ints
    """Its last pose."""
    fit: Bools
    """Whether it is one of a model of the unit that moves: a file may say anything."""


def _walks(boards: Boards) -> _Walks:
    arrays = boards.arrays
    board = np.repeat(np.arange(len(boards)), np.diff(arrays["first_walk"]))
    asked = arrays["asked"][board] != NOTHING
    board, who = board[asked], arrays["walker"][asked]
    low, high = arrays["first_pose"][:-1][asked], arrays["first_pose"][1:][asked]
    fit = (who >= 0) & (who < np.diff(boards.movers)[board]) & (low < high)
    row = boards.first_model[np.maximum(boards.mover[board], 0)] + who
    return _Walks(board, row, high - 1, fit)


def _ended(boards: Boards, walks: _Walks) -> tuple[Floats, Floats, Floats, Floats]:
    """Return where all models end: x, y, facing, z."""
    places = [_writable(boards.arrays[name]) for name in ("x", "y", "facing", "z")]
    if walks.fit.any():
        rows, last = walks.row[walks.fit], walks.last[walks.fit]
        places = [column.copy() for column in places]
        for k, column in enumerate(places):
            column[rows] = boards.arrays["pose"][last, k]
    x, y, facing, z = places
    return x, y, facing, z


def _writable(array: NDArray[Number]) -> NDArray[Number]:
    """Return a copy of what a cluster hands out read-only: compiled code tells the two apart."""
    return array if array.flags.writeable else array.copy()


Alike = tuple[Ints, tuple[float, float], str, RuleSet]


def _alike(boards: Boards, rules: RuleSet | None, strays: Bools) -> tuple[list[Alike], list[Bad]]:
    """Return boards on tables of one size, by one move of the same rules; and the bad ones."""
    good: dict[object, tuple[list[Ints], tuple[float, float], str, RuleSet]] = {}
    bad: list[Bad] = []
    count = len(boards.texts) + 1
    pairs = boards.arrays["ground"] * count + boards.arrays["question"]
    pairs[strays] = -1
    for pair in np.unique(pairs).tolist():
        if pair < 0:
            continue
        which = np.flatnonzero(pairs == pair)
        ground, question = divmod(pair, count)
        try:
            stage = kept(boards.texts[ground], Ground)
            move = kept(boards.texts[question], Question).action.move
            named = (stage.rules.game, stage.rules.version, stage.rules.options)
            chosen = rules_of(*named) if rules is None else rules
        except MoveSolverError as error:
            bad.append(Bad(which, str(error)))
            continue
        table = (stage.table.width, stage.table.height)
        key = (table, move, id(chosen))
        good.setdefault(key, ([], table, move, chosen))[0].append(which)
    for b in np.flatnonzero(strays).tolist():
        try:
            boards.scenario(b)
            said = "action.unit: wanted a unit of the board, got another"
        except MoveSolverError as error:
            said = str(error)
        bad.append(Bad(np.array([b]), said))
    listed = [
        (np.sort(np.concatenate(w)), table, move, chosen)
        for w, table, move, chosen in good.values()
    ]
    return listed, bad
