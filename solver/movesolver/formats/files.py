"""Files whole or not at all: read up to a limit, replaced in one step."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from movesolver.errors import InputError
from movesolver.formats.problems import ProblemsError
from movesolver.formats.trees import LARGEST_TEXT
from movesolver.table.fields import shown
from movesolver.table.names import did_you_mean

LONGEST_LINE = 10 * LARGEST_TEXT
"""A line that is too long has an error for its answer, and the next one is looked for; but no
further than this."""


def read_bytes(path: str | Path) -> bytes:
    """Return what a file holds; one that is too long is not read to its end.

    Raises
    ------
    InputError
        If the file cannot be read, or is longer than `LARGEST_TEXT` bytes.
    """
    with opened(path) as file:
        try:
            return stream_bytes(file, named(path))
        except OSError as error:
            raise file_error(path, "a file that can be read", error) from None


def stream_bytes(source: BinaryIO, place: str = "document") -> bytes:
    """Return all that a stream holds: a pipe may never end, but what is read of it does.

    Raises
    ------
    InputError
        If it is more than `LARGEST_TEXT` bytes.
    """
    text = source.read(LARGEST_TEXT + 1)
    if len(text) > LARGEST_TEXT:
        raise InputError(place, f"at most {LARGEST_TEXT:,} bytes", "more")
    return text


def lines_of(source: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a stream that are not empty: the others are no documents.

    Of one that is too long, one byte more than it may have.

    Raises
    ------
    InputError
        If a line is so long that its end is not looked for.
    """
    number = 0
    while line := source.readline(LARGEST_TEXT + 1):
        number += 1
        if line.strip() or len(line) > LARGEST_TEXT:
            yield line
        length, rest = len(line), line
        while len(rest) > LARGEST_TEXT and not rest.endswith(b"\n"):
            if length > LONGEST_LINE:
                raise InputError(f"line {number}", f"at most {LONGEST_LINE:,} bytes", "more")
            rest = source.readline(LARGEST_TEXT + 1)
            length += len(rest)


def opened(path: str | Path) -> BinaryIO:
    """Return a file that is open to be read.

    Raises
    ------
    InputError
        If it cannot be opened.
    """
    check_name(path)
    try:
        return open(path, "rb")
    except (OSError, ValueError) as error:
        raise file_error(path, "a file that can be read", error) from None


def check_name(path: object) -> None:
    """Raise unless that names a file: Python would take a number for a file that is open."""
    if not isinstance(path, str | os.PathLike):
        raise InputError("path", "the name of a file", shown(path))


def write_text(path: str | Path, text: str) -> None:
    """Write a file, whole or not at all.

    Raises
    ------
    InputError
        If it cannot be written.
    """
    check_name(path)
    try:
        with replacing(Path(path)) as file:
            file.write(text.encode())
    except (OSError, ValueError) as error:
        raise file_error(path, "a file that can be written", error) from None


@contextmanager
def replacing(target: Path) -> Iterator[BinaryIO]:
    """Yield a file that takes the place of ``target`` in one step, once all is written."""
    handle, temporary = tempfile.mkstemp(
        prefix=f".{target.name}.", suffix=".part", dir=target.parent
    )
    try:
        with open(handle, "wb") as file:
            yield file
        # mkstemp makes private files; these are to be as readable as any other file.
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise


def file_error(path: str | Path, wanted: str, error: OSError | ValueError) -> InputError:
    """Return the error of a file that cannot be read or written."""
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    if isinstance(error, FileNotFoundError):
        wanted += _like(Path(path))
    return InputError(named(path), wanted, reason)


def _like(path: Path) -> str:
    """Return a hint at a file beside the one that is not there."""
    try:
        with os.scandir(path.parent) as beside:
            return did_you_mean(path.name, (named(one.name) for one in beside))
    except OSError:
        return ""


def in_file(file: str | Path, error: InputError) -> InputError:
    """Return an error with the file's name before its place."""
    where = "standard input" if file == "-" else named(file)
    if error.place.startswith(where):
        return error
    return InputError(f"{where}: {error.place}" if error.place else where, error.wanted, error.got)


@contextmanager
def naming(file: str | Path) -> Iterator[None]:
    """Put a file's name before the place of what is wrong in it: for questions about several.

    Raises
    ------
    InputError
        As what is done meanwhile.
    """
    try:
        yield
    except ProblemsError as error:
        raise ProblemsError([in_file(file, one) for one in error.problems]) from None
    except InputError as error:
        raise in_file(file, error) from None


def named(path: str | Path) -> str:
    """Return a file's name for a message: it may hold line breaks, a message may not."""
    return " ".join(str(path).split()).encode(errors="replace").decode()
