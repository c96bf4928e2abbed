"""Bytes from files and pipes, no more of them than a document may have.

What is longer is refused after so many bytes, however long it is: a file of a terabyte, a
pipe that never ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from movesolver.errors import InputError
from movesolver.formats.trees import LARGEST_TEXT

LONGEST_LINE = 10 * LARGEST_TEXT
"""A line that is too long has an error for its answer, and the next one is looked for; but no
further than this."""


def read_bytes(source: BinaryIO, place: str = "document") -> bytes:
    """Return all that a stream holds.

    Raises
    ------
    InputError
        If that is more than `LARGEST_TEXT` bytes.
    """
    text = source.read(LARGEST_TEXT + 1)
    if len(text) > LARGEST_TEXT:
        raise too_long(place)
    return text


def file_bytes(path: str | Path) -> bytes:
    """Return what is in a file.

    Raises
    ------
    InputError
        If that is more than `LARGEST_TEXT` bytes, or the file cannot be read.
    """
    with opened(path) as file:
        try:
            return read_bytes(file)
        except OSError as error:
            raise file_error(path, "a file that can be read", error) from None


def opened(path: str | Path) -> BinaryIO:
    """Return a file that is open to be read.

    Raises
    ------
    InputError
        If it cannot be opened.
    """
    try:
        return open(path, "rb")
    except (OSError, ValueError) as error:
        raise file_error(path, "a file that can be read", error) from None


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
        if line.strip():
            yield line
        length, rest = len(line), line
        while len(rest) > LARGEST_TEXT and not rest.endswith(b"\n"):
            if length > LONGEST_LINE:
                raise InputError(f"line {number}", f"at most {LONGEST_LINE:,} bytes", "more")
            rest = source.readline(LARGEST_TEXT + 1)
            length += len(rest)


def too_long(place: str) -> InputError:
    """Return the error of a text that is too long."""
    return InputError(place, f"at most {LARGEST_TEXT:,} bytes of JSON", "more")


def file_error(path: str | Path, wanted: str, error: OSError | ValueError) -> InputError:
    """Return what went wrong with a file."""
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return InputError(named(path), wanted, reason)


def named(path: str | Path) -> str:
    """Return a file's name for a message: it may hold line breaks, a message may not."""
    return " ".join(str(path).split()).encode(errors="replace").decode()
