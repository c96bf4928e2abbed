"""Boards as flat arrays, for the kernel that judges where moves end on many of them in one call."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from movekernels.arrays import Bodies, Bools, Floats, Ints
from movekernels.boards.board_ends import (
    BLOCK,
    ENGAGED,
    NOT_ENGAGED,
    OFF_TABLE,
    OVERLAP,
    TOO_CLOSE,
    EndSpace,
    ends_boards,
)
from movekernels.boards.groups import BAD
from movekernels.boards.sides import Armies, Runs
from movesolver.arrays.ends import end_rules
from movesolver.arrays.groups import Bases
from movesolver.arrays.spread import Scratch
from movesolver.batch.answers import Bits, bits_of
from movesolver.batch.boards import Boards
from movesolver.batch.fit import unfit_walks
from movesolver.batch.packing import NOTHING, Ground, Question, kept
from movesolver.errors import MoveSolverError
from movesolver.rules.chosen import rules_of
from movesolver.rules.ruleset import RuleSet
from movesolver.table.army import Unit
from movesolver.table.bases import Base
from movesolver.table.fields import LARGEST

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


def _bits() -> Bits:
    """Return the bits of `CODES` by code."""
    codes = np.arange(2 * max(WORDS))
    bits = np.zeros(codes.size, np.uint64)
    for bit, word in WORDS.items():
        bits[(codes & bit) > 0] |= np.uint64(bits_of([word]))
    return bits


BITS = _bits()
"""What the codes of the kernel are in answers."""


@dataclass(frozen=True, slots=True)
class Bad:
    """Boards that no kernel can judge, and why."""

    which: Ints
    message: str


class _Space:
    """Room for the bodies of a chunk, which is kept: fresh pages cost as much as the checks."""

    def __init__(self) -> None:
        self._scratch = Scratch()
        self._units, self._enemies, self._friends = _bodies(0), _bodies(0), _bodies(0)
        self._bits = np.empty(0, np.uint8)
        self._hits, self._slack = np.empty(0, np.int64), np.empty(0)
        self._firsts = np.empty((2, BLOCK + 1), np.int64)
        self._counts, self._smallest = np.empty(BLOCK, np.int64), np.empty(BLOCK)
        self._flaws = np.empty(BLOCK, np.uint8)
        self._runs = Runs(*np.empty((3, 0), np.int64))

    def of(self, boards: Boards, which: Ints, bases: Bases) -> EndSpace:
        """Return room for some of the boards, of outlines of a catalogue."""
        models = np.diff(boards.first)[which]
        widest = int(models.max(initial=0))
        block = int(np.add.reduceat(models, np.arange(0, which.size, BLOCK)).max())
        movers = int(boards.movers[-1])
        if self._units.x.size < movers:
            self._units = _bodies(movers)
            self._hits, self._slack = np.empty(movers, np.int64), np.empty(movers)
        if self._enemies.x.size < block:
            self._enemies, self._friends = _bodies(block), _bodies(block)
            self._runs = Runs(*np.empty((3, block), np.int64))
        if self._bits.size < which.size:
            self._bits = np.empty(which.size, np.uint8)
        near, place = self._scratch.near(widest)
        return EndSpace(
            units=self._units,
            first=np.empty(which.size + 1, np.int64),
            enemies=self._enemies,
            first_enemy=self._firsts[0],
            friends=self._friends,
            first_friend=self._firsts[1],
            hits=self._hits,
            slack=self._slack,
            counts=self._counts,
            smallest=self._smallest,
            flaws=self._flaws,
            bits=self._bits,
            runs=self._runs,
            near=near,
            place=place,
            lanes=self._scratch.lanes(),
            listed=self._scratch.listed(bases.shapes),
        )


def _bodies(count: int) -> Bodies:
    """Return room for bodies, all of which look along x until told otherwise."""
    x, y, sin, z = np.zeros((4, count))
    return Bodies(np.zeros(count, np.int64), x, y, np.ones(count), sin, z)


_IDLE: deque[_Space] = deque()
"""Rooms that nobody is in: threads come and go, and one of a batch would find none of its own."""


@contextmanager
def _room() -> Iterator[_Space]:
    """Lend room for a chunk; what an error interrupts is not lent again."""
    try:
        space = _IDLE.pop()
    except IndexError:
        space = _Space()
    yield space
    _IDLE.append(space)


def judged_ends(boards: Boards, rules: RuleSet | None = None) -> tuple[Bits, list[Bad]]:
    """Return what is wrong with the ends on boards, as bits of `CODES`, and the bad boards.

    Models end where paths or ends of the action say, the others stay.  Who is slain or off the
    table is left out.
    """
    units, walks = _Units(boards), _walks(boards)
    armies = _armies(boards, units, walks)
    strays = boards.mover < 0
    strays[walks.board[~walks.fit]] = True
    strays |= unfit_walks(boards.arrays, walks.row[walks.fit])
    good, bad = _alike(boards, rules, strays)
    codes = np.zeros(len(boards), np.uint64)
    for which, table, move, ruleset in good:
        try:
            limits = end_rules(ruleset, move, table)
        except MoveSolverError as error:
            bad.append(Bad(which, str(error)))
            continue
        found, unfit = np.empty(which.size, np.uint16), np.empty(which.size, np.bool_)
        catalogue = units.bases.catalogue
        with _room() as room:
            space = room.of(boards, which, units.bases)
            ends_boards(*catalogue, which, armies, LARGEST, limits, space, found, unfit)
        codes[which] = BITS[found]
        bad += [Bad(np.array([b]), _fault_of(boards, b)) for b in which[unfit].tolist()]
        nonsense = which[((found & BAD) > 0) & ~unfit]
        if nonsense.size:
            bad.append(Bad(nonsense, "board: wanted finite numbers, got others"))
    return codes, bad


def _armies(boards: Boards, units: _Units, walks: _Walks) -> Armies:
    x, y, facing, z = _ended(boards, walks)
    cos, sin = np.zeros((2, 0))
    if not units.round:
        with np.errstate(invalid="ignore"):  # an infinite heading is its board's error
            radians = np.radians(facing)
            cos, sin = np.cos(radians), np.sin(radians)
    return Armies(
        first_unit=_writable(boards.first_unit),
        first_model=_writable(boards.first_model),
        mover=boards.mover,
        side=units.side,
        stands=units.stands,
        slain=_writable(boards.slain),
        kind=units.kind,
        base=units.outlines,
        x=x,
        y=y,
        facing=facing,
        cos=cos,
        sin=sin,
        z=z,
    )


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
        self.stands: Bools = stands[rows]
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
    one = pairs.size > 0 and bool((pairs == pairs[0]).all())  # mostly, which saves the sorting
    for pair in pairs[:1].tolist() if one else np.unique(pairs).tolist():
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
    bad += [Bad(np.array([b]), _fault_of(boards, b)) for b in np.flatnonzero(strays).tolist()]
    listed = [
        (np.sort(np.concatenate(w)), table, move, chosen)
        for w, table, move, chosen in good.values()
    ]
    return listed, bad


def _fault_of(boards: Boards, board: int) -> str:
    """Return what is wrong with a board that cannot be judged."""
    try:
        boards.scenario(board)
    except MoveSolverError as error:
        return str(error)
    return "action.unit: wanted a unit of the board, got another"
