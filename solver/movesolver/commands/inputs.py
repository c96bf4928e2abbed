"""Scenarios from files and from standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import BinaryIO

from movesolver.errors import InputError
from movesolver.formats.files import lines_of, opened, read_bytes, stream_bytes
from movesolver.formats.scenario import load, loads
from movesolver.table.scenario import Scenario


def read_scenario(file: str) -> Scenario:
    """Return the scenario in a file, or on standard input if it is ``-``."""
    return loads(stream_bytes(standard_input())) if file == "-" else load(file)


def read_document(file: str) -> bytes:
    """Return what is in a file, or on standard input if it is ``-``."""
    return stream_bytes(standard_input()) if file == "-" else read_bytes(file)


def read_lines(file: str) -> Iterable[bytes]:
    """Yield the lines of a file, or of standard input."""
    if file == "-":
        yield from lines_of(standard_input())
    else:
        with opened(file) as stream:
            yield from lines_of(stream)


def standard_input() -> BinaryIO:
    """Return the stream, if it is open."""
    if sys.stdin is None:
        raise InputError("-", "a scenario on standard input", "a closed stream")
    return sys.stdin.buffer
