"""VoidSiege: the movement part of its commands (sections VS1 to VS18 of docs/rules.md)."""

from __future__ import annotations

import math

from movesolver.rules.moves import MoveType, Need, SetUp
from movesolver.rules.ruleset import CoherencyRule, EngagementRule, ModelRow, RuleSet

ON_TABLE = (Need("on_table", "VS1"),)
MOVE = MoveType("move", "VS2", needs=ON_TABLE, may_close_in=True)
ADVANCE = MoveType("advance", "VS2", needs=ON_TABLE, may_close_in=True)
RUN = MoveType("run", "VS2", needs=ON_TABLE, times_move=2.0, bars_cover=True, may_close_in=True)
ASSAULT = MoveType(
    "assault", "VS2", needs=ON_TABLE, times_move=2.0, bars_cover=True, may_close_in=True
)
"""Run and Shoot in one (VS14), so what Run may not do it may not do either."""
OVERRUN = MoveType("overrun", "VS2", needs=ON_TABLE, times_move=2.0, may_close_in=True)
DEPLOY = MoveType(
    "deploy",
    "VS16",
    needs=(Need("in_reserve", "VS16"),),
    set_up=SetUp("VS16", near="own_edges", within=12.0, clear_of_units=2.0),
)

VOIDSIEGE = RuleSet(
    game="voidsiege",
    version=None,
    coherency=CoherencyRule(
        "VS6/VS16", neighbour=2.0, neighbour_vertical=math.inf, single_group=False
    ),
    engagement=EngagementRule("VS8", horizontal=1.0, vertical=math.inf),
    moves={move.name: move for move in (MOVE, ADVANCE, RUN, ASSAULT, OVERRUN, DEPLOY)},
    clearance=2.0,
    clearance_section="VS5",
    models=(ModelRow("VS4", passes=False),),
    descent_counts=False,
    terrain_categories=False,
    solid=True,
    shunted_below=2.0,
    in_part=True,
    stops_on_way=True,
)
