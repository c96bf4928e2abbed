"""The rules as data: what a game is made of, and the rules of the games that come along.

`rules_of` returns the rules of a game; `dataclasses.replace` makes rules of your own from
them, or `RuleSet` new ones (docs/house-rules.md).  `check`, `solve` and the others take
them as ``rules``.
"""

from __future__ import annotations

from movesolver.rules.chosen import rules_of
from movesolver.rules.moves import (
    After,
    Closing,
    Duty,
    Mode,
    MoveType,
    Need,
    SetUp,
    Targets,
)
from movesolver.rules.options import Version
from movesolver.rules.ruleset import (
    CoherencyRule,
    EngagementRule,
    ModelRow,
    RuleSet,
    TerrainRow,
)

__all__ = [
    "After",
    "Closing",
    "CoherencyRule",
    "Duty",
    "EngagementRule",
    "Mode",
    "ModelRow",
    "MoveType",
    "Need",
    "RuleSet",
    "SetUp",
    "Targets",
    "TerrainRow",
    "Version",
    "rules_of",
]
