"""Scenarios from files and from standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import BinaryIO

from movesolver.errors import InputError
from movesolver.formats.scenario import load, loads
from movesolver.table.scenario import Scenario


def read_scenario(file: str) -> Scenario:
    """Return the scenario in a file, or on standard input if it is ``-``."""
    return loads(standard_input().read()) if file == "-" else load(file)


def read_lines(file: str) -> Iterable[bytes]:
    """Yield the lines of a file, or of standard input."""
    if file == "-":
        yield from standard_input()
    else:
        with open(file, "rb") as stream:
            yield from stream


def standard_input() -> BinaryIO:
    """Return the stream, if it is open."""
    if sys.stdin is None:
        raise InputError("-", "a scenario on standard input", "a closed stream")
    return sys.stdin.buffer
