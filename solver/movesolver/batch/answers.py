"""What calls on many boards answer: arrays, ragged as the boards are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from enum import IntEnum
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from movekernels.arrays import Bools, Floats, Ints
from movesolver.batch import npz
from movesolver.batch.arguments import listed, whole
from movesolver.batch.ragged import (
    BOARD,
    Arrays,
    Column,
    InMemory,
    Schema,
    letters_of,
    offsets_of,
)
from movesolver.errors import InputError
from movesolver.referee.verdict import Code
from movesolver.search.result import Limit, Status
from movesolver.table.fields import inside

Bytes = NDArray[np.uint8]
Bits = NDArray[np.uint64]


class Failure(IntEnum):
    """Why a board has no answer, or not the whole one."""

    NONE = 0
    """It has its answer."""
    BAD_INPUT = 1
    """The board, or what was asked about it, makes no sense; or a function of yours raises."""
    UNSUPPORTED = 2
    """This version cannot answer that yet."""
    TIMED_OUT = 3
    """Its time was up; what was found until then is there."""
    CRASHED = 4
    """An error that should not be: please report its message."""
    LOST = 5
    """Processes that worked on this board, alone, were killed or died; or nobody is left to."""
    NOT_DONE = 6
    """The batch was interrupted before."""


STATUSES: tuple[str, ...] = ("", *(str(status) for status in Status))
"""What a number of ``status`` stands for; 0: no answer."""
LIMITS: tuple[str, ...] = ("", *(str(limit) for limit in Limit))
"""What a number of ``limit`` stands for; 0: none was met."""
CODES: tuple[str, ...] = (*(str(code) for code in Code), "TOO_ALIKE", "STOPPED", "START", "OTHER")
"""Bit ``k`` of ``codes`` and ``reasons`` stands for the k-th of these."""
SLACKS = (
    "distance", "edge", "overlap", "neighbour", "span", "height", "engagement", "clearance",
)  # fmt: skip
"""Columns of ``slack``."""

_PER_BOARD = {
    "error": Column(BOARD, np.uint8),
    "letters": Column("letter", np.uint8),
}


def bits_of(codes: Sequence[str] | Mapping[str, str]) -> int:
    """Return codes as a sum of bits."""
    total = 0
    for code in codes:
        total |= 1 << (_BIT.get(str(code), len(CODES) - 1))
    return total


_BIT = {code: k for k, code in enumerate(CODES)}


def named(bits: int) -> tuple[str, ...]:
    """Return the codes that a number of ``codes`` or ``reasons`` stands for."""
    return tuple(code for k, code in enumerate(CODES) if int(bits) >> k & 1)


@dataclass(frozen=True)
class Answers:
    """What all answers have: for each board an error code, and a message where it has one."""

    error: Bytes
    """A `Failure`, 0 where there is none; shape (b,)."""
    letters: Bytes
    """Messages, UTF-8, one after the other."""
    first_letter: Ints
    """Offsets of the messages, shape (b + 1,)."""

    schema: ClassVar[Schema] = Schema(_PER_BOARD, {"letter": BOARD})
    kind: ClassVar[str] = "answers"
    _one: ClassVar[str] = "board"
    """What each is an answer about."""

    def __len__(self) -> int:
        return len(self.error)

    @property
    def done(self) -> Bools:
        """Which boards have their answer, shape (b,)."""
        done: Bools = self.error == Failure.NONE
        return done

    @property
    def interrupted(self) -> bool:
        """Whether the batch was stopped before all boards were done."""
        return bool((self.error == Failure.NOT_DONE).any())

    def message(self, board: int) -> str:
        """Return what is wrong with a board in one line; empty if nothing is.

        Raises
        ------
        InputError
            If there is none of this number.
        """
        board = whole(self._one, board, 0, len(self) - 1)
        low, high = self.first_letter[board], self.first_letter[board + 1]
        return bytes(self.letters[low:high]).decode(errors="replace")

    @property
    def arrays(self) -> Arrays:
        """All arrays by name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def save(self, path: str | Path) -> None:
        """Write the answers as one npz file, whole or not at all.

        Raises
        ------
        InputError
            If the file cannot be written.
        """
        npz.write(path, self.kind, self.arrays)

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read answers that `save` wrote.

        Raises
        ------
        InputError
            If the file is no such file, is damaged, or holds objects.
        """
        arrays = npz.read(path, cls.kind)
        cls.schema.check(arrays, npz.shown_path(path))
        return cls(**arrays)

    @classmethod
    def join(cls, parts: Sequence[Self]) -> Self:
        """Return answers one after the other.

        Raises
        ------
        InputError
            If they are none, or answers of another kind.
        """
        for k, part in enumerate(listed("parts", f"a list of {cls.__name__}", parts)):
            if type(part) is not cls:
                raise InputError(inside("parts", k), cls.__name__, type(part).__name__)
        return cls(**cls.schema.joined([part.arrays for part in parts]))

    def cut(self, low: int, high: int) -> Self:
        """Return the answers of boards ``low`` to ``high``; an `InputError` if they are fewer."""
        high = whole("high", high, 0, len(self))
        low = whole("low", low, 0, high)
        return type(self)(**self.schema.cut(InMemory(self.arrays), low, high))

    @classmethod
    def failed(
        cls,
        models: Sequence[int] | Ints,
        error: Failure,
        message: str,
        wide: Mapping[str, int] = MappingProxyType({}),
    ) -> Arrays:
        """Return the arrays of boards that all have no answer for the same reason.

        ``models`` says how many models of each move, ``wide`` how many numbers a row of a column
        has where that differs from call to call.
        """
        counts = np.asarray(models, np.int64)
        arrays = cls.schema.empty(len(counts))
        arrays["error"][:] = error
        arrays["first_letter"], arrays["letters"] = letters_of([message] * len(counts))
        if cls.schema.above.get("model") == BOARD:
            arrays["first_model"] = offsets_of(counts)
            total = int(counts.sum())
            for axis, above in cls.schema.above.items():
                if above == "model":
                    arrays[f"first_{axis}"] = np.zeros(total + 1, np.int64)
            for name, column in cls.schema.columns.items():
                if column.axis == "model":
                    arrays[name] = column.nothing(total, wide.get(name, 0))
        for name, column in cls.schema.columns.items():
            if column.axis == BOARD and column.dtype is np.float64:
                arrays[name] = column.nothing(len(counts), wide.get(name, 0))
        return arrays


@dataclass(frozen=True)
class Checked(Answers):
    """The answer of `check_many`."""

    legal: Bools
    """Shape (b,); False for a board with an error."""
    codes: Bits
    """What is wrong, a sum of bits (see `named`), shape (b,)."""
    slack: Floats
    """Inches left to each limit, negative where it is broken, nan where there is none: columns
    `SLACKS`; shape (b, 8)."""

    schema: ClassVar[Schema] = Schema(
        {
            **_PER_BOARD,
            "legal": Column(BOARD, np.bool_),
            "codes": Column(BOARD, np.uint64),
            "slack": Column(BOARD, np.float64, len(SLACKS)),
        },
        {"letter": BOARD},
    )
    kind: ClassVar[str] = "checked"


@dataclass(frozen=True)
class Reaching(Answers):
    """The answer of `reach_many`: rows are all models of the units asked about."""

    allowed: Bools
    """Whether the unit may make the move at all, shape (b,)."""
    first_model: Ints
    """Offsets of the models, shape (b + 1,)."""
    lengths: Floats
    """Shortest way to each point, whether or not one may end there; infinity beyond the model's
    maximum; exact for round bases that do not climb, else no more than that; shape (m, k)."""
    reached: Bools
    """Whether the model can get to each point and may end there, shape (m, k); (m, 0) unless
    asked for."""
    area: Floats
    """Of the region the model can reach, square inches, nan unless asked for; shape (m,)."""

    schema: ClassVar[Schema] = Schema(
        {
            **_PER_BOARD,
            "allowed": Column(BOARD, np.bool_),
            "lengths": Column("model", np.float64, 0),
            "reached": Column("model", np.bool_, 0),
            "area": Column("model", np.float64),
        },
        {"letter": BOARD, "model": BOARD},
    )
    kind: ClassVar[str] = "reaching"


_SOLVED: dict[str, type[np.generic]] = {
    "status": np.uint8,
    "limit": np.uint8,
    "objective": np.float64,
    "bound": np.float64,
    "iterations": np.int64,
}


class _Scored:
    """What answers with objectives and bounds share."""

    objective: Floats
    bound: Floats

    @property
    def gap(self) -> Floats:
        """Bound minus objective: how much better another end could at most be."""
        return self.bound - self.objective

    @property
    def solved(self) -> Bools:
        """Where there is a legal end."""
        return ~np.isnan(self.objective)


@dataclass(frozen=True)
class Solved(_Scored, Answers):
    """The answer of `solve_many` and `snap_many`: rows are all models of the units that move."""

    status: Bytes
    """Index into `STATUSES`, shape (b,)."""
    limit: Bytes
    """Index into `LIMITS`, shape (b,)."""
    objective: Floats
    """What the end is worth, nan where there is none; shape (b,)."""
    bound: Floats
    """What no legal end is worth more than, nan where there is none; shape (b,)."""
    iterations: Ints
    """Shape (b,)."""
    reasons: Bits
    """Why there is no (better) end, a sum of bits (see `named`), shape (b,)."""
    first_model: Ints
    """Offsets of the models, shape (b + 1,)."""
    ends: Floats
    """x, y, facing, z; nan for a model that has no end; shape (m, 4)."""
    lengths: Floats
    """Of the paths, inches; nan where there is none; shape (m,)."""
    first_pose: Ints
    """Offsets of the poses of paths, by model, shape (m + 1,)."""
    paths: Floats
    """x, y, facing, z; shape (p, 4)."""
    first_turn: Ints
    """Offsets of the orders of moving, by board, shape (b + 1,)."""
    order: Ints
    """Model (counted in its unit) and pose of its path that it is taken on to, where unit-mates
    bar each other; shape (t, 2)."""

    schema: ClassVar[Schema] = Schema(
        {
            **_PER_BOARD,
            **{name: Column(BOARD, dtype) for name, dtype in _SOLVED.items()},
            "reasons": Column(BOARD, np.uint64),
            "ends": Column("model", np.float64, 4),
            "lengths": Column("model", np.float64),
            "paths": Column("pose", np.float64, 4),
            "order": Column("turn", np.int64, 2),
        },
        {"letter": BOARD, "model": BOARD, "pose": "model", "turn": BOARD},
    )
    kind: ClassVar[str] = "solved"


@dataclass(frozen=True)
class Proposed(_Scored, Answers):
    """The answer of `propose_many`: board ``b`` has moves ``first_move[b]:first_move[b + 1]``."""

    reasons: Bits
    """Why there are fewer than wanted, shape (b,)."""
    first_move: Ints
    """Offsets of the moves, best first, shape (b + 1,)."""
    status: Bytes
    """Index into `STATUSES`, shape (k,)."""
    objective: Floats
    """Shape (k,)."""
    bound: Floats
    """Shape (k,)."""
    first_model: Ints
    """Offsets of the models, by move, shape (k + 1,)."""
    ends: Floats
    """x, y, facing, z; shape (m, 4)."""
    lengths: Floats
    """Of the paths, inches; nan where there is none; shape (m,)."""
    first_pose: Ints
    """Offsets of the poses of paths, by model, shape (m + 1,)."""
    paths: Floats
    """x, y, facing, z; shape (p, 4)."""

    schema: ClassVar[Schema] = Schema(
        {
            **_PER_BOARD,
            "reasons": Column(BOARD, np.uint64),
            "status": Column("move", np.uint8),
            "objective": Column("move", np.float64),
            "bound": Column("move", np.float64),
            "ends": Column("model", np.float64, 4),
            "lengths": Column("model", np.float64),
            "paths": Column("pose", np.float64, 4),
        },
        {"letter": BOARD, "move": BOARD, "model": "move", "pose": "model"},
    )
    kind: ClassVar[str] = "proposed"


@dataclass(frozen=True)
class Masked(Answers):
    """The answer of `mask_many`: rows are the places, by model of the units that move."""

    first_model: Ints
    """Offsets of the models, shape (b + 1,)."""
    first_place: Ints
    """Offsets of the places, by model, shape (m + 1,)."""
    allowed: Bools
    """Which places take part in a legal end of the unit, shape (s,)."""
    undecided: Bools
    """Places of which that is not known, neither way; shape (s,)."""

    schema: ClassVar[Schema] = Schema(
        {
            **_PER_BOARD,
            "allowed": Column("place", np.bool_),
            "undecided": Column("place", np.bool_),
        },
        {"letter": BOARD, "model": BOARD, "place": "model"},
    )
    kind: ClassVar[str] = "masked"
