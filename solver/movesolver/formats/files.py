"""Files written whole or not at all: replaced in one step."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from movesolver.formats.bounded import file_error


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
