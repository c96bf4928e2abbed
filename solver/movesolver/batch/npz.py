"""Tables of arrays in npz files: written whole or not at all, read without pickle, or in part."""

from __future__ import annotations

import math
import os
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

import numpy as np

from movesolver.batch.arguments import path_of
from movesolver.batch.ragged import Array, Arrays
from movesolver.errors import InputError
from movesolver.formats.files import replacing

FORMAT = "movesolver_batch"
"""Name of the array that says what a file holds and in which version of the format."""


def write(path: str | Path, kind: str, arrays: Mapping[str, Array]) -> None:
    """Write arrays as one npz file, with `os.replace`: whole, or not at all.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    target = path_of("path", path)
    try:
        with replacing(target) as file:
            mark: Arrays = {FORMAT: np.array(f"{kind} 1")}
            np.savez(file, allow_pickle=False, **mark, **arrays)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise InputError(shown_path(path), "a file that can be written", _reason(error)) from None


def check_folder(path: str | Path) -> None:
    """Raise unless there is a folder for a file: better known before the work than after it.

    Raises
    ------
    InputError
        If there is none.
    """
    if not path_of("path", path).absolute().parent.is_dir():
        raise InputError(shown_path(path), "a file in a folder that is there", "no such folder")


def read(path: str | Path, kind: str) -> Arrays:
    """Read the arrays of an npz file.

    Raises
    ------
    InputError
        If it is none, is damaged, holds objects, or is of another kind or version.
    """
    path = path_of("path", path)
    place = shown_path(path)
    try:
        with open(path, "rb") as file, np.load(file, allow_pickle=False) as stored:
            if not isinstance(stored, np.lib.npyio.NpzFile):
                raise InputError(place, "an npz file", "a single array")
            arrays: Arrays = {name: stored[name] for name in stored.files}
    except InputError:
        raise
    except OSError as error:
        raise InputError(place, "a file that can be read", _reason(error)) from None
    except MemoryError:
        raise InputError(place, "arrays that fit into memory", "larger ones") from None
    except Exception as error:  # what a damaged archive raises is many things
        raise InputError(place, "an npz file without objects", _reason(error)) from None
    mark = arrays.pop(FORMAT, None)
    if mark is None or str(mark) != f"{kind} 1":
        got = "another file" if mark is None else repr(str(mark))[:60]
        raise InputError(place, f"an npz file of {kind}, version 1", got)
    return arrays


class Stored:
    """Rows of the arrays of an npz file, read when asked for, so that they need not all fit.

    Raises
    ------
    InputError
        As `read`; also if the arrays are compressed.
    """

    def __init__(self, path: str | Path, kind: str) -> None:
        path = path_of("path", path)
        self.path = os.fspath(path)
        place = shown_path(path)
        self._at: dict[str, tuple[int, tuple[int, ...], np.dtype[np.generic]]] = {}
        try:
            with zipfile.ZipFile(path) as archive, open(path, "rb") as file:
                for entry in archive.infolist():
                    name = entry.filename.removesuffix(".npy")
                    if name == FORMAT:
                        mark = np.lib.format.read_array(archive.open(entry), allow_pickle=False)
                        if str(mark) != f"{kind} 1":
                            got = repr(str(mark))[:60]
                            raise InputError(place, f"an npz file of {kind}, version 1", got)
                        continue
                    if entry.compress_type != zipfile.ZIP_STORED:
                        raise InputError(place, "arrays that are not compressed", name)
                    self._at[name] = _located(file, entry)
                    begin, shape, dtype = self._at[name]
                    if begin + math.prod(shape) * dtype.itemsize > os.path.getsize(path):
                        raise InputError(place, "whole arrays", f"a part of {name}")
        except InputError:
            raise
        except OSError as error:
            raise InputError(place, "a file that can be read", _reason(error)) from None
        except Exception as error:
            raise InputError(place, "an npz file without objects", _reason(error)) from None

    @property
    def shapes(self) -> dict[str, tuple[tuple[int, ...], np.dtype[np.generic]]]:
        """Shape and type of every array."""
        return {name: (shape, dtype) for name, (_, shape, dtype) in self._at.items()}

    def rows(self, name: str, low: int, high: int) -> Array:
        """Return rows ``low`` to ``high`` of an array, read now."""
        begin, shape, dtype = self._at[name]
        if not 0 <= low <= high <= shape[0]:
            place = f"{shown_path(self.path)}.{name}"
            raise InputError(place, f"{high} rows or more", f"{shape[0]}")
        wide = math.prod(shape[1:])
        count = (high - low) * wide
        offset = begin + low * wide * dtype.itemsize
        flat = np.fromfile(self.path, dtype, count, offset=offset)
        return flat.reshape(high - low, *shape[1:])


def _located(
    file: BinaryIO, entry: zipfile.ZipInfo
) -> tuple[int, tuple[int, ...], np.dtype[np.generic]]:
    """Return where the numbers of a stored array begin, their shape and type."""
    file.seek(entry.header_offset + 26)
    lengths = file.read(4)
    skip = int.from_bytes(lengths[:2], "little") + int.from_bytes(lengths[2:], "little")
    file.seek(skip, os.SEEK_CUR)
    version = np.lib.format.read_magic(file)
    header = (
        np.lib.format.read_array_header_1_0
        if version == (1, 0)
        else np.lib.format.read_array_header_2_0
    )
    shape, fortran, dtype = header(file)
    if dtype.hasobject or (fortran and len(shape) > 1) or not shape:
        raise InputError(entry.filename, "an array of plain numbers, row by row", "another")
    return file.tell(), shape, dtype


def shown_path(path: str | Path) -> str:
    """Return a path as one line of a message."""
    return " ".join(os.fspath(path).split()).encode(errors="replace").decode()


def _reason(error: Exception) -> str:
    text = (error.strerror or "") if isinstance(error, OSError) else str(error)
    return " ".join((text or type(error).__name__).split())[:120]
