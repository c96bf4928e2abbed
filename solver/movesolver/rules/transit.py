"""Who blocks whom on the way: other models and walls, decided from keywords.

One set of decisions for passing and for ending, shared by search and referee.
"""

from __future__ import annotations

from dataclasses import dataclass

from movekernels.arrays import LEVEL
from movesolver.rules.ruleset import Mode, MoveType, RuleSet

MONSTERS = frozenset({"MONSTER", "VEHICLE"})
WALL_WALKERS = frozenset({"INFANTRY", "BEASTS", "SWARM", "MOBILE"})
"""Pass dense terrain horizontally (13.06)."""
FLOOR_WALKERS = frozenset({"INFANTRY", "BEASTS", "SWARM"})
"""Pass dense floors and ceilings vertically (13.06)."""
UPPER_SURFACE = frozenset({"INFANTRY", "BEASTS", "SWARM", "FLY", "MONSTER"})
"""May end a move on a surface above ground level (13.06)."""
LOW_SECTION = 2.0
"""Dense sections up to this high are crossed by anyone (13.06), inches."""


@dataclass(frozen=True, slots=True)
class Mover:
    """What the transit rules ask of a model on this move."""

    keywords: frozenset[str]
    height: float
    flying: bool
    """It has taken to the skies (21.03)."""


def model_blocks(
    rules: RuleSet,
    move: MoveType,
    mode: Mode | None,
    mover: Mover,
    other: frozenset[str],
    enemy: bool,
) -> bool:
    """Return whether a model with keywords ``other`` bars the way of ``mover``.

    Sections 03.01 (friends pass, enemies block), 09.07 (desperate escape), 17.01
    (MONSTER and VEHICLE), 21.03 (skies), 23.02 (AIRCRAFT); VS4 for VoidSiege.
    """
    if rules.friends_block:
        return True
    if mover.flying:
        return False
    if rules.game == "wh40k11" and "AIRCRAFT" in other:
        return False
    if move.monster_transit and mover.keywords & MONSTERS:
        return bool(other & MONSTERS)
    if mode is not None and mode.through_enemies:
        return False
    return enemy


def wall_hinders(bottom: float, top: float, z: float, headroom: float = LEVEL) -> bool:
    """Return whether a wall stands at the level of a base at height ``z``.

    ``headroom`` is how high above the base a wall must begin to be passed under:
    one level, or the body height of a FRAME model.
    """
    return z < top and bottom < z + headroom


def wall_blocks(
    rules: RuleSet, mover: Mover, category: str, bottom: float, top: float, z: float
) -> bool:
    """Return whether a wall bars a straight move at height ``z`` (13.02 to 13.06)."""
    if mover.flying or not wall_hinders(bottom, top, z, mover.height):
        return False
    if not rules.terrain_categories:
        return True
    if category != "dense" or mover.keywords & WALL_WALKERS:
        return False
    # A section is as high as it rises above where it begins, or above the base if that is lower.
    return top - min(bottom, z) > LOW_SECTION
