"""Warhammer 40,000: 11th edition, and the 10th for comparison."""

from __future__ import annotations

from movesolver.rules.ruleset import CoherencyRule, EngagementRule, Mode, MoveType, RuleSet

REMAIN_STATIONARY = MoveType("remain_stationary", "09.04", moves_models=False)
NORMAL = MoveType(
    "normal", "09.05", starts="unengaged", ends="unengaged", monster_transit=True, skies=True
)
ADVANCE = MoveType(
    "advance",
    "09.06",
    starts="unengaged",
    ends="unengaged",
    roll=(1, 6),
    monster_transit=True,
    skies=True,
)
FALL_BACK = MoveType(
    "fall_back",
    "09.07",
    starts="engaged",
    ends="unengaged",
    skies=True,
    modes=(
        Mode("ordered_retreat", "09.07", if_shocked=False),
        Mode("desperate_escape", "09.07", through_enemies=True),
    ),
)

ELEVENTH = RuleSet(
    game="wh40k11",
    version="V963_2026_10_01",
    coherency=CoherencyRule(
        "03.03", neighbour=2.0, neighbour_vertical=5.0, span=9.0, span_vertical=5.0
    ),
    engagement=EngagementRule("03.04", horizontal=2.0, vertical=5.0),
    moves={move.name: move for move in (REMAIN_STATIONARY, NORMAL, ADVANCE, FALL_BACK)},
)

TENTH = RuleSet(
    game="wh40k10",
    version=None,
    coherency=CoherencyRule(
        "10th ed. coherency",
        neighbour=2.0,
        neighbour_vertical=5.0,
        single_group=False,
        crowd=7,
        needed_in_crowd=2,
    ),
    engagement=EngagementRule("10th ed. engagement", horizontal=1.0, vertical=5.0),
    moves={
        "normal": MoveType("normal", "10th ed. normal move", starts="unengaged", ends="unengaged")
    },
    transit_clearance=1.0,
    once_per_phase=False,
)
