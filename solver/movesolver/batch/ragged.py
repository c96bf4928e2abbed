"""Tables of arrays over boards, ragged by offsets: cut, joined and looked at.

A column runs along an axis: along the boards, or along what a board has several of (models, the
poses of a path, the letters of a message).  Offsets ``first_model`` say which models board ``b``
has: ``first_model[b]:first_model[b + 1]``; those of a deeper axis run along the one above it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from movesolver.errors import InputError

Array = NDArray[Any]
Arrays = dict[str, Array]
BOARD = "board"


@dataclass(frozen=True, slots=True)
class Column:
    """What an array holds: its axis, its type, and how many numbers in a row."""

    axis: str
    dtype: type[np.generic]
    width: int | None = None
    """Numbers in a row, of shape (rows, width); 0: any number, None: shape (rows,)."""

    def nothing(self, rows: int, wide: int) -> Array:
        """Return rows that say nothing: nan or 0; ``wide`` is the width where any is right."""
        shape = (rows,) if self.width is None else (rows, self.width or wide)
        return np.full(shape, np.nan if self.dtype is np.float64 else 0, self.dtype)


class Reader(Protocol):
    """Where rows of arrays come from: memory, or a file."""

    def rows(self, name: str, low: int, high: int) -> Array:
        """Return rows ``low`` to ``high`` of an array."""


@dataclass(frozen=True, slots=True)
class InMemory:
    """Arrays that are there."""

    arrays: Mapping[str, Array]

    def rows(self, name: str, low: int, high: int) -> Array:
        """Return a view of rows ``low`` to ``high`` of an array."""
        return self.arrays[name][low:high]


@dataclass(frozen=True)
class Schema:
    """Which arrays a table has."""

    columns: Mapping[str, Column]
    above: Mapping[str, str]
    """For each axis but that of the boards the one above it; those above come first."""

    def names(self) -> list[str]:
        """Return the names of all arrays, those of offsets included."""
        return [*(offsets(axis) for axis in self.above), *self.columns]

    def cut(self, reader: Reader, low: int, high: int) -> Arrays:
        """Return the table of boards ``low`` to ``high``, its offsets from 0."""
        spans = {BOARD: (low, high)}
        found: Arrays = {}
        for axis, above in self.above.items():
            one, two = spans[above]
            first = np.asarray(reader.rows(offsets(axis), one, two + 1))
            if first.size != two - one + 1:
                raise InputError(offsets(axis), f"{two - one + 1} offsets", f"{first.size}")
            spans[axis] = (int(first[0]), int(first[-1]))
            found[offsets(axis)] = first - first[0]
        for name, column in self.columns.items():
            one, two = spans[column.axis]
            found[name] = reader.rows(name, one, two)
        return found

    def joined(self, tables: Sequence[Mapping[str, Array]]) -> Arrays:
        """Return the tables one after the other."""
        if len(tables) == 1:
            return dict(tables[0])
        if not tables:
            return self.empty()
        found: Arrays = {}
        for axis in self.above:
            name = offsets(axis)
            counts = np.concatenate([np.diff(table[name]) for table in tables])
            found[name] = offsets_of(counts)
        for name in self.columns:
            found[name] = np.concatenate([table[name] for table in tables])
        return found

    def empty(self, boards: int = 0) -> Arrays:
        """Return a table of so many boards that have nothing of any further axis."""
        rows = {BOARD: boards}
        found: Arrays = {}
        for axis, above in self.above.items():
            found[offsets(axis)] = np.zeros(rows[above] + 1, np.int64)
            rows[axis] = 0
        for name, column in self.columns.items():
            found[name] = np.zeros(shape_of(column, rows[column.axis]), column.dtype)
        return found

    def check(self, arrays: Mapping[str, Array], place: str) -> None:
        """Raise unless these are the arrays of a table: types, shapes and offsets.

        Raises
        ------
        InputError
            Naming the array, what was wanted and given.
        """
        wanted = set(self.names())
        if set(arrays) != wanted:
            lacking, more = sorted(wanted - set(arrays)), sorted(set(arrays) - wanted)
            got = f"none of {', '.join(lacking)}" if lacking else f"also {', '.join(more)[:200]}"
            raise InputError(place, "the arrays of such a table", got)
        rows = {BOARD: self._boards(arrays, place)}
        for axis, above in self.above.items():
            rows[axis] = _check_offsets(arrays[offsets(axis)], rows[above], f"{place}.{axis}")
        for name, column in self.columns.items():
            check_column(arrays[name], column, rows[column.axis], f"{place}.{name}")

    def _boards(self, arrays: Mapping[str, Array], place: str) -> int:
        """Return how many boards the arrays are of."""
        name = next(name for name, column in self.columns.items() if column.axis == BOARD)
        if arrays[name].ndim == 0:
            raise InputError(f"{place}.{name}", "an array", "a single value")
        return len(arrays[name])


def check_column(array: Array, column: Column, rows: int, place: str) -> None:
    """Raise `InputError` unless an array has the type and shape of a column."""
    shape = shape_of(column, rows)
    same = array.shape == shape
    if column.width == 0:
        same = array.ndim == 2 and len(array) == rows
    if array.dtype != column.dtype or not same:
        wanted = f"{np.dtype(column.dtype)} of shape {shape}"
        raise InputError(place, wanted, f"{array.dtype} of shape {array.shape}")


def shape_of(column: Column, rows: int) -> tuple[int, ...]:
    """Return the shape of a column of so many rows."""
    return (rows,) if column.width is None else (rows, column.width)


def offsets(axis: str) -> str:
    """Return the name of the offsets of an axis."""
    return f"first_{axis}"


def offsets_of(counts: Sequence[int] | Array) -> NDArray[np.int64]:
    """Return offsets from counts: 0, then their running sum."""
    first = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=first[1:])
    return first


def _check_offsets(array: Array, rows: int, place: str) -> int:
    """Return how many things offsets end at, after a look at them."""
    if array.dtype != np.int64 or array.shape != (rows + 1,):
        got = f"{array.dtype} of shape {array.shape}"
        raise InputError(place, f"int64 of shape ({rows + 1},)", got)
    if array[0] != 0 or (np.diff(array) < 0).any() or array[-1] < 0:
        raise InputError(place, "offsets that rise from 0", "others")
    return int(array[-1])


def letters_of(messages: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Return texts as the offsets and the bytes of their UTF-8."""
    raw = [message.encode(errors="replace") for message in messages]
    return offsets_of([len(one) for one in raw]), np.frombuffer(b"".join(raw), np.uint8)
