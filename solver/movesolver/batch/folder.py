"""Finished chunks in a folder: written whole, found again after a kill, never mixed."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from movekernels._jit import FINGERPRINT
from movesolver.batch import npz
from movesolver.batch.answers import Answers
from movesolver.batch.arguments import path_of
from movesolver.batch.boards import Boards
from movesolver.batch.ragged import Arrays
from movesolver.errors import InputError
from movesolver.table.fields import shown

MANIFEST = "manifest.json"
Kind = TypeVar("Kind", bound=Answers)


class Folder:
    """A folder of the chunks of one batch.

    Parameters
    ----------
    path
        An empty folder, one that is to be made, or that of the same batch.
    kind
        What its chunks hold.
    run
        What tells this batch from others: boards, options, seed, size of chunks.
    named_by_boards
        Whether the names of files tell the boards of each chunk: for boards that come one by one,
        of which nobody knows beforehand what they will be.

    Raises
    ------
    InputError
        If the folder holds something else, or cannot be made.
    """

    def __init__(
        self,
        path: str | Path,
        kind: type[Answers],
        run: Mapping[str, object],
        *,
        named_by_boards: bool = False,
    ) -> None:
        self.path, self._kind, self._named = Path(path), kind, named_by_boards
        self._manifest = self.path / MANIFEST
        mine = {"movesolver": version("movesolver"), "kernels": FINGERPRINT, **run}
        text = json.dumps(mine, indent=1, sort_keys=True) + "\n"
        place = npz.shown_path(path)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            if self._manifest.exists():
                _check_same(self._manifest, mine)
                return
            if any(not name.startswith(f".{MANIFEST}.") for name in os.listdir(self.path)):
                raise InputError(place, "an empty folder, or that of a batch", "other files in it")
            part = self.path / f".{MANIFEST}.{os.getpid()}"
            part.write_text(text)
            os.replace(part, self._manifest)
        except OSError as error:
            wanted = "a folder that can be written"
            raise InputError(place, wanted, error.strerror or str(error)) from None

    def write(self, index: int, boards: Boards, arrays: Arrays) -> None:
        """Write a finished chunk of these boards, whole or not at all."""
        npz.write(self._file(index, boards), self._kind.kind, arrays)

    def read(self, index: int, boards: Boards) -> Arrays | None:
        """Return a chunk of these boards that was written before; None if there is no whole one.

        Raises
        ------
        InputError
            If there is such a chunk of other boards.
        """
        file = self._file(index, boards)
        if not file.exists():
            others = sorted(self.path.glob(f"chunk-{index:08d}*.npz"))
            if others:
                wanted = "the folder of this very batch"
                raise InputError(npz.shown_path(others[0]), wanted, "a chunk of other boards")
            return None
        try:
            arrays = npz.read(file, self._kind.kind)
            self._kind.schema.check(arrays, npz.shown_path(file))
        except InputError:
            return None  # torn, by a crash of the machine: done again
        return arrays if len(arrays["error"]) == len(boards) else None

    def _file(self, index: int, boards: Boards) -> Path:
        tail = f"-{boards.digest()[:16]}" if self._named else ""
        return self.path / f"chunk-{index:08d}{tail}.npz"


def chunks_in(path: str | Path, kind: type[Kind]) -> Iterator[Kind]:
    """Return the finished chunks of a folder in order, each read when it is asked for.

    Raises
    ------
    InputError
        If it is no folder of a batch, or a chunk cannot be read.
    """
    folder = path_of("path", path)
    if not (isinstance(kind, type) and issubclass(kind, Answers)):
        raise InputError("kind", "a class of Answers", shown(kind))
    if not (folder / MANIFEST).is_file():
        raise InputError(npz.shown_path(folder), "the folder of a batch", "no manifest in it")
    return map(kind.load, sorted(folder.glob("chunk-*.npz")))


def _check_same(manifest: Path, mine: Mapping[str, object]) -> None:
    place = npz.shown_path(manifest)
    try:
        found = json.loads(manifest.read_text())
    except ValueError:
        raise InputError(place, "the manifest of a batch", "another text") from None
    found = found if isinstance(found, dict) else {}
    differ = [name for name in mine if found.get(name) != json.loads(json.dumps(mine[name]))]
    if differ or set(found) != set(mine):
        wanted = "the folder of this very batch"
        raise InputError(place, wanted, f"one of other {', '.join(differ) or 'things'}")


def digest_of(value: object) -> str:
    """Return a name of a value that is the same in every process.

    Raises
    ------
    InputError
        If it has none: a function without a place of its own.
    """
    sha = hashlib.sha256()
    _digest(value, sha.update)
    return sha.hexdigest()


def _digest(value: Any, update: Callable[[bytes], None]) -> None:
    update(type(value).__name__.encode() + b"(")
    if isinstance(value, np.ndarray):
        update(f"{value.dtype}{value.shape}".encode())
        update(np.ascontiguousarray(value).tobytes())
    elif isinstance(value, str | int | float | bool | np.generic | None):
        update(repr(value).encode())
    elif isinstance(value, Mapping):
        for key in sorted(value, key=repr):
            _digest(key, update)
            _digest(value[key], update)
    elif isinstance(value, frozenset | set):
        for digest in sorted(digest_of(item) for item in value):
            update(digest.encode())
    elif isinstance(value, list | tuple):
        for item in value:
            _digest(item, update)
    elif hasattr(value, "__struct_fields__"):
        _digest({name: getattr(value, name) for name in value.__struct_fields__}, update)
    elif dataclasses.is_dataclass(value):
        names = [field.name for field in dataclasses.fields(value)]
        _digest({name: getattr(value, name) for name in names}, update)
    elif callable(value) and "<" not in getattr(value, "__qualname__", "<"):
        update(f"{value.__module__}.{value.__qualname__}".encode())
    else:
        got = f"{type(value).__name__}, which has no name that lasts"
        raise InputError("folder", "options that a later run can have again", got)
    update(b")")
