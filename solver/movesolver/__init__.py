"""movesolver: legal and best end positions for whole units of tabletop miniatures."""

from __future__ import annotations

from movesolver.errors import InputError, MoveSolverError, UnsupportedError
from movesolver.formats.scenario import dump, dumps, load, loads, validate
from movesolver.referee.check import check
from movesolver.referee.verdict import Code, Finding, Verdict
from movesolver.search.result import Limit, Result, Status
from movesolver.search.solve import solve
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
