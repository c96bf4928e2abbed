"""movesolver: legal and best end positions for whole units of tabletop miniatures."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from movesolver.errors import InputError, MoveSolverError, UnsupportedError
from movesolver.formats.scenario import dump, dumps, load, loads, validate
from movesolver.referee.check import check
from movesolver.referee.verdict import Code, Finding, Verdict
from movesolver.table import bases
from movesolver.table.army import Model, Unit, UnitStatus
from movesolver.table.bases import Base
from movesolver.table.scenario import (
    Action,
    Field,
    GoalTerm,
    Marker,
    Nearness,
    RulesChoice,
    Scenario,
    Table,
    Target,
    Zone,
)
from movesolver.table.terrain import Feature, Floor, Wall

if TYPE_CHECKING:
    from movesolver.search.result import Limit, Result, Status
    from movesolver.search.solve import solve

__all__ = [
    "Action",
    "Base",
    "Code",
    "Feature",
    "Field",
    "Finding",
    "Floor",
    "GoalTerm",
    "InputError",
    "Limit",
    "Marker",
    "Model",
    "MoveSolverError",
    "Nearness",
    "Result",
    "RulesChoice",
    "Scenario",
    "Status",
    "Table",
    "Target",
    "Unit",
    "UnitStatus",
    "UnsupportedError",
    "Verdict",
    "Wall",
    "Zone",
    "bases",
    "check",
    "dump",
    "dumps",
    "load",
    "loads",
    "solve",
    "validate",
]

_LATER = {
    "Limit": "movesolver.search.result",
    "Result": "movesolver.search.result",
    "Status": "movesolver.search.result",
    "solve": "movesolver.search.solve",
}
"""Where the names live that only a search needs: a rule check starts without them."""


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_LATER[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
