"""movesolver: legal and best end positions for whole units of tabletop miniatures."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from movesolver.checking.check import check
from movesolver.errors import InputError, MoveSolverError, UnsupportedError
from movesolver.formats.scenario import dump, dumps, load, loads, validate
from movesolver.referee.verdict import Code, Finding, Verdict
from movesolver.rules.chosen import rules_of
from movesolver.rules.ruleset import RuleSet
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
    from movesolver.checking.reached import Reached, check_reach
    from movesolver.paths.nearest import Approach
    from movesolver.paths.reach import Arrival, Reach, reach
    from movesolver.paths.region import Region
    from movesolver.paths.threat import Threat, threat
    from movesolver.paths.ways import Way
    from movesolver.search.regain import Regained, regain
    from movesolver.search.result import Limit, Result, Status
    from movesolver.search.solve import solve

__all__ = [
    "Action",
    "Approach",
    "Arrival",
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
    "Reach",
    "Reached",
    "Regained",
    "Region",
    "Result",
    "RuleSet",
    "RulesChoice",
    "Scenario",
    "Status",
    "Table",
    "Target",
    "Threat",
    "Unit",
    "UnitStatus",
    "UnsupportedError",
    "Verdict",
    "Wall",
    "Way",
    "Zone",
    "bases",
    "check",
    "check_reach",
    "dump",
    "dumps",
    "load",
    "loads",
    "reach",
    "regain",
    "rules_of",
    "solve",
    "threat",
    "validate",
]

_LATER = {
    "Approach": "movesolver.paths.nearest",
    "Arrival": "movesolver.paths.reach",
    "Limit": "movesolver.search.result",
    "Reach": "movesolver.paths.reach",
    "Reached": "movesolver.checking.reached",
    "Regained": "movesolver.search.regain",
    "Region": "movesolver.paths.region",
    "Result": "movesolver.search.result",
    "Status": "movesolver.search.result",
    "Threat": "movesolver.paths.threat",
    "Way": "movesolver.paths.ways",
    "check_reach": "movesolver.checking.reached",
    "reach": "movesolver.paths.reach",
    "regain": "movesolver.search.regain",
    "solve": "movesolver.search.solve",
    "threat": "movesolver.paths.threat",
}
"""Where the names live that only paths or a search need: a rule check starts without them."""


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_LATER[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
