"""Files whole or not at all: read up to a limit, replaced in one step."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from movesolver.errors import InputError
from movesolver.formats.trees import LARGEST_TEXT


def read_bytes(path: str | Path) -> bytes:
    """Return what a file holds; one that is too long is not read to its end.

    Raises
    ------
    InputError
        If the file cannot be read, or is longer than `LARGEST_TEXT` bytes.
    """
    try:
        with open(path, "rb") as file:
            text = file.read(LARGEST_TEXT + 1)
    except (OSError, ValueError) as error:
        raise file_error(path, "a file that can be read", error) from None
    if len(text) > LARGEST_TEXT:
        raise InputError(named(path), f"a file of at most {LARGEST_TEXT:,} bytes", "a longer one")
    return text


def write_text(path: str | Path, text: str) -> None:
    """Write a file, whole or not at all.

    Raises
    ------
    InputError
        If it cannot be written.
    """
    target = Path(path)
    try:
        handle, temporary = tempfile.mkstemp(
            prefix=f".{target.name}.", suffix=".part", dir=target.parent
        )
        try:
            with open(handle, "w", encoding="utf-8") as file:
                file.write(text)
            # mkstemp makes private files; these are to be as readable as any other file.
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(temporary, 0o666 & ~mask)
            os.replace(temporary, target)
        except BaseException:
            os.unlink(temporary)
            raise
    except (OSError, ValueError) as error:
        raise file_error(path, "a file that can be written", error) from None


def file_error(path: str | Path, wanted: str, error: OSError | ValueError) -> InputError:
    """Return the error of a file that cannot be read or written."""
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return InputError(named(path), wanted, reason)


def named(path: str | Path) -> str:
    """Return a file's name for a message: it may hold line breaks, a message may not."""
    return " ".join(str(path).split()).encode(errors="replace").decode()
