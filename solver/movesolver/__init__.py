"""movesolver: legal and best end positions for whole units of tabletop miniatures."""

from __future__ import annotations

from movesolver.errors import InputError, MoveSolverError, UnsupportedError
from movesolver.formats.scenario import dump, dumps, load, loads, validate
from movesolver.referee.check import check
from movesolver.referee.verdict import Code, Finding, Verdict

__all__ = [
    "Code",
    "Finding",
    "InputError",
    "MoveSolverError",
    "UnsupportedError",
    "Verdict",
    "check",
    "dump",
    "dumps",
    "load",
    "loads",
    "validate",
]
