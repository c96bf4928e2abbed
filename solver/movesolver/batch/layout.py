"""Boards as groups of bodies, for the kernels that judge many boards in one call."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from movekernels.arrays import Bools, Floats, Ints
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
from movesolver.batch.packing import Ground, Question, kept
from movesolver.batch.ragged import offsets_of
from movesolver.errors import MoveSolverError
from movesolver.rules.chosen import rules_of
from movesolver.rules.ruleset import RuleSet
from movesolver.table.army import Unit
from movesolver.table.bases import Base

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
        given = {"table": self.table, "move": self.move, "rules": self.rules}
        return ends(self.units, self.enemies, self.others, threads=threads, **given)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Bad:
    """Boards that no kernel can judge, and why."""

    which: Ints
    message: str


def sides_of(boards: Boards, rules: RuleSet | None = None) -> tuple[list[Sides], list[Bad]]:
    """Return the bodies on all boards, by the rules in force, and the boards that are bad.

    Models end where paths or ends of the action say, the others stay.  Who is slain or off the
    table is left out.
    """
    units = _Units(boards)
    x, y, facing, z = _ended(boards)
    there = ~boards.slain & ~np.isnan(x)
    sizes = np.diff(boards.first_model)
    unit = np.repeat(np.arange(sizes.size), sizes)
    board_of_unit = np.repeat(np.arange(len(boards)), np.diff(boards.first_unit))
    mover = boards.mover
    mine = mover[board_of_unit]
    friend = (units.side == units.side[mine]) & (mine >= 0)
    moving = np.zeros(sizes.size, np.bool_)
    moving[mover[mover >= 0]] = True
    there &= units.on_table[unit] | moving[unit]
    board = board_of_unit[unit]
    kinds = {"units": moving, "others": friend & ~moving, "enemies": ~friend & (mine >= 0)}
    good, bad = _alike(boards, rules)
    found = []
    for which, table, move, ruleset in good:
        groups = {}
        for name, among in kinds.items():
            mask = there & among[unit]
            if which.size < len(boards):
                mask &= np.isin(board, which)
            rows = np.flatnonzero(mask)
            counts = np.bincount(board[rows], minlength=len(boards))[which]
            groups[name] = Groups(
                units.bases,
                x[rows],
                y[rows],
                base=units.base[rows],
                facing=None if units.round else facing[rows],
                z=z[rows],
                first=offsets_of(counts),
            )
        found.append(Sides(which, **groups, table=table, move=move, rules=ruleset))
    return found, bad


def judged_ends(boards: Boards, rules: RuleSet | None = None) -> tuple[Bits, list[Bad]]:
    """Return what is wrong with the ends on boards, as bits of `CODES`, and the bad boards."""
    sides, bad = sides_of(boards, rules)
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
        texts, which = np.unique(boards.arrays["unit"], return_inverse=True)
        shells = [_shell(boards.texts[number]) for number in texts.tolist()]
        sides: dict[str, int] = {}
        index: dict[Base, int] = {}
        code = [sides.setdefault(s.side, len(sides)) if s else -1 for s in shells]
        table = [bool(s) and not (s.status.in_reserve or s.status.embarked_in) for s in shells if s]
        self.side = np.array(code or [0], np.int64)[which] if which.size else which
        on = iter(table)
        stands = np.array([next(on) if s else False for s in shells] or [False], np.bool_)
        self.on_table: Bools = stands[which] if which.size else stands[:0]
        bases = [
            [index.setdefault(m.base, len(index)) for m in s.models] if s else [] for s in shells
        ]
        first = offsets_of([len(row) for row in bases])
        flat = np.array([k for row in bases for k in row], np.int64)
        sizes = np.diff(boards.first_model)
        starts = np.repeat(first[which] - boards.first_model[:-1], sizes)
        places = starts + np.arange(int(sizes.sum()))
        self.base: Ints = flat[np.minimum(places, flat.size - 1)] if flat.size else places
        self.bases = Bases(list(index) or [Base(round=32.0)])
        self.round = all(base.round is not None for base in index)


def _shell(text: bytes) -> Unit | None:
    try:
        unit: Unit = kept(text, Unit)
        return unit
    except MoveSolverError:
        return None


def _ended(boards: Boards) -> tuple[Floats, Floats, Floats, Floats]:
    """Return where all models end: x, y, facing, z."""
    columns = tuple(boards.arrays[name].copy() for name in ("x", "y", "facing", "z"))
    last = boards.arrays["first_pose"][1:] - 1
    if last.size:
        board = np.repeat(np.arange(len(boards)), np.diff(boards.arrays["first_walk"]))
        rows = boards.first_model[np.maximum(boards.mover[board], 0)] + boards.arrays["walker"]
        for k, column in enumerate(columns):
            column[rows] = boards.arrays["pose"][last, k]
    x, y, facing, z = columns
    return x, y, facing, z


Alike = tuple[Ints, tuple[float, float], str, RuleSet]


def _alike(boards: Boards, rules: RuleSet | None) -> tuple[list[Alike], list[Bad]]:
    """Return boards on tables of one size, by one move of the same rules; and the bad ones."""
    good: dict[object, tuple[list[int], tuple[float, float], str, RuleSet]] = {}
    bad: list[Bad] = []
    pairs = np.stack([boards.arrays["ground"], boards.arrays["question"]])
    kinds, of = np.unique(pairs, axis=1, return_inverse=True)
    of = of.reshape(-1)
    for k, (ground, question) in enumerate(kinds.T.tolist()):
        which = np.flatnonzero((of == k) & (boards.mover >= 0))
        if ground < 0 or not which.size:
            continue
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
        good.setdefault(key, ([], table, move, chosen))[0].extend(which.tolist())
    for b in np.flatnonzero(boards.mover < 0).tolist():
        try:
            boards.scenario(b)
            said = "action.unit: wanted a unit of the board, got another"
        except MoveSolverError as error:
            said = str(error)
        bad.append(Bad(np.array([b]), said))
    listed = [
        (np.sort(np.array(w)), table, move, chosen) for w, table, move, chosen in good.values()
    ]
    return listed, bad
