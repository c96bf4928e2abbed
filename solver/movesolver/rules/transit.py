"""Who blocks whom on the way: other models and walls, read from the tables of the rules.

One set of decisions for passing and for ending, shared by search and referee.
"""

from __future__ import annotations

from dataclasses import dataclass

from movesolver.rules.moves import Mode, MoveType
from movesolver.rules.ruleset import ModelRow, RuleSet, TerrainRow
from movesolver.rules.wh40k import UPPER_SURFACE

__all__ = [
    "UPPER_SURFACE",
    "Mover",
    "barred_by",
    "floor_blocks",
    "model_blocks",
    "wall_bars_climb",
    "wall_blocks",
]

HAIR = 1e-9
"""What differences of heights are off by rounding, inches: 4.4 less 2.4 is more than 2."""


@dataclass(frozen=True, slots=True)
class Mover:
    """What the transit rules ask of a model on this move."""

    keywords: frozenset[str]
    height: float
    flying: bool
    """It has taken to the skies (21.03)."""
    move: str = ""
    """Name of the move it makes."""


def model_blocks(
    rules: RuleSet,
    move: MoveType,
    mode: Mode | None,
    mover: Mover,
    other: frozenset[str],
    enemy: bool,
) -> bool:
    """Return whether a model with keywords ``other`` bars the way of ``mover``.

    By the first row of `RuleSet.models` that fits: sections 03.01 (friends pass, enemies
    block), 09.07 (desperate escape), 17.01 (MONSTER and VEHICLE), 21.03 (skies), 23.02
    (AIRCRAFT), 24.35 (super-heavy walkers); VS4 for VoidSiege.
    """
    return barred_by(rules, move, mode, mover, other, enemy) is not None


def barred_by(
    rules: RuleSet,
    move: MoveType,
    mode: Mode | None,
    mover: Mover,
    other: frozenset[str],
    enemy: bool,
) -> str | None:
    """Return the section by which a model bars the way of ``mover``; None if it does not."""
    for row in rules.models:
        if _model_row_fits(row, move, mode, mover, other, enemy):
            return None if row.passes else row.section
    return None


def _model_row_fits(
    row: ModelRow,
    move: MoveType,
    mode: Mode | None,
    mover: Mover,
    other: frozenset[str],
    enemy: bool,
) -> bool:
    return (
        (mover.flying or not row.skies)
        and row.side in ("any", "enemy" if enemy else "friend")
        and (not row.mover or bool(row.mover & mover.keywords))
        and (not row.other or bool(row.other & other))
        and not row.other_not & other
        and (not row.moves or move.name in row.moves)
        and (not row.modes or (mode is not None and mode.name in row.modes))
    )


def wall_blocks(
    rules: RuleSet, mover: Mover, category: str, bottom: float, top: float, z: float
) -> bool:
    """Return whether a wall bars a straight move at height ``z`` (13.02 to 13.06, 24.35)."""
    return wall_bars_climb(rules, mover, category, bottom, top, z, z)


def wall_bars_climb(
    rules: RuleSet,
    mover: Mover,
    category: str,
    bottom: float,
    top: float,
    low: float,
    high: float,
) -> bool:
    """Return whether a wall bars a base somewhere between two heights."""
    if low >= top or bottom >= high + mover.height:
        return False
    # A section is as high as it rises above where it begins, or above the base if that is lower.
    section = top - min(bottom, max(low, bottom - mover.height))
    section -= HAIR
    return not any(_leave(row, mover, category, section) for row in rules.walls)


def floor_blocks(rules: RuleSet, mover: Mover, category: str) -> bool:
    """Return whether a model may not go through floors of a category vertically (13.06)."""
    return not any(_leave(row, mover, category, 0.0) for row in rules.floors)


def _leave(row: TerrainRow, mover: Mover, category: str, section: float) -> bool:
    """Return whether a row lets the mover through a section so high."""
    return (
        (mover.flying or not row.skies)
        and (not row.categories or category in row.categories)
        and (not row.mover or bool(row.mover & mover.keywords))
        and (not row.moves or mover.move in row.moves)
        and section <= row.highest
    )
