"""Warhammer 40,000: 11th edition, and the 10th for comparison."""

from __future__ import annotations

from movesolver.rules.ruleset import (
    CoherencyRule,
    EngagementRule,
    ModelRow,
    RuleSet,
    TerrainRow,
)
from movesolver.rules.wh40k10 import CHARGE_10, NORMAL_10
from movesolver.rules.wh40k_versions import MOVES

MONSTERS = frozenset({"MONSTER", "VEHICLE"})
WALL_WALKERS = frozenset({"INFANTRY", "BEASTS", "SWARM", "MOBILE"})
"""Pass dense terrain horizontally (13.06)."""
FLOOR_WALKERS = frozenset({"INFANTRY", "BEASTS", "SWARM"})
"""Pass dense floors and ceilings vertically (13.06)."""
UPPER_SURFACE = frozenset({"INFANTRY", "BEASTS", "SWARM", "FLY", "MONSTER"})
"""May end a move on a surface above ground level (13.06)."""
SUPER_HEAVY = frozenset({"SUPER-HEAVY WALKER"})
"""Has the ability of that name (24.35)."""
THROUGH_MODELS = frozenset({"THROUGH MODELS"})
"""Has an ability to move over or through models as if they were not there."""

MONSTER_MOVES = frozenset({"normal", "advance"})
SUPER_HEAVY_MOVES = frozenset({"normal", "advance", "fall_back"})
OPEN = frozenset({"exposed", "light"})
DENSE = frozenset({"dense"})

FRIENDS_PASS = ModelRow("03.01", side="friend")
ENEMIES_BAR = ModelRow("03.01", passes=False)
MODELS = (
    ModelRow("21.03", skies=True),
    ModelRow("23.02", other=frozenset({"AIRCRAFT"})),
    ModelRow("24.35", mover=SUPER_HEAVY, other_not=frozenset({"TITANIC"}), moves=SUPER_HEAVY_MOVES),
    ModelRow("03.01", mover=THROUGH_MODELS, side="enemy"),
    ModelRow("09.07", side="enemy", modes=frozenset({"desperate_escape"})),
    ModelRow("17.01", passes=False, mover=MONSTERS, other=MONSTERS, moves=MONSTER_MOVES),
    ModelRow("17.01", mover=MONSTERS, moves=MONSTER_MOVES),
    FRIENDS_PASS,
    ENEMIES_BAR,
)
"""Who passes through whom in the 11th edition."""

_WALLS = (
    TerrainRow("21.03", skies=True),
    TerrainRow("13.02", categories=OPEN),
    TerrainRow("13.06", categories=DENSE, mover=WALL_WALKERS),
    TerrainRow("13.06", categories=DENSE, highest=2.0),
)
WALLS = (
    *_WALLS,
    TerrainRow("24.35", categories=DENSE, mover=SUPER_HEAVY, moves=SUPER_HEAVY_MOVES, highest=4.0),
)
"""Who passes through walls, and up to which height of a section."""
FLOORS = (
    TerrainRow("21.03", skies=True),
    TerrainRow("13.02", categories=OPEN),
    TerrainRow("13.06", categories=DENSE, mover=FLOOR_WALKERS),
)
"""Who passes through floors and ceilings."""

ELEVENTH = RuleSet(
    game="wh40k11",
    version="V963_2026_10_01",
    coherency=CoherencyRule(
        "03.03", neighbour=2.0, neighbour_vertical=5.0, span=9.0, span_vertical=5.0
    ),
    engagement=EngagementRule("03.04", horizontal=2.0, vertical=5.0),
    moves={move.name: move for move in MOVES},
    models=MODELS,
    walls=WALLS,
    floors=FLOORS,
    stands_high=UPPER_SURFACE,
    stands_climbed=WALL_WALKERS,
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
    moves={move.name: move for move in (NORMAL_10, CHARGE_10)},
    models=(FRIENDS_PASS, ENEMIES_BAR),
    walls=_WALLS,
    floors=FLOORS,
    stands_high=UPPER_SURFACE,
    stands_climbed=WALL_WALKERS,
    transit_clearance=1.0,
)
