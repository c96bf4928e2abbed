"""Boards that stay in their file."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np

from movesolver.batch import npz
from movesolver.batch.arguments import whole
from movesolver.batch.boards import KIND, Boards, check_texts, compact
from movesolver.batch.packing import BOARDS, TEXTS
from movesolver.batch.ragged import Array, Reader
from movesolver.errors import InputError
from movesolver.formats.references import LARGEST_ARMY


class StoredBoards:
    """Boards that stay in their file (`Boards.save`): read chunk by chunk, so they may be many.

    Raises
    ------
    InputError
        As `Boards.load`, when it is opened or, for the numbers, when boards are read.
    """

    def __init__(self, path: str | Path) -> None:
        self._stored = npz.Stored(path, KIND)
        self._place = npz.shown_path(path)
        shapes = self._stored.shapes
        wanted = {*BOARDS.names(), "first_text", "text"}
        if set(shapes) != wanted:
            raise InputError(self._place, "the arrays of boards", ", ".join(sorted(shapes))[:100])
        for name, (shape, dtype) in shapes.items():
            column = BOARDS.columns.get(name)
            kind = column.dtype if column else np.uint8 if name == "text" else np.int64
            tail = (column.width,) if column and column.width else ()
            if dtype != np.dtype(kind) or shape[1:] != tail:
                got = f"{dtype} of shape {shape}"
                raise InputError(f"{self._place}.{name}", f"{np.dtype(kind)}", got)

    def __len__(self) -> int:
        return self._stored.shapes["fault"][0][0]

    def cut(self, low: int, high: int) -> Boards:
        """Return boards ``low`` to ``high``, read now.

        Raises
        ------
        InputError
            If there are not so many, or what is read makes no boards.
        """
        high = whole("high", high, 0, len(self))
        low = whole("low", low, 0, high)
        arrays = BOARDS.cut(_Bounded(self._stored, high - low), low, high)
        BOARDS.check(arrays, self._place)
        texts = self._stored.shapes["text"][0][0], self._stored.shapes["first_text"][0][0] - 1
        check_texts(arrays, texts[1], self._place)
        numbers = np.unique(np.concatenate([arrays[name] for name in TEXTS]))
        found: dict[int, bytes] = {}
        for number in numbers[numbers >= 0].tolist():
            one, two = self._stored.rows("first_text", number, number + 2).tolist()
            if not 0 <= one <= two <= texts[0]:
                raise InputError(f"{self._place}.first_text", "offsets that rise", f"{one}, {two}")
            found[number] = self._stored.rows("text", one, two).tobytes()
        return compact(arrays, found, False)

    def digest(self) -> str:
        """Return a name of the file's contents, which others do not have."""
        with open(self._stored.path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()


class _Bounded:
    """A reader that refuses more than boards can hold: offsets of a bad file may say anything."""

    def __init__(self, reader: Reader, boards: int) -> None:
        self._reader, self._most = reader, (boards + 1) * LARGEST_ARMY * 64

    def rows(self, name: str, low: int, high: int) -> Array:
        """Return rows, if they are not too many."""
        if high - low > self._most:
            raise InputError(name, f"at most {self._most:,} rows", f"{high - low:,}")
        return self._reader.rows(name, low, high)
