"""VoidSiege: the movement part of its commands (sections VS1 to VS18 of docs/rules.md)."""

from __future__ import annotations

import math

from movesolver.rules.moves import MoveType, Need
from movesolver.rules.ruleset import CoherencyRule, EngagementRule, ModelRow, RuleSet

VOIDSIEGE = RuleSet(
    game="voidsiege",
    version=None,
    coherency=CoherencyRule(
        "VS6/VS16", neighbour=2.0, neighbour_vertical=math.inf, single_group=False
    ),
    engagement=EngagementRule("VS8", horizontal=1.0, vertical=math.inf),
    moves={"move": MoveType("move", "VS2", needs=(Need("on_table", "VS1"),))},
    clearance=2.0,
    clearance_section="VS5",
    models=(ModelRow("VS4", passes=False),),
    descent_counts=False,
    terrain_categories=False,
)
