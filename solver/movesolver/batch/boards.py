"""Boards as arrays: what every call on many boards takes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from movekernels.arrays import Floats, Ints
from movesolver.batch import npz
from movesolver.batch.arguments import check_rules, listed, numbers, whole
from movesolver.batch.packing import BOARDS, ENDS, TEXTS, Packer, Question, Unpacker, kept
from movesolver.batch.ragged import Array, Arrays, InMemory, offsets_of
from movesolver.errors import InputError
from movesolver.rules.ruleset import RuleSet
from movesolver.table.army import Unit
from movesolver.table.fields import inside, shown
from movesolver.table.scenario import Scenario

KIND = "boards"


class Boards:
    """Boards of any number of units and models each, as arrays.

    Board ``b`` has the units ``first_unit[b]:first_unit[b + 1]``, unit ``u`` of all boards the
    models ``first_model[u]:first_model[u + 1]``, board ``b`` so the models
    ``first[b]:first[b + 1]``.  Where models stand is in ``x``, ``y``, ``facing`` and ``z``, and
    ``slain`` says who counts no more: write into them, as in ``boards.x[5] += 1``, and ask
    again.  All else is that of the scenarios they were made from.

    ``boards[b]`` is the scenario of a board, ``boards[2:9]`` boards of their own, which share
    the arrays.  A board that is bad raises when it is asked for, and has an error code in answers.

    Notes
    -----
    What boards have in common (ground, rosters, questions) is held once, so that boards that
    differ in where models stand take 33 bytes a model.  Numbers written into the arrays are looked
    at when the board is asked about: those that no scenario may hold make it a bad one.
    """

    __slots__ = ("__dict__", "arrays", "texts", "trusted")

    def __init__(self, arrays: Arrays, texts: tuple[bytes, ...], *, trusted: bool) -> None:
        self.arrays = arrays
        self.texts = texts
        self.trusted = trusted
        """Whether they come from scenarios, not from a file that anybody may have written."""

    @classmethod
    def of(cls, scenarios: Iterable[Scenario | str | bytes]) -> Boards:
        """Return boards from scenarios, or from the JSON of such.

        Scenarios are trusted as `movesolver.solve` trusts them.  What is no scenario becomes a bad
        board in its place.

        Raises
        ------
        InputError
            If they are no collection.
        """
        packer = Packer()
        for item in listed("scenarios", "a list of scenarios, or of the JSON of such", scenarios):
            packer.add(item)
        return cls(packer.arrays(), tuple(packer.texts), trusted=True)

    @classmethod
    def repeat(cls, scenario: Scenario, count: int) -> Boards:
        """Return so many boards of one scenario, to be told apart by what is written into them.

        Raises
        ------
        InputError
            If there is no scenario, or ``count`` is no whole number, 0 or more.
        """
        count = whole("count", count)
        if not isinstance(scenario, Scenario):
            raise InputError("scenario", "a Scenario", shown(scenario))
        one = cls.of([scenario])
        arrays: Arrays = {}
        for axis in BOARDS.above:
            counts = np.diff(one.arrays[f"first_{axis}"])
            arrays[f"first_{axis}"] = offsets_of(np.tile(counts, count))
        for name in BOARDS.columns:
            column = one.arrays[name]
            arrays[name] = np.tile(column, (count,) + (1,) * (column.ndim - 1))
        return cls(arrays, one.texts, trusted=True)

    @classmethod
    def join(cls, parts: Iterable[Boards]) -> Boards:
        """Return boards one after the other.

        Raises
        ------
        InputError
            If a part is none.
        """
        every = list(listed("parts", "a list of Boards", parts))
        index: dict[bytes, int] = {}
        tables = []
        for k, part in enumerate(every):
            if not isinstance(part, Boards):
                raise InputError(inside("parts", k), "Boards", shown(part))
            moved = np.array([index.setdefault(t, len(index)) for t in part.texts] + [-1], np.int64)
            tables.append({**part.arrays, **{name: moved[part.arrays[name]] for name in TEXTS}})
        return cls(BOARDS.joined(tables), tuple(index), trusted=all(part.trusted for part in every))

    @classmethod
    def load(cls, path: str | Path) -> Boards:
        """Read boards that `save` wrote.

        Raises
        ------
        InputError
            If the file is no such file, is damaged, or holds objects.  A single bad board is no
            error of the file.
        """
        arrays = npz.read(path, KIND)
        place = npz.shown_path(path)
        texts = _texts(arrays.pop("first_text", None), arrays.pop("text", None), place)
        BOARDS.check(arrays, place)
        check_texts(arrays, len(texts), place)
        return cls(arrays, texts, trusted=False)

    def save(self, path: str | Path) -> None:
        """Write the boards as one npz file (docs/batches.md), whole or not at all.

        Raises
        ------
        InputError
            If the file cannot be written.
        """
        first = offsets_of([len(text) for text in self.texts])
        text = np.frombuffer(b"".join(self.texts), np.uint8)
        npz.write(path, KIND, {**self.arrays, "first_text": first, "text": text})

    def __len__(self) -> int:
        return len(self.arrays["fault"])

    @overload
    def __getitem__(self, which: int) -> Scenario: ...
    @overload
    def __getitem__(self, which: slice) -> Boards: ...
    def __getitem__(self, which: int | slice) -> Scenario | Boards:
        if isinstance(which, slice):
            low, high, step = which.indices(len(self))
            if step != 1:
                raise InputError("boards", "a slice without steps", shown(step))
            return self.cut(low, max(low, high))
        if not isinstance(which, int | np.integer) or isinstance(which, bool):
            raise InputError("board", "a whole number, or a slice", shown(which))
        board = int(which) + len(self) if which < 0 else int(which)
        if not 0 <= board < len(self):
            raise IndexError(f"board {which} of {len(self)}")
        return self.scenario(board)

    def __iter__(self) -> Iterator[Scenario]:
        return (self.scenario(board) for board in range(len(self)))

    def __repr__(self) -> str:
        models = self.arrays["x"].size
        return f"<Boards: {len(self)}, {models} models, {len(self.texts)} different parts>"

    def scenario(self, board: int, *, rules: RuleSet | None = None) -> Scenario:
        """Return the scenario of a board; ``rules`` as for `movesolver.loads`.

        Raises
        ------
        InputError
            If it is a bad one: why; or there is none of this number.
        """
        check_rules(rules)
        board = whole("board", board, 0, len(self) - 1)
        return Unpacker(self.arrays, self.texts, self.trusted, rules).scenario(board)

    def cut(self, low: int, high: int) -> Boards:
        """Return boards ``low`` to ``high``, with what they need and nothing else.

        Raises
        ------
        InputError
            If there are not so many.
        """
        high = whole("high", high, 0, len(self))
        low = whole("low", low, 0, high)
        return compact(BOARDS.cut(InMemory(self.arrays), low, high), self.texts, self.trusted)

    def digest(self) -> str:
        """Return a name of the very boards, which others do not have."""
        sha = hashlib.sha256()
        for name in sorted(self.arrays):
            sha.update(name.encode())
            sha.update(np.ascontiguousarray(self.arrays[name]).data)
        for text in self.texts:
            sha.update(text)
        return sha.hexdigest()

    @property
    def x(self) -> Floats:
        """Centres, inches, nan for models off the table; shape (m,)."""
        return self.arrays["x"]

    @property
    def y(self) -> Floats:
        """Centres, inches, nan for models off the table; shape (m,)."""
        return self.arrays["y"]

    @property
    def facing(self) -> Floats:
        """Headings, degrees; shape (m,)."""
        return self.arrays["facing"]

    @property
    def z(self) -> Floats:
        """Heights, inches; shape (m,)."""
        return self.arrays["z"]

    @property
    def slain(self) -> NDArray[np.bool_]:
        """Who counts nowhere any more; shape (m,)."""
        return self.arrays["slain"]

    @property
    def first_unit(self) -> Ints:
        """Offsets of the units of boards, shape (b + 1,)."""
        return self.arrays["first_unit"]

    @property
    def first_model(self) -> Ints:
        """Offsets of the models of units, shape (u + 1,)."""
        return self.arrays["first_model"]

    @property
    def first(self) -> Ints:
        """Offsets of the models of boards, shape (b + 1,)."""
        return self.first_model[self.first_unit]

    @cached_property
    def mover(self) -> Ints:
        """Which unit of all moves, by board; -1 on a bad board; shape (b,)."""
        code: dict[str, int] = {}
        number = self._by_text("unit", lambda text: kept(text, Unit).id, code)
        asked = self._by_text("question", lambda text: kept(text, Question).action.unit, code)
        units = np.diff(self.first_unit)
        board = np.repeat(np.arange(len(self)), units)
        hits = np.flatnonzero((number == asked[board]) & (number >= 0))
        found = np.full(len(self), -1, np.int64)
        found[board[hits[::-1]]] = hits[::-1]  # the first of several is the last to be written
        return found

    @cached_property
    def movers(self) -> Ints:
        """Offsets of the models of the unit that moves, board by board, in answers; (b + 1,)."""
        known = np.maximum(self.mover, 0)
        sizes = np.append(np.diff(self.first_model), 0)
        return offsets_of(np.where(self.mover >= 0, sizes[known], 0))

    def rows_of_movers(self) -> Ints:
        """Return which models of all are those of the units that move; shape (movers[-1],)."""
        counts = np.diff(self.movers)
        starts = self.first_model[np.maximum(self.mover, 0)]
        return np.repeat(starts - self.movers[:-1], counts) + np.arange(self.movers[-1])

    def with_ends(self, poses: ArrayLike) -> Boards:
        """Return the boards with ends of the moves, to be judged.

        Parameters
        ----------
        poses
            x, y, facing, z of every model of the units that move (see `movers`), nan for
            one that does not; shape (movers[-1], 4).

        Raises
        ------
        InputError
            If the shape is another.
        """
        wanted = f"shape ({int(self.movers[-1])}, 4), a row for each model that moves"
        rows = np.ascontiguousarray(numbers("poses", wanted, poses))
        if rows.shape != (int(self.movers[-1]), 4):
            raise InputError("poses", wanted, f"shape {rows.shape}")
        moves = ~np.isnan(rows).any(axis=1)
        board = np.repeat(np.arange(len(self)), np.diff(self.movers))
        within = np.arange(len(rows)) - self.movers[board]
        arrays = dict(self.arrays)
        arrays["asked"] = np.where(self.arrays["fault"] >= 0, 0, ENDS).astype(np.uint8)
        arrays["walker"] = within[moves]
        arrays["pose"] = rows[moves]
        arrays["first_pose"] = np.arange(int(moves.sum()) + 1, dtype=np.int64)
        arrays["first_walk"] = offsets_of(np.bincount(board[moves], minlength=len(self)))
        return Boards(arrays, self.texts, trusted=self.trusted)

    def _by_text(self, column: str, read: Callable[[bytes], str], code: dict[str, int]) -> Ints:
        """Return a number for the word in the text of every row of a column, -1 for a bad one."""
        rows = self.arrays[column]
        used = np.zeros(len(self.texts) + 1, np.bool_)
        used[rows] = True  # that of -1 is the last
        numbers = np.full(used.size, -1, np.int64)
        for text in np.flatnonzero(used[:-1]).tolist():
            with suppress(InputError):
                numbers[text] = code.setdefault(read(self.texts[text]), len(code))
        return numbers[rows]

    def __getstate__(self) -> tuple[Arrays, tuple[bytes, ...], bool]:
        return self.arrays, self.texts, self.trusted

    def __setstate__(self, state: tuple[Arrays, tuple[bytes, ...], bool]) -> None:
        self.arrays, self.texts, self.trusted = state


def compact(arrays: Arrays, texts: tuple[bytes, ...] | dict[int, bytes], trusted: bool) -> Boards:
    """Return boards with those texts only that they use."""
    low = min((int(arrays[name].min(initial=0)) for name in TEXTS), default=0)
    high = max((int(arrays[name].max(initial=0)) for name in TEXTS), default=0)
    assert low >= -1
    used = np.zeros(high + 2, np.bool_)
    for name in TEXTS:
        used[arrays[name]] = True  # that of -1 is the last
    numbers = np.cumsum(used) - 1
    numbers[-1] = -1
    for name in TEXTS:
        arrays[name] = numbers[arrays[name]]
    found = np.flatnonzero(used[:-1]).tolist()
    return Boards(arrays, tuple(texts[k] for k in found), trusted=trusted)


def _texts(first: Array | None, text: Array | None, place: str) -> tuple[bytes, ...]:
    if first is None or text is None or text.dtype != np.uint8 or text.ndim != 1:
        raise InputError(place, "texts of boards", "none")
    if first.dtype != np.int64 or first.ndim != 1 or first.size == 0:
        raise InputError(f"{place}.first_text", "offsets", f"{first.dtype} of shape {first.shape}")
    if first[0] != 0 or first[-1] != text.size or (np.diff(first) < 0).any():
        raise InputError(f"{place}.first_text", "offsets that rise from 0", "others")
    raw, ends = text.tobytes(), first.tolist()
    return tuple(raw[low:high] for low, high in pairwise(ends))


def check_texts(arrays: Arrays, count: int, place: str) -> None:
    """Raise unless numbers of texts are such; a board with a fault has no others."""
    for name in TEXTS:
        numbers = arrays[name]
        lowest = 0 if name == "unit" else -1
        if numbers.size and not lowest <= numbers.min() <= numbers.max() < count:
            raise InputError(f"{place}.{name}", f"numbers of {count} texts", "others")
    good = arrays["fault"] < 0
    if (arrays["ground"][good] < 0).any() or (arrays["question"][good] < 0).any():
        raise InputError(f"{place}.ground", "the number of a text for each board", "-1")
